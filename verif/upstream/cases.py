"""The arguments that every operation is tried on, in a fixed order: all small ones, and drawn ones.

The small ones come by weight: the sum of the shapes, of the absolute strides and of the other
integers, one more for a sign or a nesting. Between them stand drawn ones, larger and nested, whose
modes walk each other's sizes. The n-th case of an operation is the same in every run.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count
from typing import Final

from spec.layout import Layout
from verif.upstream.draws import DRAWS
from verif.upstream.outcome import Operand
from verif.upstream.pools import POOLS, Arguments, Pool

COORDINATES: Final = {
    "crd2crd": (0, 1),
    "crd2idx": (0, 1),
    "dice": (0, 1),
    "elem_scale": (0, 1),
    "evaluate": (1, 0),
    "idx2crd": (0, 1),
    "inner_product": (0, 1),
    "slice_": (0, 1),
    "slice_and_offset": (0, 1),
}
"""Where a coordinate and its shape stand among the arguments."""


def cases(operation: str) -> Iterator[Arguments]:
    """The arguments of an operation: after the first hundred, every other one is drawn.

    >>> [*map(str, next(cases("coalesce")))], sum(1 for _ in zip(cases("size"), range(500)))
    (['1:0'], 500)
    """
    small, draw = _small(operation), DRAWS[operation]
    for position in count():
        if position < 100 or position % 2:
            yield next(small)
        else:
            yield draw(random.Random(f"{operation} {position}"))


def few_cases(operation: str) -> Iterator[Arguments]:
    """Some of them, for an implementation that is slow: the first small ones, then drawn ones.

    >>> [next(few_cases("size")), sum(1 for _ in zip(few_cases("size"), range(50)))]
    [(Layout.parse('1:0'),), 50]
    """
    for position, arguments in enumerate(cases(operation)):
        early = position < 100 and position % 5 == 0
        if early or (position >= 100 and position % 10 in {0, 1, 2, 4, 6, 8}):
            yield arguments


def _small(operation: str) -> Iterator[Arguments]:
    """All arguments of an operation, by weight."""
    pools = POOLS[operation]
    for weight in count():
        for alternative in pools:
            yield from (a for a in _together(alternative, weight) if _fits(operation, a))


def _together(pools: tuple[Pool, ...], weight: int) -> Iterator[Arguments]:
    if not pools:
        if weight == 0:
            yield ()
        return
    for first in range(weight + 1):
        for operand in pools[0](first):
            for rest in _together(pools[1:], weight - first):
                yield (operand, *rest)


def _fits(operation: str, arguments: Arguments) -> bool:
    """Whether a coordinate has the nesting of its shape: most others are refused by all alike."""
    places = COORDINATES.get(operation)
    if places is None:
        return True
    crd, shape = (arguments[place] for place in places)
    shape = shape.shape if isinstance(shape, Layout) else shape
    return _is_below(crd, shape)


def _is_below(crd: Operand, shape: Operand) -> bool:
    if isinstance(crd, tuple):
        return (
            isinstance(shape, tuple) and len(crd) == len(shape) and all(map(_is_below, crd, shape))
        )
    return True
