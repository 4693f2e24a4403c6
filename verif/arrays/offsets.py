"""Every offset of a layout, plain or swizzled, in one array."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from spec.composed import ComposedLayout
from spec.errors import LayoutError, numeral
from spec.layout import Layout
from spec.modes import modes_of
from spec.swizzle import Swizzle

Offsets = np.ndarray[Any, np.dtype[np.int64]]

MOST: Final = 1 << 31
"""The largest size: 16 GiB of offsets."""

MOST_AXES: Final = 64
"""NumPy's limit on the number of axes."""

BLOCK: Final = 1 << 15
"""How many elements a block has. Blocks are small enough to stay in the CPU cache for reuse."""

LARGEST: Final = (1 << 63) - 1


def offsets(layout: Layout | ComposedLayout) -> Offsets:
    """Return the offsets of all coordinates, with one axis for each mode of the layout.

    A nested mode is one axis, indexed by its 1-D coordinate.

    Post-conditions: offsets(A)[i, j] == A((i, j)), and `ravel(order="F")`, which copies nothing,
    has A(i) at index i. The array is new, with 64-bit integers.

    Errors: LayoutError for a size above 2^31, for more than 64 modes, and if an offset or a
    swizzle needs more than 64 bits.

    >>> offsets(Layout((2, 4), (4, 1))).tolist()
    [[0, 1, 2, 3], [4, 5, 6, 7]]
    >>> offsets(ComposedLayout(Swizzle(1, 0, 2), 0, Layout((2, 4), (4, 1)))).tolist()
    [[0, 1, 2, 3], [5, 4, 7, 6]]

    Source: none; this tabulates the function that `spec` defines.
    """
    inner, maps = layout, list[tuple[int, Swizzle | Layout]]()
    while isinstance(inner, ComposedLayout):
        maps.append((inner.offset, inner.outer))
        inner = inner.inner
    if inner.size > MOST:
        raise LayoutError(f"an array can have at most {MOST} offsets, not {numeral(inner.size)}")
    sizes = [mode.size for mode in inner] if isinstance(inner.shape, tuple) else [inner.size]
    if len(sizes) > MOST_AXES:
        raise LayoutError(f"an array can have at most {MOST_AXES} axes, not {len(sizes)} modes")
    out, ends = _linear(inner)
    for offset, outer in reversed(maps):
        low, high = ends[0] + offset, ends[1] + offset
        _require_64_bits(low, high)
        if isinstance(outer, Swizzle):
            ends = _swizzled_ends(outer, low, high)
        else:
            ends = _ends(outer, low, high)
        _require_64_bits(*ends)
        for start in range(0, out.size, BLOCK):
            block = out[start : start + BLOCK]
            block += offset
            if isinstance(outer, Swizzle):
                _swizzle(outer, block)
            else:
                _apply(outer, block)
    return out.reshape(sizes, order="F")


def _linear(layout: Layout) -> tuple[Offsets, tuple[int, int]]:
    """Return the offsets by 1-D coordinate, and the least and the greatest offset."""
    modes = modes_of(layout)
    reach = [(s - 1) * d for s, d in modes]
    ends = sum(r for r in reach if r < 0), sum(r for r in reach if r > 0)
    _require_64_bits(*ends)
    out = np.empty(layout.size, np.int64)
    out[:1] = 0
    known = 1
    for s, d in modes:
        whole, step = known * s, known
        # The first `known` offsets are filled. Each pass adds whole rows of `step` offsets: it
        # doubles the filled part, but adds at most one block, or one row if a row is longer.
        most = max(step, BLOCK // step * step)
        while known < whole:
            more = min(known, most, whole - known)
            np.add(out[:more], known // step * d, out=out[known : known + more])
            known += more
    return out, ends


def _swizzle(swizzle: Swizzle, block: Offsets) -> None:
    """Swizzle each element of the block in place."""
    mask = (1 << swizzle.bits) - 1
    shift = swizzle.shift
    moved = block & (mask << (swizzle.base + max(shift, 0)))
    if shift >= 0:
        moved >>= shift
    else:
        moved <<= -shift
    block ^= moved


def _apply(layout: Layout, block: Offsets) -> None:
    """Apply the layout to each element of the block in place.

    For numbers beyond the layout's size, the layout is extended by its last mode.
    """
    (*modes, (_, last)) = modes_of(layout)
    rest, block[:] = block.copy(), 0
    for s, d in modes:
        block += rest % s * d
        rest //= s
    block += rest * last


def _ends(layout: Layout, low: int, high: int) -> tuple[int, int]:
    """Return bounds on the layout's values at the natural numbers from `low` to `high`."""
    if low < 0:
        raise LayoutError(
            f"an offset of the inner layout is {numeral(low)}, and the outer layout has no value "
            "there"
        )
    (*modes, (_, last)) = modes_of(layout)
    reach = [min(s - 1, high) * d for s, d in modes] + [high * last]
    return sum(r for r in reach if r < 0), sum(r for r in reach if r > 0)


def _swizzled_ends(swizzle: Swizzle, low: int, high: int) -> tuple[int, int]:
    """Return bounds on the swizzle's values at the numbers from `low` to `high`.

    A swizzle permutes the numbers within each block of `swizzle.size` numbers. So the bounds are
    the first number of the block of `low` and the last number of the block of `high`.
    """
    size = swizzle.size if swizzle.bits else 1
    if size > 1 << 62:
        raise LayoutError(f"{swizzle} uses bits beyond a 64-bit integer")
    return low // size * size, high // size * size + size - 1


def _require_64_bits(low: int, high: int) -> None:
    """Raise LayoutError unless both numbers are 64-bit integers."""
    for end in (low, high):
        if not -LARGEST <= end <= LARGEST:
            raise LayoutError(f"the offset {numeral(end)} has more than 64 bits")
