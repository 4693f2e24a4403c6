"""XLA tiling: the formula and pad-reshape-transpose, dimension by dimension."""

from __future__ import annotations

from spec.xla import (
    Dimension,
    Dimensions,
    Place,
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


def _joined(result: Places, minor: Places, major: Places) -> None:
    ensure("position", row(result) == row(minor) + volume(minor) * row(major))
    ensure("volume", volume(result) == volume(minor) * volume(major))


def unravel(point: Places) -> None:
    """Induction on the dimensions."""
    if point:
        unravel(point[1:])


def _unravel(_: None, point: Places) -> None:
    same("unravelled", unravelled(point, row(point)), point)


def reshape(dims: Dimensions, y: int) -> None:
    """Induction on the dimensions, with the position x of the padded element."""
    if dims:
        reshape(dims[1:], y)


def _beyond(dims: Dimensions, y: int) -> None:
    assume("y >= 0", y >= 0)


def _reshape(_: None, dims: Dimensions, y: int) -> None:
    x = row(padded(dims)) + volume(padded(dims)) * y
    same("within the tile", reshaped_within(dims, x), within(dims))
    same("across the tiles", reshaped_across(dims, x), across(dims))


def _listed(name: str, statement: str, function: Text, on: str = "dims") -> Contract:
    """The contract of a text that makes one place a dimension: they are places."""
    return Contract(name, statement, function, on=on)


RANGE = Contract("RANGE", "a position is below the volume", in_range, ensures=_in_range)
WITHIN = _listed("WITHIN", "places inside a tile are places", within)
ACROSS = _listed("ACROSS", "places among the tiles are places", across)
PADDED = _listed("PADDED", "padding keeps places", padded)
RESHAPED_WITHIN = _listed(
    "RESHAPED-WITHIN", "reshaping gives places inside a tile", reshaped_within
)
RESHAPED_ACROSS = _listed(
    "RESHAPED-ACROSS", "reshaping gives places among the tiles", reshaped_across
)
UNRAVELLED = _listed("UNRAVELLED", "indices read off a position are places", unravelled, "point")
JOINED = Contract(
    "BESIDE",
    "dimensions side by side: the major ones count whole arrays of the minor ones",
    joined,
    ensures=_joined,
    on="minor",
)
UNRAVEL = Contract(
    "UNRAVEL", "the indices read off a point's position are the point's", unravel, ensures=_unravel
)
RESHAPE = Contract(
    "RESHAPE",
    "reshaping the padded array takes an index apart as the tiling formula does",
    reshape,
    requires=_beyond,
    ensures=_reshape,
)

OBSERVATIONS = {row: "point", volume: "point"}
CONTRACTS = (
    RANGE,
    WITHIN,
    ACROSS,
    PADDED,
    RESHAPED_WITHIN,
    RESHAPED_ACROSS,
    UNRAVELLED,
    JOINED,
    UNRAVEL,
    RESHAPE,
)
AUTOMATIC = (Automatic(row, in_range), Automatic(volume, in_range))
