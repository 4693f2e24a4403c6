"""Cases of an expression: what it gives at which sizes, found by running it on unknowns.

Nothing here is trusted. A table that is found, one line where that is enough, is proved as a claim
(verif/sizes/stated.py), from the text that is printed.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from spec.errors import InadmissibleError, LayoutError
from spec.layout import Layout
from spec.modes import modes_of
from spec.named import valued
from spec.named_notation import Joined, parse_named_expression
from spec.notation import Literal
from verif.deciding.judges import judge
from verif.expression import evaluated
from verif.kernel.claim import ensure, running
from verif.sizes.names import Sizes, holds
from verif.sizes.printed import Words, said
from verif.sizes.source import NotForAllSizesError, Sized, with_numbers
from verif.symbolic.exploration import Exploration
from verif.symbolic.explore import explore
from verif.symbolic.path import NEVER, Path
from verif.symbolic.runs import Proving
from verif.symbolic.values import SymInt, literal_of
from verif.theory.sizes.results import one_result
from verif.upstream.in_process import SPEC

MOST_PATHS: Final = 400

SECONDS: Final = 600.0
"""More than any exploration takes: paths end by their number, and solvers by their steps."""

MOST_ATTEMPTS: Final = 80
"""The shorter conditions that are tried for a table: a number, so that no table hangs on time."""

Conjunction = tuple[str, ...]
"""Conditions that hold together."""


@dataclass(frozen=True)
class Case:
    """Some of the sizes, and the result there: a text, or None where the operation refuses.

    `where` are conjunctions of which one holds; None where the cases before do not hold. `refusal`
    are the operation's words.
    """

    where: tuple[Conjunction, ...] | None
    result: str | None
    refusal: str = ""

    @property
    def condition(self) -> str:
        """The conditions as a text."""
        if self.where is None:
            return "otherwise"
        several = len(self.where) > 1
        parts = [" and ".join(each) for each in self.where]
        return " or ".join(f"({p})" if several and " and " in p else p for p in parts) or "never"


@dataclass(frozen=True)
class _Raw:
    """The result on one path, with the forks that led there: texts of both sides, and which."""

    result: str | None
    refusal: str
    forks: tuple[tuple[str, str, bool], ...]
    modes: int

    @property
    def where(self) -> Conjunction:
        return tuple(yes if truth else no for yes, no, truth in self.forks)


def cases_of(sized: Sized) -> tuple[Case, ...]:
    """The cases of an expression, complete and in their order: the first that holds counts.

    Errors: NotForAllSizesError where they are not found.
    """
    raw = _raw(sized)
    texts = _texts(raw)
    for text in (*_texts(_raw_of_all(sized))[:3], *texts[:3]):
        if _is_right(sized, (Case(None, text),)):
            return (Case(None, text),)
    labels = _labels(sized, raw, texts)
    return _shortened(sized, _joined(raw, labels))


def _texts(raw: Sequence[_Raw]) -> list[str]:
    """The results that were found, the most general first."""
    return sorted({one.result for one in raw if one.result is not None}, key=_rank(raw))


def _raw_of_all(sized: Sized) -> list[_Raw]:
    """The paths without the conditions with an `or`, on which a name of two values stays a name."""
    conditions = [
        (text, condition)
        for text, condition in sized.sizes.conditions
        if not (isinstance(condition, Joined) and condition.word == "or")
    ]
    if len(conditions) == len(sized.sizes.conditions):
        return []
    try:
        return _raw(replace(sized, sizes=replace(sized.sizes, conditions=tuple(conditions))))
    except NotForAllSizesError:
        return []


def unknowns(path: Path, sizes: Sizes) -> dict[str, Any]:
    """Unknowns for the names on the path, those that are defined too; what they meet is assumed."""
    numbers: dict[str, Any] = {}
    for name, low in sizes.lows.items():
        numbers[name] = SymInt.unknown(path.fresh(name))
        path.inputs[name] = numbers[name].polynomial
        path.assume(literal_of(numbers[name] >= low))
    numbers = sizes.defined(numbers)
    for _, condition in sizes.conditions:
        if not holds(condition, numbers):
            path.close()
    return numbers


def explored(
    subject: str, text: Callable[[Path], None], *, stop_at_failure: bool = False
) -> Exploration:
    """All paths of a text that speaks of unknowns.

    Errors: NotForAllSizesError where it does with an unknown what only numbers can do.
    """

    def spoken(path: Path) -> None:
        with running(Proving(path)):
            text(path)

    try:
        return explore(judge(), subject, spoken, MOST_PATHS, SECONDS, stop_at_failure)
    except (TypeError, AttributeError) as error:
        raise NotForAllSizesError(f"{subject} needs numbers: {error}") from None


def is_shown(exploration: Exploration) -> bool:
    """Whether all that the text concludes is shown."""
    return exploration.complete and not exploration.failures and exploration.goals > 0


def _raw(sized: Sized) -> list[_Raw]:
    found: list[_Raw] = []

    def text(path: Path) -> None:
        numbers = unknowns(path, sized.sizes)
        result, refused = None, None
        try:
            result = evaluated(with_numbers(sized.expression, numbers), SPEC)
        except LayoutError as error:
            refused = error
        words = Words(path, {path.inputs[name].text: name for name in sized.sizes.names})
        forks = [
            (words.literal(literal), words.literal(literal, truth=False), truth)
            for literal, truth in path.forks
        ]
        if refused is None:
            modes = len(modes_of(result)) if isinstance(result, Layout) else 0
            found.append(_Raw(words.value(result), "", tuple(forks), modes))
        else:
            found.append(_Raw(None, _refusal(refused, words), tuple(forks), 0))

    exploration = explored(sized.text, text)
    if not exploration.complete:
        raise NotForAllSizesError(f"{sized.text} has more than {MOST_PATHS} cases")
    return found


def _refusal(error: LayoutError, words: Words) -> str:
    """The operation's words, the values in them in the user's."""
    if isinstance(error, InadmissibleError):
        sides = [words.value(side) for side in (error.left, error.right)]
        here = f"but here are {sides[0]} and {sides[1]}"
        return f"mode {said(error.mode, words)}: {error.condition}, {here}"
    return said(str(error), words)


def _rank(raw: Sequence[_Raw]) -> Callable[[str], tuple[int, int, int, str]]:
    """The most general texts first: those with the most modes, and the most names."""

    def rank(text: str) -> tuple[int, int, int, str]:
        modes = max(one.modes for one in raw if one.result == text)
        named = set(re.findall(r"[A-Za-z]\w*", text))
        return -modes, -len(named), -len(text), text

    return rank


def stated_value(text: str, sizes: Sizes, numbers: Any) -> Any:
    """The value of a result's text at these numbers. Raises LayoutError where it has none there."""
    return valued(stated_item(text, sizes), numbers)


def stated_item(text: str, sizes: Sizes) -> Any:
    """The named value of a result's text."""
    if text in ("true", "false"):
        return text == "true"
    found = parse_named_expression(text, sizes.known, ())
    assert isinstance(found, Literal)
    return found.value


def _is_right(sized: Sized, cases: Sequence[Case], given: Iterable[str] = ()) -> bool:
    """Whether the cases are right wherever what is given holds."""
    sizes = sized.sizes.where(*given)
    conditions = [
        None if case.where is None else [[sizes.condition(c) for c in each] for each in case.where]
        for case in cases
    ]

    def text(path: Path) -> None:
        numbers = unknowns(path, sizes)
        hits = (
            case
            for case, where in zip(cases, conditions, strict=True)
            if where is None or any(all(holds(c, numbers) for c in each) for each in where)
        )
        case = next(hits, None)
        if case is None:
            path.ensure("a case", NEVER)
            return
        try:
            found = evaluated(with_numbers(sized.expression, numbers), SPEC)
        except LayoutError:
            ensure("refused as stated", case.result is None)
            return
        ensure("a result", case.result is not None)
        if case.result is not None:
            try:
                stated = stated_value(case.result, sizes, numbers)
            except LayoutError:
                path.ensure("what is stated is a value", NEVER)
            else:
                one_result(found, stated)

    try:
        return is_shown(explored(sized.text, text, stop_at_failure=True))
    except (NotForAllSizesError, ValueError):
        return False


def _labels(sized: Sized, raw: Sequence[_Raw], texts: Sequence[str]) -> list[Case]:
    """For each path the result that is stated there: of several texts as few as will do."""
    labels: dict[int, Case] = {}
    for text in texts:
        for k, one in enumerate(raw):
            if k in labels or one.result is None:
                continue
            case = Case(None, text)
            if one.result == text or _is_right(sized, (case,), one.where):
                labels[k] = case
    refusals = [Case(None, None, one.refusal) for one in raw]
    return [labels.get(k, refusals[k]) for k in range(len(raw))]


def _joined(raw: Sequence[_Raw], labels: Sequence[Case]) -> list[Case]:
    """The cases by their results, the forks that decide nothing left out."""

    def split(places: Sequence[int], depth: int) -> dict[Case, list[Conjunction]]:
        if len({_key(labels[k]) for k in places}) == 1:
            return {_key(labels[places[0]]): [()]}
        sides: dict[bool, list[int]] = {}
        for k in places:
            sides.setdefault(raw[k].forks[depth][2], []).append(k)
        if len(sides) == 1:
            # The conditions leave one side, or what was decided before.
            return split(places, depth + 1)
        found: dict[Case, list[Conjunction]] = {}
        for truth, side in sides.items():
            yes, no, _ = raw[side[0]].forks[depth]
            for case, conjunctions in split(side, depth + 1).items():
                found.setdefault(case, []).extend(
                    (yes if truth else no, *one) for one in conjunctions
                )
        return found

    said = {_key(label): label for label in reversed(labels)}
    by_case = split(range(len(raw)), 0)
    return [Case(tuple(where), key.result, said[key].refusal) for key, where in by_case.items()]


def _key(case: Case) -> Case:
    return Case(None, case.result)


def _shortened(sized: Sized, cases: list[Case]) -> tuple[Case, ...]:
    """Conditions that a person would write, the last being the rest.

    Conditions are left out as long as the case is right without them: cases may overlap then where
    both are right.
    """
    left = itertools.count(MOST_ATTEMPTS, -1)
    found: list[Case] = []
    for case in cases:
        kept: list[Conjunction] = []
        for conjunction in sorted(case.where or (), key=len):
            short = conjunction
            for one in conjunction:
                fewer = tuple(other for other in short if other != one)
                alone = Case(None, case.result)
                if next(left) > 0 and _is_right(sized, (alone,), fewer):
                    short = fewer
            if not any(set(one) <= set(short) for one in kept):
                kept = [one for one in kept if not set(short) <= set(one)] + [short]
        if kept == [()]:
            return (Case(None, case.result, case.refusal),)
        found.append(Case(tuple(kept), case.result, case.refusal))
    found.sort(key=lambda case: (case.result is None, sum(map(len, case.where or ()))))
    *first, last = _after_each_other(sized, found, left)
    chained = (*first, Case(None, last.result, last.refusal))
    return chained if _is_right(sized, chained) else (*cases[:-1], Case(None, *_said(cases[-1])))


def _after_each_other(sized: Sized, cases: list[Case], left: Iterator[int]) -> list[Case]:
    """The cases with what those before them leave unsaid, the last aside."""
    found: list[Case] = []
    for case in cases[:-1]:
        kept = list(case.where or ())
        for conjunction in kept.copy() if len(kept) > 1 or found else ():
            short = conjunction
            for one in conjunction:
                fewer = tuple(other for other in short if other != one)
                after = (*found, Case(None, case.result))
                if fewer and next(left) > 0 and _is_right(sized, after, fewer):
                    short = fewer
            others = [one for one in kept if one != conjunction]
            kept = [one for one in others if not set(short) <= set(one)]
            kept += [] if any(set(one) <= set(short) for one in kept) else [short]
        found.append(Case(tuple(_weakest(sized, kept)), case.result, case.refusal))
    return [*found, cases[-1]]


def _weakest(sized: Sized, conjunctions: list[Conjunction]) -> list[Conjunction]:
    """The conjunctions without those that are true only where another is."""
    kept = list(conjunctions)
    for one in conjunctions:
        if any(other != one and _implies(sized, one, other) for other in kept):
            kept.remove(one)
    return kept


def _implies(sized: Sized, one: Conjunction, other: Conjunction) -> bool:
    """Whether a conjunction holds wherever another does."""
    conditions = [sized.sizes.condition(text) for text in other]

    def text(path: Path) -> None:
        numbers = unknowns(path, sized.sizes.where(*one))
        ensure("the other", all(holds(condition, numbers) for condition in conditions))

    try:
        return is_shown(explored(sized.text, text, stop_at_failure=True))
    except (NotForAllSizesError, ValueError):
        return False


def _said(case: Case) -> tuple[str | None, str]:
    return case.result, case.refusal
