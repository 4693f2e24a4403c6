"""The products of layouts: a block repeated according to another layout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import spec
from spec.by_mode import Split, tile_of
from spec.complement import complement
from spec.layout import Layout, make_layout
from spec.products import filled_up
from verif.operations import draws, fits
from verif.operations.compositions import (
    TILED,
    TILINGS,
    flattening,
    logical,
    regrouping,
    tiling,
    zipping,
)
from verif.operations.kinds import INT_TUPLE, LAYOUT, Signature
from verif.operations.law import Exact, Law, same_by_mode
from verif.operations.names import Names, everywhere
from verif.operations.operand import Case
from verif.operations.operation import Cases, Operation
from verif.operations.pools import NATURAL, SHAPE, TILERS

_TWO: Final = Signature((LAYOUT, LAYOUT))
_PAIRS: Final = Cases(((NATURAL, NATURAL),), draws.two)


def _repeat(exact: Exact) -> Split:
    return lambda a, b: make_layout(a, exact.composition(complement(a, a.size * b.cosize), b))


def _ranked(block_at: int) -> Law:
    """Return the `Law` of a product that pairs each mode of the block with a mode of the copies.

    `block_at` is 0 if the block comes first in each pair, and 1 if it comes second.
    """

    def ranked(exact: Exact, a: Layout, b: Layout) -> Layout:
        rank = max(a.rank, b.rank)
        pair = tuple(_repeat(exact)(filled_up(a, rank), filled_up(b, rank)))
        return make_layout(*map(make_layout, pair[block_at], pair[1 - block_at]))

    return Law(same_by_mode, beyond=ranked)


def _by_composition(a: Any, b: Any) -> Iterator[Case]:
    if not isinstance(a, Layout) or not isinstance(b, Layout | int):
        return
    tile = tile_of(b)
    yield "cosize", (tile,)
    yield "complement", (a, a.size * tile.cosize)
    yield "composition", (complement(a, a.size * tile.cosize), tile)
    if b != tile:
        yield "logical_product", (a, tile)


def _by_product(a: Any, b: Any) -> Iterator[Case]:
    if isinstance(a, Layout) and isinstance(b, Layout):
        rank = max(a.rank, b.rank)
        yield "logical_product", (filled_up(a, rank), filled_up(b, rank))


ROWS: Final = (
    Operation(
        "blocked_product",
        spec.blocked_product,
        _TWO,
        Names(
            cute_cpp="blocked_product",
            cute_dsl="blocked_product",
            tensor_layouts="blocked_product",
            flydsl="blocked_product",
        ),
        _PAIRS,
        _ranked(0),
        _by_product,
    ),
    Operation(
        "flat_product",
        spec.flat_product,
        TILED,
        Names(
            cute_cpp="flat_product",
            cute_dsl="flat_product",
            tensor_layouts="flat_product",
            flydsl="flat_product",
        ),
        TILINGS,
        flattening(_repeat),
        regrouping("zipped_product"),
    ),
    Operation(
        "logical_product",
        spec.logical_product,
        TILED,
        everywhere("logical_product"),
        Cases(((NATURAL, TILERS),), draws.tiled, share=2),
        logical(_repeat),
        _by_composition,
    ),
    Operation(
        "raked_product",
        spec.raked_product,
        _TWO,
        Names(
            cute_cpp="raked_product",
            cute_dsl="raked_product",
            tensor_layouts="raked_product",
            flydsl="raked_product",
        ),
        _PAIRS,
        _ranked(1),
        _by_product,
    ),
    Operation(
        "tile_to_shape",
        spec.tile_to_shape,
        Signature((LAYOUT, INT_TUPLE), (INT_TUPLE,)),
        Names(cute_cpp="tile_to_shape", cute_dsl="tile_to_shape", flydsl="tile_to_shape"),
        Cases(((NATURAL, SHAPE),), draws.tiled_to, fits.as_many_modes),
    ),
    Operation(
        "tiled_product",
        spec.tiled_product,
        TILED,
        everywhere("tiled_product"),
        TILINGS,
        tiling(_repeat),
        regrouping("zipped_product"),
    ),
    Operation(
        "zipped_product",
        spec.zipped_product,
        TILED,
        everywhere("zipped_product"),
        TILINGS,
        zipping(_repeat),
        regrouping("logical_product"),
    ),
)
