"""Domains of claims about XLA: points of arrays, and tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spec.int_tuple import IntTuple, flatten
from spec.xla import (
    COMBINE,
    Dimension,
    Dimensions,
    Place,
    Places,
    Side,
    Tile,
    Tiles,
    volume,
)
from verif.kernel.claim import Arguments, Fresh, assume
from verif.readings.domains import flat, profile_text
from verif.readings.numbers import Uncited, positive
from verif.readings.places import all_sized, sized


@dataclass(frozen=True)
class _OfRanks(Uncited):
    """A domain of flat values of the given ranks."""

    ranks: tuple[int, ...]

    @property
    def profiles(self) -> tuple[IntTuple, ...]:
        return flat(*self.ranks)

    def describe(self, profile: IntTuple) -> str:
        return profile_text(profile)


@dataclass(frozen=True)
class Points(_OfRanks):
    """Points of arrays of the given ranks, minor dimension first; lifted, of any rank."""

    def symbolic(self, fresh: Fresh, name: str, profile: IntTuple, earlier: Arguments) -> Places:
        return tuple(_place(fresh, f"{name}_{k}") for k, _ in enumerate(flatten(profile)))

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Places:
        return fresh.unknown(name, Places)


@dataclass(frozen=True)
class Elements(_OfRanks):
    """Points of tiled arrays, with a tile for each dimension; lifted, of any rank."""

    def symbolic(
        self, fresh: Fresh, name: str, profile: IntTuple, earlier: Arguments
    ) -> Dimensions:
        return tuple(
            Dimension(*_place(fresh, f"{name}_{k}"), positive(fresh, f"{name}_{k}_t"))
            for k, _ in enumerate(flatten(profile))
        )

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Dimensions:
        return fresh.unknown(name, Dimensions)


@dataclass(frozen=True)
class OneTile(_OfRanks):
    """Tiles of the given ranks, their minor sides sizes; lifted, of any rank."""

    def symbolic(self, fresh: Fresh, name: str, profile: IntTuple, earlier: Arguments) -> Tile:
        return _tile(fresh, name, len(flatten(profile)))

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Tile:
        tile = fresh.unknown(name, Tile)
        assume(f"the minor side of {name} is a size", fresh.lift(sized)(tile))
        return tile


@dataclass(frozen=True)
class Tilings(Uncited):
    """Tiles one after the other, a profile for each; lifted, any number of tiles of any ranks."""

    profiles: tuple[tuple[IntTuple, ...], ...]

    def describe(self, profile: IntTuple) -> str:
        return profile_text(profile)

    def symbolic(
        self, fresh: Fresh, name: str, profile: tuple[IntTuple, ...], earlier: Arguments
    ) -> Tiles:
        return tuple(
            _tile(fresh, f"{name}_{k}", len(flatten(tile))) for k, tile in enumerate(profile)
        )

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> Tiles:
        tiles = fresh.unknown(name, Tiles)
        assume(f"the minor sides of {name} are sizes", fresh.lift(all_sized)(tiles))
        return tiles


@dataclass(frozen=True)
class Positions(Uncited):
    """The row-major positions in the array of an earlier argument, a point."""

    of: str
    profiles: tuple[None] = (None,)

    def enumerated(self, earlier: Arguments) -> Sequence[int]:
        return range(volume(earlier[self.of]))

    def describe(self, profile: None) -> None:
        return None

    def symbolic(self, fresh: Fresh, name: str, profile: None, earlier: Arguments) -> int:
        position = fresh.unknown(name, int)
        assume(f"0 <= {name}", position >= 0)
        assume(f"{name} is in the array", position < fresh.lift(volume)(earlier[self.of]))
        return position

    def lifted(self, fresh: Fresh, name: str, earlier: Arguments) -> int:
        return self.symbolic(fresh, name, None, earlier)


def _place(fresh: Fresh, name: str) -> Place:
    bound = positive(fresh, f"{name}_d")
    index = fresh.unknown(f"{name}_e", int)
    assume(f"0 <= {name}_e", index >= 0)
    assume(f"{name}_e < {name}_d", index < bound)
    return Place(index, bound)


def _tile(fresh: Fresh, name: str, rank: int) -> Tile:
    return tuple(_side(fresh, f"{name}_t{k}", minor=k == 0) for k in range(rank))


def _side(fresh: Fresh, name: str, *, minor: bool) -> Side:
    side = fresh.unknown(name, int)
    assume(f"{name} is a size or, unless minor, *", side >= (1 if minor else COMBINE))
    assume(f"{name} is not 0", side != 0)
    return Side(side)
