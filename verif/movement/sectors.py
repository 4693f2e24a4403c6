"""Check that requests to global memory touch no more sectors than their data needs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any

from spec.int_tuple import ceil_div
from spec.memory import by_enumeration
from spec.memory.accesses import Columns
from verif.english import counted
from verif.movement.arithmetic import term
from verif.movement.model import Global
from verif.movement.moves import Side
from verif.movement.proving import Counterexample, Proof, Theory, power_of_two
from verif.movement.stating import Statement, at_sizes, cost, holds, unknown
from verif.movement.tiles import GlobalTile, alignments, global_tile, times
from verif.movement.widths import Accesses, is_inside, offset_at, tile_offset


def coalesced(theory: Theory, accesses: Accesses) -> Iterator[Statement]:
    """State that each request as a whole touches no more sectors than its elements need.

    Two elements of a request are in the same row if their offsets differ by a constant. Each row
    starts at a constant plus a sum of terms. Each term is a stride times a factor. Let 2^k be a
    power of two that divides each term at all sizes, and that is at most the number of elements of
    a sector. Then each row starts at a constant plus a multiple of 2^k. For each row, the check
    assumes the worst multiple of 2^k: the one at which the row touches the most sectors.

    Obligation: in total, the rows touch at most as many sectors as the request's elements fill, and
    the base address is aligned to a sector. If the obligation fails, a `cost` shows a request at
    some sizes.
    """
    for side in accesses.sides:
        tensor = side.place
        if not isinstance(tensor, Global):
            continue
        claim = f"requests to {tensor.name} touch no more sectors than their data needs"
        found = by_enumeration.sectors(side.columns, side.bits, side.width, side.machine)
        if found.sectors > found.fewest:
            yield _scattered(theory, accesses, side, claim, _far(side, tensor))
            continue
        count = f"{counted(found.sectors, 'sector')} in {counted(found.requests, 'request')}"
        yield _aligned(theory, side, tensor, claim, f"{count} of a tile, the fewest", accesses)


def _far(side: Side, tensor: Global) -> list[str]:
    """Return goals that fail at sizes where symbolic strides lead to other sectors.

    At the first sizes, all symbolic strides are at least as long as a sector; then all of them, or
    one of them, are at least 2. The last goal fails at all sizes.
    """
    sector, symbols = 8 * side.machine.sector // side.bits, global_tile(tensor).symbols
    groups = [(symbols, sector), (symbols, 2), *(((one,), 2) for one in symbols)]
    goals = (
        f"(not (and {' '.join(f'(>= {term(one)} {least})' for one in group)}))"
        for group, least in groups
        if group
    )
    return list(dict.fromkeys((*goals, "false")))


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
    stride = _unaligned(theory, side, tile)
    if stride is not None:
        stride = _unaligned(theory, side, _of_several_tiles(theory, tile))
    if stride is None:
        return holds(move.line, move.text, claim, detail)
    n = 8 * sector // side.bits
    return _scattered(theory, accesses, side, claim, [f"(= (mod {term(stride)} {n}) 0)"])


def _unaligned(theory: Theory, side: Side, tile: GlobalTile) -> Any:
    """Return None if no row needs an additional sector, otherwise the stride that may cause it."""
    factors = [tile.factors(x) for x in {x for column in side.columns for x in column}]
    n = 8 * side.machine.sector // side.bits
    strides = [times(g, d) for g, d in islice(alignments(tile, factors), 1, None)]
    powers = [power_of_two(theory, one, n.bit_length() - 1) for one in strides]
    step = 1 << min(powers, default=n.bit_length() - 1)
    same = {x: x for column in side.columns for x in column}
    if all(
        _worst(request, tile, n, step) <= ceil_div(len(request), n)
        for request, _ in _requests(side, side.columns, same)
    ):
        return None
    return strides[powers.index(step.bit_length() - 1)]


def _of_several_tiles(theory: Theory, tile: GlobalTile) -> GlobalTile:
    """Leave out the index of the tile along each coordinate that has only one tile at all sizes."""
    outer = tuple(
        () if isinstance(theory.decide("tiles", f"(<= {term(one.size)} {one.tile})"), Proof) else x
        for one, x in zip(tile.tensor.coordinates, tile.outer, strict=True)
    )
    return replace(tile, outer=outer)


def _requests(
    side: Side, numbers: Columns, offsets: Mapping[int, int]
) -> Iterator[tuple[set[int], tuple[int, int]]]:
    """Yield the offsets of each request, and the request's first thread and value.

    `numbers` has, for each value, a number for each thread. Numbers without an offset are left out.
    """
    threads = side.machine.threads
    for first in range(0, len(numbers[0]), threads):
        for group in side.groups:
            taken = (x for v in group for x in numbers[v][first : first + threads])
            yield {offsets[x] for x in taken if x in offsets}, (first, group[0])


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
    theory: Theory, accesses: Accesses, side: Side, claim: str, goals: Sequence[str]
) -> Statement:
    """Return a `cost` if a request touches too many sectors at some sizes, otherwise `unknown`.

    Each goal is false at the sizes to try. Large sizes are tried first, so that tiles are whole.
    """
    move, tensor = accesses.taken.move, side.place
    assert isinstance(tensor, Global)
    for given in _large(theory, tensor):
        for goal in goals:
            found = theory.decide("sectors", goal, given=given)
            if isinstance(found, Counterexample):
                wasted = _wasted(accesses, side, global_tile(tensor), theory, found)
                if wasted is not None:
                    return cost(move.line, move.text, claim, wasted)
    tried = "no sizes were found at which a request touches more sectors than its data needs"
    return unknown(move.line, move.text, claim, tried)


def _large(theory: Theory, tensor: Global) -> Iterator[list[str]]:
    """Yield conditions for large sizes of a tensor, and at last none.

    First, more than two tiles along each coordinate; then, along each coordinate, as many tiles or
    as large a part of a tile as the sizes admit.
    """
    several = [one for one in tensor.coordinates if not one.is_single]
    yield [f"(> {term(one.size)} {2 * one.tile})" for one in several]
    given: list[str] = []
    for one in several:
        parts = (one.tile >> k for k in range(1, one.tile.bit_length()))
        for bound in (2 * one.tile, one.tile - 1, *parts):
            larger = f"(> {term(one.size)} {bound})"
            found = theory.decide("large sizes", "false", given=(*given, larger))
            if not isinstance(found, Proof):
                given.append(larger)
                break
    yield given
    yield []


def _wasted(
    accesses: Accesses, side: Side, tile: GlobalTile, theory: Theory, found: Counterexample
) -> str | None:
    """Describe a request that touches too many sectors at these sizes, or return None.

    Elements outside of the tensor are not accessed.
    """
    names, values = theory.sizes.names, theory.sizes.defined(found.values)
    numbers = accesses.taken.numbers_of(tile.tensor)
    n = 8 * side.machine.sector // side.bits
    for where in product((0, 1), repeat=len(tile.tensor.coordinates)):
        start = tile_offset(tile, where, values)
        offsets = {
            x: start + offset_at(tile, x, values)
            for x in {x for column in numbers for x in column}
            if is_inside(tile, where, x, values)
        }
        requests = [
            (len({x // n for x in places}), ceil_div(len(places), n), first)
            for places, first in _requests(side, numbers, offsets)
        ]
        wide = next((one for one in requests if one[0] > one[1]), None)
        if wide is not None:
            touched, fewest, (thread, value) = wide
            sizes = f"at {at_sizes(names, found.values)}: " if names else ""
            return (
                f"{sizes}in tile ({','.join(map(str, where))}) the request that starts at thread"
                f" {accesses.taken.move.threads[thread]}, value {value} touches"
                f" {counted(touched, 'sector')}, but its data would fit in {fewest};"
                f" {sum(one[0] for one in requests)} in all,"
                f" {sum(one[1] for one in requests)} would be ideal"
            )
    return None
