"""Tiled dimensions: for one tile, pad, reshape and transpose agree with XLA's tiling formula.

A point of an array is a list of places (e, d): an index e and a bound d for each dimension, the
most minor first. Its row-major position e1 + d1*(e2 + d2*..) is less than the volume, the product
of all bounds. By XLA's tiling formula, a tile of size t splits the place (e, d) into the place
(e mod t, t) *within* its tile and the place (e div t, ceil(d/t)) *across* the tiles. Padding and
reshaping give the same places in another way. Padding rounds d up to a multiple of t. Reshaping
keeps the row-major position, which is then decomposed by the bounds t and ceil(d/t).

The position determines the indices by division, dimension by dimension. So the main theorem,
`reshaping_padded_dimensions_is_tiling`, is proved by induction on the dimensions.
"""

from __future__ import annotations

from spec.xla import (
    Dimensions,
    Places,
    across,
    joined,
    padded,
    reshaped_across,
    reshaped_within,
    row,
    unravelled,
    volume,
    within,
)
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, same

definition(row, volume, on="point")


@lemma(whenever=(row, volume))
def position_is_below_the_volume(point: Places) -> Lemma:
    """A row-major position is a natural number below the volume."""

    def shows() -> None:
        ensure("position >= 0", row(point) >= 0)
        ensure("position below the volume", row(point) < volume(point))

    def proof() -> None:
        """Induction on the dimensions: e + d*r is below d*v, for e < d and r < v."""
        if point:
            position_is_below_the_volume(point[1:])

    return shows, proof


@contract(within, on="dims", opens=True)
def within_gives_places(dims: Dimensions) -> Promise:
    """An element's place in its tile is valid: e mod t < t, for an index e and a tile size t."""
    return Promise()


@contract(across, on="dims", opens=True)
def across_gives_places(dims: Dimensions) -> Promise:
    """The place of an element's tile is valid: e div t < ceil(d/t), for e < d and tile size t."""
    return Promise()


@contract(padded, on="dims", opens=True)
def padding_gives_places(dims: Dimensions) -> Promise:
    """Padding gives valid places: an index below the bound is also below the padded bound."""
    return Promise()


@contract(reshaped_within, on="dims", opens=True)
def reshaping_within_gives_places(dims: Dimensions, x: int) -> Promise:
    """`reshaped_within` returns valid places: in each dimension, an index within the tile."""
    return Promise()


@contract(reshaped_across, on="dims", opens=True)
def reshaping_across_gives_places(dims: Dimensions, x: int) -> Promise:
    """`reshaped_across` returns valid places: in each dimension, the index of a tile."""
    return Promise()


@contract(unravelled, on="point", opens=True)
def unravelling_gives_places(point: Places, x: int) -> Promise:
    """`unravelled` returns valid places: in each dimension, an index below the bound."""
    return Promise()


@contract(joined, on="minor", opens=True)
def joined_places_count_whole_minor_arrays(minor: Places, major: Places) -> Promise:
    """The position of a joined point is `row(minor) + volume(minor) * row(major)`."""

    def shows(result: Places) -> None:
        ensure("position", row(result) == row(minor) + volume(minor) * row(major))
        ensure("volume", volume(result) == volume(minor) * volume(major))

    return Promise(shows)


@lemma
def unravelled_position_is_the_point(point: Places) -> Lemma:
    """Unravelling the position of a point gives the point."""

    def shows() -> None:
        same("unravelled", unravelled(point, row(point)), point)

    def proof() -> None:
        """Induction on the dimensions: the first index is the position mod the first bound."""
        if point:
            unravelled_position_is_the_point(point[1:])

    return shows, proof


@lemma
def reshaping_padded_dimensions_is_tiling(dims: Dimensions, y: int) -> Lemma:
    """Reshaping a position in the padded array gives the same places as XLA's tiling formula.

    The array may have additional, more major dimensions. The position in these dimensions is y.
    """
    assume("y >= 0", y >= 0)

    def shows() -> None:
        x = row(padded(dims)) + volume(padded(dims)) * y
        same("within the tile", reshaped_within(dims, x), within(dims))
        same("across the tiles", reshaped_across(dims, x), across(dims))

    def proof() -> None:
        """Induction on the dimensions: the first index is x mod the first padded bound."""
        if dims:
            reshaping_padded_dimensions_is_tiling(dims[1:], y)

    return shows, proof
