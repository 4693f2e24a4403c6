"""The claim that composition accepts whatever is a layout."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

from spec.coalesce import coalesce_extended
from spec.layout import Layout
from spec.modes import Modes, modes_of
from verif.claims.domains import LEAF, Layouts, flat
from verif.kernel.claim import assume, attempt, claim, ensure_equal, unknown


def deltas(modes: Modes) -> tuple[int, ...]:
    """How far each mode is from merging with the one before: d_(k+1) - s_k*d_k.

    >>> deltas(((4, 1), (2, 4), (3, 10)))
    (0, 2)
    """
    return tuple(e - s * d for (s, d), (_, e) in pairwise(modes))


def cancel(numbers: tuple[int, ...]) -> bool:
    """Whether some of them have the sum 0.

    >>> cancel((1, 2, -3)), cancel((1, 2, -4))
    (True, False)
    """
    sizes = range(1, len(numbers) + 1)
    return any(sum(some) == 0 for size in sizes for some in combinations(numbers, size))


def is_layout(values: tuple[int, ...]) -> bool:
    """Whether a flat layout has these values: steps are equal up to a break, which divides.

    >>> is_layout((0, 1, 5, 6)), is_layout((0, 1, 5))
    (True, False)
    """
    if len(values) == 1:
        return values[0] == 0
    step, size = values[1] - values[0], len(values)
    t = next((t for t in range(2, size) if values[t] != t * step), size)
    every = values[::t]
    steps = all(values[x] == x % t * step + every[x // t] for x in range(size))
    return size % t == 0 and steps and (t == size or is_layout(every))


def is_composable(a: Layout, b: Layout) -> bool:
    """Whether A after B is the sum of layouts, one for each mode of B."""
    parts: list[tuple[int, ...]] = []
    unit = 1
    for n, _ in modes_of(b):
        parts.append(tuple(a.extended(b(unit * i)) for i in range(n)))
        unit *= n
    composed = [0]
    for part in parts:
        composed = [before + value for value in part for before in composed]
    sums = all(a.extended(b(c)) == value for c, value in enumerate(composed))
    return sums and all(map(is_layout, parts))


@claim(
    "P1x",
    "composition accepts A o B exactly where it is a layout, no deltas of coalesced A cancelling",
    source="the no-carry theorem, and its converse: carries that do not cancel show",
    expect=unknown(
        "the converse of P1c for every rank: what is refused must be shown to be no layout, by a "
        "coordinate for every layout there could be. The parts of it that are proved are P1c, "
        "that a mode which does not fit carries (D6f), and that a carry costs its delta (D3, D4); "
        "open is that pieces which carry nowhere are no more than A has modes"
    ),
    A=Layouts(profiles=flat(1, 2, 3), strides="natural"),
    B=Layouts(profiles=(LEAF, *flat(2)), strides="natural"),
)
def composition_is_exact(alg: Any, A: Layout, B: Layout) -> None:
    assume("no deltas cancel", not cancel(deltas(coalesce_extended(modes_of(A)))))
    accepts = attempt(alg.composition, A, B) is not None
    ensure_equal("accepted exactly where it is a layout", accepts, is_composable(A, B))
