"""Find the layout of a function by probing, or find indices which show that no layout exists."""

from collections.abc import Callable, Iterator
from itertools import product as cartesian
from math import prod
from operator import add
from typing import Final

from spec.bridges.restricted import Index, NoLayoutError, Restricted, along
from spec.errors import LayoutError, numeral
from spec.int_tuple import ceil_div
from spec.layout import Layout, make_layout
from spec.modes import Modes, layout_of

MOST_TRIED: Final = 1 << 12
"""The largest number of indices to try. If an array has more indices, only some are tried."""

FEW: Final = 4
"""The bound on one nonzero entry of an index.

For a large array, `tried` yields indices with at most two nonzero entries. One of the two is below
`FEW` or is the last index of its dimension. The other entry may be larger.
"""


def probed(position: Callable[[Index], int], extents: Index, name: object) -> Restricted:
    """The layout whose offset at each index is the value of the function `position` at this index.

    In error messages, `name` is the name of the function.

    Pre-conditions: extents >= 0, position(0, .., 0) == 0.

    Raises NoLayoutError if indices show that no such layout exists; the error has these indices.
    Raises LayoutError if it stays unknown whether such a layout exists, because there are too many
    indices to try all.

    >>> A = probed(lambda index: index[0] % 2 + 4 * (index[0] // 2), (6,), "A")
    >>> print(A.layout)
    ((2,3)):((1,4))
    """
    if 0 in extents:
        # The array has no elements, so any layout is correct at all of its indices.
        return Restricted(make_layout(*(Layout(max(n, 1)) for n in extents)), extents)
    modes = tuple(_modes(position, extents, k, 1, name) for k in range(len(extents)))
    for index in tried(extents):
        parts = tuple(along(extents, k, i) for k, i in enumerate(index))
        if sum(map(position, parts)) != position(index):
            k = next(k for k in range(len(index)) if not _adds_up(position, index, k))
            one = tuple(i if j < k else 0 for j, i in enumerate(index))
            raise _carries(
                position,
                (one, parts[k]),
                name,
                f"the offsets of dimensions 0 .. {k} do not add up",
            )
    if prod(extents) > MOST_TRIED:
        raise LayoutError(
            f"it is unknown whether {name} is a layout: there are too many elements to try all"
        )
    return Restricted(make_layout(*map(layout_of, modes)), extents)


def _modes(
    position: Callable[[Index], int], extents: Index, k: int, unit: int, name: object
) -> Modes:
    """The modes of dimension k, beginning with the mode for the indices 0, unit, 2*unit, ..

    A mode extends as long as the step between its offsets stays the same.
    """

    def offset(i: int) -> int:
        return position(along(extents, k, i))

    n = extents[k]
    if unit >= n:
        return ()
    d, most = offset(unit), ceil_div(n, unit)
    s = next((t for t in range(2, min(most, MOST_TRIED)) if offset(unit * t) != t * d), most)
    end = unit * s
    if end < n and n % end != 0:
        raise NoLayoutError(
            name,
            f"along dimension {k} the steps of {numeral(d)} end at index {numeral(end)}, so a mode"
            f" must end there, but {numeral(end)} does not divide the size {numeral(n)}",
            (along(extents, k, unit), along(extents, k, end)),
            (d, offset(end)),
        )
    for i in range(min(n, MOST_TRIED)):
        low = i % end
        if offset(i) != offset(i - low) + offset(low):
            raise _carries(
                position,
                (along(extents, k, i - low), along(extents, k, low)),
                name,
                f"along dimension {k} the first {numeral(end)} offsets do not repeat",
            )
    return ((s, d),) + _modes(position, extents, k, end, name)


def _adds_up(position: Callable[[Index], int], index: Index, k: int) -> bool:
    """Whether offset(i0, .., ik, 0, ..) == offset(i0, .., 0, ..) + offset(0, .., ik, 0, ..)."""
    before = tuple(i if j < k else 0 for j, i in enumerate(index))
    own = along(index, k, index[k])
    both = tuple(map(add, before, own))
    return position(before) + position(own) == position(both)


def _carries(
    position: Callable[[Index], int], places: tuple[Index, Index], name: object, reason: str
) -> NoLayoutError:
    """The error for two indices whose offsets do not add up to the offset of the indices' sum."""
    indices = (*places, tuple(map(add, *places)))
    return NoLayoutError(name, reason, indices, tuple(map(position, indices)))


def tried(extents: Index) -> Iterator[Index]:
    """Every index of a small array, and some indices of a large array.

    For a large array, each yielded index has at most two nonzero entries. One of the two is below
    `FEW` or is the last index of its dimension.

    >>> list(tried((2, 2)))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    if prod(extents) <= MOST_TRIED:
        return cartesian(*map(range, extents))
    dimensions = range(len(extents))
    return (
        tuple(i if d == k else other if d == j else 0 for d in dimensions)
        for k in dimensions
        for j in dimensions
        if j != k
        for i in _ends(extents[k], MOST_TRIED)
        for other in _ends(extents[j], FEW)
    )


def _ends(n: int, count: int) -> tuple[int, ...]:
    """The first `count` numbers of 0 .. n - 1, and the last one; all numbers if n <= `count`."""
    return tuple(range(n)) if n <= count else (*range(count), n - 1)
