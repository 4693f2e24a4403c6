"""The place of an element in a tiled array, and the element at a place, as affine expressions.

Positions are as in `spec.xla.linear_index`. Each tile turns the array into an array with more
dimensions. For each tile, a stage stores what is needed to map an index of the old array to an
index of the new array, and back.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod

from spec.int_tuple import ceil_div
from spec.xla import XlaShape
from verif.audit.hlo.affine import Affine, Index, Sizes, below, divided, ravelled, unravelled


@dataclass(frozen=True)
class Stage:
    """One tile. Each side of the tile divides one group of dimensions.

    `groups` has the bounds of the dimensions in each group. A group has several dimensions if a `*`
    of the tile combines them. `added` is the number of dimensions of size 1 that are put in front
    of the old array's dimensions. `kept` is the number of leading dimensions, including the added
    dimensions, that the tile does not divide.
    """

    added: int
    kept: int
    groups: tuple[tuple[int, ...], ...]
    sides: tuple[int, ...]


class PaddingError(Exception):
    """Raised if a place holds no element."""


@lru_cache(maxsize=4096)
def stages(shape: XlaShape) -> tuple[tuple[Stage, ...], tuple[int, ...]]:
    """The stages of all tiles, and the bounds of the array after the last stage.

    The bounds are listed from major to minor.
    """
    bounds, found = shape.physical, list[Stage]()
    for tile in shape.tiles:
        added = max(len(tile) - len(bounds), 0)
        bounds = (1,) * added + bounds
        kept = len(bounds) - len(tile)
        groups, group = list[tuple[int, ...]](), tuple[int, ...]()
        for side, bound in zip(tile, bounds[kept:], strict=True):
            group = (*group, bound)
            if side is not None:
                groups.append(group)
                group = ()
        sides = tuple(side for side in tile if side is not None)
        found.append(Stage(added, kept, tuple(groups), sides))
        counts = tuple(ceil_div(prod(g), side) for g, side in zip(groups, sides, strict=True))
        bounds = bounds[:kept] + counts + sides
    return tuple(found), bounds


def place(shape: XlaShape, index: Index, sizes: Sizes) -> Affine:
    """The position of an element in memory, counted in elements and padding. Raises Refine."""
    chain, last = stages(shape)
    point = tuple(index[k] for k in reversed(shape.minor_to_major))
    for stage in chain:
        point = (Affine(0),) * stage.added + point
        outer, inner = point[: stage.kept], point[stage.kept :]
        quotients, remainders = list[Affine](), list[Affine]()
        for group, side in zip(stage.groups, stage.sides, strict=True):
            merged = ravelled(inner[: len(group)], group)
            inner = inner[len(group) :]
            q, r = divided(merged, side, sizes)
            quotients.append(q)
            remainders.append(r)
        point = (*outer, *quotients, *remainders)
    return ravelled(point, last)


def element(shape: XlaShape, position: Affine, sizes: Sizes) -> Index:
    """The index of the element at a position. Raises Refine, or PaddingError on padding."""
    chain, last = stages(shape)
    if not below(position, prod(last), sizes):
        raise PaddingError
    point = unravelled(position, last, sizes)
    for stage in reversed(chain):
        n = len(stage.sides)
        outer, rest = point[: stage.kept], point[stage.kept :]
        inner: list[Affine] = []
        for group, side, q, r in zip(stage.groups, stage.sides, rest[:n], rest[n:], strict=True):
            merged = q.times(side) + r
            if not below(merged, prod(group), sizes):
                raise PaddingError
            inner.extend(unravelled(merged, group, sizes))
        point = (*outer, *inner)[stage.added :]
    index = dict(zip(reversed(shape.minor_to_major), point, strict=True))
    return tuple(index[k] for k in range(shape.rank))
