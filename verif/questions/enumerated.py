"""Questions about arrays that are not layouts, decided by a claim or by trying each offset."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from spec.bridges import Positioned, Positions, restricted
from spec.coordinates import crd2idx
from spec.errors import ShapeError, numeral
from spec.int_tuple import flatten
from spec.tla import TlaLayout
from spec.xla import XlaShape
from spec.xla.tiling import padded_size
from verif.expression import Tile
from verif.questions.answer import Answer, Effort, Ruling, holds, refuted, unknown
from verif.questions.bijective_onto import exactly_once
from verif.questions.covers import occurring
from verif.questions.disjoint import NONE_IN_COMMON, ONLY_ZERO
from verif.questions.fits_int32 import INT32, fits_int32
from verif.questions.injective import injective

MOST_CORNERS: Final = 8
"""The largest rank of an array whose corners are tried first."""


def injective_positions(array: Positions, effort: Effort) -> Answer:
    """Decide whether no two indices have the same position."""
    if isinstance(array.array, XlaShape):
        return holds("no two elements of a tiled array have the same position (claim X4)")
    if isinstance(array.array, TlaLayout):
        padded = injective(restricted(array.array).layout, effort)
        if padded.ruling is Ruling.HOLDS:
            return holds(f"even with its padding, {padded.reason}")
    found = dict[int, int]()
    for i, x in enumerate(_offsets(array, effort)):
        if x in found:
            return refuted("A({}) = A({}) = {}", (found[x], i), (x,))
        found[x] = i
    return _all(array, effort, "no two indices have the same offset")


def covers_positions(array: Positions, size: int, effort: Effort) -> Answer:
    """Decide whether each of 0 .. size - 1 is an offset."""
    if array.size < size:
        return refuted("size(A) = {} is less than {}", (), (array.size, size))
    image = set(_offsets(array, effort))
    missing = next(x for x in range(len(image) + 1) if x not in image)
    if array.size <= effort.elements and missing < size:
        return refuted("{} is not an offset of A", (), (missing,))
    return _all(array, effort, occurring(missing))


def bijective_positions(array: Positions, size: int, effort: Effort) -> Answer:
    """Decide whether the array is a bijection onto 0 .. size - 1."""
    if array.size != size:
        return refuted("size(A) = {}, not {}", (), (array.size, size))
    return exactly_once(covers_positions(array, size, effort), size)


def fits_int32_positions(array: Positions, effort: Effort) -> Answer:
    """Decide whether every offset is a signed 32-bit integer."""
    low, high = INT32
    if isinstance(array.array, XlaShape):
        count = padded_size(array.array.physical, *array.array.tiles)
        if count <= high + 1:
            return holds(f"every position, padding included, is below {numeral(count)}")
    if isinstance(array.array, TlaLayout):
        padded = fits_int32(restricted(array.array).layout, effort)
        if padded.ruling is Ruling.HOLDS:
            return holds(f"even with its padding, {padded.reason}")
    for i in _corners(array):
        if not low <= array(i) <= high:
            return refuted("A({}) = {} does not fit in int32", (i,), (array(i),))
    for i, x in enumerate(_offsets(array, effort)):
        if not low <= x <= high:
            return refuted("A({}) = {} does not fit in int32", (i,), (x,))
    return _all(array, effort, "every offset fits")


def _corners(array: Positions) -> Iterator[int]:
    """Yield the corners: coordinates that are first or last along each dimension."""
    dims = flatten(array.shape)
    if len(dims) <= MOST_CORNERS:
        for corner in product(*((size - 1, 0) for size in dims)):
            yield crd2idx(corner, dims)


def aligned_positions(array: Positions, n: int, effort: Effort) -> Answer:
    """Decide whether every offset is a multiple of n.

    Pre-conditions: n >= 1.
    """
    if n < 1:
        raise ShapeError(f"the alignment must be 1 or more, not {numeral(n)}")
    for i, x in enumerate(_offsets(array, effort)):
        if x % n != 0:
            return refuted("A({}) = {} is not a multiple of {}", (i,), (x, n))
    return _all(array, effort, f"every offset is a multiple of {numeral(n)}")


def disjoint_positions(a: Positioned, b: Positioned, effort: Effort) -> Answer:
    """Decide whether the two arrays have no offset in common.

    The offset 0 counts only if one of them is a tile.
    """
    if max(a.size, b.size) > effort.elements:
        return unknown(
            "one of the arrays is not a layout, and there are too many offsets to enumerate"
        )
    counts_zero = isinstance(a, Tile) or isinstance(b, Tile)
    ours = {a(i): i for i in range(a.size)}
    for j in range(b.size):
        x = b(j)
        if (x != 0 or counts_zero) and x in ours:
            return refuted("A({}) = B({}) = {}", (ours[x], j), (x,))
    return holds(NONE_IN_COMMON if counts_zero else ONLY_ZERO)


def _offsets(array: Positions, effort: Effort) -> Iterator[int]:
    """Return the offsets of the first coordinates, at most `effort.elements` of them."""
    return map(array, range(min(array.size, effort.elements)))


def _all(array: Positions, effort: Effort, reason: str) -> Answer:
    """Return the answer if no examined offset is a counterexample.

    The answer is "unknown" if the array has too many offsets to examine all of them.
    """
    if array.size <= effort.elements:
        return holds(reason)
    return unknown("the array is not a layout, and it has too many offsets to enumerate")
