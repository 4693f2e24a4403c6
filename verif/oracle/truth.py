"""What is true of a call: the value that is right, or why no value is.

The spec says it, but for a composition that it refuses though it is a layout: whether one exists
is decided exactly (`verif.questions.composable`), and with it for the divides and products, which
are made of compositions.

Of what `spec.complement` refuses no complement fills the gaps. Take sorted strides d_k >= 0, and
the first that is below the end of the mode before, d_k < s*d. All below d is made of R and of the
modes before d. Then d_k mod d is too, and with d_k div d < s steps of d it makes d_k, which the
mode of d_k makes alone: not injective.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from spec.by_mode import by_mode, zipped
from spec.coalesce import coalesce_modes
from spec.complement import complement
from spec.composition import Tiler
from spec.coordinates import crd2idx_extended, idx2crd_extended
from spec.errors import InadmissibleError, LayoutError, MalformedError
from spec.int_tuple import IntTuple, compatible
from spec.layout import Layout, make_layout
from spec.modes import modes_of
from spec.products import filled_up
from verif.expression import formatted
from verif.questions.answer import Answer
from verif.questions.composable import composed
from verif.questions.effort import Effort
from verif.questions.image import offsets
from verif.upstream.in_process import SPEC

EFFORT: Final = Effort(elements=1 << 12, seconds=2.0)

LARGEST: Final = 1 << 12
"""Inverses of larger layouts are not judged by their laws."""

Arguments = tuple[Any, ...]


@dataclass(frozen=True)
class Truth:
    """The right value; None where there is none. `refusal` is what the spec says against the call.

    Both are there where the spec refuses what has a right value all the same.
    """

    value: Any
    refusal: LayoutError | None

    @property
    def exists(self) -> bool:
        return self.value is not None

    def __str__(self) -> str:
        if self.value is not None:
            return text(self.value)
        return f"rejected: {self.refusal}"


class _NoLayoutError(LayoutError):
    """No layout is right; the message says why."""


def truth(operation: str, arguments: Arguments) -> Truth:
    """What is true of a call. UndecidedError where nobody knows.

    >>> print(truth("composition", (Layout((2, 2, 2, 2), (1, 4, 2, 8)), Layout(3, 7))))
    3:7
    >>> truth("composition", (Layout((3, 2), (1, 5)), Layout(5))).exists
    False
    """
    try:
        return Truth(SPEC.operations[operation](*arguments), None)
    except LayoutError as refusal:
        return Truth(_right(operation, arguments), refusal)
    except (TypeError, LookupError, ArithmeticError) as error:
        return Truth(None, MalformedError(f"{type(error).__name__}: {error}"))


def _right(operation: str, arguments: Arguments) -> Any:
    """The right value of a call that the spec refuses; None where there is none."""
    exact = EXACT.get(operation)
    if exact is None:
        return None
    try:
        return exact(*arguments)
    except (LayoutError, TypeError, LookupError, ArithmeticError):
        return None


def composition(a: Layout, b: Tiler) -> Layout:
    """A after B wherever that is a layout."""
    if b is None:
        return a
    if isinstance(b, tuple):
        if len(b) > a.rank:
            raise InadmissibleError("of the tiler", "A must have it", len(b), a.rank)
        kept = tuple(a)[len(b) :]
        return make_layout(*map(composition, a, b), *kept)
    found = composed(a, b if isinstance(b, Layout) else Layout(b, 1), EFFORT)
    if isinstance(found, Answer):
        raise _NoLayoutError(found.reason)
    return found


def _divide(a: Layout, b: Layout) -> Layout:
    return composition(a, make_layout(b, complement(b, a.size)))


def _repeat(a: Layout, b: Layout) -> Layout:
    return make_layout(a, composition(complement(a, a.size * b.cosize), b))


def _logical(split: Callable[[Layout, Layout], Layout]) -> Callable[[Layout, Tiler], Layout]:
    return lambda a, tiler: by_mode(split, a, tiler)


def _zipped(split: Callable[[Layout, Layout], Layout]) -> Callable[[Layout, Tiler], Layout]:
    return lambda a, tiler: zipped(split, a, tiler)


def _tiled(split: Callable[[Layout, Layout], Layout]) -> Callable[[Layout, Tiler], Layout]:
    def tiled(a: Layout, tiler: Tiler) -> Layout:
        tile, rest = zipped(split, a, tiler)
        return make_layout(tile, *rest)

    return tiled


def _flat(split: Callable[[Layout, Layout], Layout]) -> Callable[[Layout, Tiler], Layout]:
    def flat(a: Layout, tiler: Tiler) -> Layout:
        tile, rest = zipped(split, a, tiler)
        return make_layout(*tile, *rest)

    return flat


def _ranked(block_at: int) -> Callable[[Layout, Layout], Layout]:
    def ranked(a: Layout, b: Layout) -> Layout:
        rank = max(a.rank, b.rank)
        pair = tuple(_repeat(filled_up(a, rank), filled_up(b, rank)))
        return make_layout(*map(make_layout, pair[block_at], pair[1 - block_at]))

    return ranked


def _evaluate(layout: Layout, crd: IntTuple) -> int:
    return crd2idx_extended(crd, layout.shape, layout.stride)


EXACT: Final[Mapping[str, Callable[..., Any]]] = {
    "composition": composition,
    "logical_divide": _logical(_divide),
    "zipped_divide": _zipped(_divide),
    "tiled_divide": _tiled(_divide),
    "flat_divide": _flat(_divide),
    "logical_product": _logical(_repeat),
    "zipped_product": _zipped(_repeat),
    "tiled_product": _tiled(_repeat),
    "flat_product": _flat(_repeat),
    "blocked_product": _ranked(0),
    "raked_product": _ranked(1),
}
"""The operations that have right values beyond what the spec accepts."""

EXTENDED: Final[Mapping[str, Callable[..., Any]]] = {
    "crd2idx": crd2idx_extended,
    "evaluate": _evaluate,
    "idx2crd": idx2crd_extended,
}
"""CuTe's values beyond the shape: right where they are given, and nobody has to give them."""

FUNCTIONS: Final = frozenset(
    {
        "coalesce",
        "complement",
        "filter_",
        "filter_zeros",
        "flatten",
        "nullspace",
        "slice_",
        "slice_and_offset",
    }
)
"""The operations of which the function alone is asked, and no form."""


def is_right(operation: str, arguments: Arguments, true: Truth, result: Any) -> bool:
    """Whether a result is right, in whatever form.

    >>> call = Layout((2, 3), (3, 1)), Layout((2, 3))
    >>> is_right("composition", call, truth("composition", call), Layout((2, 3), (3, 1)))
    True
    """
    if operation in LAWS and isinstance(result, Layout):
        return LAWS[operation](*arguments, result, true.value)
    if true.value is None:
        return operation in EXTENDED and _extended(operation, arguments) == result
    if operation == "composition" and isinstance(arguments[1], Layout):
        shape = arguments[1].shape
        return (
            isinstance(result, Layout)
            and compatible(shape, result.shape)
            and _same_function(true.value, result)
        )
    return _same(
        true.value, result, form=operation not in FUNCTIONS or _by_profile(operation, arguments)
    )


def _by_profile(operation: str, arguments: Arguments) -> bool:
    """Whether a profile says which modes the result has."""
    return operation in {"coalesce", "filter_"} and len(arguments) > 1


def _extended(operation: str, arguments: Arguments) -> Any:
    try:
        return EXTENDED[operation](*arguments)
    except LayoutError:
        return None


def _same(right: Any, result: Any, *, form: bool) -> bool:
    """Whether two values mean the same; with `form` their modes do too."""
    if isinstance(right, Layout) and isinstance(result, Layout):
        if form and [mode.size for mode in right] != [mode.size for mode in result]:
            return False
        return _same_function(right, result)
    if isinstance(right, tuple) and isinstance(result, tuple):
        return len(right) == len(result) and all(
            _same(mine, other, form=form) for mine, other in zip(right, result, strict=True)
        )
    if not form and isinstance(result, int) and isinstance(right, tuple):
        return right == (result,)
    return type(right) is type(result) and right == result


def _same_function(right: Layout, result: Layout) -> bool:
    """Whether they have one size and the same offsets: coalesce is a canonical form (claim C2)."""
    return right.size == result.size and coalesce_modes(modes_of(right)) == coalesce_modes(
        modes_of(result)
    )


def right_inverse_is_right(a: Layout, result: Layout, least: Layout) -> bool:
    """Whether A(R(i)) == i, for as many i as the spec's inverse has.

    >>> right_inverse_is_right(Layout((2, 2), (0, 1)), Layout(1, 0), Layout(2, 2))
    False
    """
    return result.size >= least.size and right_inverse_law(a, result)


def right_inverse_law(a: Layout, result: Layout) -> bool:
    """Whether A(R(i)) == i for all i of R."""
    if result.size > min(a.size, LARGEST):
        return False
    images, inverses = offsets(modes_of(a)), offsets(modes_of(result))
    return all(0 <= c < a.size and images[c] == i for i, c in enumerate(inverses))


def left_inverse_is_right(a: Layout, result: Layout, _: Layout | None) -> bool:
    """Whether A(R(A(i))) == A(i), so that R(A(i)) is a coordinate of A.

    >>> left_inverse_is_right(Layout((2, 3), (2, 1)), Layout((2, 2), (2, 1)), None)
    False
    """
    if a.size > LARGEST or not modes_of(result):
        return False
    images = offsets(modes_of(a))
    back = ((x, result.extended(x)) for x in set(images) if x >= 0)
    return min(images) >= 0 and all(0 <= c < a.size and images[c] == x for x, c in back)


LAWS: Final[Mapping[str, Callable[..., bool]]] = {
    "right_inverse": right_inverse_is_right,
    "left_inverse": left_inverse_is_right,
}
"""Inverses are right by their laws: others than the spec's may be."""


def text(value: Any) -> str:
    """A value in the notation, as `eval` prints it."""
    return formatted(value)
