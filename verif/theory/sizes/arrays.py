"""Questions about arrays of XLA that are not layouts, such as packed arrays with odd sizes.

Elements of every array keep apart and stay below its padded size, as claim X4 says.
"""

from __future__ import annotations

from spec.xla.places import origin, volume
from spec.xla.position import linear_index, physical_point
from spec.xla.shape import XlaShape
from spec.xla.tiling import tiled_by
from verif.kernel.verbs import assume, by, ensure
from verif.readings.terminals import Terminals
from verif.theory.arrays.distinct_elements import (
    origin_has_the_same_bounds,
    same_bounds_have_one_volume,
    tiles_keep_elements_apart,
    tiles_keep_same_bounds,
)
from verif.theory.arrays.orders import (
    an_order_keeps_elements_apart,
    indices_in_one_order_have_the_same_bounds,
)


def index(a: XlaShape, i: Terminals) -> Terminals:
    """The index i, after assuming that the array has it."""
    for k in range(len(i)):
        assume("an index", i[k] < a.dims[k])
    return i


def injective_array(a: XlaShape, i: Terminals, j: Terminals) -> None:
    """Elements at the same position are one element."""
    x, y = index(a, i), index(a, j)
    if linear_index(a, x) == linear_index(a, y):
        by(indices_in_one_order_have_the_same_bounds, x, y, a.dims, a.minor_to_major)
        by(tiles_keep_elements_apart, physical_point(a, x), physical_point(a, y), a.sides)
        by(an_order_keeps_elements_apart, x, y, a.dims, a.minor_to_major)
        for k in range(len(i)):
            ensure("A(i) = A(j) for i = j only", i[k] == j[k])


def fits_int32_array(a: XlaShape, i: Terminals) -> None:
    """The array has at most 2^31 positions, padding included."""
    point = physical_point(a, index(a, i))
    first = origin(point)
    by(origin_has_the_same_bounds, point)
    by(tiles_keep_same_bounds, point, first, a.sides)
    by(same_bounds_have_one_volume, tiled_by(point, a.sides), tiled_by(first, a.sides))
    ensure("the positions fit", volume(tiled_by(first, a.sides)) <= 2147483648)
    ensure("a position from 0", linear_index(a, i) >= 0)
    ensure("a position that fits", linear_index(a, i) < 2147483648)
