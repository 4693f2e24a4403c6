"""Orders of a layout's modes by stride. The rules guess these orders from sample sizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from spec.modes import Modes

MOST_ORDERS: Final = 3


Places = tuple[int, ...]

ByRank = tuple[tuple[int, Places], ...]
"""Pairs of a rank and the places of some modes in a layout of this rank."""


@dataclass(frozen=True)
class Order:
    """An order of the modes by stride, for each rank.

    `by_rank` maps a rank to two lists: the indices of the modes sorted by stride, and the indices
    of the modes with negative strides. If `whole` is set, the order includes modes of size 1. If
    `by_rank` is empty, each path of the proof orders the modes by their strides. An empty `by_rank`
    is needed if an operation returns modes in several orders.
    """

    by_rank: Mapping[int, tuple[Places, Places]]
    whole: bool

    @property
    def has_back(self) -> bool:
        return any(back for _, back in self.by_rank.values())

    @property
    def places(self) -> ByRank:
        return tuple((rank, places) for rank, (places, _) in self.by_rank.items())

    @property
    def largest_first(self) -> ByRank:
        return tuple((rank, places[::-1]) for rank, places in self.places)

    @property
    def back(self) -> ByRank:
        return tuple((rank, back) for rank, (_, back) in self.by_rank.items())


def orders_of(lists: Sequence[Modes]) -> Iterator[Order]:
    """Yield orders of the modes by stride at the sample sizes, with and without modes of size 1.

    `lists` has the modes at each sample size. Modes of equal stride can be sorted either way. So
    the sample sizes at which the modes have the most distinct strides come first.
    """
    found: dict[int, list[tuple[Places, Places]]] = {}
    alike = sorted(
        lists, key=lambda modes: (-len({abs(d) for _, d in modes}), -sum(s > 1 for s, _ in modes))
    )
    for modes in alike:
        places = sorted(range(len(modes)), key=lambda k: (abs(modes[k][1]), modes[k][0] > 1))
        back = tuple(k for k, (_, d) in enumerate(modes) if d < 0)
        orders = found.setdefault(len(modes), [])
        if (tuple(places), back) not in orders and len(orders) < MOST_ORDERS:
            orders.append((tuple(places), back))
    most = max(map(len, found.values()), default=0)
    for whole in (True, False):
        for k in range(most):
            yield Order({r: orders[min(k, len(orders) - 1)] for r, orders in found.items()}, whole)
    if most > 1 and all(d >= 0 for modes in lists for _, d in modes):
        yield Order({}, whole=True)
