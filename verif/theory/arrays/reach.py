"""The reach of a tile: combined dimensions, and tiles with fewer or more dimensions than the array.

A side `*` of a tile combines its dimension with the adjacent dimension that is more minor. The
result is the same if these two dimensions are merged first, and the array is then tiled without the
`*`. Merging moves no element. The proof is by induction on the tile (`combining_is_merging_first`).
A tile of more dimensions than the array acts as if the array had additional dimensions of size 1
(`tiling_beyond_the_array_is_lengthening_first`). A tile of fewer dimensions does not affect the
major dimensions. This is the main theorem, `tile_acts_on_minor_dimensions_only`.
"""

from __future__ import annotations

from spec.xla import (
    COMBINE,
    Places,
    Tile,
    combine,
    covered,
    foremost,
    joined,
    row,
    tile_once,
    tiled,
    uncovered,
    volume,
)
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, same, unfold
from verif.readings.places import sized
from verif.theory.layouts.modes import opened


def merged(point: Places, tile: Tile) -> Places:
    """The array with each dimension of tile side `*` merged into the adjacent, more minor one."""
    if not tile[1:]:
        return point
    minor, major = foremost(point), point[1:]
    if tile[1:][0] == COMBINE:
        one = combine(minor, foremost(major))
        return merged((one,) + major[1:], (tile[0],) + tile[1:][1:])
    return (minor,) + merged(major, tile[1:])


def without_combine(tile: Tile) -> Tile:
    """The tile without its `*` sides."""
    if not tile:
        return ()
    if tile[0] == COMBINE:
        return without_combine(tile[1:])
    return (tile[0],) + without_combine(tile[1:])


def reached(point: Places, tile: Tile) -> Places:
    """The k most minor dimensions of the array, where k is the number of sides of the tile.

    If the array has fewer than k dimensions, the result has all of them.
    """
    if not tile or not point:
        return ()
    return (point[0],) + reached(point[1:], tile[1:])


def lengthened(point: Places, tile: Tile) -> Places:
    """The array with dimensions of size 1 added until each side of the tile has a dimension."""
    if not tile:
        return point
    return (foremost(point),) + lengthened(point[1:], tile[1:])


@definition(on="tile")
def combines_nothing(tile: Tile) -> bool:
    """Whether every side of the tile is a size, not `*`."""
    return not tile or (tile[0] >= 1 and combines_nothing(tile[1:]))


@contract(merged, on="tile")
def merging_moves_no_element(point: Places, tile: Tile) -> Promise:
    """Merging the dimensions that a tile combines by `*` keeps the position of each element."""

    def shows(result: Places) -> None:
        ensure("position", row(result) == row(point))
        ensure("volume", volume(result) == volume(point))

    return Promise(shows)


@contract(without_combine, on="tile", opens=True)
def without_combine_combines_nothing(tile: Tile) -> Promise:
    """If the `*` sides of a tile are removed, only sizes remain."""

    def shows(result: Tile) -> None:
        ensure("no dimension is combined", combines_nothing(result))

    return Promise(shows)


@lemma(on="tile")
def combining_is_merging_first(point: Places, tile: Tile) -> Lemma:
    """Tiling with `*` covers the same dimensions as merging first and tiling without `*`."""
    assume("the tile's most minor side is not `*`", sized(tile))

    def shows() -> None:
        array, sides = merged(point, tile), without_combine(tile)
        same("the same dimensions", covered(array, sides), covered(point, tile))
        same("the same rest", uncovered(array, sides), uncovered(point, tile))

    def proof() -> None:
        """Induction on the tile: for a side `*`, both ways combine the first two dimensions."""
        unfold(covered, point, tile)
        unfold(merged, point, tile)
        major, others = point[1:], tile[1:]
        if not others:
            # The tile has no further side, so it covers no further dimension.
            unfold(covered, major, others)
            unfold(covered, major, without_combine(others))
        elif others[0] == COMBINE:
            one = combine(foremost(point), foremost(major))
            combining_is_merging_first((one,) + major[1:], (tile[0],) + others[1:])
        else:
            combining_is_merging_first(major, others)
        unfold(covered, merged(point, tile), without_combine(tile))

    return shows, proof


@contract(reached, on="tile", opens=True)
def reached_dimensions_are_places(point: Places, tile: Tile) -> Promise:
    """`reached` returns a dimension for each side of a tile if the array has enough dimensions."""

    def shows(result: Places) -> None:
        if len(tile) <= len(point):
            ensure("a dimension for each side", len(result) == len(tile))

    return Promise(shows)


@lemma(on="tile")
def a_tile_covers_the_dimensions_that_it_reaches(point: Places, tile: Tile) -> Lemma:
    """If an array has at least k dimensions, a tile with k sides covers the k most minor ones."""
    assume("the tile's most minor side is not `*`", sized(tile))
    assume("at most as many sides as dimensions", len(tile) <= len(point))

    def shows() -> None:
        minor = reached(point, tile)
        same("the same dimensions", covered(minor, tile), covered(point, tile))
        same("the minor dimensions are all covered", uncovered(minor, tile), ())

    def proof() -> None:
        """Induction on the tile: each side of the tile (a size or a `*`) uses one dimension."""
        opened(point, tile, point[1:], tile[1:])
        minor = reached(point, tile)
        major, others = point[1:], tile[1:]
        if others and others[0] == COMBINE:
            one = combine(point[0], major[0])
            a_tile_covers_the_dimensions_that_it_reaches(
                (one,) + major[1:], (tile[0],) + others[1:]
            )
        elif tile:
            a_tile_covers_the_dimensions_that_it_reaches(major, others)
        unfold(covered, minor, tile)
        unfold(covered, point, tile)

    return shows, proof


@contract(lengthened, on="tile", opens=True)
def lengthening_moves_no_element(point: Places, tile: Tile) -> Promise:
    """Adding dimensions of size 1 to an array moves no element."""

    def shows(result: Places) -> None:
        ensure("position", row(result) == row(point))
        ensure("volume", volume(result) == volume(point))
        ensure("at least one dimension for each side", len(result) >= len(tile))

    return Promise(shows)


@lemma(on="tile")
def tiling_beyond_the_array_is_lengthening_first(point: Places, tile: Tile) -> Lemma:
    """Adding dimensions of size 1 for a tile changes neither `covered` nor `uncovered`.

    The dimensions are added until each side of the tile has a dimension.
    """
    assume("the tile's most minor side is not `*`", sized(tile))

    def shows() -> None:
        longer = lengthened(point, tile)
        same("the same dimensions", covered(longer, tile), covered(point, tile))
        same("the same rest", uncovered(longer, tile), uncovered(point, tile))

    def proof() -> None:
        """Induction on the tile: a side without a dimension gets a dimension of size 1."""
        unfold(covered, point, tile)
        if not tile:
            return
        longer = lengthened(point, tile)
        unfold(covered, longer, tile)
        major, others = point[1:], tile[1:]
        if others and others[0] == COMBINE:
            one = combine(foremost(point), foremost(major))
            tiling_beyond_the_array_is_lengthening_first(
                (one,) + major[1:], (tile[0],) + others[1:]
            )
        else:
            tiling_beyond_the_array_is_lengthening_first(major, others)

    return shows, proof


@lemma(on="tile")
def tile_covers_minor_dimensions_only(minor: Places, major: Places, tile: Tile) -> Lemma:
    """If `minor` has a dimension for each side of a tile, the tile covers no major dimension."""
    assume("the tile's most minor side is not `*`", sized(tile))
    assume("at most as many sides as minor dimensions", len(tile) <= len(minor))

    def shows() -> None:
        array = joined(minor, major)
        same("the same dimensions", covered(array, tile), covered(minor, tile))
        same(
            "the uncovered minor and all major dimensions",
            uncovered(array, tile),
            joined(uncovered(minor, tile), major),
        )

    def proof() -> None:
        """Induction on the tile: each side, a size or a `*`, uses one minor dimension."""
        # Split `minor`, which has a dimension for each side of the tile.
        if tile[1:]:
            minor[1:][0]
        elif tile:
            minor[0]
        unfold(covered, joined(minor, major), tile)
        unfold(covered, minor, tile)
        if not tile:
            return
        rest, others = minor[1:], tile[1:]
        if others and others[0] == COMBINE:
            one = combine(minor[0], rest[0])
            tile_covers_minor_dimensions_only((one,) + rest[1:], major, (tile[0],) + others[1:])
        else:
            tile_covers_minor_dimensions_only(rest, major, others)

    return shows, proof


@lemma
def joining_places_is_associative(first: Places, second: Places, third: Places) -> Lemma:
    """Joining is associative: (a, b) joined with c is the same array as a joined with (b, c)."""

    def shows() -> None:
        same(
            "in either order",
            joined(joined(first, second), third),
            joined(first, joined(second, third)),
        )

    def proof() -> None:
        """Induction on `first`, whose dimensions are more minor than all others."""
        if first:
            joining_places_is_associative(first[1:], second, third)

    return shows, proof


@lemma
def tile_acts_on_minor_dimensions_only(minor: Places, major: Places, tile: Tile) -> Lemma:
    """A tile with k sides acts on the k most minor dimensions, and on no other dimension."""
    assume("the tile's most minor side is not `*`", sized(tile))
    assume("at most as many sides as minor dimensions", len(tile) <= len(minor))

    def shows() -> None:
        same(
            "the major dimensions stay",
            tile_once(joined(minor, major), tile),
            joined(tile_once(minor, tile), major),
        )

    def proof() -> None:
        """The tile covers minor dimensions only, and joining dimensions is associative."""
        tile_covers_minor_dimensions_only(minor, major, tile)
        joining_places_is_associative(tiled(covered(minor, tile)), uncovered(minor, tile), major)

    return shows, proof
