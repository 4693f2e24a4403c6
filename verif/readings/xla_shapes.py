"""XLA shapes of any rank, order and tiles, and the rules for functions of `spec` on them.

An XLA shape is the list of its dimensions, a permutation of them, and the sides of its tiles. The
point of an element lists the index and the bound of each dimension, in the order of the
permutation.
"""

from __future__ import annotations

from typing import Any, ClassVar

from spec.errors import CongruenceError, CoordinateError, ShapeError
from spec.modes import Modes
from spec.xla import XlaShape, in_pairs, physical_point, require_index, sides
from verif.kernel.constructors import Unknown, UnknownList, stands_for
from verif.kernel.theory import reading
from verif.kernel.verbs import ensure
from verif.readings.any_rank import AnyRank
from verif.readings.orders import numbers_below, picked
from verif.readings.places import turned_sides
from verif.readings.terminals import Terminals, at_least, in_bounds


@stands_for(XlaShape, XlaShape("f32", (), ()))
class AnyXlaShape(Unknown):
    """An XLA shape of any rank: its dimensions, their order, and the sides of its tiles."""

    called: ClassVar[str] = "an XLA shape of any rank"

    def __init__(self, dims: Any, minor_to_major: Any, sides: Any) -> None:
        self.dims = dims
        self.minor_to_major = minor_to_major
        self.sides = sides


@reading(XlaShape.sides, AnyXlaShape)
def _sides_of_tiles(lifter: Any, shape: AnyXlaShape) -> Any:
    return shape.sides


@reading(require_index, UnknownList)
def _require_index(lifter: Any, index: Any, bounds: Any) -> None:
    if lifter.lift(in_bounds)(index, bounds):
        return
    # A wrong rank and an index out of bounds raise different errors, because code may handle these
    # errors differently.
    if lifter.lift(len)(index) != lifter.lift(len)(bounds):
        raise CongruenceError("the rank of an index differs from the rank of its array")
    raise CoordinateError("an index is out of the bounds of its array, whose rank is unknown")


@reading(physical_point, AnyXlaShape)
def _physical_point(lifter: Any, shape: AnyXlaShape, index: Any) -> Any:
    dims, order = shape.dims, shape.minor_to_major
    lifter.lift(require_index)(index, dims)
    known = lifter.lift(numbers_below)(order, lifter.lift(len)(dims))
    ensure("there is a dimension of each number", known)
    return lifter.lift(picked)(index, dims, order)


@reading(sides, UnknownList)
def _sides(lifter: Any, tile: Any) -> Any:
    lifter.owe_invariants("sides", ((tile, Terminals),))
    if not lifter.lift(at_least)(1, tile):
        raise ShapeError("a tile of unknown rank has a side below 1")
    return lifter.lift(turned_sides)(tile, ())


@reading(in_pairs, UnknownList)
def _in_pairs(lifter: Any, modes: Any) -> AnyRank:
    lifter.owe_invariants("in_pairs", ((modes, Modes),))
    ensure("an even number of modes", lifter.lift(len)(modes) % 2 == 0)
    return AnyRank(modes, bare=False)
