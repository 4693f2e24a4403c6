"""XLA shapes of any rank, order and tiles, and how the functions of `spec` see them.

An XLA shape is the list of its dimensions, a permutation of them, and the sides of its tiles. The
place of an element in memory has for each number of the permutation the index and the bound of
that dimension.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from spec.errors import CoordinateError, ShapeError
from spec.modes import Modes
from spec.xla import XlaShape, in_pairs, physical_point, require_index, sides
from verif.kernel.errors import NotLiftableError
from verif.kernel.theory import reading
from verif.kernel.verbs import ensure
from verif.readings.any_rank import AnyRank
from verif.readings.orders import numbers_below, picked
from verif.readings.places import turned_sides
from verif.readings.terminals import Terminals, at_least, in_bounds


class AnyXlaShape(XlaShape):
    """An XLA shape of any rank: whoever asks for more than is here has no lifted reading."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, dims: Any, minor_to_major: Any, sides: Any) -> None:
        for name, item in {"dims": dims, "minor_to_major": minor_to_major, "_sides": sides}.items():
            object.__setattr__(self, name, item)

    @property
    def sides(self) -> Any:
        return object.__getattribute__(self, "_sides")

    def __getattr__(self, name: str) -> Any:
        raise NotLiftableError(f"the {name} of an XLA shape of any rank")

    def __eq__(self, other: object) -> bool:
        raise NotLiftableError("XLA shapes of any rank are compared by where their elements lie")


@reading(require_index)
def _require_index(lifter: Any) -> Callable[[Any, Any], None]:
    def lifted(index: Any, bounds: Any) -> None:
        if type(index) is tuple and type(bounds) is tuple:
            lifter.body(require_index)(index, bounds)
        elif not lifter.lift(in_bounds)(index, bounds):
            raise CoordinateError("an index of an array of any rank is beyond its bounds")

    return lifted


@reading(physical_point)
def _physical_point(lifter: Any) -> Callable[[XlaShape, Any], Any]:
    def lifted(shape: XlaShape, index: Any) -> Any:
        if type(shape) is not AnyXlaShape:
            return lifter.body(physical_point)(shape, index)
        dims, order = shape.dims, shape.minor_to_major
        lifter.lift(require_index)(index, dims)
        known = lifter.lift(numbers_below)(order, lifter.lift(len)(dims))
        ensure("there is a dimension of each number", known)
        return lifter.lift(picked)(index, dims, order)

    return lifted


@reading(sides)
def _sides(lifter: Any) -> Callable[[Any], Any]:
    def lifted(tile: Any) -> Any:
        if type(tile) is tuple:
            return lifter.body(sides)(tile)
        lifter.owe_invariants("sides", ((tile, Terminals),))
        if not lifter.lift(at_least)(1, tile):
            raise ShapeError("a tile of any rank has a side below 1")
        return lifter.lift(turned_sides)(tile, ())

    return lifted


@reading(in_pairs)
def _in_pairs(lifter: Any) -> Callable[[Modes], Any]:
    def lifted(modes: Modes) -> Any:
        if type(modes) is tuple:
            return lifter.body(in_pairs)(modes)
        lifter.owe_invariants("in_pairs", ((modes, Modes),))
        ensure("an even number of modes", lifter.lift(len)(modes) % 2 == 0)
        return AnyRank(modes, lifter.lift, given=True)

    return lifted
