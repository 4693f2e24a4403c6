"""XLA tiling: the formula and pad-reshape-transpose, dimension by dimension."""

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
from verif.kernel.claim import assume, ensure, same
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma

definition(row, volume, on="point")


@lemma(whenever=(row, volume))
def position_is_below_the_volume(point: Places) -> Lemma:
    """A position is below the volume."""

    def shows() -> None:
        ensure("position >= 0", row(point) >= 0)
        ensure("position below the volume", row(point) < volume(point))

    def proof() -> None:
        """Induction on the dimensions."""
        if point:
            position_is_below_the_volume(point[1:])

    return shows, proof


@contract(within, on="dims", opens=True)
def within_gives_places(dims: Dimensions) -> Promise:
    """Places inside a tile are places."""
    return Promise()


@contract(across, on="dims", opens=True)
def across_gives_places(dims: Dimensions) -> Promise:
    """Places among the tiles are places."""
    return Promise()


@contract(padded, on="dims", opens=True)
def padding_gives_places(dims: Dimensions) -> Promise:
    """Padding keeps places."""
    return Promise()


@contract(reshaped_within, on="dims", opens=True)
def reshaping_within_gives_places(dims: Dimensions, x: int) -> Promise:
    """Reshaping gives places inside a tile."""
    return Promise()


@contract(reshaped_across, on="dims", opens=True)
def reshaping_across_gives_places(dims: Dimensions, x: int) -> Promise:
    """Reshaping gives places among the tiles."""
    return Promise()


@contract(unravelled, on="point", opens=True)
def unravelling_gives_places(point: Places, x: int) -> Promise:
    """Indices read off a position are places."""
    return Promise()


@contract(joined, on="minor", opens=True)
def joined_places_count_whole_minor_arrays(minor: Places, major: Places) -> Promise:
    """Dimensions side by side: the major ones count whole arrays of the minor ones."""

    def shows(result: Places) -> None:
        ensure("position", row(result) == row(minor) + volume(minor) * row(major))
        ensure("volume", volume(result) == volume(minor) * volume(major))

    return Promise(shows)


@lemma
def unravelled_position_is_the_point(point: Places) -> Lemma:
    """The indices read off a point's position are the point's."""

    def shows() -> None:
        same("unravelled", unravelled(point, row(point)), point)

    def proof() -> None:
        """Induction on the dimensions."""
        if point:
            unravelled_position_is_the_point(point[1:])

    return shows, proof


@lemma
def reshaping_padded_dimensions_is_tiling(dims: Dimensions, y: int) -> Lemma:
    """Reshaping the padded array takes an index apart as the tiling formula does."""
    assume("y >= 0", y >= 0)

    def shows() -> None:
        x = row(padded(dims)) + volume(padded(dims)) * y
        same("within the tile", reshaped_within(dims, x), within(dims))
        same("across the tiles", reshaped_across(dims, x), across(dims))

    def proof() -> None:
        """Induction on the dimensions, with the position x of the padded element."""
        if dims:
            reshaping_padded_dimensions_is_tiling(dims[1:], y)

    return shows, proof
