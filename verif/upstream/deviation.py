"""One operation called on the spec and on an implementation: do they agree, and if not, how."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, cast

from spec.coalesce import coalesce
from spec.complement import complement
from spec.coordinates import crd2idx_extended, idx2crd_extended
from spec.errors import LayoutError
from spec.int_tuple import IntTuple, SliceTuple, compatible, format_int_tuple
from spec.layout import Layout, make_layout
from spec.modes import layout_of, modes_of
from spec.products import filled_up
from verif.upstream.in_process import SPEC, CrashedError, InProcess, RejectedError

LIMIT: Final = 10_000
"""The largest size that is enumerated."""


class Kind(StrEnum):
    """How an implementation deviates."""

    WRONG_RESULT = "wrong-result"
    OVER_REJECT = "over-reject"
    UNSOUND_ACCEPT = "unsound-accept"
    ACCEPTS_MORE = "accepts-more"
    FORM_ONLY = "form-only"
    CRASH = "crash"
    UNDECIDED = "undecided"

    @property
    def meaning(self) -> str:
        return _MEANINGS[self]


_MEANINGS: Final[Mapping[Kind, str]] = {
    Kind.WRONG_RESULT: "the spec computes it, and the result is another function",
    Kind.OVER_REJECT: "the spec computes it, and it is refused",
    Kind.UNSOUND_ACCEPT: "the spec refuses it, and what is returned is not right",
    Kind.ACCEPTS_MORE: "the spec refuses it, and what is returned is right",
    Kind.FORM_ONLY: "the same function in another form",
    Kind.CRASH: "the spec computes it, and it ends in an error that is no refusal",
    Kind.UNDECIDED: "too large to enumerate",
}


@dataclass(frozen=True)
class Agreement:
    """Both return the same value, or both refuse."""

    refused: bool


@dataclass(frozen=True)
class Deviation:
    """A call on which an implementation and the spec differ.

    `ours` and `theirs` are what each returns, or the error that it raises.
    """

    operation: str
    arguments: tuple[Any, ...]
    kind: Kind
    ours: Any
    theirs: Any

    def __str__(self) -> str:
        call = f"{self.operation}({', '.join(map(text_of, self.arguments))})"
        return f"{call}: {self.kind}, theirs {text_of(self.theirs)}, ours {text_of(self.ours)}"


def compare(
    operation: str, arguments: tuple[Any, ...], implementation: InProcess
) -> Agreement | Deviation:
    """The operation on the same arguments, by the spec and by the implementation."""
    ours = _answer(SPEC.operations[operation], arguments)
    theirs = _answer(implementation.operations[operation], arguments)
    kind = _kind(operation, arguments, ours, theirs)
    if kind is None:
        return Agreement(refused=isinstance(ours, LayoutError))
    return Deviation(operation, arguments, kind, ours, theirs)


def _answer(operation: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """What the operation returns, or the error that it raises."""
    try:
        return operation(*arguments)
    except LayoutError as error:
        return error


def _kind(operation: str, arguments: tuple[Any, ...], ours: Any, theirs: Any) -> Kind | None:
    """How the answers deviate; None where they agree."""
    if isinstance(ours, LayoutError):
        if isinstance(theirs, RejectedError):
            return None
        wrong, right = Kind.UNSOUND_ACCEPT, Kind.ACCEPTS_MORE
    else:
        if isinstance(theirs, RejectedError):
            return Kind.CRASH if isinstance(theirs, CrashedError) else Kind.OVER_REJECT
        if type(ours) is type(theirs) and ours == theirs:
            return None
        wrong, right = Kind.WRONG_RESULT, Kind.FORM_ONLY
    try:
        return right if _is_right(operation, arguments, ours, theirs) else wrong
    except TooLargeError:
        return Kind.UNDECIDED


def _is_right(operation: str, arguments: tuple[Any, ...], ours: Any, theirs: Any) -> bool:
    """Whether their result is right, whatever its form; it is not what the spec returned."""
    if isinstance(theirs, LayoutError):
        return False
    judge = JUDGES.get(operation)
    if judge is not None and not judge(*arguments, theirs):
        return False
    if isinstance(ours, LayoutError):
        return judge is not None
    return _same_function(ours, theirs)


def _same_function(ours: Any, theirs: Any) -> bool:
    """Whether two values are the same but for the form of the layouts in them."""
    if isinstance(ours, Layout) and isinstance(theirs, Layout):
        return ours.size == theirs.size and coalesce(ours) == coalesce(theirs)
    if isinstance(ours, tuple) and isinstance(theirs, tuple):
        pair = cast("tuple[Any, ...]", ours), cast("tuple[Any, ...]", theirs)
        return len(pair[0]) == len(pair[1]) and all(map(_same_function, *pair))
    return type(ours) is type(theirs) and ours == theirs


class TooLargeError(ValueError):
    """A layout of more than LIMIT coordinates, where each would have to be looked at."""


def composition_is_right(a: Layout, b: Any, r: Any) -> bool:
    """Whether B's coordinates are R's and R(c) = A.extended(B(c)) there; by mode for a tuple.

    >>> composition_is_right(Layout((3, 2), (1, 5)), 5, Layout(3, 1))
    False
    """
    if not isinstance(r, Layout):
        return False
    if b is None:
        return r == a
    if isinstance(b, tuple):
        padded = _padded(b, a)
        return len(padded) == r.rank == a.rank and all(map(composition_is_right, a, padded, r))
    tile = _tile(b)
    if not compatible(tile.shape, r.shape):
        return False
    # A is not defined below 0: what B takes there has no right value.
    return all(tile(c) >= 0 and r(c) == a.extended(tile(c)) for c in _coordinates(tile))


def complement_is_right(a: Layout, _cotarget: IntTuple, r: Any) -> bool:
    """Whether R is ordered, and (A, R) is injective without A's repetitions.

    >>> complement_is_right(Layout(4, 2), 24, Layout((2, 3), (1, 8)))
    True
    """
    if not isinstance(r, Layout):
        return False
    strides = [d for s, d in modes_of(r) if s > 1]
    if strides != sorted(set(strides)) or any(d <= 0 for d in strides):
        return False
    proper = layout_of(tuple((s, d) for s, d in modes_of(a) if s > 1 and d != 0))
    both = make_layout(proper, r)
    return len({both(c) for c in _coordinates(both)}) == both.size


def right_inverse_is_right(a: Layout, r: Any) -> bool:
    """Whether A(R(i)) == i.

    >>> right_inverse_is_right(Layout((2, 3), (3, 1)), Layout((3, 2), (2, 1)))
    True
    """
    if not isinstance(r, Layout):
        return False
    inverse = r
    return all(_takes(a, inverse(i), i) for i in _coordinates(inverse))


def left_inverse_is_right(a: Layout, r: Any) -> bool:
    """Whether A(R(A(i))) == A(i), so that R(A(i)) is a coordinate of A.

    >>> left_inverse_is_right(Layout((2, 3), (2, 1)), Layout((2, 2), (2, 1)))
    False
    """
    if not isinstance(r, Layout):
        return False
    inverse = r
    offsets = {a(i) for i in _coordinates(a)}
    return all(x >= 0 and _takes(a, inverse.extended(x), x) for x in offsets)


def _takes(a: Layout, i: int, offset: int) -> bool:
    """Whether i is a coordinate that A takes to the offset."""
    return 0 <= i < a.size and a(i) == offset


def divide_is_right(a: Layout, b: Layout, r: Any) -> bool:
    """Whether R is A after B and the complement of B.

    >>> divide_is_right(Layout(24), Layout(5), Layout((5, 5), (1, 5)))
    True
    """
    rest = _answer(complement, (b, a.size))
    return isinstance(rest, Layout) and composition_is_right(a, make_layout(b, rest), r)


def product_is_right(a: Layout, b: Layout, r: Any) -> bool:
    """Whether R is A, and the complement of A after B.

    >>> product_is_right(Layout(4), Layout(3), Layout((4, 3), (1, 4)))
    True
    """
    if not isinstance(r, Layout) or r.rank != 2 or r[0] != a:
        return False
    rest = _answer(complement, (a, a.size * b.cosize))
    return isinstance(rest, Layout) and composition_is_right(rest, b, r[1])


Judge = Callable[..., bool]


def _by_mode(judge: Judge) -> Judge:
    """Whether each mode is right by its own tiler."""

    def is_right(a: Layout, tiler: Any, r: Any) -> bool:
        if tiler is None:
            return r == a
        if not isinstance(tiler, tuple):
            return judge(a, _tile(tiler), r)
        if not isinstance(r, Layout):
            return False
        padded = _padded(tiler, a)
        return len(padded) == r.rank == a.rank and all(map(is_right, a, padded, r))

    return is_right


def _zipped(judge: Judge) -> Judge:
    """Whether each mode of the tiles is right with its mode of the rest."""

    def is_right(a: Layout, tiler: Any, r: Any) -> bool:
        if not isinstance(r, Layout) or r.rank != 2:
            return False
        if tiler is None:
            return r[0] == Layout(1, 0) and r[1] == a
        if not isinstance(tiler, tuple):
            return judge(a, _tile(tiler), r)
        parts = cast("tuple[Any, ...]", tiler)
        reached = len(parts)
        if r[0].rank != reached or r[1].rank != a.rank:
            return False
        pairs = map(make_layout, r[0], r[1])
        kept = zip(tuple(a)[reached:], tuple(r[1])[reached:], strict=True)
        return all(map(is_right, a, parts, pairs)) and all(mine == other for mine, other in kept)

    return is_right


def _tiled(judge: Judge) -> Judge:
    """Whether the modes after the first are right as one."""
    zipped = _zipped(judge)

    def is_right(a: Layout, tiler: Any, r: Any) -> bool:
        if not isinstance(r, Layout) or r.rank < 1:
            return False
        tile, *rest = r
        if len(rest) == 1 and zipped(a, tiler, make_layout(tile, rest[0])):
            return True
        return zipped(a, tiler, make_layout(tile, make_layout(*rest)))

    return is_right


def _ranked(block_at: int) -> Judge:
    """Whether the first, or second, modes of the modes are the block and the others its copies."""

    def is_right(a: Layout, b: Layout, r: Any) -> bool:
        rank = max(a.rank, b.rank)
        if not isinstance(r, Layout) or r.rank != rank or any(mode.rank != 2 for mode in r):
            return False
        blocks = make_layout(*(mode[block_at] for mode in r))
        copies = make_layout(*(mode[1 - block_at] for mode in r))
        block = filled_up(a, rank)
        together = make_layout(block, copies)
        return modes_of(blocks) == modes_of(block) and product_is_right(
            block, filled_up(b, rank), together
        )

    return is_right


def _tile(tiler: Any) -> Layout:
    return tiler if isinstance(tiler, Layout) else Layout(tiler, 1)


def _padded(tiler: Any, a: Layout) -> tuple[Any, ...]:
    """The tiler with None for the modes of A that it does not reach."""
    parts = cast("tuple[Any, ...]", tiler)
    return parts + (None,) * (a.rank - len(parts))


def _coordinates(layout: Layout) -> range:
    if layout.size > LIMIT:
        raise TooLargeError(f"{layout} has {layout.size} coordinates")
    return range(layout.size)


def _is_overflow(
    extended: Callable[..., Any],
) -> Callable[..., bool]:
    """Whether a result out of range is that of CuTe's extension to all naturals."""

    def is_right(*arguments_and_result: Any) -> bool:
        *arguments, result = arguments_and_result
        return _answer(extended, tuple(arguments)) == result

    return is_right


def _evaluate_extended(layout: Layout, crd: IntTuple) -> int:
    return crd2idx_extended(crd, layout.shape, layout.stride)


JUDGES: Final[Mapping[str, Judge]] = {
    "composition": composition_is_right,
    "complement": complement_is_right,
    "right_inverse": right_inverse_is_right,
    "left_inverse": left_inverse_is_right,
    "logical_divide": _by_mode(divide_is_right),
    "zipped_divide": _zipped(divide_is_right),
    "tiled_divide": _tiled(divide_is_right),
    "logical_product": _by_mode(product_is_right),
    "zipped_product": _zipped(product_is_right),
    "tiled_product": _tiled(product_is_right),
    "blocked_product": _ranked(0),
    "raked_product": _ranked(1),
    "crd2idx": _is_overflow(crd2idx_extended),
    "idx2crd": _is_overflow(idx2crd_extended),
    "evaluate": _is_overflow(_evaluate_extended),
}
"""Whether a result is right by what the operation is for, and not by what the spec returns."""


def text_of(value: Any) -> str:
    """A value in the notation of layouts, an error as its message.

    >>> text_of((Layout(4, 2), (None, 3)))
    '(4:2,(_,3))'
    """
    if isinstance(value, Exception):
        return f"{type(value).__name__}({value})"
    if isinstance(value, Layout):
        return str(value)
    if isinstance(value, tuple):
        return f"({','.join(map(text_of, cast('tuple[Any, ...]', value)))})"
    if isinstance(value, int | None):
        return format_int_tuple(cast("SliceTuple", value))
    return repr(value)
