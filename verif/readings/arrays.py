"""Domains of claims about XLA: tiled arrays with any order of dimensions, and their indices."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from itertools import product as cartesian
from typing import Any

from spec.int_tuple import IntTuple, flatten
from spec.xla import (
    COMBINE,
    Side,
    Tile,
    Tiles,
    XlaShape,
)
from verif.kernel.claim import Arguments, Fresh
from verif.kernel.verbs import assume
from verif.readings.domains import profile_text
from verif.readings.numbers import Uncited, positive
from verif.readings.orders import is_order
from verif.readings.places import all_sized
from verif.readings.terminals import Terminals, at_least, in_bounds
from verif.readings.xla_shapes import AnyXlaShape


@dataclass(frozen=True)
class XlaShapes(Uncited):
    """All XLA shapes that have at least one element, with their dimensions in any order.

    A profile is a tuple: the profile of the dimensions, then the profile of each tile. In a
    proof for any rank (the lifted reading), a shape has any number of dimensions, and any number of
    tiles of any ranks.
    """

    profiles: tuple[tuple[IntTuple, ...], ...]

    def describe(self, profile: IntTuple) -> str:
        return profile_text(profile)

    def symbolic(
        self, fresh: Fresh, name: str, profile: tuple[IntTuple, ...], earlier: Arguments
    ) -> Any:
        dims, *tiles = map(flatten, profile)
        return fresh.lift(array_of)(
            tuple(positive(fresh, f"{name}_d{k}") for k, _ in enumerate(dims)),
            _some_order(fresh, f"{name}_order", len(dims)),
            tuple(_tile(fresh, f"{name}_{k}", len(tile)) for k, tile in enumerate(tiles)),
        )

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> AnyXlaShape:
        dims, order = (fresh.unknown(f"{name}_{part}", Terminals) for part in ("dims", "order"))
        assume(f"{name} has elements", fresh.lift(at_least)(1, dims))
        assume(f"{name}'s order is one", fresh.lift(is_order)(order, dims))
        tiles = fresh.unknown(f"{name}_tiles", Tiles)
        assume(f"in {name}, the minor side of each tile is not *", fresh.lift(all_sized)(tiles))
        return AnyXlaShape(dims, order, tiles)


@dataclass(frozen=True)
class Indices(Uncited):
    """The indices of the elements of an XLA shape, which is an earlier argument of the claim."""

    of: str
    profiles: tuple[None] = (None,)

    def enumerated(self, earlier: Arguments) -> Sequence[tuple[int, ...]]:
        return tuple(cartesian(*map(range, earlier[self.of].dims)))

    def describe(self, profile: None) -> None:
        return None

    def symbolic(
        self, fresh: Fresh, name: str, profile: None, earlier: Arguments
    ) -> tuple[int, ...]:
        index = tuple(
            fresh.unknown(f"{name}_{k}", int) for k, _ in enumerate(earlier[self.of].dims)
        )
        for e, d in zip(index, earlier[self.of].dims, strict=True):
            assume(f"{name} is in bounds", e >= 0)
            assume(f"{name} is in bounds", e < d)
        return index

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Terminals:
        index = fresh.unknown(name, Terminals)
        assume(f"{name} is in bounds", fresh.lift(in_bounds)(index, earlier[self.of].dims))
        return index


def array_of(dims: tuple[int, ...], order: tuple[int, ...], tiles: Tiles) -> XlaShape:
    """The array with these dimensions, this order from minor to major, and tiles with these sides.

    >>> print(array_of((3, 5), (0, 1), ((Side(2), Side(COMBINE)),)))
    f32[3,5]{0,1:T(*,2)}
    """
    written = tuple(tuple(None if t == COMBINE else t for t in tile[::-1]) for tile in tiles)
    return XlaShape("f32", dims, order, written)


def _some_order(fresh: Fresh, name: str, rank: int) -> tuple[int, ...]:
    """A permutation of `rank` dimensions. In a proof, each permutation is a separate case."""
    number = fresh.unknown(name, int)
    orders = tuple(permutations(range(rank)))
    cases = (order for k, order in enumerate(orders[:-1]) if number == k)
    return next(cases, orders[-1])


def _tile(fresh: Fresh, name: str, rank: int) -> Tile:
    return tuple(_side(fresh, f"{name}_t{k}", minor=k == 0) for k in range(rank))


def _side(fresh: Fresh, name: str, *, minor: bool) -> Side:
    side = fresh.unknown(name, int)
    assume(f"{name} is a size or, unless minor, *", side >= (1 if minor else COMBINE))
    assume(f"{name} is not 0", side != 0)
    return Side(side)
