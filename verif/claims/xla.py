"""Claims about XLA tiling."""

from __future__ import annotations

from typing import Any

from spec.modes import layout_of
from spec.xla import (
    Dimensions,
    Places,
    Tile,
    Tiles,
    column,
    joined,
    origin,
    padded,
    reshaped_by,
    row,
    row_major,
    tile_modes,
    tile_once,
    tiled,
    tiled_by,
    transposed,
    unravelled,
    volume,
    within,
)
from verif.kernel.claim import assume, by, claim, ensure, ensure_equal, proved
from verif.readings.arrays import Elements, OneTile, Points, Positions, Tilings
from verif.theory.arrays.as_layouts import (
    column_is_below_the_volume,
    one_tile_is_a_layout,
    row_major_is_a_layout,
    whole_tiles,
    whole_tiles_need_no_padding,
)
from verif.theory.arrays.dimensions import reshaping_padded_dimensions_is_tiling
from verif.theory.arrays.distinct_elements import (
    each_position_has_an_element,
    origin_has_the_same_bounds,
    same_bounds_have_one_volume,
    tiles_keep_elements_apart,
    tiles_keep_same_bounds,
    untiled,
)
from verif.theory.arrays.reach import (
    combines_nothing,
    combining_is_merging_first,
    lengthened,
    merged,
    tile_acts_on_minor_dimensions_only,
    tiling_beyond_the_array_is_lengthening_first,
    without_combine,
)
from verif.theory.arrays.reshaping import tiles_are_pad_reshape_transpose

TILINGS = Tilings(((), ((0,),), ((0, 0),), ((0,), (0,)), ((0, 0), (0, 0)), ((0, 0, 0), (0,))))


@claim(
    "X1",
    "an element's position by the tiling formula is that by pad, reshape, transpose",
    source="XLA tiled layout, Tiling as pad-reshape-transpose",
    expect=proved(),
    e=Elements(ranks=(1, 2, 3)),
)
def tiling_is_pad_reshape_transpose(alg: Any, e: Dimensions) -> None:
    by(reshaping_padded_dimensions_is_tiling, e, 0)
    ensure_equal(
        "linear_index_with_tile = pad-reshape-transpose", row(tiled(e)), row(transposed(e, ()))
    )


@claim(
    "X1r",
    "tile after tile, positions by the formula are those by pad, reshape, transpose",
    source="XLA tiled layout, Repeated tiling",
    expect=proved(),
    e=Points(ranks=(0, 1, 2, 3)),
    tiles=TILINGS,
)
def repeated_tiling_is_repeated_reshaping(alg: Any, e: Places, tiles: Tiles) -> None:
    by(tiles_are_pad_reshape_transpose, e, tiles)
    ensure_equal(
        "linear_index_with_tile = pad-reshape-transpose",
        row(tiled_by(e, tiles)),
        row(reshaped_by(e, tiles)),
    )


@claim(
    "X4",
    "elements of a tiled array have different positions, below the padded size",
    source="XLA tiled layout, Linear index formulas",
    expect=proved(),
    e=Points(ranks=(0, 1, 2, 3)),
    x=Positions("e"),
    tiles=TILINGS,
)
def elements_keep_apart(alg: Any, e: Places, x: int, tiles: Tiles) -> None:
    other, first = unravelled(e, x), origin(e)
    position, size = row(tiled_by(e, tiles)), volume(tiled_by(first, tiles))
    by(each_position_has_an_element, e, x)
    by(origin_has_the_same_bounds, e)
    by(tiles_keep_same_bounds, e, first, tiles)
    by(same_bounds_have_one_volume, tiled_by(e, tiles), tiled_by(first, tiles))
    ensure("below the padded size", 0 <= position < size)
    if position == row(tiled_by(other, tiles)):
        by(tiles_keep_elements_apart, e, other, tiles)
        ensure_equal("one element", row(e), x)


@claim(
    "X7",
    "without tiles, row-major is the CuTe layout whose strides are products of the sizes after",
    source="XLA tiled layout, Linear index formulas",
    expect=proved(),
    e=Points(ranks=(0, 1, 2, 3)),
)
def untiled_is_a_cute_layout(alg: Any, e: Places) -> None:
    by(row_major_is_a_layout, e, 1)
    by(column_is_below_the_volume, e)
    layout = layout_of(row_major(e, 1))
    ensure_equal("linear_index", layout(column(e)), row(e))


@claim(
    "X8",
    "a * in a tile is the dimension merged first, and nothing is padded between",
    source="XLA tiled layout, Combining dimensions using tiles",
    expect=proved(),
    e=Points(ranks=(0, 1, 2, 3)),
    tile=OneTile(ranks=(0, 1, 2, 3, 4)),
)
def combined_dimensions_are_merged(alg: Any, e: Places, tile: Tile) -> None:
    array, sides = merged(e, tile), without_combine(tile)
    by(combining_is_merging_first, e, tile)
    ensure("no * is left", combines_nothing(sides))
    ensure_equal("merging moves nothing", row(array), row(e))
    ensure_equal("merging pads nothing", volume(array), volume(e))
    ensure_equal("linear_index_with_tile", row(tile_once(e, tile)), row(tile_once(array, sides)))


@claim(
    "X9",
    "a tile acts on the minor dimensions only, as many as it has",
    source="XLA tiled layout, Linear index formulas",
    expect=proved(),
    e=Points(ranks=(0, 1, 2, 3)),
    f=Points(ranks=(0, 1, 2)),
    tile=OneTile(ranks=(0, 1, 2, 3)),
)
def a_tile_acts_on_minor_dimensions(alg: Any, e: Places, f: Places, tile: Tile) -> None:
    assume("at most as many dimensions as e", len(tile) <= len(e))
    by(tile_acts_on_minor_dimensions_only, e, f, tile)
    inside = tile_once(e, tile)
    ensure_equal(
        "whole arrays of the minor dimensions, one after another",
        row(tile_once(joined(e, f), tile)),
        row(inside) + volume(inside) * row(f),
    )


@claim(
    "X9h",
    "a tile of higher rank acts on the array with dimensions of size 1 in front",
    source="XLA tiled layout, Linear index formulas",
    expect=proved(),
    e=Points(ranks=(0, 1, 2)),
    tile=OneTile(ranks=(0, 1, 2, 3)),
)
def a_tile_reaches_beyond(alg: Any, e: Places, tile: Tile) -> None:
    longer = lengthened(e, tile)
    by(tiling_beyond_the_array_is_lengthening_first, e, tile)
    ensure("as many dimensions as the tile", len(longer) >= len(tile))
    ensure_equal("the same element", row(longer), row(e))
    ensure_equal("the same size", volume(longer), volume(e))
    ensure_equal("linear_index_with_tile", row(tile_once(e, tile)), row(tile_once(longer, tile)))


@claim(
    "B1",
    "an array in tiles is the CuTe layout with modes (tile, number of tiles), padding included",
    source="XLA tiled layout, Linear index formulas",
    expect=proved(),
    e=Elements(ranks=(0, 1, 2, 3)),
)
def tiles_are_a_cute_layout(alg: Any, e: Dimensions) -> None:
    far = volume(within(e))
    by(one_tile_is_a_layout, e, 1, far)
    by(column_is_below_the_volume, padded(e))
    layout = layout_of(tile_modes(e, 1, far))
    ensure_equal("at the coordinates of the padded array", layout(column(padded(e))), row(tiled(e)))
    if whole_tiles(e):
        by(whole_tiles_need_no_padding, e)
        ensure_equal("at its own", layout(column(untiled(e))), row(tiled(e)))
