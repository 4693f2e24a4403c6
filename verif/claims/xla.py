"""Claims about XLA tiling."""

from __future__ import annotations

from typing import Any

from spec.xla import (
    Dimensions,
    Places,
    Tiles,
    origin,
    reshaped_by,
    row,
    tiled,
    tiled_by,
    transposed,
    unravelled,
    volume,
)
from verif.claims.arrays import Elements, Points, Positions, Tilings
from verif.claims.theory.elements import another, apart_by_tiles, by_tiles, same_array, the_first
from verif.claims.theory.tiles import repeated
from verif.claims.theory.xla import reshape
from verif.kernel.claim import assume, by, claim, ensure, ensure_equal, proved

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
    by(another, e, x)
    by(the_first, e)
    by(by_tiles, e, first, tiles)
    by(same_array, tiled_by(e, tiles), tiled_by(first, tiles))
    ensure("position >= 0", row(tiled_by(e, tiles)) >= 0)
    ensure(
        "position below the padded size",
        row(tiled_by(e, tiles)) < volume(tiled_by(first, tiles)),
    )
    assume("one position", row(tiled_by(e, tiles)) == row(tiled_by(other, tiles)))
    by(apart_by_tiles, e, other, tiles)
    ensure_equal("one element", row(e), x)
