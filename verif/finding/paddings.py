"""Find the least padding of a tile's leading dimension that minimizes bank conflicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spec.layout import Layout
from spec.memory import by_enumeration
from spec.memory.accesses import Columns, bits_of, neighbours, require_tv
from spec.memory.lanes import in_order
from spec.modes import modes_of, offsets
from verif.finding.accesses import Access, Costs


@dataclass(frozen=True)
class Padded:
    """A padded layout, and the costs of the accesses to it."""

    padding: int
    layout: Layout
    costs: Costs


def paddings(smem: Layout, element: str, accesses: Sequence[Access]) -> tuple[Padded, ...]:
    """Return the paddings that permit the access widths, fewest wavefronts first.

    The result is empty for layouts other than (M,K):(K,1) and (M,K):(1,M). Large paddings are not
    tried: if no two rows share a word, adding a full row of banks to the padding does not change
    the conflicts.

    Pre-conditions: the thread-value layouts map to 1-D coordinates of `smem`.

    >>> rows = Access("rows", Layout((32, 1), (1, 0)))
    >>> [(one.padding, one.costs.wavefronts) for one in paddings(Layout((32, 32), (32, 1)), "f32",
    ...                                                          [rows])][:2]
    [(1, 1), (3, 1)]
    """
    leading = _leading(smem)
    if leading is None:
        return ()
    bits = bits_of(element)
    rows = smem[0].size
    places = [_places(access.tv, smem, rows) for access in accesses]
    widths = [
        by_enumeration.widest(_at(place, smem, leading, 0), bits, access.machine)
        if access.width is None
        else access.width
        for place, access in zip(places, accesses, strict=True)
    ]
    machines = [access.machine for access in accesses]
    most = max((one.banks + 1) * one.bank_bits for one in machines) // bits
    found: list[Padded] = []
    for padding in range(most + 1):
        columns = [_at(place, smem, leading, padding) for place in places]
        if all(neighbours(one, width // bits) for one, width in zip(columns, widths, strict=True)):
            served = (
                by_enumeration.served(in_order(one, width, machine), bits, width, machine)
                for one, width, machine in zip(columns, widths, machines, strict=True)
            )
            layout = _padded(smem, leading, padding)
            found.append(Padded(padding, layout, Costs(tuple(served))))
    return tuple(sorted(found, key=lambda one: (one.costs.wavefronts, one.padding)))


Places = list[list[tuple[int, int]]]
"""For each value, the row and the column of each thread."""


def _leading(smem: Layout) -> int | None:
    """Return the index of the mode whose stride is the leading dimension, or None."""
    match smem.shape, smem.stride:
        case (int(m), int(k)), (int(d), 1) if d == k and m > 1:
            return 0
        case (int(m), int(k)), (1, int(d)) if d == m and k > 1:
            return 1
        case _:
            return None


def _places(tv: Layout, smem: Layout, rows: int) -> Places:
    require_tv(tv, smem)
    listed = [(c % rows, c // rows) for c in offsets(modes_of(tv))]
    threads = tv[0].size
    return [listed[first : first + threads] for first in range(0, tv.size, threads)]


def _padded(smem: Layout, leading: int, padding: int) -> Layout:
    stride = modes_of(smem)[leading][1] + padding
    return Layout(smem.shape, (stride, 1) if leading == 0 else (1, stride))


def _at(places: Places, smem: Layout, leading: int, padding: int) -> Columns:
    """Return the offsets in the padded layout: for each value, the offset of each thread."""
    (_, down), (_, across) = modes_of(_padded(smem, leading, padding))
    return tuple(tuple(r * down + c * across for r, c in place) for place in places)
