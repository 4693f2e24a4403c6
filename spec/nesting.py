"""Nesting: remove the parentheses of a layout, group modes, or copy the nesting of a layout."""

from typing import overload

from spec import int_tuple
from spec.errors import LayoutError
from spec.int_tuple import IntTuple, unflatten
from spec.layout import Layout, make_layout
from spec.modes import Modes, in_one_tuple, modes_of, shapes_of, strides_of
from spec.select import between, side_by_side


@overload
def flatten(x: Layout) -> Layout: ...
@overload
def flatten(x: IntTuple) -> tuple[int, ...]: ...
def flatten(x: Layout | IntTuple) -> Layout | tuple[int, ...]:
    """A layout without nesting, or the terminals of an IntTuple.

    Post-conditions: for a layout, the function of 1-D coordinates is unchanged (G1); a layout whose
    shape is an integer is unchanged (definition).

    >>> print(flatten(Layout((4, (2, 2)), (2, (1, 8)))), flatten(Layout(8)), flatten((4, (2, 2))))
    (4,2,2):(2,1,8) 8:1 (4, 2, 2)

    Source: CuTe layout.hpp, tuple_algorithms.hpp.
    """
    if not isinstance(x, Layout):
        return int_tuple.flatten(x)
    if not isinstance(x.shape, tuple):
        return x
    return in_one_tuple(modes_of(x))


def group(layout: Layout, begin: int, end: int = -1) -> Layout:
    """Group the modes from `begin` to `end - 1` into one mode. An `end` of -1 means the rank.

    Pre-conditions: 0 <= begin < end <= rank.
    Post-conditions: the function of 1-D coordinates is unchanged (G1).

    >>> print(group(Layout((2, 3, 5, 7)), 1, 3), group(Layout((2, 3, 5, 7)), 2))
    (2,(3,5),7):(1,(2,6),30) (2,3,(5,7)):(1,2,(6,30))

    Source: CuTe layout.hpp, tuple_algorithms.hpp.
    """
    last = layout.rank if end == -1 else end
    if not 0 <= begin < last <= layout.rank:
        raise LayoutError(f"{layout} does not have the modes {begin} up to {last} (exclusive)")
    grouped = make_layout(between(layout, begin, last))
    before = side_by_side(between(layout, 0, begin), grouped)
    return side_by_side(before, between(layout, last, layout.rank))


def nested_as(layout: Layout, modes: Modes) -> Layout:
    """The layout with the given modes, nested like `layout`.

    Pre-conditions: the number of modes equals the number of terminals of the layout's shape.

    >>> print(nested_as(Layout((4, (2, 2))), ((8, 1), (1, 0), (3, 8))))
    (8,(1,3)):(1,(0,8))
    """
    shape = unflatten(shapes_of(modes), layout.shape)
    return Layout(shape, unflatten(strides_of(modes), layout.shape))
