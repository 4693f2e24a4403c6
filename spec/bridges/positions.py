"""Positions: the offsets of any array by 1-D coordinate, even if the array has no layout."""

from dataclasses import dataclass
from typing import TypeAlias

from spec.bridges.convert import Array, as_layout
from spec.bridges.restricted import NoLayoutError
from spec.composed import AnyLayout, ComposedLayout
from spec.coordinates import idx2crd
from spec.errors import LayoutError
from spec.int_tuple import IntTuple, flatten, product
from spec.layout import Layout
from spec.tla.layout import TlaLayout
from spec.xla.position import linear_index
from spec.xla.shape import XlaShape


@dataclass(frozen=True)
class Positions:
    """The positions of an array's elements, as a function of a 1-D coordinate.

    There may be no layout with these positions. Coordinate i stands for an index (i0, i1, ..) of
    the array. As in a layout, the first dimension is fastest.

    >>> P = Positions(XlaShape.parse("f32[3,5]{1,0:T(2,2)}"))
    >>> print(P, P.shape, P.size, [P(i) for i in range(3)])
    f32[3,5]{1,0:T(2,2)} (3, 5) 15 [0, 2, 12]
    """

    array: TlaLayout | XlaShape | ComposedLayout

    def __str__(self) -> str:
        return str(self.array)

    @property
    def shape(self) -> IntTuple:
        """The shape of the array.

        For an XLA array, these are the dimensions. For a TLA layout, it is the origin shape.
        """
        if isinstance(self.array, XlaShape):
            return self.array.dims
        if isinstance(self.array, TlaLayout):
            return self.array.origin_shape
        return self.array.shape

    @property
    def size(self) -> int:
        """The number of coordinates."""
        return product(self.shape)

    @property
    def rank(self) -> int:
        """The number of modes, or of dimensions."""
        return self.array.rank

    def __call__(self, i: int) -> int:
        """The offset of a 1-D coordinate.

        Pre-conditions: 0 <= i < size.
        """
        if isinstance(self.array, ComposedLayout):
            return self.array(i)
        index = flatten(idx2crd(i, self.shape))
        if isinstance(self.array, XlaShape):
            return linear_index(self.array, index)
        return self.array(*index)


Positioned: TypeAlias = AnyLayout | Positions
"""A layout, or an array that has only a shape and offsets."""


def positions(x: Array | AnyLayout) -> Positioned:
    """The array's layout, plain or swizzled, or the array's positions if it has no layout.

    >>> print(positions(XlaShape.parse("f32[4,8]")))
    (4,8):(8,1)

    Raises LayoutError for an array without elements.
    """
    if isinstance(x, ComposedLayout):
        return x if x.is_swizzled else Positions(x)
    try:
        return as_layout(x)
    except NoLayoutError:
        assert not isinstance(x, Layout)
        return Positions(x)


def rows_of(x: Positioned) -> int:
    """The size of the first mode, which is the number of rows in a printed table.

    Pre-conditions: rank >= 1.

    >>> rows_of(Layout(((2, 2), 3)))
    4
    """
    if x.rank == 0:
        raise LayoutError(f"{x} must have at least one mode")
    return product(x.shape[0] if isinstance(x.shape, tuple) else x.shape)
