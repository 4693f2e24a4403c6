"""One call on an implementation, and how its outcome deviates from the truth."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias, cast

from spec.errors import (
    CongruenceError,
    CoordinateError,
    InadmissibleError,
    LayoutError,
    ShapeError,
)
from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.modes import modes_of
from spec.parser import Call, Literal
from verif.expression import read
from verif.operations.names import without_mark
from verif.operations.operand import Arguments, Case
from verif.operations.table import OPERATIONS, SPELLED
from verif.oracle.truth import Truth, is_right, searched, text, truth
from verif.upstream.outcome import CallOutcome, Crashed, Malformed, Rejected

Weight: TypeAlias = tuple[int, int, int, int, int]

FIRST: Final = 4096
"""The limit on how many coordinates of a layout are examined."""


class Kind(StrEnum):
    """The kinds of deviations. If several kinds apply, the first one counts."""

    CRASH = "crash"
    UNSOUND_ACCEPT = "unsound-accept"
    WRONG_SIZE = "wrong-size"
    WRONG_RESULT = "wrong-result"
    OVER_REJECT = "over-reject"
    FORM_ONLY = "form-only"

    @property
    def meaning(self) -> str:
        return _MEANINGS[self]

    @property
    def gravity(self) -> int:
        """A number that is larger for a graver kind. All kinds of wrong values are equally grave.

        >>> Kind.FORM_ONLY.gravity < Kind.OVER_REJECT.gravity < Kind.WRONG_SIZE.gravity
        True
        """
        return _GRAVITY.get(self, _WRONG_VALUE)


_MEANINGS: Final = {
    Kind.CRASH: "it crashes or hangs",
    Kind.UNSOUND_ACCEPT: "it returns a value although no value is right",
    Kind.WRONG_SIZE: "it returns a layout of the wrong size",
    Kind.WRONG_RESULT: "it returns a wrong value",
    Kind.OVER_REJECT: "it rejects arguments for which a right value exists",
    Kind.FORM_ONLY: "it returns the right value in another form",
}


_WRONG_VALUE: Final = 3
_GRAVITY: Final = {Kind.FORM_ONLY: 1, Kind.OVER_REJECT: 2, Kind.CRASH: 4}


@dataclass(frozen=True)
class Deviation:
    """A call whose outcome deviates from the truth."""

    operation: str
    arguments: Arguments
    kind: Kind
    got: CallOutcome
    true: Truth

    @property
    def call(self) -> Case:
        """The operation and its arguments."""
        return self.operation, self.arguments

    @property
    def case(self) -> str:
        """The call in the notation that `eval` reads.

        >>> true = truth("coalesce", (Layout(4),))
        >>> Deviation("coalesce", (Layout(4),), Kind.CRASH, Crashed("SIGFPE"), true).case
        'coalesce(4:1)'
        """
        return text_of_call(self.operation, self.arguments)

    @property
    def condition(self) -> str:
        """The condition that the call violates, or the message of a refusal or crash.

        In a message, N replaces numbers, and the parts that differ from case to case are left out.
        """
        if isinstance(self.got, Rejected):
            return _numberless(self.got.message)
        if isinstance(self.got, Crashed):
            return _numberless(self.got.how)
        return "" if self.true.refusal is None else broken_condition(self.true.refusal)

    @property
    def is_beyond(self) -> bool:
        """Whether an offset of B is not a coordinate of A.

        Deviations with such an offset and deviations without one count as different causes.
        """
        return is_beyond(self.operation, self.arguments)

    @property
    def shown(self) -> str:
        """The answer of the implementation, with values as `eval` prints them."""
        refused = isinstance(self.got, Rejected | Crashed | Malformed)
        return str(self.got) if refused else text(self.got)

    def order(self) -> tuple[Weight, str]:
        """Return the sort key of the case, least case first: the weight, then the text."""
        return weight(self.arguments), self.case


def deviation(operation: str, arguments: Arguments, outcome: CallOutcome) -> Deviation | None:
    """Return the deviation of an outcome, or None if the outcome is right.

    Raises UndecidedError if it is unknown whether a right value exists.

    >>> deviation("composition", (Layout((3, 2), (1, 5)), Layout(5)), Layout(3, 1)).kind.value
    'unsound-accept'
    """
    true = truth(operation, arguments)
    kind = _kind(operation, arguments, outcome, true)
    if kind is Kind.UNSOUND_ACCEPT:
        other = searched(operation, arguments)
        if other is not None:
            kind, true = Kind.WRONG_RESULT, Truth(other, true.refusal)
    return None if kind is None else Deviation(operation, arguments, kind, outcome, true)


def _kind(  # noqa: PLR0911 - one return per case
    operation: str, arguments: Arguments, got: CallOutcome, true: Truth
) -> Kind | None:
    if isinstance(got, Crashed):
        return Kind.CRASH if true.exists or ends_the_process(got) else None
    if isinstance(got, Rejected):
        return Kind.OVER_REJECT if true.exists else None
    if isinstance(got, Malformed):
        return Kind.WRONG_RESULT if true.exists else Kind.UNSOUND_ACCEPT
    if true.exists and type(got) is type(true.value) and got == true.value:
        return None
    if is_right(operation, arguments, true, got):
        return Kind.FORM_ONLY if true.refusal is None else None
    if not true.exists:
        return Kind.UNSOUND_ACCEPT
    if _size(got) != _size(true.value):
        return Kind.WRONG_SIZE
    return Kind.WRONG_RESULT


def text_of_call(operation: str, arguments: Arguments) -> str:
    """Return a call in the notation that `eval` reads.

    >>> text_of_call("slice_", (None, Layout(4, 2)))
    'slice(_, 4:2)'
    """
    return f"{without_mark(operation)}({', '.join(map(text, arguments))})"


def call_of(case: str) -> Case:
    """Parse a case into its operation and its arguments, which must be plain values.

    >>> call_of("slice(_, 4:2)")
    ('slice_', (None, Layout.parse('4:2')))
    """
    call = read(case)
    assert isinstance(call, Call)
    name = SPELLED[call.name].name
    arguments = tuple(argument.value for argument in call.args if isinstance(argument, Literal))
    return name, cast("Arguments", arguments)


def ends_the_process(got: Crashed) -> bool:
    """Return whether the crash was a signal, a hang or endless recursion, not a Python error."""
    error = re.match(r"(\w+)(Error|Exception)\b", got.how)
    return error is None or error[1] in {"Recursion", "Memory"}


def _size(value: Any) -> int | None:
    return value.size if isinstance(value, Layout) else None


def broken_condition(refusal: LayoutError | None) -> str:
    """Return the condition in the message of the spec's refusal, without its numbers.

    >>> broken_condition(InadmissibleError("mode 8:6", "its stride ({}) must be 1", 6))
    'its stride must be 1'
    """
    if isinstance(refusal, InadmissibleError):
        return refusal.condition
    return next((words for kind, words in _CONDITIONS if isinstance(refusal, kind)), "no meaning")


_CONDITIONS: Final[tuple[tuple[type[LayoutError], str], ...]] = (
    (CoordinateError, "a coordinate must lie in its shape"),
    (CongruenceError, "the profiles must fit"),
    (ShapeError, "shapes must be at least 1 and divide"),
)


_OPERANDS: Final = re.compile(r"<\"|, got '!fly\.")
"""A pattern for the places at which MLIR's messages quote operands; messages are cut there."""

_SHORTER: Final = (
    (r"\((?:N|\(N\))(?:, (?:N|\(N\)))*,?\)", "(N)"),
    (r"\(N\):\(N\)", "N"),
    (r"N(?:\s*[,:]\s*N)+", "N"),
)
"""Patterns for parts of messages that differ from case to case: tuples, layouts, numbers."""


def _numberless(message: str) -> str:
    '''Remove the parts of the message that differ from case to case.

    >>> _numberless("AssertionError: crd=(0, 1), shape=3")
    'AssertionError: crd=(N), shape=N'
    >>> _numberless("""unable to divide '!cute.layout<"(2,3):(1,2)">' by #cute.tile<"[_;2:1]">""")
    "unable to divide '!cute.layout"
    >>> _numberless("composition(((2, 2), 3):((1, 2), 5), 2:3)")
    'composition(N)'
    '''
    masked, shorter = "", re.sub(r"-?\b\d+\b", "N", _OPERANDS.split(message)[0])
    while shorter != masked:
        masked = shorter
        for several, one in _SHORTER:
            shorter = re.sub(several, one, shorter)
    return shorter


def weight(arguments: Arguments) -> Weight:
    """Return five numbers that measure the size of the arguments.

    They are the number of modes, the sum of the shapes, the sum of the absolute strides, the number
    of pairs of parentheses, and the number of integers among the arguments. In the first four
    numbers, an integer n weighs as much as the layout n:1.

    >>> weight((Layout((2, 3), (1, -4)), 5))
    (3, 10, 6, 1, 1)
    """
    weights = [_weight(argument) for argument in arguments]
    modes, shapes, strides, nesting, plain = map(sum, zip(*weights, strict=True))
    return modes, shapes, strides, nesting, plain


def flaws(operation: str, arguments: Arguments) -> int:
    """Count the properties of a case that make it less convincing.

    The properties are an offset of B that is not a coordinate of A, a layout that is not injective,
    a mode of size 1, a stride 0, a negative stride, a None, and a layout with one mode in
    parentheses. A property that occurs several times counts once.

    >>> flaws("composition", (Layout((3, 2), (1, 5)), Layout(5)))
    0
    >>> flaws("composition", (Layout((2, 1), (0, 1)), Layout(3)))
    4
    """
    found = {trait for argument in arguments for trait in _traits_of(argument)} & _FLAWS
    layouts = [argument for argument in arguments if isinstance(argument, Layout)]
    is_injective = all(map(_is_injective, layouts))
    singles = any(a.rank == 1 and a.depth > 0 for a in layouts)
    return len(found) + (not is_injective) + is_beyond(operation, arguments) + singles


def is_beyond(operation: str, arguments: Arguments) -> bool:
    """Return whether an offset of B is not a coordinate of A, in a composition or divide.

    The offsets of an integer n are 0 .. n - 1. If B is a tuple, compare each entry with a mode of
    A. For other operations, return False.

    >>> a = Layout((3, 2), (1, 5))
    >>> is_beyond("composition", (a, Layout(2, 5))), is_beyond("composition", (a, Layout(2, 6)))
    (False, True)
    >>> is_beyond("composition", (a, (3, 4))), is_beyond("logical_product", (a, Layout(2, 6)))
    (True, False)
    """
    match arguments:
        case (Layout() as a, b) if OPERATIONS[operation].function.__name__ in _REACHING:
            return _reaches_over(a, b)
        case _:
            return False


def _reaches_over(a: Layout, b: object) -> bool:
    if isinstance(b, tuple):
        modes = [*a] if isinstance(a.shape, tuple) else [a]
        return any(_reaches_over(*pair) for pair in zip(modes, cast("Arguments", b), strict=False))
    reached = b.cosize if isinstance(b, Layout) else b
    return isinstance(reached, int) and reached > a.size


_FLAWS: Final = {
    "has a negative stride",
    "has a stride 0",
    "has a mode of size 1",
    "is left out",
}
_REACHING: Final = {"composition", "logical_divide", "zipped_divide", "tiled_divide", "flat_divide"}


def _is_injective(layout: Layout) -> bool:
    """Return whether no two coordinates have the same offset.

    Return False for very large layouts.
    """
    if layout.size > FIRST:
        return False
    offsets = {0}
    for shape, stride in modes_of(layout):
        reached = {start + c * stride for start in offsets for c in range(shape)}
        if len(reached) < len(offsets) * shape:
            return False
        offsets = reached
    return True


def _weight(argument: Any) -> Weight:
    if isinstance(argument, Layout):
        modes = modes_of(argument)
        sums = sum(s for s, _ in modes), sum(abs(d) for _, d in modes)
        return len(modes), *sums, _parentheses(argument.shape), 0
    if isinstance(argument, tuple) and argument:
        modes, shapes, strides, nesting, plain = weight(argument)
        return modes, shapes, strides, nesting + 1, plain
    return 1, argument if isinstance(argument, int) else 0, 1, 0, 1


def _parentheses(shape: IntTuple) -> int:
    return 1 + sum(map(_parentheses, shape)) if isinstance(shape, tuple) else 0


def traits(arguments: Arguments) -> tuple[str, ...]:
    """Return the traits of the arguments. Each trait begins with its argument's letter, A to D.

    >>> traits((Layout((2, 1), (0, -3)), 4))
    ('A has a negative stride', 'A has a stride 0', 'A has a mode of size 1', \
'A has several modes', 'B is an integer')
    """
    return tuple(
        f"{name} {trait}"
        for name, argument in zip("ABCD", arguments, strict=False)
        for trait in _traits_of(argument)
        # An entry 1 of a tuple counts as a mode of size 1 only if the tuple is a tiler, because a
        # tiler's entry 1 means the layout 1:1. The first argument is never a tiler.
        if name != "A" or not isinstance(argument, tuple) or trait != "has a mode of size 1"
    )


def _traits_of(argument: Any) -> tuple[str, ...]:
    if isinstance(argument, Layout):
        modes = modes_of(argument)
        proper = [d for s, d in modes if s > 1]
        found = {
            "has a negative stride": any(d < 0 for _, d in modes),
            "has a stride 0": 0 in proper,
            "has equal strides": len(set(proper)) < len(proper),
            "has a mode of size 1": any(s == 1 for s, _ in modes),
            "has several modes": len(modes) > 1,
        }
        return tuple(trait for trait, has in found.items() if has)
    if argument is None:
        return ("is left out",)
    if isinstance(argument, tuple):
        inner = (trait for entry in argument for trait in _traits_of(entry))
        shown = (trait for trait in inner if trait not in _OF_ENTRIES)
        return tuple(dict.fromkeys(("is a tuple", *shown)))
    return ("has a mode of size 1", "is an integer") if argument == 1 else ("is an integer",)


_OF_ENTRIES: Final = {"is a tuple", "is an integer"}
