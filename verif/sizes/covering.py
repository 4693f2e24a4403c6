"""A greedy set cover. Sets are bit masks of samples."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

Key = TypeVar("Key")


def covering(sets: Mapping[Key, int], wanted: int) -> tuple[list[Key], int]:
    """Return keys whose sets cover `wanted`, largest share first, and the bits left uncovered.

    >>> covering({"a": 0b0011, "b": 0b1110, "c": 0b0001}, 0b11111)
    (['b', 'a'], 16)
    """
    chosen: list[Key] = []
    left = wanted
    while left:
        best = max(sets, key=lambda key: (left & sets[key]).bit_count(), default=None)
        if best is None or not left & sets[best]:
            break
        chosen.append(best)
        left &= ~sets[best]
    return chosen, left
