"""XLA arrays as CuTe layouts, at 1-D coordinates."""

from __future__ import annotations

from spec.int_tuple import ceil_div
from spec.modes import Modes, total, value
from spec.xla import (
    Dimensions,
    Places,
    across,
    column,
    padded,
    row,
    row_major,
    tile_modes,
    volume,
    within,
)
from verif.kernel.claim import assume, ensure, same, unfold
from verif.kernel.contract import Automatic, Contract
from verif.theory.arrays.elements import untiled


def whole_tiles(dims: Dimensions) -> bool:
    """Whether each side of the tile divides its dimension."""
    if not dims:
        return True
    return dims[0].bound % dims[0].tile == 0 and whole_tiles(dims[1:])


def column_in_range(point: Places) -> None:
    """Induction on the dimensions."""
    if point:
        column_in_range(point[1:])


def _column_in_range(_: None, point: Places) -> None:
    ensure("position >= 0", column(point) >= 0)
    ensure("position below the volume", column(point) < volume(point))


def _row_major(result: Modes, point: Places, stride: int) -> None:
    ensure("size", total(result) == volume(point))


def untiled_layout(point: Places, stride: int) -> None:
    """Induction on the dimensions."""
    unfold(row_major, point, stride)
    if point:
        untiled_layout(point[1:], stride * point[0].bound)


def _untiled_layout(_: None, point: Places, stride: int) -> None:
    modes = row_major(point, stride)
    ensure("position", value(modes, column(point)) == stride * row(point))


def _tile_modes(result: Modes, dims: Dimensions, stride: int, far: int) -> None:
    ensure("size", total(result) == volume(padded(dims)))


def layout_in_tiles(dims: Dimensions, stride: int, far: int) -> None:
    """Induction on the dimensions."""
    unfold(tile_modes, dims, stride, far)
    unfold(padded, dims)
    if dims:
        _, d, t = dims[0]
        layout_in_tiles(dims[1:], stride * t, far * ceil_div(d, t))


def _layout_in_tiles(_: None, dims: Dimensions, stride: int, far: int) -> None:
    ensure(
        "position",
        value(tile_modes(dims, stride, far), column(padded(dims)))
        == stride * row(within(dims)) + far * row(across(dims)),
    )


def no_padding(dims: Dimensions) -> None:
    """Induction on the dimensions."""
    if dims:
        no_padding(dims[1:])


def _whole_tiles(dims: Dimensions) -> None:
    assume("sides divide their dimensions", whole_tiles(dims))


def _no_padding(_: None, dims: Dimensions) -> None:
    same("no padding", padded(dims), untiled(dims))


COLUMN = Contract(
    "COLUMN",
    "a column-major position is below the volume",
    column_in_range,
    ensures=_column_in_range,
)
ROW_MAJOR = Contract(
    "ROW-MAJOR", "the row-major modes are as many elements", row_major, ensures=_row_major
)
UNTILED_LAYOUT = Contract(
    "UNTILED-LAYOUT",
    "row-major is the CuTe layout whose strides are the products of the sizes after",
    untiled_layout,
    ensures=_untiled_layout,
)
TILE_MODES = Contract(
    "TILE-MODES",
    "the modes of tiles are as many elements, padding included",
    tile_modes,
    ensures=_tile_modes,
)
LAYOUT_IN_TILES = Contract(
    "LAYOUT-IN-TILES",
    "one tile is the CuTe layout with a mode of elements and one of tiles for each dimension",
    layout_in_tiles,
    ensures=_layout_in_tiles,
)
NO_PADDING = Contract(
    "NO-PADDING",
    "an array of whole tiles is not padded",
    no_padding,
    requires=_whole_tiles,
    ensures=_no_padding,
)

OBSERVATIONS = {column: "point", whole_tiles: "dims"}
CONTRACTS = (COLUMN, ROW_MAJOR, UNTILED_LAYOUT, TILE_MODES, LAYOUT_IN_TILES, NO_PADDING)
AUTOMATIC = (Automatic(column, column_in_range),)
