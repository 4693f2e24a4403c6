"""The table of questions, and asking one: `equal(coalesce((2,4):(1,2)), 8:1)`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from spec.errors import LayoutError, NotationError
from spec.notation import Call, Expression, parse_expression
from verif.expression import OPERATIONS, checked, evaluated
from verif.operations.kinds import (
    ANY_ARRAY,
    ANY_LAYOUT,
    ANY_LAYOUT_OR_INT_TUPLE,
    INTEGER,
    LAYOUT,
    Signature,
)
from verif.questions.answer import Answer, unknown
from verif.questions.composable import composable
from verif.questions.effort import Effort
from verif.questions.functions import distributes
from verif.questions.program import UndecidedError
from verif.questions.swizzled import (
    bijective_onto,
    compatible,
    covers,
    disjoint,
    equal,
    fits_int32,
    injective,
)
from verif.upstream.in_process import SPEC


@dataclass(frozen=True)
class Question:
    """What a question is about, and how it is answered: arguments and effort in, answer out."""

    signature: Signature
    answer: Callable[..., Answer]


_ONE: Final = Signature((ANY_LAYOUT,))
_TWO: Final = Signature((ANY_LAYOUT, ANY_LAYOUT))
_ONE_AND_SIZE: Final = Signature((ANY_LAYOUT, INTEGER))

QUESTIONS: Final[Mapping[str, Question]] = {
    "bijective_onto": Question(_ONE_AND_SIZE, bijective_onto),
    "compatible": Question(
        Signature((ANY_LAYOUT_OR_INT_TUPLE, ANY_LAYOUT_OR_INT_TUPLE)), compatible
    ),
    "composable": Question(Signature((LAYOUT, LAYOUT)), composable),
    "covers": Question(_ONE_AND_SIZE, covers),
    "disjoint": Question(_TWO, disjoint),
    "distributes": Question(Signature((LAYOUT, LAYOUT)), distributes),
    "equal": Question(Signature((ANY_ARRAY, ANY_ARRAY)), equal),
    "fits_int32": Question(_ONE, fits_int32),
    "injective": Question(_ONE, injective),
}
"""Every question; its arguments are expressions of the layout calculator."""


def read_question(text: str) -> Call:
    """The question of a text; NotationError says where it is none.

    >>> read_question("injective(4:2)")
    Call(name='injective', args=(Literal(value=Layout.parse('4:2')),))
    >>> read_question("size(4:2)")
    Traceback (most recent call last):
    spec.errors.NotationError: expected one of bijective_onto, compatible, composable, covers, \
disjoint, distributes, equal, fits_int32, injective at position 0 of 'size(4:2)'
    """
    head = re.match(r"\s*(\w*)", text)
    assert head is not None
    if head[1] not in QUESTIONS:
        raise NotationError(text, head.start(1), f"expected one of {', '.join(QUESTIONS)}")
    question = parse_expression(text, OPERATIONS.keys() | {head[1]})
    assert isinstance(question, Call)
    if head[1] not in OPERATIONS and any(_calls(head[1], inner) for inner in question.args):
        position = re.compile(rf"\b{head[1]}\b").search(text, head.end())
        assert position is not None
        raise NotationError(text, position.start(), "a question is no argument")
    return question


def ask(question: Call, effort: Effort) -> Answer:
    """The answer; LayoutError where the question makes no sense."""
    asked = QUESTIONS[question.name]
    try:
        arguments = tuple(evaluated(argument, SPEC) for argument in question.args)
        arguments = checked(question.name, asked.signature, arguments)
        return asked.answer(*arguments, effort)
    except UndecidedError as undecided:
        return unknown(str(undecided))
    except RecursionError:
        raise LayoutError(f"too many modes in {question.name}") from None


def _calls(name: str, expression: Expression) -> bool:
    return isinstance(expression, Call) and (
        expression.name == name or any(_calls(name, inner) for inner in expression.args)
    )
