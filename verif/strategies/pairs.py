"""Layouts with arguments that composition, division and complement accept."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import prod
from operator import mul

from hypothesis import strategies as st

from spec.composition import Tiler
from spec.int_tuple import flatten
from spec.kinds import ANYTHING, LAYOUT
from spec.layout import Layout
from spec.modes import Mode
from spec.taking import INTEGER
from verif.search.strategies import divisors
from verif.strategies.checked import LAYOUT_OR_STRATEGY, checked
from verif.strategies.plain import layouts, nested

MOST_PIECES = 8
"""The largest number of pieces from which the modes of B are made."""

LEFT_OUT = (1, 1, 1, 2, 3)
"""Before each piece, one of these factors of A's mode is skipped. The factor 1 skips nothing."""


@checked(LAYOUT_OR_STRATEGY, INTEGER, ANYTHING)
@st.composite
def composable(
    draw: st.DrawFn,
    a: Layout | st.SearchStrategy[Layout] | None = None,
    *,
    max_modes: int = 4,
    divisible: bool = False,
) -> tuple[Layout, Layout]:
    """A pair of layouts A and B that `composition` accepts.

    A is the layout `a`, or is drawn from the strategy `a`. Without `a`, A is any layout. No mode of
    B carries across a mode of A, and no two modes of B carry into each other. With `divisible`, B's
    sizes and strides also satisfy CuTe's divisibility conditions.

    Post-conditions: composition(A, B) is accepted, B has at most max_modes modes.
    """
    first = a if isinstance(a, Layout) else draw(layouts() if a is None else a)
    modes = _modes_in(draw, flatten(first.shape), max_modes, divisible=divisible)
    repeated = draw(st.integers(0, 4))
    if repeated and not divisible and len(modes) < max_modes:
        modes.append((repeated, 0))
    return first, nested(draw, draw(st.permutations(modes or [(1, 0)])))


@st.composite
def complementable(
    draw: st.DrawFn, *, max_modes: int = 4, max_size: int = 6, divisible: bool = False
) -> tuple[Layout, int]:
    """A layout and a cotarget that `complement` accepts.

    The modes come in any order. In the order of strides, each mode starts where the previous mode
    ends or after a gap. Some modes have size 1 or stride 0. With `divisible`, each stride is a
    multiple of the end of the previous mode, and the cotarget is a multiple of the last end. No
    stride is 0 then, and layout and complement together are a bijection onto [0, cotarget).
    """
    drawn = draw(
        st.lists(
            st.tuples(st.integers(1, max_size), st.integers(0, 2), st.booleans()),
            min_size=1,
            max_size=max_modes,
        )
    )
    modes: list[Mode] = []
    end = 1
    for size, gap, repeated in drawn:
        if repeated and not divisible:
            modes.append((size, 0))
            continue
        stride = end * (gap + 1) if divisible else end + gap
        modes.append((size, stride))
        end = size * stride
    cotarget = end * draw(st.integers(1, 3))
    if not divisible:
        cotarget = max(1, cotarget - draw(st.integers(0, 8)))
    return nested(draw, draw(st.permutations(modes))), cotarget


@checked(LAYOUT)
@st.composite
def tilers(draw: st.DrawFn, of: Layout) -> Tiler:
    """Tilers of a layout. Each of the first modes gets a size, a layout, or None for no tiling.

    Post-conditions: `composition` and the divide operations accept the layout with the tiler.
    """
    modes = tuple(of)[: draw(st.integers(1, of.rank))]
    return tuple(draw(_tile(mode)) for mode in modes)


@st.composite
def _tile(draw: st.DrawFn, mode: Layout) -> Tiler:
    if draw(st.booleans()):
        return draw(composable(mode, max_modes=2, divisible=True))[1]
    sizes = flatten(mode.shape)
    before = list(accumulate(sizes, mul, initial=1))[:-1]
    ends = {place * t for s, place in zip(sizes, before, strict=True) for t in divisors(s)}
    return draw(st.one_of(st.none(), st.sampled_from(sorted(ends))))


def _modes_in(
    draw: st.DrawFn, sizes: Sequence[int], max_modes: int, *, divisible: bool
) -> list[Mode]:
    """Draw modes of B that use disjoint parts of the modes of A, in the order of strides.

    Each drawn piece belongs to a mode of A. The piece first skips a factor of the mode's size, and
    then covers another factor, the size of the piece. For each mode of A, the product of all these
    factors must be at most the mode's size; if `divisible`, it must divide the mode's size. If
    necessary, the factors are reduced. A piece that starts where the previous piece ends may be
    joined to the previous piece.
    """
    chosen, taken = st.integers(0, len(sizes) - 1), st.integers(1, max(sizes))
    piece = st.tuples(chosen, st.sampled_from(LEFT_OUT), taken, st.booleans())
    pieces = draw(st.lists(piece, max_size=MOST_PIECES))
    modes: list[Mode] = []
    for k, s in enumerate(sizes):
        place, step = prod(sizes[:k]), 1
        for _, left_out, some, joined in (piece for piece in pieces if piece[0] == k):
            step *= _within(left_out, s, step, divisible=divisible)
            n = _within(some, s, step, divisible=divisible)
            if n == 1:
                break
            if joined and modes and prod(modes[-1]) == place * step:
                modes[-1] = (modes[-1][0] * n, modes[-1][1])
            elif len(modes) < max_modes:
                modes.append((n, place * step))
            step *= n
    return modes


def _within(factor: int, size: int, step: int, *, divisible: bool) -> int:
    """Return the greatest n <= factor with step * n <= size.

    If `divisible`, step * n must also divide size.
    """
    if not divisible:
        return max(1, min(factor, size // step))
    return max(t for t in divisors(size // step) if t <= factor)
