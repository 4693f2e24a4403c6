"""Planted errors: wrong tables of cases, and questions with weakened conditions."""

import itertools
import re

from spec import ComposedLayout, Layout, LayoutError, TlaLayout
from spec.basis import ArithmeticTuple
from spec.modes import modes_of
from spec.named import valued
from spec.named_notation import holds
from tests.sizes.suite import EXPRESSIONS, QUESTIONS
from verif.questions.answer import Ruling
from verif.sizes.asked import answer_at, decided, read_question_of
from verif.sizes.calculator import proved
from verif.sizes.case import Case, stated_item
from verif.sizes.names import read_sizes
from verif.sizes.right import stated_value
from verif.sizes.sampled import beside_constants, least
from verif.sizes.sized import Sized, read_sized

GENERAL = [row for row in EXPRESSIONS if len(row[3]) == 1 and row[3][0][1] is not None]
"""The expressions with one result for all sizes."""


def cases_of_row(cases):
    return tuple(Case(*case) for case in cases)


def alike(found, stated):
    """Whether two results are equal, apart from modes of size 1.

    Two layouts of equal rank above 1 are compared mode by mode. Other layouts are flattened first.
    """
    if isinstance(found, Layout) and isinstance(stated, Layout) and found.rank == stated.rank > 1:
        return all(map(alike, found, stated))
    if isinstance(found, Layout):
        ours, theirs = ([m for m in modes_of(x) if m[0] != 1] for x in (found, stated))
        return ours == theirs
    if isinstance(found, ComposedLayout):
        same = (found.swizzle, found.offset) == (stated.swizzle, stated.offset)
        return same and alike(found.layout, stated.layout)
    if isinstance(found, TlaLayout | ArithmeticTuple):
        shown = found.entries if isinstance(found, ArithmeticTuple) else found
        return str(shown) == str(stated)
    if isinstance(found, tuple):
        return len(found) == len(stated) and all(map(alike, found, stated))
    return found == stated


def stated(sizes, cases):
    """Return a function that maps sizes to the stated result, as (result,).

    The first case that matches the sizes states the result. If this case is a rejection, the
    function returns ().
    """
    read = [
        (
            case.where and [[sizes.condition(c) for c in each] for each in case.where],
            case.result and stated_item(case.result, sizes),
        )
        for case in cases
    ]

    def at(point):
        numbers = sizes.defined(point)
        for where, result in read:
            if where is None or any(all(holds(c, numbers) for c in each) for each in where):
                return () if result is None else (valued(result, numbers),)
        raise AssertionError("no case")

    return at


def wrong_texts(result):
    """Yield variants of the result with one change, such as 8 to 9, ceil to floor, or M to N."""
    for found in itertools.islice(re.finditer(r"\b\d+\b", result), 4):
        yield f"{result[: found.start()]}{int(found[0]) + 1}{result[found.end() :]}"
    for one, other in (
        ("ceil(", "floor("),
        ("M", "N"),
        ("/8)", "/9)"),
        ("*m", "*m*m"),
        (":(1,", ":(2,"),
    ):
        if one in result:
            yield result.replace(one, other, 1)


def wrong_tables():
    """Yield tables whose result differs from the operation's result at some size."""
    for source, names, expression, cases in GENERAL:
        sized = read_sized(expression, read_sizes(names))
        points = sized.tried
        for wrong in dict.fromkeys(wrong_texts(cases[0][1])):
            if wrong != cases[0][1] and differs(sized, wrong, points):
                yield source, names, expression, wrong


def differs(sized, wrong, points):
    for point in points:
        try:
            stated = stated_value(wrong, sized.sizes, sized.sizes.defined(point))
            if not alike(sized.at(point), stated):
                return True
        except (LayoutError, ValueError, TypeError, KeyError):
            return True
    return False


def is_proved(names, expression, result):
    sized = read_sized(expression, read_sizes(names))
    try:
        return proved(sized, (Case(None, result),)) is not None
    except LayoutError:
        return False


WEAKENED = [
    (names.replace(condition, weaker), question, condition)
    for _, names, question, verdict, _ in QUESTIONS
    if verdict == "holds"
    for condition in (part.strip() for part in names.split(";")[1:])
    for weaker in (f"{condition.split(' ')[0]} >= 1", condition.replace(">=", "+ 1 >="))
    if weaker != condition and "<=" not in condition
]
"""Triples (declaration of sizes, question, original condition).

In the declaration, a weakened condition replaces the original condition. The question holds under
the original condition. The weakened condition excludes nothing, or its lower bound is lower by 1.
"""


def is_proved_weakened(names, question, condition):
    """Whether a rule proves a question although a tried size refutes the question.

    `names` declares sizes without `condition`, or with a weaker condition. The rule sees only the
    tried sizes that satisfy `condition`. If no tried size refutes the question, the result is
    False: the question does not need `condition`.
    """
    sizes = read_sizes(names)
    sized = Sized(question, sizes, read_question_of(question, sizes))
    needed = sizes.condition(condition)
    points = least(sizes, 120) + beside_constants(sizes, question, 60)
    visible = [p for p in points if holds(needed, sizes.defined(p))]
    fails = any(answer_at(sized, p).ruling is Ruling.REFUTED for p in points)
    return fails and decided(sized, visible).ruling is Ruling.HOLDS
