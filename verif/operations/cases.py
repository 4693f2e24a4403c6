"""The arguments on which operations are tried, in a fixed order: all small ones, and random ones.

Small arguments are ordered by weight: the sum of the shapes, the absolute strides and the other
integers, plus 1 or 2 for a nesting and 2 for a negative stride. After the first hundred cases,
every second case is random. Random arguments are larger and nested, and the strides of a mode often
fit the sizes of other modes. The n-th case of an operation is the same in every run.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

from verif.operations.operand import Arguments
from verif.operations.operation import Cases
from verif.operations.pools import Pool
from verif.operations.table import DRAWN


def cases(operation: str) -> Iterator[Arguments]:
    """Yield the arguments of an operation. After the first hundred, every second case is random.

    >>> [*map(str, next(cases("coalesce")))], sum(1 for _ in zip(cases("size"), range(500)))
    (['1:0'], 500)
    """
    tried = DRAWN[operation]
    small = _small(tried)
    for position in count():
        if position < 100 or position % 2:
            yield next(small)
        else:
            yield drawn(tried, random.Random(f"{operation} {position}"))


def few_cases(operation: str) -> Iterator[Arguments]:
    """Yield some of the cases, for a slow implementation: first small, then mostly random ones.

    >>> [next(few_cases("size")), sum(1 for _ in zip(few_cases("size"), range(50)))]
    [(Layout.parse('1:0'),), 50]
    """
    for position, arguments in enumerate(cases(operation)):
        early = position < 100 and position % 5 == 0
        if early or (position >= 100 and position % 10 in {0, 1, 2, 4, 6, 8}):
            yield arguments


def _small(tried: Cases) -> Iterator[Arguments]:
    """Yield all small arguments that satisfy `fits`, those with the smallest weight first."""
    for weight in count():
        for alternative in tried.small:
            for arguments in _together(alternative, weight):
                if tried.fits is None or tried.fits(arguments):
                    yield arguments


def drawn(tried: Cases, rng: random.Random) -> Arguments:
    """Draw random arguments: by `draw` if it is given, otherwise from the operation's pools."""
    if tried.draw is not None:
        return tried.draw(rng)
    return tuple(pool.draw(rng) for pool in tried.small[0])


def _together(pools: tuple[Pool, ...], weight: int) -> Iterator[Arguments]:
    if not pools:
        if weight == 0:
            yield ()
        return
    for first in range(weight + 1):
        for operand in pools[0].small(first):
            for rest in _together(pools[1:], weight - first):
                yield (operand, *rest)
