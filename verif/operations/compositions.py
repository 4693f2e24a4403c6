"""Composition, and the operations made from it and a complement: divides and partitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

import spec
from spec.by_mode import Split, by_mode, tile_of, zipped
from spec.complement import complement
from spec.composition import Tiler
from spec.errors import InadmissibleError
from spec.layout import Layout, make_layout
from verif.operations import draws
from verif.operations.kinds import COORDINATE, INTEGER, LAYOUT, TILER, Signature
from verif.operations.law import Exact, Law, same_by_mode, same_over_shape
from verif.operations.names import NOWHERE, Names, everywhere
from verif.operations.operand import Case
from verif.operations.operation import Cases, NotDrawn, Operation
from verif.operations.pools import NATURAL, SIGNED, TILERS

TILED: Final = Signature((LAYOUT, TILER))
"""A layout and its tiler."""

TILINGS: Final = Cases(((NATURAL, TILERS),), draws.tiled)

_OF_TENSORS: Final = NotDrawn("implementations partition tensors, not layouts")
_PARTITION: Final = Signature((LAYOUT, TILER, COORDINATE))
_PROJECTED: Final = (COORDINATE,)

Splitting = Callable[[Exact], Split]
"""Takes the decision procedures; returns a function that divides or multiplies by one tile."""


def _composition(exact: Exact, a: Layout, b: Tiler) -> Layout:
    """Return A after B. Raises LayoutError if no layout equals A after B."""
    if b is None:
        return a
    if isinstance(b, tuple):
        if len(b) > a.rank:
            raise InadmissibleError(
                "the tiler",
                "its number of modes ({}) must be at most the rank of A ({})",
                len(b),
                a.rank,
            )
        kept = tuple(a)[len(b) :]
        return make_layout(*map(partial(_composition, exact), a, b), *kept)
    return exact.composition(a, tile_of(b))


def logical(split: Splitting) -> Law:
    """Return the `Law` of a divide or product with the result ((tile,rest), (tile,rest), ..)."""
    return Law(same_by_mode, beyond=lambda exact, a, tiler: by_mode(split(exact), a, tiler))


def zipping(split: Splitting) -> Law:
    """Return the `Law` of a divide or product with the result ((tile,tile,..), (rest,rest,..))."""
    return Law(same_by_mode, beyond=lambda exact, a, tiler: zipped(split(exact), a, tiler))


def tiling(split: Splitting) -> Law:
    """Return the `Law` of a divide or product with the result ((tile,tile,..), rest, rest, ..)."""

    def tiled(exact: Exact, a: Layout, tiler: Tiler) -> Layout:
        tile, rest = zipped(split(exact), a, tiler)
        return make_layout(tile, *rest)

    return Law(same_by_mode, beyond=tiled)


def flattening(split: Splitting) -> Law:
    """Return the `Law` of a divide or product with the result (tile, tile, .., rest, rest, ..)."""

    def flat(exact: Exact, a: Layout, tiler: Tiler) -> Layout:
        tile, rest = zipped(split(exact), a, tiler)
        return make_layout(*tile, *rest)

    return Law(same_by_mode, beyond=flat)


def regrouping(operation: str) -> Callable[..., Iterator[Case]]:
    """Return the definition of an operation that regroups the result of `operation`."""

    def same(*arguments: Any) -> Iterator[Case]:
        yield operation, arguments

    return same


def _divide(exact: Exact) -> Split:
    return lambda a, b: exact.composition(a, make_layout(b, complement(b, a.size)))


def _by_composition(a: Any, b: Any) -> Iterator[Case]:
    if isinstance(a, Layout) and isinstance(b, Layout | int):
        tile = tile_of(b)
        yield "complement", (tile, a.size)
        yield "composition", (a, make_layout(tile, complement(tile, a.size)))


ROWS: Final = (
    Operation(
        "composition",
        spec.composition,
        TILED,
        Names(
            pycute="composition",
            cute_cpp="composition",
            cute_dsl="composition",
            tensor_layouts="compose",
            flydsl="composition",
        ),
        Cases(((SIGNED, NATURAL), (NATURAL, TILERS)), draws.composed, share=6),
        Law(same_over_shape, beyond=_composition),
    ),
    Operation(
        "divides_evenly",
        spec.divides_evenly,
        TILED,
        NOWHERE,
        NotDrawn("the operation is only a pre-condition of divides in the spec"),
        synonyms=("evenly_divides",),
    ),
    Operation(
        "flat_divide",
        spec.flat_divide,
        TILED,
        Names(
            cute_cpp="flat_divide",
            cute_dsl="flat_divide",
            tensor_layouts="flat_divide",
            flydsl="flat_divide",
        ),
        TILINGS,
        flattening(_divide),
        regrouping("zipped_divide"),
    ),
    Operation(
        "inner_partition",
        spec.inner_partition,
        _PARTITION,
        NOWHERE,
        _OF_TENSORS,
    ),
    Operation(
        "local_partition",
        spec.local_partition,
        Signature((LAYOUT, LAYOUT, INTEGER), _PROJECTED),
        NOWHERE,
        _OF_TENSORS,
    ),
    Operation(
        "local_tile",
        spec.local_tile,
        Signature(_PARTITION.required, _PROJECTED),
        NOWHERE,
        _OF_TENSORS,
    ),
    Operation(
        "logical_divide",
        spec.logical_divide,
        TILED,
        everywhere("logical_divide"),
        Cases(((NATURAL, TILERS),), draws.tiled, share=2),
        logical(_divide),
        _by_composition,
    ),
    Operation(
        "outer_partition",
        spec.outer_partition,
        _PARTITION,
        NOWHERE,
        _OF_TENSORS,
    ),
    Operation(
        "tiled_divide",
        spec.tiled_divide,
        TILED,
        everywhere("tiled_divide"),
        TILINGS,
        tiling(_divide),
        regrouping("zipped_divide"),
    ),
    Operation(
        "zipped_divide",
        spec.zipped_divide,
        TILED,
        everywhere("zipped_divide"),
        TILINGS,
        zipping(_divide),
        regrouping("logical_divide"),
    ),
)
