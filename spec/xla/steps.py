"""Tiling as pad, reshape, transpose: the steps, each applied to a whole array.

This module does not compute positions: it moves the elements of an array. So the module is an
independent check of `linear_index`. The steps themselves can be checked with any program that has
the three operations.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Generic, TypeAlias, TypeVar

from spec.int_tuple import ceil_div
from spec.xla.position import require_listable
from spec.xla.shape import XlaShape, XlaTile

_T = TypeVar("_T")


@dataclass(frozen=True)
class Pad:
    """The step that pads the end of each dimension, up to `bounds`."""

    bounds: tuple[int, ...]


@dataclass(frozen=True)
class Reshape:
    """The step that changes the bounds to `bounds`, and keeps the elements in row-major order."""

    bounds: tuple[int, ...]


@dataclass(frozen=True)
class Transpose:
    """The step that permutes the dimensions: the new dimension k is the old dimension order[k]."""

    order: tuple[int, ...]


Step: TypeAlias = Pad | Reshape | Transpose


@dataclass(frozen=True)
class FilledArray(Generic[_T]):
    """An array with its elements: bounds, and the elements in row-major order."""

    bounds: tuple[int, ...]
    elements: tuple[_T, ...]


def steps(shape: XlaShape) -> tuple[Step, ...]:
    """The steps from the array in row-major order to the order of its elements in memory.

    First the dimensions are put in their physical order. Then, for each tile, the dimensions that
    the tile combines are reshaped into one dimension. Each dimension that the tile covers is padded
    to whole tiles. It is then split into two dimensions: the number of the tile, and the place
    within the tile. The places within the tile are moved to the minor side.

    >>> for step in steps(XlaShape.parse("f32[3,5]{1,0:T(2,2)}")):
    ...     print(step)
    Transpose(order=(0, 1))
    Reshape(bounds=(3, 5))
    Pad(bounds=(4, 6))
    Reshape(bounds=(2, 2, 3, 2))
    Transpose(order=(0, 2, 1, 3))

    Source: XLA tiled layout, Tiling as pad-reshape-transpose, Combining dimensions using tiles.
    """
    chain: list[Step] = [Transpose(tuple(reversed(shape.minor_to_major)))]
    bounds = shape.physical
    for tile in shape.tiles:
        of_tile, bounds = _steps_of(tile, bounds)
        chain += of_tile
    return tuple(chain)


def taken(step: Step, array: FilledArray[_T]) -> FilledArray[_T | None]:
    """The array after a step; None is padding.

    Pre-conditions: the bounds or the order of the step fit the array.

    >>> taken(Pad((2, 3)), FilledArray((2, 2), ("a", "b", "c", "d"))).elements
    ('a', 'b', None, 'c', 'd', None)
    >>> taken(Transpose((1, 0)), FilledArray((2, 2), ("a", "b", "c", "d"))).elements
    ('a', 'c', 'b', 'd')
    """
    if isinstance(step, Reshape):
        return FilledArray(step.bounds, array.elements)
    known = dict(zip(_indices(array.bounds), array.elements, strict=True))
    if isinstance(step, Pad):
        return FilledArray(step.bounds, tuple(known.get(index) for index in _indices(step.bounds)))
    bounds = tuple(array.bounds[k] for k in step.order)
    moved = {tuple(index[k] for k in step.order): element for index, element in known.items()}
    return FilledArray(bounds, tuple(moved[index] for index in _indices(bounds)))


def order_by_steps(shape: XlaShape) -> tuple[int | None, ...]:
    """The row-major number of each element in memory order, computed by `steps`; None is padding.

    Pre-conditions: at most MOST_POSITIONS positions.
    Post-conditions: the result is physical_order(shape) (tested).

    >>> order_by_steps(XlaShape.parse("f32[3,3]{1,0:T(2,2)}"))
    (0, 1, 3, 4, 2, None, 5, None, 6, 7, None, None, 8, None, None, None)

    Source: XLA tiled layout, Tiling as pad-reshape-transpose.
    """
    require_listable(shape)
    array: FilledArray[int | None] = FilledArray(shape.dims, tuple(range(prod(shape.dims))))
    for step in steps(shape):
        array = taken(step, array)
    return array.elements


def _steps_of(tile: XlaTile, bounds: tuple[int, ...]) -> tuple[tuple[Step, ...], tuple[int, ...]]:
    """The steps of a tile, and the resulting bounds."""
    lifted = (1,) * (len(tile) - len(bounds)) + bounds
    outer, inner = lifted[: len(lifted) - len(tile)], lifted[len(lifted) - len(tile) :]
    merged = _merged(tile, inner)
    sizes = tuple(size for size in tile if size is not None)
    counts = tuple(map(ceil_div, merged, sizes))
    split = tuple(bound for pair in zip(counts, sizes, strict=True) for bound in pair)
    kept = len(outer)
    end = kept + len(split)
    chain = (
        Reshape(outer + merged),
        Pad(outer + tuple(c * t for c, t in zip(counts, sizes, strict=True))),
        Reshape(outer + split),
        Transpose((*range(kept), *range(kept, end, 2), *range(kept + 1, end, 2))),
    )
    return chain, outer + counts + sizes


def _merged(tile: XlaTile, bounds: tuple[int, ...]) -> tuple[int, ...]:
    """Merge each dimension at a `*` of the tile into the next dimension, and return the bounds."""
    merged: list[int] = []
    factor = 1
    for size, bound in zip(tile, bounds, strict=True):
        factor *= bound
        if size is not None:
            merged.append(factor)
            factor = 1
    return tuple(merged)


def _indices(bounds: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The indices of an array in row-major order."""
    return product(*map(range, bounds))
