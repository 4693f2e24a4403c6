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
from verif.theory.arrays.cute import (
    column_in_range,
    layout_in_tiles,
    no_padding,
    untiled_layout,
    whole_tiles,
)
from verif.theory.arrays.elements import (
    another,
    apart_by_tiles,
    by_tiles,
    same_array,
    the_first,
    untiled,
)
from verif.theory.arrays.reach import (
    all_sizes,
    lengthened,
    lengthening,
    merged,
    merging,
    minor_only,
    sizes,
)
from verif.theory.arrays.tiles import repeated
from verif.theory.arrays.xla import reshape

TILINGS = Tilings(((), ((0,),), ((0, 0),), ((0,), (0,)), ((0, 0), (0, 0)), ((0, 0, 0), (0,))))


@claim(
    "X1",
    "an element's position by the tiling formula is that by pad, reshape, transpose",
    source="XLA tiled layout, Tiling as pad-reshape-transpose",
    expect=proved(),
    e=Elements(ranks=(1, 2, 3)),
)
def tiling_is_pad_reshape_transpose(alg: Any, e: Dimensions) -> None:
    by(reshape, e, 0)
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
    by(repeated, e, tiles)
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
    by(another, e, x)
    by(the_first, e)
    by(by_tiles, e, first, tiles)
    by(same_array, tiled_by(e, tiles), tiled_by(first, tiles))
    ensure("below the padded size", 0 <= position < size)
    if position == row(tiled_by(other, tiles)):
        by(apart_by_tiles, e, other, tiles)
        ensure_equal("one element", row(e), x)


@claim(
    "X7",
    "without tiles, row-major is the CuTe layout whose strides are products of the sizes after",
    source="XLA tiled layout, Linear index formulas",
    expect=proved(),
    e=Points(ranks=(0, 1, 2, 3)),
)
def untiled_is_a_cute_layout(alg: Any, e: Places) -> None:
    by(untiled_layout, e, 1)
    by(column_in_range, e)
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
    array, sides = merged(e, tile), sizes(tile)
    by(merging, e, tile)
    ensure("no * is left", all_sizes(sides))
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
    by(minor_only, e, f, tile)
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
    by(lengthening, e, tile)
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
    by(layout_in_tiles, e, 1, far)
    by(column_in_range, padded(e))
    layout = layout_of(tile_modes(e, 1, far))
    ensure_equal("at the coordinates of the padded array", layout(column(padded(e))), row(tiled(e)))
    if whole_tiles(e):
        by(no_padding, e)
        ensure_equal("at its own", layout(column(untiled(e))), row(tiled(e)))
