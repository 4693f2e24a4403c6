"""Order: each read sees the tile that it needs, and no step overwrites a tile too early.

Each step has a number `ahead`. In iteration i of a loop, the step takes tile i + ahead. Before the
loop, a step with ahead > 0 takes its first tiles. If a step is outside of the loop over a
coordinate, the step takes tile 0 along this coordinate. Each stage of a buffer holds one tile.
Whenever an inner loop starts again, its tile 0 is in the same stage as before. Each barrier ends
an *epoch*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import lcm
from typing import TypeAlias

from spec.named import valued
from verif.english import counted
from verif.movement.arithmetic import domain, period, term
from verif.movement.loops import Body, Carried, carried, looped, program, touched
from verif.movement.model import (
    Barrier,
    Clear,
    Coordinate,
    Fence,
    Flag,
    Global,
    Kernel,
    Loop,
    Move,
    Multiply,
    Operand,
    Place,
    Reduce,
    Registers,
    Shared,
    Step,
    Wait,
    names_of,
)
from verif.movement.proving import Proof, Theory
from verif.movement.proxies import Visible, is_of_async_proxy
from verif.movement.reading import TILE
from verif.movement.sharing import Slot, mark, other_thread_in_place, overlap
from verif.movement.stating import Statement, fault, holds, unknown

Tile: TypeAlias = tuple[int, ...]
"""The position of a tile: its number along each loop coordinate of a place, outer loops first."""

Names: TypeAlias = tuple[str, ...]

Part: TypeAlias = tuple[int, int]
"""A part of a sum: the number of the step that adds the part, and the number of the summed tile."""

Sharing: TypeAlias = tuple[int, Slot, int, Slot]
"""Two accesses: the number of each step, and the stage that the step accesses."""


def _said(tile: Tile) -> str:
    return str(tile[0] if tile else 0) if len(tile) < 2 else f"({','.join(map(str, tile))})"


@dataclass(frozen=True)
class _Event:
    """A write or a read of a stage of a buffer."""

    move: Move
    tile: Tile
    epoch: int
    group: int | None = None
    order: int = 0
    """The number of the step, counting only the steps of the same unit."""


@dataclass
class _Stage:
    """A stage of a buffer: its last write, and the reads since then."""

    written: _Event | None = None
    read: list[_Event] = field(default_factory=list[_Event])
    fenced: int | None = None
    """The epoch of the first fence after the last write, or None without such a fence."""
    overwritten_by: Move | None = None
    """The step that has since written another buffer to the same memory, or None."""


@dataclass
class Schedule:
    """One run of the steps, with a given number of iterations of each loop.

    `problem` is the first fault. `at` has the tile of the current step along each coordinate.
    """

    kernel: Kernel
    body: Body
    carried: Carried
    counts: Mapping[Names, int]
    sources: dict[tuple[int, str], set[int]]
    """Maps (number of a step, name of a place) to the numbers of the writing steps.

    The writing steps wrote the elements that the step reads from the place.
    """
    others: dict[Sharing, str | None]
    """For each pair of steps, and the stages that they access: why threads may share a place.

    One thread accesses the place in the first step, and another thread in the second step. None
    means that this cannot happen.
    """
    at: dict[str, int] = field(default_factory=dict[str, int])
    segment: int = 0
    """The number of the current part of an iteration. Inner loops divide an iteration into parts.

    The async copies of a part are one group.
    """
    epoch: int = 0
    stages: dict[Slot, _Stage] = field(default_factory=dict[Slot, _Stage])
    groups: list[int] = field(default_factory=list[int])
    done: dict[int, int] = field(default_factory=dict[int, int])
    """For each group of async copies that a step waited for, the epoch of the wait."""
    registers: dict[str, tuple[int, Tile]] = field(default_factory=dict[str, tuple[int, Tile]])
    """Maps the name of registers to the last step that wrote them, and to the tile in them."""
    sums: dict[str, set[Part]] = field(default_factory=dict[str, set[Part]])
    """Maps the name of registers to the parts of sums that the registers contain."""
    added: dict[tuple[str, Tile], set[Part]] = field(
        default_factory=dict[tuple[str, Tile], set[Part]]
    )
    """For each (tensor's name, tile) in global memory: the parts of sums that the tile contains."""
    orders: Counter[str] = field(default_factory=Counter[str])
    """For each unit, the number of its steps so far."""
    waited: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    """For each unit that waited: how many steps of each other unit are known to be complete."""
    described: dict[str, Move] = field(default_factory=dict[str, Move])
    """For each operand that stays in shared memory, the step that makes its descriptor."""
    unset: set[tuple[int, str]] = field(default_factory=set[tuple[int, str]])
    """All (number of a step, name of registers) where no step writes what the step reads."""
    visible: dict[int, Visible] = field(default_factory=dict[int, Visible])
    """For each step that reads by the async proxy, the worst case of the writes that it reads."""
    problem: tuple[Move | Multiply | Reduce, str, str] | None = None
    undecided: str = ""
    """Why the runs do not decide all steps; empty if they do."""

    def writers(self, step: Step, place: Place) -> tuple[int, ...]:
        """Return the numbers of the steps that wrote what a step reads from a place."""
        return tuple(sorted(self.sources.get((step.number, place.name), ())))

    def run(self) -> None:
        self.at = dict.fromkeys(names_of(self.kernel.coordinates), 0)
        self._run(self.body)
        for step in self.kernel.moves:
            own = (parts for (name, _), parts in self.added.items() if name == step.target.name)
            missing = next((x for parts in own if (x := self._missing(step.source, parts))), None)
            if step.adds and missing is not None:
                claim = f"the sums of all tiles are added to {step.target.name} once"
                self._fail(step, claim, missing)

    def _count(self, body: Body) -> int:
        return self.counts.get(names_of(body.over), 1)

    def _run(self, body: Body) -> None:
        """Execute a loop, and its inner loops."""
        outer, over = self.at, names_of(body.over)
        for iteration in range(-body.ahead if over else 0, self._count(body)):
            self.segment += 1
            for step in body.steps:
                self.at = outer | dict.fromkeys(over, iteration)
                if isinstance(step, Body):
                    if iteration >= 0:
                        self._run(step)
                        self.segment += 1
                elif not isinstance(step, Move | Multiply | Reduce):
                    if iteration >= 0 or isinstance(step, Flag):
                        self._do(step)
                else:
                    tile = iteration + (step.ahead if over else 0)
                    self.at = outer | dict.fromkeys(over, tile)
                    if isinstance(step, Move) and self._is_async(step) and tile >= 0:
                        self._issue()
                    if 0 <= tile < self._count(body):
                        self._do(step)
        self.at = outer

    def _is_async(self, step: Move) -> bool:
        return step.instruction is not None and step.instruction.is_async

    def _issue(self) -> None:
        """Add one group for all async copies of the current segment.

        Inner loops divide an iteration into segments. The group is added even if no tile is left
        to copy.
        """
        if self.segment not in self.groups:
            self.groups.append(self.segment)

    def _do(self, step: Step) -> None:
        if isinstance(step, Barrier):
            self.epoch += 1
        elif isinstance(step, Wait):
            for group in self.groups[: len(self.groups) - step.left]:
                self.done.setdefault(group, self.epoch)
        elif isinstance(step, Fence):
            self._fence()
        elif isinstance(step, Flag):
            waited = self.waited.setdefault(step.second, Counter())
            waited |= self.waited.get(step.first, Counter())
            waited[step.first] = self.orders[step.first]
            self.waited[step.second] = waited
        elif isinstance(step, Move):
            self._move(step)
        elif isinstance(step, Clear):
            self._set(step, step.target, set())
        elif isinstance(step, Multiply):
            self._multiply(step)
        elif isinstance(step, Reduce):
            self._take(step, step.source)
            if step.adds:
                self._add(step, step.target, step.over)
            else:
                self._set(step, step.target, {(step.number, self.at[step.over.name])})

    def _fence(self) -> None:
        """Record a fence's epoch for each stage whose last write is complete and not yet fenced."""
        for place in self.stages.values():
            is_complete = place.written is not None and self._completed(place.written) is not None
            if is_complete and place.fenced is None:
                place.fenced = self.epoch

    def _see(self, move: Move, place: _Stage) -> None:
        """Note whether the write that a step reads by the async proxy is visible to this proxy."""
        if place.written is None or is_of_async_proxy(place.written.move):
            return
        if place.fenced is None:
            found = Visible.NOT_FENCED
        else:
            found = Visible.FENCED if place.fenced < self.epoch else Visible.LATE
        self.visible[move.number] = max(found, self.visible.get(move.number, found))

    def _multiply(self, step: Multiply) -> None:
        if step.unit is not None:
            self.orders[step.unit] += 1
        for which in "AB":
            operand = Operand(step.instruction, which, "")
            self._take(step, operand)
            by = self.described.get(operand.name)
            if by is not None and isinstance(by.source, Shared):
                place = self._read(by, by.source, None)
                if place is not None and is_of_async_proxy(by):
                    self._see(by, place)
        self._add(step, Operand(step.instruction, "C", ""), step.coordinates[2])

    def _move(self, step: Move) -> None:
        if step.unit is not None:
            self.orders[step.unit] += 1
        group = self.segment if self._is_async(step) else None
        if group is not None:
            self._issue()
        if isinstance(step.source, Shared):
            place = self._read(step, step.source, group)
            if place is not None and group is not None:
                self._see(step, place)
        self._take(step, step.source, complete=not step.adds)
        if isinstance(step.target, Shared):
            self._write(step, step.target, group)
        if step.adds:
            self._add_to_memory(step)
        self._set(step, step.target, {(step.number, 0)})
        if step.instruction is not None and step.instruction.stays:
            self.described[step.target.name] = step

    def _tile(self, place: Place) -> Tile:
        """Return the tile of `place` that the current step uses: its number in each coordinate."""
        return tuple(self.at[one.name] for one in self.carried.of(place))

    def _set(self, step: Move | Clear | Multiply | Reduce, place: Place, parts: set[Part]) -> None:
        if isinstance(place, Registers | Operand):
            self.registers[place.name] = step.number, self._tile(place)
            self.sums[place.name] = parts

    def _add(self, step: Multiply | Reduce, sums: Place, over: Coordinate) -> None:
        """Add products or sums of the current tile to the registers `sums`.

        An earlier step must have cleared or loaded these registers for the same elements.
        """
        part = step.number, self.at[over.name]
        what = "products are" if isinstance(step, Multiply) else "a sum is"
        if sums.name not in self.registers:
            detail = f'no earlier step clears it (clear = "{sums.name}") or loads it'
            self._fail(step, f"{sums.name} has a value before {what} added to it", detail)
            return
        self._take(step, sums, complete=False)
        present = self.sums[sums.name]
        if part in present:
            detail = f"tile {part[1]} of {over.name} is added again, and nothing clears {sums.name}"
            each = "product" if isinstance(step, Multiply) else "sum of a tile"
            self._fail(step, f"each {each} is added to {sums.name} once", detail)
        self._set(step, sums, {*present, part})

    def _missing(self, place: Place, parts: set[Part]) -> str | None:
        """Describe a tile whose products or sums are missing in `place`, or return None."""
        for one in self.kernel.steps:
            if isinstance(one, Multiply) and place.name == f"{one.instruction.name}.C":
                over, what = one.coordinates[2], "products"
            elif isinstance(one, Reduce) and place.name == one.target.name:
                over, what = one.over, "sums"
            else:
                continue
            for tile in range(self._tiles(over)):
                if (one.number, tile) not in parts:
                    return f"the {what} of tile {tile} of {over.name} are missing,{self._in_all()}"
        return None

    def _tiles(self, one: Coordinate) -> int:
        """Return how many tiles a block takes along a coordinate in this run."""
        return next((count for names, count in self.counts.items() if one.name in names), 1)

    def _in_all(self) -> str:
        """Return a text that says how many tiles this run has along each loop."""
        if len(self.counts) < 2:
            return f" with {counted(next(iter(self.counts.values()), 1), 'tile')} in all"
        each = (f"{counted(n, 'tile')} of {','.join(x)}" for x, n in self.counts.items())
        return f" with {' and '.join(each)}"

    def _add_to_memory(self, step: Move) -> None:
        """Report a fault if a part of a sum is added to the same tile in global memory twice."""
        claim = f"the sums of all tiles are added to {step.target.name} once"
        own = tuple(
            self.at[one.name] for one in looped(self.kernel) if one in step.target.coordinates
        )
        present = self.added.setdefault((step.target.name, own), set())
        for number, tile in self.sums.get(step.source.name, {(step.number, 0)}):
            if (number, tile) in present:
                detail = (
                    f"{self.kernel.steps[number].text} of tile {tile} is added to tile"
                    f" {_said(own)} of {step.target.name} again,{self._in_all()}"
                )
                self._fail(step, claim, detail)
            present.add((number, tile))

    def _take(self, step: Move | Multiply | Reduce, place: Place, *, complete: bool = True) -> None:
        """Report a fault if registers do not have the tile that a step reads.

        If `complete` is true, incomplete sums in the registers are a fault, too.
        """
        if not isinstance(place, Registers | Operand):
            return
        if place.name not in self.registers:
            self.unset.add((step.number, place.name))
            return
        writer, present = self.registers[place.name]
        needed = self._tile(place)
        if present != needed:
            self._fail(
                step,
                f"{place.name} has the tile that the step needs",
                f"{place.name} has tile {_said(present)}, not tile {_said(needed)},"
                f"{self._in_all()}",
            )
        missing = self._missing(place, self.sums[place.name]) if complete else None
        if missing is not None:
            claim = f"the sums in {place.name} are complete when a step reads them"
            self._fail(step, claim, missing)
        self.sources.setdefault((step.number, place.name), set()).add(writer)

    def _stage(self, move: Move, buffer: Shared) -> int | None:
        """Return the stage of the current tile, or None if the buffer has no such stage.

        Tiles are counted by the innermost loop on which the buffer depends.
        """
        tile = (0, *self._tile(buffer))[-1]
        if move.stage is None:
            return tile % buffer.stages
        stage = valued(move.stage, {TILE: tile})
        if 0 <= stage < buffer.stages:
            return stage
        self._fail(
            move,
            f"each tile has a stage of {buffer.name}",
            f"tile {tile} has stage {stage}, but the buffer has {counted(buffer.stages, 'stage')}",
        )
        return None

    def _fail(self, move: Move | Multiply | Reduce, claim: str, detail: str) -> None:
        if self.problem is None:
            self.problem = move, claim, detail

    def _read(self, move: Move, buffer: Shared, group: int | None) -> _Stage | None:
        """Return the stage that a step reads, or None after a fault."""
        stage, tile = self._stage(move, buffer), self._tile(buffer)
        if stage is None:
            return None
        slot = Slot(buffer, stage)
        place = self.stages.setdefault(slot, _Stage())
        problem = self._unreadable(move, slot, place)
        if problem is not None or place.written is None:
            claim = f"each element of {buffer.name} was written before it is read"
            detail = f"no step writes stage {stage} before tile {_said(tile)} is read"
            detail += f",{self._in_all()}" if self.counts else ""
            self._fail(move, claim, problem or detail)
            return None
        self.sources.setdefault((move.number, buffer.name), set()).add(place.written.move.number)
        place.read.append(self._event(move, tile, group))
        return place

    def _unreadable(self, move: Move, slot: Slot, place: _Stage) -> str | None:
        """Return why a step cannot read its tile from a written stage, or None if it can."""
        found, tile, by = place.written, self._tile(slot.buffer), place.overwritten_by
        if found is None:
            return None
        if by is not None:
            return (
                f"{by.text} overwrites stage {slot.stage} of {slot.buffer.name} before tile"
                f" {_said(tile)} is read"
            )
        if found.tile != tile:
            return (
                f"stage {slot.stage} has tile {_said(found.tile)} when tile {_said(tile)} is read,"
                f"{self._in_all()}"
            )
        completed = self._completed(found)
        if completed is None:
            return f"the async copy of tile {_said(tile)} was not waited for"
        if completed < self.epoch or self._is_ordered(found, move):
            return None
        other = self._other(found.move, slot, move, slot)
        return other and (
            f"{other}, without a {mark(found.move, move)} between the write and the read"
        )

    def _event(self, move: Move, tile: Tile, group: int | None) -> _Event:
        return _Event(move, tile, self.epoch, group, self.orders[move.unit or ""])

    def _is_ordered(self, event: _Event, move: Move) -> bool:
        """Whether a step's unit executed an earlier step itself, or has waited for that step."""
        first, second = event.move.unit, move.unit
        if first is None or second is None:
            return False
        return first == second or event.order <= self.waited.get(second, Counter())[first]

    def _completed(self, event: _Event) -> int | None:
        """Return the epoch in which an access is complete, or None if no step waited for it."""
        return event.epoch if event.group is None else self.done.get(event.group)

    def _write(self, move: Move, buffer: Shared, group: int | None) -> None:
        claim = f"no step overwrites elements of {buffer.name} that are still read or written"
        stage, tile = self._stage(move, buffer), self._tile(buffer)
        if stage is None:
            return
        slot = Slot(buffer, stage)
        for old, place in self.stages.items():
            if not overlap(old, slot):
                continue
            reads = [(event, "read") for event in place.read]
            before = [] if place.written is None or reads else [(place.written, "write")]
            for event, access in (*reads, *before):
                missing = self._unordered(event, access, old, move, slot)
                if missing is not None:
                    where = f"{'of' if access == 'read' else 'to'} {old.buffer.name}"
                    detail = (
                        f"{event.move.text} {access}s tile {_said(event.tile)} {where}, and tile"
                        f" {_said(tile)} is written to the same place {missing}"
                    )
                    self._fail(move, claim, detail)
                    return
            place.overwritten_by = move
        self.stages[slot] = _Stage(self._event(move, tile, group))

    def _unordered(
        self, event: _Event, access: str, old: Slot, move: Move, slot: Slot
    ) -> str | None:
        """Return what is missing between an earlier access to memory and a write to it, or None."""
        if self._is_ordered(event, move):
            return None
        completed = self._completed(event)
        if completed is None:
            return f"before a step waits for the async {access} (`wait`)"
        if completed < self.epoch or self._other(event.move, old, move, slot) is None:
            return None
        between = "the read and the write" if access == "read" else "the two writes"
        return f"without a {mark(event.move, move)} between {between}"

    def _other(self, first: Move, old: Slot, second: Move, slot: Slot) -> str | None:
        key = first.number, old, second.number, slot
        if key not in self.others:
            self.others[key] = other_thread_in_place(first, old, second, slot)
        return self.others[key]


def scheduled(kernel: Kernel) -> tuple[Schedule, list[Statement]]:
    """Run the steps with all numbers of iterations that can make a difference.

    Obligation: whenever a step reads a tile, the tile is in its stage and completely written. If
    several threads access an element, a barrier is between the write and the read, and between the
    read and the next write to this stage.

    Let s be the greatest number of stages of a buffer, and a the greatest `ahead` of a step. The
    effect of iteration i depends only on iterations i - s - a to i, and on whether i is one of the
    first a or the last a iterations. All such cases occur with at most 2(s + a + p) + 2 iterations,
    where p is a common period of the `stage` expressions.

    An inner loop is part of each iteration of the outer loop, so this bound applies to each loop.
    In the bound of a loop, s is the greatest number of stages of the buffers that depend on this
    loop and on no loop inside it. If a loop is split, some blocks may have no tile, so a run with 0
    iterations is tried, too. A fault is reported only if its run is possible: at some sizes, the
    loops of some block must have at least as many tiles as in the run.
    """
    body = program(kernel)
    depends = carried(kernel, body)
    found = list(_all_tiles(kernel, body))
    loops = list(_counts(kernel, body, depends))
    sources: dict[tuple[int, str], set[int]] = {}
    others: dict[Sharing, str | None] = {}
    unset: set[tuple[int, str]] = set()
    visible: dict[int, Visible] = {}
    last = Schedule(kernel, body, depends, {}, sources, others)
    for counts in product(*(numbers for _, numbers in loops)):
        names = (over for over, _ in loops)
        last = Schedule(
            kernel, body, depends, dict(zip(names, counts, strict=True)), sources, others
        )
        last.run()
        if last.problem is not None and _is_possible(kernel, body, last.counts):
            move, claim, detail = last.problem
            found.append(fault(move.line, move.text, claim, detail))
            # After a fault, the run decides nothing about the other steps.
            why = f"not decided, because {move.text} has a fault"
            for step, what, _ in _obligations(kernel):
                if step != move:
                    found.append(unknown(step.line, step.text, what, why))
            last.visible, last.undecided = visible, why
            return last, found
        worst = visible | {n: max(x, visible.get(n, x)) for n, x in last.visible.items()}
        is_new = worst != visible or not last.unset <= unset
        if last.problem is None and is_new and _is_possible(kernel, body, last.counts):
            visible, unset = worst, unset | last.unset
    last.unset, last.visible = unset, visible
    for step, claim, detail in _obligations(kernel):
        if isinstance(step, Move) and not detail:
            said = _writers(kernel, step, sources[step.number, step.source.name])
        else:
            said = detail
        found.append(holds(step.line, step.text, claim, said))
    return last, found


def _writers(kernel: Kernel, step: Move, numbers: set[int]) -> str:
    """Say which steps wrote the elements that a step reads."""
    names = " and ".join(kernel.steps[number].text for number in sorted(numbers))
    marks = "barriers" if step.unit is None else "flags or barriers"
    return f"written by {names}; {marks} order the writes and the read"


def _obligations(kernel: Kernel) -> Iterator[tuple[Move | Multiply | Reduce, str, str]]:
    """Yield the obligations of the steps, each with the detail to report if the obligation holds.

    For a read of a buffer, the detail is empty, because only a run shows which steps wrote the
    elements.
    """
    for step in kernel.moves:
        if isinstance(step.source, Shared):
            yield step, f"each element of {step.source.name} was written before it is read", ""
        if step.adds:
            claim = f"the sums of all tiles are added to {step.target.name} once"
            yield step, claim, f"{step.target.name} must be zero before the kernel runs"
    for step in kernel.steps:
        if isinstance(step, Multiply):
            name = f"{step.instruction.name}.C"
            claim = (
                f"{name} has a value before products are added to it, and has all products before a"
                " step reads it"
            )
            yield step, claim, "accumulators are set first"
        if isinstance(step, Reduce) and step.adds:
            claim = f"{step.target.name} has the sums of all tiles of {step.over.name}, each once"
            yield step, claim, f"{step.target.name} is cleared first"


def _counts(kernel: Kernel, body: Body, depends: Carried) -> Iterator[tuple[Names, Sequence[int]]]:
    """Yield the names of each loop's coordinates, and the numbers of iterations to try."""
    again = lcm(*(period(one.stage) or 1 for one in kernel.moves))
    inner = {one.name: depends.of(one)[-1:] for one in kernel.buffers}
    for over in dict.fromkeys(loop.over for loop in body.loops):
        if not set(over) & set(looped(kernel)):
            continue
        same = [loop for loop in body.loops if loop.over == over]
        ahead = max(loop.ahead for loop in same)
        stages = [one.stages for one in kernel.buffers if set(inner[one.name]) & set(over)]
        most = 2 * (max(stages, default=1) + ahead + again) + 2
        yield names_of(over), range(0 if same[0].split is not None else 1, most + 1)


def _is_possible(kernel: Kernel, body: Body, counts: Mapping[Names, int]) -> bool:
    """Whether, at some sizes, the loops of a block may have at least these numbers of tiles.

    "At least" suffices, because the greatest number of tiles that is tried stands for all greater
    numbers. If n blocks share more than n * (c - 1) tiles, some block has at least c tiles.
    """
    given: list[str] = []
    for loop in body.loops:
        if names_of(loop.over) in counts:
            tiles = tuple(one.tiles for one in loop.over)
            blocks = 1 if loop.split is None else loop.split.tiles
            total = f"(* 1 {' '.join(map(term, tiles))})"
            others = f"(* {term(counts[names_of(loop.over)] - 1)} {term(blocks)})"
            given += [*domain((*tiles, blocks)), f"(< {others} {total})"]
    found = Theory(kernel.sizes).decide("no such numbers of tiles", "false", given=given)
    return not isinstance(found, Proof)


def _all_tiles(kernel: Kernel, body: Body) -> Iterator[Statement]:
    """Report reasons why the loops might skip tiles.

    Either the file has no loop over some coordinate, or a step depends on a coordinate but is
    outside of the loop over this coordinate. Only steps that compute sums or write to global memory
    are checked.
    """
    loops = list(body.loops)
    marked = {one for loop in loops for one in loop.over}
    has_marks = any(isinstance(step, Loop) for step in kernel.steps)
    rest = [one for one in looped(kernel) if not has_marks or one not in marked]
    if rest and (has_marks or len(rest) > 1):
        names = ", ".join(sorted(one.name for one in rest))
        detail = f"a block goes through tiles of {names}, but the file has no loop over {names}"
        yield unknown(1, "loop", "loops visit each tile", detail)
    yield from _outside(body, frozenset(marked))


def _outside(body: Body, over: frozenset[Coordinate]) -> Iterator[Statement]:
    """Report each step that depends on a coordinate in `over` but is outside of the loop over it.

    Only steps that compute sums or write to global memory are checked.
    """
    over = over - set(body.over)
    for step in body.steps:
        if isinstance(step, Body):
            yield from _outside(step, over)
            continue
        is_final = isinstance(step, Multiply | Reduce) or (
            isinstance(step, Move) and isinstance(step.target, Global)
        )
        if is_final and isinstance(step, Move | Multiply | Reduce) and over & touched(step):
            name = min(one.name for one in over & touched(step))
            claim = f"the step takes each tile of {name}"
            yield fault(step.line, step.text, claim, f"the step is outside of the loop over {name}")
