"""The arguments of a claim within a bound, in parts that can be run independently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from itertools import product as cartesian
from math import prod
from typing import NamedTuple

from verif.kernel.claim import Arguments, Domain
from verif.search.exhaustive import (
    Bound,
    Formed,
    Level,
    boxes,
    count,
    levels,
    split,
    texts_of,
    with_integers,
)

CASES = 20_000
"""The approximate number of cases in a part.

A part takes a second or less, so a crash loses little.
"""

Place = tuple[Level, tuple[int, tuple[str, ...]]]
"""The sort key of arguments: the level, the number of parentheses, and the arguments as texts.

Plain arguments, such as integers, do not affect the key.
"""


class Part(NamedTuple):
    """The combinations of values at a level from number `start` to number `stop - 1`.

    The combinations are numbered in the order of the level's boxes.
    """

    level: Level
    start: int
    stop: int


def parts(domains: Mapping[str, Domain], bound: Bound) -> tuple[Part, ...]:
    """Split all arguments within the bound into parts, in the order of their levels.

    Each part has at most about `CASES` cases. The result is the same in every process.
    """
    formed = tuple(split(domains)[0].values())
    sizes = {level: size for level in levels(formed, bound) if (size := _size(formed, level))}
    most = max(1, CASES * sum(sizes.values()) // max(1, count(domains, bound)))
    return tuple(
        Part(level, start, min(start + most, size))
        for level, size in sizes.items()
        for start in range(0, size, most)
    )


def arguments_of(domains: Mapping[str, Domain], part: Part) -> Iterator[tuple[Place, Arguments]]:
    """Yield a part's arguments, each with its position.

    Arguments that differ only in plain values, such as integers, have the same position. Arguments
    at the same position are ordered by their plain values, the least values first.
    """
    formed, plain = split(domains)
    values = chain.from_iterable(
        cartesian(*box) for box in boxes(tuple(formed.values()), part.level)
    )
    integers = tuple(plain.items())
    for named in islice(values, part.start, part.stop):
        place = part.level, texts_of(named)
        given = dict(zip(formed, (value for _, value in named), strict=True))
        for arguments in with_integers(given, integers):
            yield place, arguments


def _size(formed: tuple[Formed, ...], level: Level) -> int:
    """Return the number of combinations of values at a level. Plain domains are not counted."""
    return sum(prod(map(len, box)) for box in boxes(formed, level))
