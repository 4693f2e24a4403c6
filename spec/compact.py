"""Compact layouts in the order of another layout's strides, and sums of layouts."""

from itertools import accumulate
from operator import mul

from spec.coalesce import coalesce_modes
from spec.errors import InadmissibleError, ShapeError, numeral
from spec.int_tuple import unflatten
from spec.layout import Layout, make_layout
from spec.modes import Modes, layout_of, modes_of
from spec.nesting import nested_as
from spec.select import take


def make_layout_like(layout: Layout) -> Layout:
    """The compact layout with the shape of `layout` and with its strides in the same order.

    A stride of 0 stays 0. If two modes have equal strides, the left mode gets the smaller stride.
    CuTe orders modes by their static strides only. If two modes have equal strides, both get the
    same stride in CuTe's result.

    Post-conditions: the shape is unchanged (definition); without its modes of stride 0 the result
    is a bijection onto 0 .. size - 1 (G8).

    >>> print(make_layout_like(Layout((2, 3, 4, 5), (0, 42, 1, 0))))
    (2,3,4,5):(0,4,1,0)

    Source: CuTe layout.hpp, make_layout_like.
    """
    modes = modes_of(layout)
    order = _in_order(modes)
    sizes = [modes[k][0] if modes[k][1] != 0 else 1 for k in order]
    units = accumulate(sizes, mul, initial=1)
    places = zip(order, units, strict=False)
    stride_of = {k: unit if modes[k][1] != 0 else 0 for k, unit in places}
    strides = tuple(stride_of[k] for k in range(len(modes)))
    return Layout(layout.shape, unflatten(strides, layout.shape))


def make_fragment_like(layout: Layout) -> Layout:
    """The compact layout with the shape of `layout`, for registers; mode 0 is the fastest.

    Mode 0 is column-major, and its strides of 0 stay 0, so that equal values are stored once. The
    other modes follow in the order of their strides. Their strides of 0 do not stay 0.

    Post-conditions: the shape is unchanged (G10); without the modes of stride 0 inside mode 0 the
    result is a bijection onto 0 .. size - 1 (G10).

    >>> print(make_fragment_like(Layout(((2, 2), 3, 4), ((8, 0), 64, 16))))
    ((2,2),3,4):((1,0),8,2)

    Source: CuTe layout.hpp, make_fragment_like.
    """
    if layout.rank < 2:
        return Layout(layout.shape)
    first = layout[0]
    held = make_layout_like(
        Layout(first.shape, unflatten(tuple(_left_first(modes_of(first))), first.shape))
    )
    rest = take(layout, 1, layout.rank)
    ones = tuple(range(1, 1 + len(modes_of(rest))))
    order = dict(zip(_in_order(modes_of(rest)), ones, strict=True))
    placed = tuple(order[k] for k in range(len(ones)))
    others = make_layout_like(Layout(rest.shape, unflatten(placed, rest.shape)))
    size = held.cosize
    strides = tuple(size * d for _, d in modes_of(others))
    return make_layout(held, *Layout(rest.shape, unflatten(strides, rest.shape)))


def _left_first(modes: Modes) -> list[int]:
    """Strides that order the modes from left to right: k + 1 for mode k, 0 if its stride is 0."""
    return [k + 1 if d != 0 else 0 for k, (_, d) in enumerate(modes)]


def _in_order(modes: Modes) -> list[int]:
    """The indices of the modes, sorted by stride."""
    return sorted(range(len(modes)), key=lambda k: modes[k][1])


def layout_add(a: Layout, b: Layout) -> Layout:
    """The layout whose offsets are the sums of the offsets of both layouts.

    If the shapes are equal, the strides are added. Otherwise the modes of each layout are cut where
    a mode of the other layout ends.

    Pre-conditions: equal sizes. Let the end of a mode be the product of all sizes up to this mode.
    If the ends of the modes of both coalesced layouts are sorted in one list, each end divides the
    next.
    Post-conditions: R(i) == A(i) + B(i) for all i (G6).

    >>> print(layout_add(Layout((4, 8), (8, 1)), Layout((4, 8), (0, 100))))
    (4,8):(8,101)
    >>> print(layout_add(Layout((4, 8), (8, 1)), Layout((8, 4), (1, 50))))
    (4,2,4):(9,5,52)
    """
    if a.shape == b.shape:
        return nested_as(a, added(modes_of(a), modes_of(b)))
    if a.size != b.size:
        raise ShapeError(
            f"both layouts must have the same size, not {numeral(a.size)} and {numeral(b.size)}"
        )
    return layout_of(added(coalesce_modes(modes_of(a)), coalesce_modes(modes_of(b))))


def added(a: Modes, b: Modes) -> Modes:
    """The modes whose offset at each x is the sum of the offsets of `a` and of `b` at x.

    Pre-conditions: equal sizes; in each step of the recursion, the size of the first mode of one
    list divides the size of the first mode of the other list.
    Post-conditions: the size is the common size, and the offset at each x is the sum of both
    offsets at x (contract).

    >>> added(((4, 8), (8, 1)), ((8, 1), (4, 50)))
    ((4, 9), (2, 5), (4, 52))
    """
    if not a or not b:
        return ()
    (s, d), (t, e) = a[0], b[0]
    if max(s, t) % min(s, t) != 0:
        raise InadmissibleError(
            f"mode {s}:{d} of one layout and mode {t}:{e} of the other",
            "one of the sizes {} and {} must divide the other",
            s,
            t,
        )
    if s < t:
        return ((s, d + e),) + added(a[1:], ((t // s, e * s),) + b[1:])
    if t < s:
        return ((t, d + e),) + added(((s // t, d * t),) + a[1:], b[1:])
    return ((s, d + e),) + added(a[1:], b[1:])
