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


Group = tuple[int, Places]
"""The place of the mode whose stride divides all strides of the group, or -1, and all places."""


Groups = tuple[Group, ...]


def groups_of(
    pairs: Sequence[tuple[Modes, Modes]],
) -> tuple[tuple[tuple[int, Groups], ...], ByRank] | None:
    """Group the modes of pairs of layouts, such that each group's strides exceed all groups before.

    Each group consists of modes of one layout. Strides are taken as positive. The first result has
    the groups for each number of modes, the smallest strides first; modes of stride 0 are in no
    group. The second result has the modes with negative strides. Return None if the sample sizes in
    `pairs` admit no such groups.

    >>> groups_of([(((5, 1), (5, -1)), ((4, 10),)), (((3, 1), (3, -1)), ((4, 6),))])
    (((3, ((0, (0, 1)), (2, (2,)))),), ((3, (1,)),))
    """
    by_rank: dict[int, list[tuple[Modes, Modes]]] = {}
    for one, other in pairs:
        by_rank.setdefault(len(one) + len(other), []).append((one, other))
    found: list[tuple[int, Groups]] = []
    back: list[tuple[int, Places]] = []
    for rank, samples in by_rank.items():
        sides = {len(one) for one, _ in samples}
        lists = [(*one, *other) for one, other in samples]
        negative = {tuple(k for k, (_, d) in enumerate(m) if d < 0) for m in lists}
        groups = _groups([tuple((s, abs(d)) for s, d in m) for m in lists], min(sides))
        if groups is None or len(sides) > 1 or len(negative) > 1:
            return None
        found.append((rank, groups))
        back.append((rank, negative.pop()))
    return tuple(found), tuple(back)


def _groups(lists: Sequence[Modes], split: int) -> Groups | None:
    """Group modes of two layouts at sample sizes. The first `split` modes are one of the layouts.

    Each step adds the first group that overlaps groups before it to a group of the same layout.
    """
    most = max(lists, key=lambda modes: (len({d for _, d in modes}), sum(s > 1 for s, _ in modes)))
    places = [
        k for k in range(len(most)) if any(modes[k][0] > 1 and modes[k][1] > 0 for modes in lists)
    ]
    groups: list[Places] = [(k,) for k in sorted(places, key=lambda k: most[k][1])]
    while True:
        units = [_unit(lists, group) for group in groups]
        late = _overlapping(lists, groups, units)
        if late is None:
            return tuple(zip(units, groups, strict=True))
        is_first = groups[late][0] < split
        before = [k for k in range(late) if (groups[k][0] < split) == is_first]
        if not before:
            return None
        groups[before[-1]] += groups.pop(late)


def _unit(lists: Sequence[Modes], group: Places) -> int:
    """Return the place of the mode whose stride divides all strides of a group, or -1."""
    for place in group:
        units = [modes[place][1] for modes in lists]
        if all(
            unit > 0 and modes[k][1] % unit == 0
            for modes, unit in zip(lists, units, strict=True)
            for k in group
        ):
            return place
    return -1


def _overlapping(
    lists: Sequence[Modes], groups: Sequence[Places], units: Sequence[int]
) -> int | None:
    """Return the first group whose unit is at most the greatest offset of the groups before it."""
    for modes in lists:
        end = 0
        for k, (group, place) in enumerate(zip(groups, units, strict=True)):
            if (1 if place < 0 else modes[place][1]) <= end:
                return k
            end += sum((modes[one][0] - 1) * modes[one][1] for one in group)
    return None
