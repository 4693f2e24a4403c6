"""Check that each access of a step is contiguous and aligned on every side, for all sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, product
from operator import mul
from typing import Any, Final

from spec.errors import numeral
from spec.memory.accesses import Columns, bits_of, neighbours
from spec.memory.machine import NVIDIA, Machine
from spec.named import valued
from verif.movement.arithmetic import term
from verif.movement.bounds import mixed
from verif.movement.descriptors import described, resident
from verif.movement.matrices import rows_of
from verif.movement.model import Global, Move, Shared
from verif.movement.moves import Side, Taken
from verif.movement.proving import Counterexample, Open, Proof, Theory, divides
from verif.movement.stating import (
    Statement,
    Verdict,
    at_sizes,
    cost,
    fault,
    holds,
    undecided,
    unknown,
)
from verif.movement.tiles import GlobalTile, alignments, global_tile, times

TRIED: Final = 2
"""How many first tiles along each coordinate are searched for a misaligned access."""


@dataclass(frozen=True)
class Accesses:
    """The sides of a step with their accesses, and the statements about the accesses' widths."""

    taken: Taken
    sides: tuple[Side, ...]
    statements: tuple[Statement, ...]

    @property
    def are_possible(self) -> bool:
        """Whether the instruction can make the step's accesses. If not, their cost is unknown."""
        return all(one.verdict is not Verdict.FAULT for one in self.statements)

    def side(self, kind: type) -> Side | None:
        """Return the side with a place of this kind, or None. Prefer the target to the source."""
        return next((one for one in reversed(self.sides) if isinstance(one.place, kind)), None)


def accesses(theory: Theory, move: Move) -> Accesses:
    """Return the accesses of each side of a step.

    The accesses are as wide as the step's instruction says, or else as wide as possible.

    Obligations, for an access of n elements:

    - for all values of the strides, the offsets of its values are x, x + 1, .. x + n - 1;
    - for all sizes and tiles, n divides x;
    - the base address is aligned to the width of the access.
    """
    taken = Taken(move)
    given = move.instruction
    if move.unit is not None:
        return _of_unit(taken)
    if given is not None and given.exchanges:
        return _of_matrices(taken)
    if given is not None and given.stays:
        return Accesses(taken, (), (described(move),))
    width = None if given is None else given.width
    memories = taken.memories
    common = given is not None and given.name.startswith("cp.async")
    columns = [taken.columns(one) for one in memories]
    together = _together(memories, columns, width) if common and width is not None else None
    found: list[Side] = []
    statements: list[Statement] = []
    for place, own in zip(memories, columns, strict=True):
        bits = bits_of(place.element)
        asked = width if common or _is_of(move, place) else None
        joined = together if together is not None and place == memories[-1] else own
        if asked is not None and asked < bits:
            detail = f"an element has {bits} bits"
            statements.append(fault(move.line, move.text, _claim(place, asked), detail))
            asked = None
        possible = _possible(theory, taken, place, joined, bits, asked)
        claim = _claim(place, possible.width if asked is None else asked)
        if possible.statement is not None:
            statements.append(replace(possible.statement, claim=claim))
        else:
            statements.append(holds(move.line, move.text, claim, possible.reason))
        if possible.narrowed is not None and asked is None:
            slow = f"{possible.narrowed.detail}; accesses take {possible.width} bits"
            statements.append(cost(move.line, move.text, possible.narrowed.claim, slow))
        if possible.width < 8:
            detail = f"an access is at least one byte, so it needs several elements of {bits} bits"
            statements.append(fault(move.line, move.text, _claim(place, 8), detail))
        groups = neighbours(own, possible.width // bits)
        assert groups is not None
        found.append(Side(place, own, groups, possible.width, taken.machine(place)))
    return Accesses(taken, tuple(found), tuple(statements))


def _together(
    memories: Sequence[Global | Shared], columns: Sequence[Columns], width: int
) -> Columns | None:
    """Return, for each value of a cp.async step, the offsets on both sides of the step.

    An access of cp.async takes the same values on both sides. Return None if one side alone already
    rules out contiguous accesses: then only this side has a fault.
    """
    sides = zip(memories, columns, strict=True)
    each = all(
        neighbours(own, max(width // bits_of(place.element), 1)) is not None for place, own in sides
    )
    return _joined(columns) if each else None


def _of_unit(taken: Taken) -> Accesses:
    """For a step that a unit of a core executes, return one access for each element."""
    move = taken.move
    given = move.instruction
    statements = (resident(move),) if given is not None and given.stays else ()
    found: list[Side] = []
    for place in taken.memories:
        columns = taken.columns(place)
        groups = tuple((v,) for v in range(len(columns)))
        found.append(Side(place, columns, groups, bits_of(place.element)))
    return Accesses(taken, tuple(found), statements)


def _claim(place: Global | Shared, width: int) -> str:
    return f"each access to {place.name} takes {width} bits that are contiguous and aligned"


def _is_of(move: Move, place: Global | Shared) -> bool:
    """Whether the step's instruction accesses this side of the step."""
    space = "global" if isinstance(place, Global) else "shared"
    return move.instruction is not None and move.instruction.space == space


def _joined(sides: Sequence[Columns]) -> Columns:
    """For each value, list the offsets of all threads, one side after the other."""
    return tuple(
        tuple(x for column in columns for x in column) for columns in zip(*sides, strict=True)
    )


@dataclass(frozen=True)
class _Possible:
    """The width of the accesses to one place, and why the accesses are not wider."""

    width: int
    reason: str
    statement: Statement | None = None
    """Why the required width is not proved. If no width is required: why no width is proved."""
    narrowed: Statement | None = None
    """A statement that the mask forbids wider accesses."""


def _possible(
    theory: Theory,
    taken: Taken,
    place: Global | Shared,
    columns: Columns,
    bits: int,
    asked: int | None,
) -> _Possible:
    """Return the width of accesses: the required width, or the widest that is always possible."""
    move = taken.move
    widths = [bits << k for k in range((8 * NVIDIA.widest // bits).bit_length())]
    static = [w for w in widths if neighbours(columns, w // bits) is not None]
    refused: Statement | None = None
    if asked is not None and asked not in static:
        detail = _not_contiguous(taken, place, columns, asked // bits)
        refused = fault(move.line, move.text, "", detail)
    narrowed: Statement | None = None
    for width in reversed([w for w in static if asked is None or w <= asked]):
        n = width // bits
        if n == 1 and 8 * place.alignment % width == 0:
            return _Possible(width, "one element", refused, narrowed)
        misaligned = _misaligned(theory, taken, place, n, bits)
        if misaligned is None:
            other = mixed(theory, taken, place, neighbours(taken.columns(place), n) or ())
            if other is None:
                return _Possible(width, _reason(place), refused, narrowed)
            claim = f"all elements of each {width}-bit access to {place.name} have the same mask"
            narrowed = narrowed or replace(other, claim=claim)
            refused = refused or (None if asked is None else other)
            continue
        if asked is not None and refused is None:
            refused = misaligned
    if refused is None:
        detail = f"the base address is aligned to only {place.alignment} bytes"
        refused = fault(move.line, move.text, "", detail)
    return _Possible(bits, "", refused)


def _reason(place: Global | Shared) -> str:
    return "for all sizes and tiles" if isinstance(place, Global) else "for all elements of a tile"


def _not_contiguous(taken: Taken, place: Global | Shared, columns: Columns, n: int) -> str:
    """Return why the values do not form accesses of n elements.

    Either a value has no neighbour, or the first value is not at a multiple of n. If `columns` has
    the offsets on both sides of cp.async, each side by itself allows accesses of n elements. Then
    the reason is that the two sides group the values differently into accesses.
    """
    threads = taken.move.threads
    if len(columns[0]) > len(threads):
        names = " and in ".join(one.name for one in taken.memories)
        return f"in {names}, different groups of {n} values are contiguous"
    for v, column in enumerate(columns):
        for t, x in enumerate(column):
            if x % n == 0:
                missing = _missing_neighbour(columns, t, x, n)
                start = _first_of_run(columns, t, x)
                if missing is not None and start % n:
                    value = next(w for w, own in enumerate(columns) if own[t] == start)
                    return _not_a_multiple(place, start, value, threads[t], n)
                if missing is not None:
                    return (
                        f"thread {threads[t]} has no value at the offset of value {v} plus"
                        f" {missing}, so {n} values are not contiguous in {place.name}"
                    )
    first = {v for v, column in enumerate(columns) if any(x % n == 0 for x in column)} or {0}
    for v in sorted(first):
        for t, x in enumerate(columns[v]):
            if x % n:
                return _not_a_multiple(place, x, v, threads[t], n)
    return f"{n} values do not have the same order in all threads in {place.name}"


def _not_a_multiple(place: Global | Shared, x: int, value: int, thread: int, n: int) -> str:
    return (
        f"the offset {numeral(x)} of value {value} of thread {thread} in {place.name} is not a"
        f" multiple of {n}"
    )


def _first_of_run(columns: Columns, t: int, x: int) -> int:
    """Return the least offset y of a thread such that y, y + 1, .. x are offsets of the thread."""
    present = {column[t] for column in columns}
    while x - 1 in present:
        x -= 1
    return x


def _missing_neighbour(columns: Columns, t: int, x: int, n: int) -> int | None:
    present = {column[t] for column in columns}
    return next((k for k in range(1, n) if x + k not in present), None)


def _misaligned(
    theory: Theory, taken: Taken, place: Global | Shared, n: int, bits: int
) -> Statement | None:
    """Return a statement about an access of n elements that may be misaligned, or None."""
    move = taken.move
    if 8 * place.alignment % (n * bits):
        detail = f"the base address of {place.name} is aligned to only {place.alignment} bytes"
        return fault(move.line, move.text, "", detail)
    if isinstance(place, Shared):
        return _misaligned_stage(move, place, n)
    tile = global_tile(place)
    columns = taken.columns(place)
    groups = neighbours(columns, n)
    assert groups is not None
    starts = sorted({columns[group[0]][t] for group in groups for t in range(len(columns[0]))})
    factors = [tile.factors(x) for x in starts]
    for g, stride in alignments(tile, factors):
        found = divides(theory, n, times(g, stride))
        if isinstance(found, Proof):
            continue
        return _unaligned_access(theory, taken, tile, n, groups, times(g, stride), found)
    return None


def _misaligned_stage(move: Move, place: Shared, n: int) -> Statement | None:
    """Return a fault unless each stage is a multiple of n elements away from stage 0."""
    first = place.offsets(0)
    for stage in range(1, place.stages):
        moved = {(x - y) % n for x, y in zip(place.offsets(stage), first, strict=True)}
        if moved != {0}:
            detail = f"stage {stage} of {place.name} is not a multiple of {n} elements from stage 0"
            return fault(move.line, move.text, "", detail)
    return None


def _unaligned_access(
    theory: Theory,
    taken: Taken,
    tile: GlobalTile,
    n: int,
    groups: tuple[tuple[int, ...], ...],
    stride: Any,
    found: Counterexample | Open,
) -> Statement:
    """Look for a misaligned access. Return a fault that shows it, or else `unknown`."""
    move, tensor = taken.move, tile.tensor
    goal = f"(= (mod {term(stride)} {n}) 0)"
    large = [
        f"(> {term(one.size)} {2 * one.tile})" for one in move.coordinates if not one.is_single
    ]
    numbers = taken.numbers_of(tensor)
    for given in ((), large):
        model = theory.decide("aligned", goal, given=given)
        if not isinstance(model, Counterexample):
            continue
        found, values = model, theory.sizes.defined(model.values)
        for where, start in _tile_starts(tile, values):
            for group in groups:
                for t, number in enumerate(numbers[group[0]]):
                    x = start + offset_at(tile, number, values)
                    if x % n and is_inside(tile, where, number, values):
                        sizes = at_sizes(theory.sizes.names, values)
                        holder = f"thread {move.threads[t]}, value {group[0]}"
                        detail = (
                            f"at {sizes}: {holder} of tile ({','.join(map(str, where))})"
                            f" has the offset {x} in {tensor.name}, but {n} does not divide {x}"
                        )
                        return fault(move.line, move.text, "", detail)
    return unknown(move.line, move.text, "", undecided(found))


def _tile_starts(tile: GlobalTile, values: dict[str, Any]) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield some tiles with their offsets at these sizes.

    Along each coordinate, these are the first tiles, and the first tile with digit 1 in each mode.
    """
    choices: list[list[int]] = []
    for one, digits in zip(tile.tensor.coordinates, tile.outer, strict=True):
        sizes = (valued(digit.size, values) for digit in digits[:-1])
        indices = {*range(TRIED), *accumulate(sizes, mul)}
        choices.append(sorted(x for x in indices if x < valued(one.tiles, values)))
    for where in product(*choices):
        yield where, tile_offset(tile, where, values)


def tile_offset(tile: GlobalTile, where: Sequence[int], values: dict[str, Any]) -> int:
    """Return the offset of a tile at the sizes `values`."""
    total = 0
    for number, digits in zip(where, tile.outer, strict=True):
        left = number
        for digit in digits:
            if digit.size is None:
                total += left * valued(digit.stride, values)
            else:
                left, low = divmod(left, valued(digit.size, values))
                total += low * valued(digit.stride, values)
    return total


def offset_at(tile: GlobalTile, number: int, values: dict[str, Any]) -> int:
    """Return the distance of an element from the start of its tile at the sizes `values`."""
    total = 0
    for digits in tile.inner:
        for digit in digits:
            number, low = divmod(number, digit.size)
            total += low * valued(digit.stride, values)
    return total


def is_inside(tile: GlobalTile, where: Sequence[int], number: int, values: dict[str, Any]) -> bool:
    """Whether an element of a tile lies inside the tensor."""
    for index, one in zip(where, tile.tensor.coordinates, strict=True):
        number, low = divmod(number, one.tile)
        if index * one.tile + low >= valued(one.size, values):
            return False
    return True


def machine_of_rows(taken: Taken, place: Shared) -> Machine:
    """Return the machine for an instruction in which each thread passes the address of one row.

    For ldmatrix, 8 threads pass the addresses of a matrix's rows. For ds_read_tr16_b64, all lanes
    of a wavefront pass row addresses.
    """
    given = taken.move.instruction
    assert given is not None
    return Machine(threads=8 * given.matrices) if given.matrices else taken.machine(place)


def _of_matrices(taken: Taken) -> Accesses:
    """Return the accesses of an instruction such as ldmatrix, whose threads pass row addresses."""
    move = taken.move
    given = move.instruction
    assert given is not None
    assert given.width is not None
    memories = [one for one in taken.memories if isinstance(one, Shared)]
    if len(memories) != 1 or len(taken.memories) != 1:
        detail = "one side must be shared memory, and the other side registers"
        claim = f"{given.name} moves rows of {given.width} bits"
        return Accesses(taken, (), (fault(move.line, move.text, claim, detail),))
    place = memories[0]
    claim = f"each row of {given.name} is {given.width} contiguous and aligned bits of {place.name}"
    bits = bits_of(place.element)
    rows = rows_of(move, place)
    if isinstance(rows, str):
        return Accesses(taken, (), (fault(move.line, move.text, claim, rows),))
    n = given.width // bits
    groups = tuple(tuple(range(v, v + n)) for v in range(0, len(rows), n))
    side = Side(place, rows, groups, given.width, machine_of_rows(taken, place))
    warp = "warp" if given.matrices else "wavefront"
    statement = _misaligned_stage(move, place, n) or holds(
        move.line, move.text, "", f"{len(groups)} instructions of each {warp}"
    )
    return Accesses(taken, (side,), (replace(statement, claim=claim),))
