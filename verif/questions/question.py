"""The table of questions, such as `equal(coalesce((2,4):(1,2)), 8:1)`, and how to ask them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from types import UnionType
from typing import Any, Final, cast

from spec.bridges import Array, Positioned, Positions
from spec.composed import AnyLayout, ComposedLayout
from spec.errors import LayoutError, NotationError
from spec.layout import Layout
from spec.memory import Machine
from spec.named_notation import Predicate, parse_named_expression, without_predicates
from spec.parser import Call, Expression, Literal
from spec.reading.expressions import read_expression
from spec.reading.operands import placed
from spec.spelling import suggested
from spec.tla.layout import TlaLayout
from spec.xla.shape import XlaShape
from verif.expression import OPERATIONS, Tile, checked, evaluated_with_tile
from verif.operations.kinds import (
    ACCESSED,
    ACCESSES,
    ANY_ARRAY,
    ARRAY,
    COPIED,
    ELEMENT,
    FLAT_TUPLE,
    INT_TUPLE,
    INTEGER,
    LAYOUT,
    MOVED,
    POSITIONED,
    PREDICATE,
    TENSOR,
    XLA_SHAPE,
    Signature,
)
from verif.questions.admits_exactly import admits_exactly, admits_exactly_on
from verif.questions.aligned import aligned, aligned_from, aligned_swizzled
from verif.questions.answer import Answer, Effort, holds, unknown
from verif.questions.bijective_onto import bijective_onto, bijective_onto_swizzled
from verif.questions.bitcast import bitcast, bitcast_of_transpose
from verif.questions.compatible import compatible
from verif.questions.composable import composable
from verif.questions.covers import covers, covers_swizzled
from verif.questions.covers_once import covers_once, covers_times
from verif.questions.disjoint import disjoint, disjoint_swizzled, disjoint_tiles
from verif.questions.distributes import distributes
from verif.questions.enumerated import (
    aligned_positions,
    bijective_positions,
    covers_positions,
    disjoint_positions,
    fits_int32_positions,
    injective_positions,
)
from verif.questions.equal import equal, equal_apart, equal_arrays, equal_swizzled
from verif.questions.fits_int32 import fits_int32, fits_int32_from, fits_int32_swizzled
from verif.questions.indexed import by_index
from verif.questions.injective import injective, injective_from, injective_swizzled
from verif.questions.memory import (
    coalesced,
    coalesced_at,
    coalesced_on,
    conflict_free,
    conflict_free_at,
    conflict_free_on,
    vectorizes,
)
from verif.questions.program import UndecidedError
from verif.questions.same_bytes import same_bytes, same_bytes_of
from verif.questions.tma import tma_box, tma_box_swizzled

Types = tuple[type | UnionType, ...]
"""The type of each argument."""


@dataclass(frozen=True)
class Question:
    """A question: its signature, and an answering function for each tuple of argument types."""

    signature: Signature
    answers: Mapping[Types, Callable[..., Answer]]

    def answer(self, *arguments: object, effort: Effort) -> Answer:
        """Return the answer of the first function whose argument types match the arguments.

        Errors: LayoutError if no function matches; UndecidedError if the solver has no answer.
        """
        for types, answer in self.answers.items():
            if len(arguments) == len(types) and all(map(isinstance, arguments, types)):
                return answer(*arguments, effort)
        found = ", ".join(type(argument).__name__ for argument in arguments)
        raise LayoutError(f"the question does not take arguments of the types {found}")


_ONE: Final = Signature((MOVED,))
_ONE_AND_NUMBER: Final = Signature((MOVED, INTEGER))
_ONE_AND_SIZE: Final = Signature((POSITIONED, INTEGER))
_TWO: Final = Signature((POSITIONED, POSITIONED))
_TWO_PLAIN: Final = Signature((LAYOUT, LAYOUT))
_TWO_SHAPED: Final = Signature((ANY_ARRAY, ANY_ARRAY))
_TWO_ARRAYS: Final = Signature((ANY_ARRAY, ANY_ARRAY))
_COPY: Final = Signature(
    (ACCESSED, ACCESSED, LAYOUT, ELEMENT, INTEGER), names=(*COPIED, "width in bits")
)

QUESTIONS: Final[Mapping[str, Question]] = {
    "admits_exactly": Question(
        Signature((TENSOR, INT_TUPLE, PREDICATE), (INT_TUPLE,)),
        {
            (object, object, Predicate): admits_exactly,
            (object, object, Predicate, object): admits_exactly_on,
        },
    ),
    "aligned": Question(
        _ONE_AND_NUMBER,
        {
            (Layout, int): aligned,
            (ComposedLayout, int): aligned_swizzled,
            (tuple, int): aligned_from,
            (Positions, int): aligned_positions,
        },
    ),
    "bijective_onto": Question(
        _ONE_AND_SIZE,
        {
            (Layout, int): bijective_onto,
            (ComposedLayout, int): bijective_onto_swizzled,
            (Positions, int): bijective_positions,
        },
    ),
    "bitcast": Question(
        Signature((XLA_SHAPE, XLA_SHAPE), (FLAT_TUPLE,)),
        {(XlaShape, XlaShape): bitcast, (XlaShape, XlaShape, tuple): bitcast_of_transpose},
    ),
    "coalesced": Question(
        ACCESSES,
        {
            (AnyLayout, Layout, str): coalesced,
            (AnyLayout, Layout, str, int): coalesced_at,
            (AnyLayout, Layout, str, int | None, Machine): coalesced_on,
        },
    ),
    "compatible": Question(_TWO_SHAPED, {(object, object): compatible}),
    "composable": Question(_TWO_PLAIN, {(Layout, Layout): composable}),
    "conflict_free": Question(
        ACCESSES,
        {
            (AnyLayout, Layout, str): conflict_free,
            (AnyLayout, Layout, str, int): conflict_free_at,
            (AnyLayout, Layout, str, int | None, Machine): conflict_free_on,
        },
    ),
    "covers": Question(
        _ONE_AND_SIZE,
        {
            (Layout, int): covers,
            (ComposedLayout, int): covers_swizzled,
            (Positions, int): covers_positions,
        },
    ),
    "covers_once": Question(
        Signature((LAYOUT, INT_TUPLE), (INTEGER,), names=("thread-value layout", "tile", "times")),
        {(Layout, object): covers_once, (Layout, object, int): covers_times},
    ),
    "disjoint": Question(
        _TWO,
        {
            (Tile, AnyLayout): disjoint_tiles,
            (AnyLayout, Tile): disjoint_tiles,
            (Layout, Layout): disjoint,
            (AnyLayout, AnyLayout): disjoint_swizzled,
            (Positioned, Positioned): disjoint_positions,
        },
    ),
    "distributes": Question(_TWO_PLAIN, {(Layout, Layout): distributes}),
    "equal": Question(
        _TWO_ARRAYS,
        {
            (Layout, Layout): equal,
            (AnyLayout, AnyLayout): equal_swizzled,
            (Array, Array): equal_arrays,
            (AnyLayout | Array, AnyLayout | Array): equal_apart,
        },
    ),
    "fits_int32": Question(
        _ONE,
        {
            (Layout,): fits_int32,
            (ComposedLayout,): fits_int32_swizzled,
            (tuple,): fits_int32_from,
            (Positions,): fits_int32_positions,
        },
    ),
    "injective": Question(
        _ONE,
        {
            (Layout,): injective,
            (ComposedLayout,): injective_swizzled,
            (tuple,): injective_from,
            (Positions,): injective_positions,
        },
    ),
    "same_bytes": Question(
        Signature((ARRAY, ARRAY), (ELEMENT,)),
        {(Array, Array): same_bytes, (Array, Array, str): same_bytes_of},
    ),
    "tma_box": Question(
        Signature(
            (LAYOUT, INT_TUPLE, ELEMENT),
            (INTEGER,),
            names=("layout", "box", "element type", "span of the swizzle in bytes"),
        ),
        {
            (Layout, object, str): tma_box,
            (Layout, object, str, int): tma_box_swizzled,
        },
    ),
    "vectorizes": Question(_COPY, {(AnyLayout, AnyLayout, Layout, str, int): vectorizes}),
}
"""All questions. Their arguments are expressions of the layout calculator."""


VACUOUS: Final = ("aligned", "fits_int32", "injective")
"""The questions whose answer is yes for an array without elements."""


def _is_empty(value: object) -> bool:
    """Return whether the value is an XLA or TLA array that has no elements."""
    match value:
        case XlaShape():
            return 0 in value.dims
        case TlaLayout():
            return 0 in value.origin_shape
        case _:
            return False


def read_question(text: str) -> Call:
    """Parse a question. Raises NotationError if the text is not a question.

    >>> read_question("injective(4:2)")
    Call(name='injective', args=(Literal(value=Layout.parse('4:2')),))
    >>> read_question("size(4:2)")
    Traceback (most recent call last):
    spec.errors.NotationError: size is an operation, not a question (use eval): expected one of \
admits_exactly, aligned, bijective_onto, bitcast, coalesced, compatible, composable, \
conflict_free, covers, covers_once, disjoint, distributes, equal, fits_int32, injective, \
same_bytes, tma_box, vectorizes at position 0 of 'size(4:2)'
    """
    head = re.match(r"\s*(\w*)", text)
    assert head is not None
    if head[1] not in QUESTIONS:
        problem = f"expected one of {', '.join(QUESTIONS)}"
        if head[1] in OPERATIONS:
            problem = f"{head[1]} is an operation, not a question (use eval): {problem}"
        else:
            problem = f"{_about_value(text)}{problem}{suggested(head[1], QUESTIONS)}"
        raise NotationError(text, head.start(1), problem)
    question = _with_predicate(text, (), lambda one: read_expression(one, (*OPERATIONS, head[1])))
    if head[1] not in OPERATIONS and any(_calls(head[1], inner) for inner in question.args):
        position = re.compile(rf"\b{head[1]}\b").search(text, head.end())
        assert position is not None
        raise NotationError(text, position.start(), "a question cannot be an argument")
    return question


def _about_value(text: str) -> str:
    """Return advice for a text that is a layout or an array, or "" for any other text."""
    try:
        value = read_expression(text, OPERATIONS)
    except LayoutError:
        return ""
    if isinstance(value, Literal) and isinstance(value.value, AnyLayout | Array):
        return f"a value, not a question: write, for example, injective({value.value}): "
    return ""


def read_question_of_names(text: str, name: str, declared: Collection[str]) -> Call:
    """Parse a question that may use the names in `declared`. Raises NotationError if invalid."""
    known = (*OPERATIONS, name)
    return _with_predicate(text, declared, lambda one: parse_named_expression(one, declared, known))


def _with_predicate(
    text: str, declared: Collection[str], parse: Callable[[str], Expression]
) -> Call:
    """Parse a question, some of whose arguments may be predicates."""
    rest, predicates = without_predicates(text, declared)
    question = parse(rest)
    assert isinstance(question, Call)
    given: list[Any] = [
        Literal(cast("Any", predicates[k])) if k in predicates else argument
        for k, argument in enumerate(question.args)
    ]
    return Call(question.name, tuple(given))


def ask(question: Call, effort: Effort) -> Answer:
    """Answer a question. Raises LayoutError if the arguments do not fit the question."""
    try:
        given = placed([evaluated_with_tile(argument) for argument in question.args])
        if question.name in VACUOUS and _is_empty(given[0] if given else None):
            _checked(question, (Layout(1), *given[1:]))
            return replace(holds("the array has no elements"), question=question)
        answer = QUESTIONS[question.name].answer(*_checked(question, given), effort=effort)
        indexed = by_index(answer, given, in_each=question.name == "disjoint")
        return replace(indexed, question=question)
    except UndecidedError as undecided:
        return unknown(str(undecided))
    except RecursionError:
        raise LayoutError(f"the arguments of {question.name} have too many modes") from None


def arguments(question: Call) -> tuple[Any, ...]:
    """Return the values of the arguments. Raises LayoutError if the question makes no sense.

    >>> arguments(read_question("aligned(4:2, 2)"))
    (Layout.parse('4:2'), 2)
    """
    given = placed([evaluated_with_tile(argument) for argument in question.args])
    return _checked(question, given)


def _checked(question: Call, given: tuple[Any, ...]) -> tuple[Any, ...]:
    return checked(question.name, QUESTIONS[question.name].signature, given)


def _calls(name: str, expression: Expression) -> bool:
    return isinstance(expression, Call) and (
        expression.name == name or any(_calls(name, inner) for inner in expression.args)
    )
