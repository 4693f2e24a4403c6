"""XLA tiling: the formula and pad-reshape-transpose, dimension by dimension."""

from __future__ import annotations

from spec.xla import (
    Dimension,
    Dimensions,
    Place,
    Places,
    across,
    padded,
    reshaped_across,
    reshaped_within,
    row,
    volume,
    within,
)
from verif.kernel.claim import ensure
from verif.kernel.contract import Automatic, Contract, Kind, Text


def _is_place(place: Place) -> dict[str, bool]:
    return {"an index >= 0": place.at >= 0, "in its bound": place.at < place.bound}


def _is_dimension(dimension: Dimension) -> dict[str, bool]:
    return {
        "an index >= 0": dimension.at >= 0,
        "in its bound": dimension.at < dimension.bound,
        "a tile is at least 1": dimension.tile >= 1,
    }


PLACES = Kind("places", Place, ("at", "bound"), Place, _is_place)
DIMENSIONS = Kind("dimensions", Dimension, ("at", "bound", "tile"), Dimension, _is_dimension)


def in_range(point: Places) -> None:
    """Induction on the dimensions."""
    if point:
        in_range(point[1:])


def _in_range(_: None, point: Places) -> None:
    ensure("position >= 0", row(point) >= 0)
    ensure("position below the volume", row(point) < volume(point))


def reshape(dims: Dimensions) -> None:
    """Induction on the dimensions, with the position x of the padded element."""
    if dims:
        reshape(dims[1:])
        in_range(padded(dims[1:]))


def _reshape(_: None, dims: Dimensions) -> None:
    x = row(padded(dims))
    ensure("within the tile", row(reshaped_within(dims, x)) == row(within(dims)))
    ensure("tile sizes", volume(reshaped_within(dims, x)) == volume(within(dims)))
    ensure("across the tiles", row(reshaped_across(dims, x)) == row(across(dims)))


def _listed(name: str, statement: str, function: Text) -> Contract:
    """The contract of a text that makes one place a dimension: they are places."""
    return Contract(name, statement, function, on="dims")


WITHIN = _listed("WITHIN", "places inside a tile are places", within)
ACROSS = _listed("ACROSS", "places among the tiles are places", across)
PADDED = _listed("PADDED", "padding keeps places", padded)
RESHAPED_WITHIN = _listed(
    "RESHAPED-WITHIN", "reshaping gives places inside a tile", reshaped_within
)
RESHAPED_ACROSS = _listed(
    "RESHAPED-ACROSS", "reshaping gives places among the tiles", reshaped_across
)
RANGE = Contract("RANGE", "a position is below the volume", in_range, ensures=_in_range)
RESHAPE = Contract(
    "RESHAPE",
    "reshaping the padded array takes an index apart as the tiling formula does",
    reshape,
    ensures=_reshape,
)

OBSERVATIONS = {row: "point", volume: "point"}
CONTRACTS = (WITHIN, ACROSS, PADDED, RESHAPED_WITHIN, RESHAPED_ACROSS, RANGE, RESHAPE)
AUTOMATIC: tuple[Automatic, ...] = ()
