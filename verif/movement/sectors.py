"""Check that requests to global memory touch no more sectors than their data needs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

from spec.int_tuple import ceil_div
from spec.memory import by_enumeration
from verif.english import counted
from verif.movement.arithmetic import term
from verif.movement.model import Global
from verif.movement.moves import Side
from verif.movement.proving import Counterexample, Theory
from verif.movement.stating import Statement, at_sizes, cost, holds, unknown
from verif.movement.tiles import GlobalTile, alignments, global_tile, times
from verif.movement.widths import Accesses, offset_at, power_of_two, tile_offset


def coalesced(theory: Theory, accesses: Accesses) -> Iterator[Statement]:
    """State that each request as a whole touches no more sectors than its elements need.

    Two elements of a request are in the same row if their offsets differ by a constant. Each row
    starts at a constant plus a sum of terms. Each term is a stride times a factor. Let 2^k be a
    power of two that divides each term at all sizes, and that is at most the number of elements of
    a sector. Then each row starts at a constant plus a multiple of 2^k. For each row, the check
    assumes the worst multiple of 2^k: the one at which the row touches the most sectors.

    Obligation: in total, the rows touch at most as many sectors as the request's elements fill, and
    the base address is aligned to a sector.
    """
    move = accesses.taken.move
    for side in accesses.sides:
        tensor = side.place
        if not isinstance(tensor, Global):
            continue
        claim = f"requests to {tensor.name} touch no more sectors than their data needs"
        found = by_enumeration.sectors(side.columns, side.bits, side.width, side.machine)
        count = f"{counted(found.sectors, 'sector')} in {counted(found.requests, 'request')}"
        wide = by_enumeration.scattered(side.columns, side.bits, side.width, side.machine)
        if wide is not None:
            thread, value = move.threads[wide.first[0]], wide.first[1]
            detail = (
                f"the request that starts at thread {thread}, value {value} touches"
                f" {wide.sectors} sectors, but its data would fit in {wide.fewest};"
                f" {count}, {found.fewest} would be ideal"
            )
            yield cost(move.line, move.text, claim, detail)
            continue
        yield _aligned(theory, side, tensor, claim, f"{count} of a tile, the fewest", accesses)


def _aligned(
    theory: Theory,
    side: Side,
    tensor: Global,
    claim: str,
    detail: str,
    accesses: Accesses,
) -> Statement:
    """State that, for all sizes, requests touch no more sectors than their elements need."""
    move = accesses.taken.move
    sector = side.machine.sector
    if tensor.alignment % sector:
        detail = (
            f"the base address is aligned to {tensor.alignment} bytes, and a sector has"
            f" {sector}: a row may need one sector more"
        )
        return cost(move.line, move.text, claim, detail)
    tile = global_tile(tensor)
    factors = [tile.factors(x) for x in {x for column in side.columns for x in column}]
    n = 8 * sector // side.bits
    strides = [times(g, d) for g, d in islice(alignments(tile, factors), 1, None)]
    powers = [power_of_two(theory, one, n.bit_length() - 1) for one in strides]
    step = 1 << min(powers, default=n.bit_length() - 1)
    if all(
        _worst(request, tile, n, step) <= ceil_div(len(request), n) for request in _requests(side)
    ):
        return holds(move.line, move.text, claim, detail)
    stride = strides[powers.index(step.bit_length() - 1)]
    return _scattered(theory, accesses, side, claim, stride, n)


def _requests(side: Side) -> Iterator[set[int]]:
    """Yield, for each request, the offsets of its elements."""
    threads = side.machine.threads
    for group in side.groups:
        for first in range(0, len(side.columns[0]), threads):
            yield {x for v in group for x in side.columns[v][first : first + threads]}


def _worst(request: set[int], tile: GlobalTile, n: int, step: int) -> int:
    """Return how many sectors a request touches at most. Rows may start at any multiple of `step`.

    Elements are in the same row if their offsets differ by a constant.
    """
    rows: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for x in request:
        constant, *others = tile.factors(x)
        rows[tuple(others)].append(constant)
    return sum(
        max(len({(x + start) // n for x in row}) for start in range(0, n, step))
        for row in rows.values()
    )


def _scattered(
    theory: Theory,
    accesses: Accesses,
    side: Side,
    claim: str,
    stride: Any,
    n: int,
) -> Statement:
    """Return a `cost` if a request touches too many sectors at some sizes, otherwise `unknown`."""
    move, tensor = accesses.taken.move, side.place
    assert isinstance(tensor, Global)
    tile = global_tile(tensor)
    large = [
        f"(> {term(one.size)} {2 * one.tile})" for one in tensor.coordinates if not one.is_single
    ]
    found = theory.decide("sectors", f"(= (mod {term(stride)} {n}) 0)", given=large)
    if isinstance(found, Counterexample):
        values = theory.sizes.defined(found.values)
        numbers = accesses.taken.numbers_of(tensor)
        columns = tuple(tuple(offset_at(tile, x, values) for x in one) for one in numbers)
        for where in product((0, 1), repeat=len(tensor.coordinates)):
            start = tile_offset(tile, where, values)
            moved = tuple(tuple(x + start for x in column) for column in columns)
            wide = by_enumeration.scattered(moved, side.bits, side.width, side.machine)
            if wide is not None:
                count = by_enumeration.sectors(moved, side.bits, side.width, side.machine)
                thread, value = move.threads[wide.first[0]], wide.first[1]
                detail = (
                    f"at {at_sizes(theory.sizes.names, found.values)}: in tile"
                    f" ({','.join(map(str, where))}) the request that starts at thread"
                    f" {thread}, value {value} touches {wide.sectors} sectors, but"
                    f" its data would fit in {wide.fewest}; {count.sectors} in all,"
                    f" {count.fewest} would be ideal"
                )
                return cost(move.line, move.text, claim, detail)
    tried = "no sizes were found at which a request touches more sectors than its data needs"
    return unknown(move.line, move.text, claim, tried)
