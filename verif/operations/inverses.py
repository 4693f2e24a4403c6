"""Inverses of layouts, and the common layout of two layouts, computed from an inverse."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Final

import spec
from spec.errors import LayoutError
from spec.layout import Layout
from spec.modes import modes_of, offsets
from verif.operations import draws
from verif.operations.kinds import LAYOUT, Signature
from verif.operations.law import Exact, Law, same_by_mode
from verif.operations.names import Names, everywhere
from verif.operations.operand import Case
from verif.operations.operation import Cases, Operation
from verif.operations.pools import NATURAL, SIGNED

LARGEST: Final = 1 << 12
"""The largest size for which inverses are checked by their laws."""

_ONE: Final = Signature((LAYOUT,))
_TWO: Final = Signature((LAYOUT, LAYOUT))


def right_inverse_is_right(a: Layout, result: Layout, least: Layout) -> bool:
    """Return whether A(R(i)) == i for all coordinates i of the result R.

    R must have at least as many coordinates as `least`, the result of the spec. The answer is False
    if R has more than `LARGEST` coordinates.

    CuTe does not promise a size for R. But without the condition on the size, 1:0 would be a right
    inverse of every layout. If modes have equal strides, the spec uses the first of these modes.
    Another choice may give an R with fewer or more coordinates. An R with fewer coordinates
    is wrong by this law.

    >>> right_inverse_is_right(Layout((2, 2), (0, 1)), Layout(1, 0), Layout(2, 2))
    False
    """
    if not least.size <= result.size <= min(a.size, LARGEST):
        return False
    images, inverses = offsets(modes_of(a)), offsets(modes_of(result))
    return all(0 <= c < a.size and images[c] == i for i, c in enumerate(inverses))


def left_inverse_is_right(a: Layout, result: Layout, _: Layout | None) -> bool:
    """Return whether A(R(A(i))) == A(i) for all coordinates i of A. R is the result.

    R(A(i)) must be a coordinate of A. The answer is False if A has more than `LARGEST`
    coordinates or a negative offset.

    >>> left_inverse_is_right(Layout((2, 3), (2, 1)), Layout((2, 2), (2, 1)), None)
    False
    """
    if a.size > LARGEST or not modes_of(result):
        return False
    images = offsets(modes_of(a))
    back = ((x, result.extended(x)) for x in set(images) if x >= 0)
    return min(images) >= 0 and all(0 <= c < a.size and images[c] == x for x, c in back)


def common_layout_is_right(a: Layout, b: Layout, result: Layout, most: Layout | None) -> bool:
    """Return whether A(R(i)) == B(R(i)) == i for all coordinates i of the result R.

    R must have at least as many coordinates as `most`, the result of the spec. The answer is False
    if R has more than `LARGEST` coordinates.

    >>> common_layout_is_right(Layout(4), Layout(8), Layout(8), None)
    False
    """
    if result.size < (1 if most is None else most.size) or result.size > min(a.size, LARGEST):
        return False
    both = dict(enumerate(zip(offsets(modes_of(a)), offsets(modes_of(b)), strict=False)))
    return all(both.get(c) == (i, i) for i, c in enumerate(offsets(modes_of(result))))


def _common_offsets(a: Layout, b: Layout) -> int:
    """Return the largest n such that A and B reach each of 0 .. n - 1 at the same coordinate."""
    if max(a.size, b.size) > LARGEST:
        raise LayoutError(f"{a} and {b} are too large to be enumerated")
    pairs = zip(offsets(modes_of(a)), offsets(modes_of(b)), strict=False)
    shared = {x for x, y in pairs if x == y}
    return next(n for n in count() if n not in shared)


def _searched(exact: Exact, a: Layout) -> Layout | None:
    return exact.left_inverse(a)


def _by_inverse(a: Any, b: Any) -> Iterator[Case]:
    yield "right_inverse", (b,)
    yield "composition", (a, spec.right_inverse(b))


def _by_common_layout(a: Any, b: Any) -> Iterator[Case]:
    yield "max_common_layout", (a, b)


# Results other than the spec's may be right: the law defines what an inverse is.
ROWS: Final = (
    Operation(
        "left_inverse",
        spec.left_inverse,
        _ONE,
        everywhere("left_inverse"),
        Cases(((SIGNED,),), draws.one, share=2),
        Law(same_by_mode, holds=left_inverse_is_right, searched=_searched),
    ),
    Operation(
        "max_common_layout",
        spec.max_common_layout,
        _TWO,
        Names(
            cute_cpp="max_common_layout",
            cute_dsl="max_common_layout",
            tensor_layouts="max_common_layout",
        ),
        Cases(((NATURAL, NATURAL),), draws.two),
        Law(same_by_mode, holds=common_layout_is_right),
        _by_inverse,
    ),
    Operation(
        "max_common_vector",
        spec.max_common_vector,
        _TWO,
        Names(
            cute_cpp="max_common_vector",
            cute_dsl="max_common_vector",
            tensor_layouts="max_common_vector",
        ),
        Cases(((NATURAL, NATURAL),), draws.two),
        Law(same_by_mode, allowed=_common_offsets),
        _by_common_layout,
    ),
    Operation(
        "right_inverse",
        spec.right_inverse,
        _ONE,
        everywhere("right_inverse"),
        Cases(((SIGNED,),), draws.one, share=2),
        Law(same_by_mode, holds=right_inverse_is_right),
    ),
)
