"""Order: each read sees the tile that an earlier step wrote, and no step overwrites it too early.

A loop's body runs from the first step that depends on a looped coordinate to the last such step. In
iteration i, a step takes tile i + ahead; before the loop, steps with ahead > 0 take their first
tiles. Each stage of a buffer holds one tile. A barrier separates *epochs*.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from math import lcm

from spec.memory.machine import NVIDIA
from spec.named import valued
from verif.english import counted
from verif.movement.arithmetic import period
from verif.movement.model import (
    Barrier,
    Clear,
    Coordinates,
    End,
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
)
from verif.movement.moves import Taken, element_of
from verif.movement.reading import TILE
from verif.movement.stating import Statement, fault, holds, unknown


def looped(kernel: Kernel) -> Coordinates:
    """Return the coordinates whose tiles a block visits one after the other."""
    return tuple(one for one in kernel.coordinates if not one.in_grid and not one.is_single)


def parts(kernel: Kernel) -> tuple[tuple[Step, ...], tuple[Step, ...], tuple[Step, ...]]:
    """Return the steps before the loop, in its body, and after it."""
    steps, loop = kernel.steps, set(looped(kernel))
    marks = [k for k, step in enumerate(steps) if isinstance(step, Loop | End)]
    if marks:
        first, last = marks
        return steps[:first], steps[first + 1 : last], steps[last + 1 :]
    inside = [
        k
        for k, step in enumerate(steps)
        if isinstance(step, Move | Multiply | Reduce) and loop & set(step.coordinates)
    ]
    if not inside:
        return steps, (), ()
    first, last = inside[0], inside[-1] + 1
    return steps[:first], steps[first:last], steps[last:]


@dataclass(frozen=True)
class _Event:
    """A write or a read of a stage of a buffer."""

    move: Move
    tile: int
    epoch: int
    group: int | None = None
    order: int = 0
    """The number of the step, counting only the steps of the same unit."""


@dataclass
class _Stage:
    """A stage of a buffer: its last write, and the reads since then."""

    written: _Event | None = None
    read: list[_Event] = field(default_factory=list[_Event])


@dataclass
class Schedule:
    """One run of the steps, with a number of iterations; `problem` is the first fault."""

    kernel: Kernel
    iterations: int
    epoch: int = 0
    stages: dict[tuple[str, int], _Stage] = field(default_factory=dict[tuple[str, int], _Stage])
    groups: list[int] = field(default_factory=list[int])
    done: dict[int, int] = field(default_factory=dict[int, int])
    """For each group of async copies that a step waited for, the epoch of the wait."""
    sources: dict[tuple[int, str], set[int]] = field(
        default_factory=dict[tuple[int, str], set[int]]
    )
    """For each step and each place that the step reads, the numbers of the writing steps."""
    registers: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    """For registers, the number of the step that set them, and their tile."""
    sums: dict[str, set[tuple[int, int]]] = field(default_factory=dict[str, set[tuple[int, int]]])
    """For accumulators that were cleared or loaded, the products since then: the number of the step
    that adds them, and the tile of the coordinate that is summed up."""
    orders: Counter[str] = field(default_factory=Counter[str])
    """For each unit, the number of its steps so far."""
    waited: dict[str, Counter[str]] = field(default_factory=dict[str, Counter[str]])
    """For each unit, how many steps of each other unit it waited for."""
    described: dict[str, Move] = field(default_factory=dict[str, Move])
    """For each operand that stays in shared memory, the step that makes its descriptor."""
    problem: tuple[Move | Multiply | Reduce, str, str] | None = None

    def run(self) -> None:
        before, body, after = parts(self.kernel)
        ahead = max((step.ahead for step in body if isinstance(step, Move)), default=0)
        for step in before:
            self._do(step, 0, -ahead - 1)
        for iteration in range(-ahead, self.iterations):
            for step in body:
                if not isinstance(step, Move | Multiply | Reduce):
                    if iteration >= 0 or isinstance(step, Flag):
                        self._do(step, iteration, iteration)
                    continue
                tile = iteration + step.ahead
                if isinstance(step, Move) and self._is_async(step) and tile >= 0:
                    self._issue(iteration)
                if 0 <= tile < self.iterations:
                    self._do(step, tile, iteration)
        for step in after:
            self._do(step, 0, self.iterations)

    def _is_async(self, step: Move) -> bool:
        return step.instruction is not None and step.instruction.is_async

    def _issue(self, iteration: int) -> None:
        """Count the async copies of an iteration as one group, even if no tile is left to copy."""
        if iteration not in self.groups:
            self.groups.append(iteration)

    def _do(self, step: Step, tile: int, iteration: int) -> None:
        if isinstance(step, Barrier):
            self.epoch += 1
        elif isinstance(step, Wait):
            for group in self.groups[: len(self.groups) - step.left]:
                self.done.setdefault(group, self.epoch)
        elif isinstance(step, Flag):
            waited = self.waited.setdefault(step.second, Counter())
            waited |= self.waited.get(step.first, Counter())
            waited[step.first] = self.orders[step.first]
            self.waited[step.second] = waited
        elif isinstance(step, Move):
            self._move(step, tile, iteration)
        elif isinstance(step, Clear):
            self._set(step, step.target, tile)
        elif isinstance(step, Multiply):
            if step.unit is not None:
                self.orders[step.unit] += 1
            for which in "AB":
                operand = Operand(step.instruction, which, "")
                self._take(step, operand, tile)
                by = self.described.get(operand.name)
                if by is not None and isinstance(by.source, Shared):
                    self._read(by, by.source, self._tile_of(operand, tile), None)
            self._add(step, tile)
        elif isinstance(step, Reduce):
            self._take(step, step.source, tile)
            self._set(step, step.target, tile)

    def _move(self, step: Move, tile: int, iteration: int) -> None:
        if not set(looped(self.kernel)) & set(step.coordinates):
            # The step moves the same tile in each iteration.
            tile = 0
        if step.unit is not None:
            self.orders[step.unit] += 1
        group = iteration if self._is_async(step) else None
        if group is not None:
            self._issue(group)
        if isinstance(step.source, Shared):
            self._read(step, step.source, tile, group)
        self._take(step, step.source, tile)
        if isinstance(step.target, Shared):
            self._write(step, step.target, tile, group)
        self._set(step, step.target, tile)
        if step.instruction is not None and step.instruction.stays:
            self.described[step.target.name] = step

    def _tile_of(self, place: Place, tile: int) -> int:
        """Return the tile in a place: 0 if the place has no looped coordinate."""
        return tile if set(looped(self.kernel)) & set(place.coordinates) else 0

    def _set(self, step: Move | Clear | Multiply | Reduce, place: Place, tile: int) -> None:
        if isinstance(place, Registers | Operand):
            self.registers[place.name] = step.number, self._tile_of(place, tile)
            self.sums[place.name] = set()

    def _add(self, step: Multiply, tile: int) -> None:
        """Add the products of a tile to accumulators, which must hold sums of the same tile."""
        sums, k = Operand(step.instruction, "C", ""), step.instruction.coordinates[2]
        added = step.number, tile if k in looped(self.kernel) else 0
        if sums.name not in self.registers:
            detail = f'no earlier step clears it (clear = "{sums.name}") or loads it'
            self._fail(step, f"{sums.name} has a value before products are added to it", detail)
            return
        self._take(step, sums, tile)
        present = self.sums[sums.name]
        if added in present:
            detail = f"tile {added[1]} of {k.name} is added again, and nothing clears {sums.name}"
            self._fail(step, f"each product is added to {sums.name} once", detail)
        self._set(step, sums, tile)
        self.sums[sums.name] = {*present, added}

    def _require_sums(self, step: Move | Reduce, place: Operand) -> None:
        """Require that accumulators have all products when they are taken."""
        k = place.instruction.coordinates[2]
        tiles = range(self.iterations) if k in looped(self.kernel) else range(1)
        for one in self.kernel.steps:
            if not isinstance(one, Multiply) or one.instruction != place.instruction:
                continue
            missing = next((t for t in tiles if (one.number, t) not in self.sums[place.name]), None)
            if missing is not None:
                detail = (
                    f"they lack the products of tile {missing} of {k.name},"
                    f" with {counted(self.iterations, 'tile')} in all"
                )
                self._fail(
                    step, f"the sums in {place.name} are complete when they are taken", detail
                )

    def _take(self, step: Move | Multiply | Reduce, place: Place, tile: int) -> None:
        """Require that registers have the tile that a step takes."""
        if not isinstance(place, Registers | Operand) or place.name not in self.registers:
            return
        writer, present = self.registers[place.name]
        needed = self._tile_of(place, tile)
        if present != needed:
            self._fail(
                step,
                f"{place.name} has the tile that the step takes",
                f"it has tile {present} when the step takes tile {needed},"
                f" with {counted(self.iterations, 'tile')} in all",
            )
        if isinstance(place, Operand) and place.which == "C" and not isinstance(step, Multiply):
            self._require_sums(step, place)
        self.sources.setdefault((step.number, place.name), set()).add(writer)

    def _stage(self, move: Move, buffer: Shared, tile: int) -> int | None:
        """Return the stage of a tile, or None if the buffer has no such stage."""
        if move.stage is None:
            return tile % buffer.stages
        stage = valued(move.stage, {TILE: tile})
        if 0 <= stage < buffer.stages:
            return stage
        self._fail(
            move,
            f"each tile has a stage of {buffer.name}",
            f"tile {tile} has stage {stage}, but there are {counted(buffer.stages, 'stage')}",
        )
        return None

    def _fail(self, move: Move | Multiply | Reduce, claim: str, detail: str) -> None:
        if self.problem is None:
            self.problem = move, claim, detail

    def _read(self, move: Move, buffer: Shared, tile: int, group: int | None) -> None:
        claim = f"each element of {buffer.name} was written before it is read"
        stage = self._stage(move, buffer, tile)
        if stage is None:
            return
        place = self.stages.setdefault((buffer.name, stage), _Stage())
        found = place.written
        if found is None:
            self._fail(move, claim, f"no step writes stage {stage} before tile {tile} is read")
            return
        if found.tile != tile:
            detail = (
                f"stage {stage} has tile {found.tile} when tile {tile} is read,"
                f" with {counted(self.iterations, 'tile')} in all"
            )
            self._fail(move, claim, detail)
            return
        completed = found.epoch
        if found.group is not None:
            if found.group not in self.done:
                detail = f"the async copy of tile {tile} was not waited for"
                self._fail(move, claim, detail)
                return
            completed = self.done[found.group]
        if completed >= self.epoch and not self._is_ordered(found, move):
            other = _other_thread(found.move, move, buffer)
            if other is not None:
                detail = f"{other}, without a {_mark(found.move, move)} between them"
                self._fail(move, claim, detail)
                return
        self.sources.setdefault((move.number, buffer.name), set()).add(found.move.number)
        place.read.append(self._event(move, tile, group))

    def _event(self, move: Move, tile: int, group: int | None) -> _Event:
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

    def _write(self, move: Move, buffer: Shared, tile: int, group: int | None) -> None:
        claim = f"nobody still reads or writes what is overwritten in {buffer.name}"
        stage = self._stage(move, buffer, tile)
        if stage is None:
            return
        for (name, number), place in self.stages.items():
            if not self._overlap(name, number, buffer, stage):
                continue
            for read in place.read:
                completed = self._completed(read)
                if self._is_ordered(read, move):
                    continue
                if completed is None or completed >= self.epoch:
                    assert isinstance(read.move.source, Shared)
                    other = _other_thread(read.move, move, read.move.source, reads=True)
                    if completed is None or name != buffer.name or other is not None:
                        detail = (
                            f"{read.move.text} reads tile {read.tile} of {name}, and tile {tile}"
                            f" is written to this place without a {_mark(read.move, move)} between"
                            " them"
                        )
                        self._fail(move, claim, detail)
                        return
            before = place.written
            if before is not None and not place.read and self._is_racing(before, move, buffer):
                detail = (
                    f"{before.move.text} writes tile {before.tile} to {name}, and tile {tile} is"
                    f" written to this place without a {_mark(before.move, move)} between them"
                )
                self._fail(move, claim, detail)
                return
            if name != buffer.name:
                place.written = None
            place.read = []
        self.stages[buffer.name, stage] = _Stage(self._event(move, tile, group))

    def _is_racing(self, before: _Event, move: Move, buffer: Shared) -> bool:
        """Whether another thread's earlier write to this stage may come after this write."""
        completed = self._completed(before)
        if completed is None:
            return True
        if completed < self.epoch or self._is_ordered(before, move):
            return False
        return before.move.target != buffer or _other_thread(before.move, move, buffer) is not None

    def _overlap(self, name: str, number: int, buffer: Shared, stage: int) -> bool:
        """Whether a stage of a buffer shares memory with stage `number` of the buffer `name`."""
        if name == buffer.name:
            return number == stage
        other = next(one for one in self.kernel.buffers if one.name == name)
        return (other.at or name) == (buffer.at or buffer.name)


def _other_thread(
    first: Move, second: Move, buffer: Global | Shared, *, reads: bool = False
) -> str | None:
    """Return, in words, an element that two steps access with different threads, or None."""
    for one, after in ((first, second), (second, first)):
        if one.unit is not None and one.unit != after.unit:
            return f"{one.text} is executed by {one.unit}"
    if first.by is None:
        return f"{first.text} is a bulk copy"
    if second.by is None:
        return f"{second.text} is a bulk copy"
    before = _threads(first, buffer)
    for number, after in _threads(second, buffer).items():
        own = before.get(number, set())
        if own and (len(own | after) > 1):
            one = min(own)
            other = min(after - {one}) if after - {one} else min(after)
            does = "read" if reads else "wrote"
            return f"thread {other} takes {element_of(buffer, number)}, which thread {one} {does}"
    return None


def _mark(first: Move, second: Move) -> str:
    """Return which kind of step between two moves would order them."""
    if first.unit is None or second.unit is None:
        return "barrier"
    return f"flag {first.unit} -> {second.unit}"


def _threads(move: Move, buffer: Global | Shared) -> Mapping[int, set[int]]:
    """Return the threads that access each element. All threads of a warp access a matrix."""
    found: dict[int, set[int]] = {}
    is_of_warp = move.instruction is not None and move.instruction.matrices > 0
    for column in Taken(move).numbers_of(buffer):
        for t, number in enumerate(column):
            thread = move.threads[t]
            first = thread - thread % NVIDIA.threads
            taking = range(first, first + NVIDIA.threads) if is_of_warp else (thread,)
            found.setdefault(number, set()).update(taking)
    return found


def shared_between_threads(kernel: Kernel) -> Iterator[Statement]:
    """State that one thread accesses each element of a tensor that is both read and written.

    There is a statement only if this is not known, because barriers between accesses to global
    memory are not followed.
    """
    for write, read in product(kernel.moves, kernel.moves):
        tensor = write.target
        if not isinstance(tensor, Global) or read.source != tensor:
            continue
        is_own = (
            write.by is not None
            and read.by is not None
            and write.ahead == read.ahead
            and _other_thread(write, read, tensor) is None
        )
        if not is_own:
            claim = f"one thread reads and writes each element of {tensor.name}"
            detail = f"{write.text} writes what {read.text} reads"
            yield unknown(read.line, read.text, claim, detail)


def scheduled(kernel: Kernel) -> tuple[Schedule, list[Statement]]:
    """Run the steps with each number of iterations that can make a difference.

    Obligation: whenever a step reads a tile, the tile is in its stage and completely written. A
    barrier lies between the write and the read, and between the read and the next write to this
    stage, unless each element is accessed by only one thread.

    With s stages and steps with at most `ahead = a`, the effect of iteration i depends only on
    iterations i - s - a to i, and on whether i is one of the first a or the last a iterations. All
    such cases occur with at most 2(s + a + p) + 2 iterations, where p is a common period of the
    `stage` expressions.
    """
    found = list(_all_tiles(kernel))
    body = parts(kernel)[1]
    ahead = max((step.ahead for step in body if isinstance(step, Move)), default=0)
    stages = max((one.stages for one in kernel.buffers), default=1)
    again = lcm(*(period(one.stage) or 1 for one in kernel.moves))
    most = 2 * (stages + ahead + again) + 2 if body else 1
    last = Schedule(kernel, 1)
    for iterations in range(1, most + 1):
        last = Schedule(kernel, iterations)
        last.run()
        if last.problem is not None:
            move, claim, detail = last.problem
            return last, [*found, fault(move.line, move.text, claim, detail)]
    for step in kernel.moves:
        if isinstance(step.source, Shared):
            claim = f"each element of {step.source.name} was written before it is read"
            writers = sorted(last.sources[step.number, step.source.name])
            names = " and ".join(kernel.steps[number].text for number in writers)
            marks = "barriers" if step.unit is None else "flags or barriers"
            found.append(
                holds(step.line, step.text, claim, f"by {names}, with {marks} between them")
            )
    for step in kernel.steps:
        if isinstance(step, Multiply):
            name = f"{step.instruction.name}.C"
            claim = (
                f"{name} has a value before products are added, and all of them when it is taken"
            )
            found.append(holds(step.line, step.text, claim, "accumulators are set first"))
    return last, found


def _all_tiles(kernel: Kernel) -> Iterator[Statement]:
    """State that one loop visits all tiles.

    There is a statement only if there is another loop, or if a step that sums up or that writes to
    global memory is outside of the loop.
    """
    before, _, after = parts(kernel)
    over = {*looped(kernel), *(step.over for step in kernel.steps if isinstance(step, Loop))}
    if len(over) > 1:
        names = ", ".join(sorted(one.name for one in over))
        detail = f"a block goes through the tiles of {names}, but one loop is decided"
        yield unknown(1, "loop", "one loop visits each tile", detail)
    for step in (*before, *after):
        is_final = isinstance(step, Multiply | Reduce) or (
            isinstance(step, Move) and isinstance(step.target, Global)
        )
        if is_final and isinstance(step, Move | Multiply | Reduce) and over & set(step.coordinates):
            name = next(one.name for one in step.coordinates if one in over)
            claim = f"the step takes each tile of {name}"
            yield fault(step.line, step.text, claim, f"it is outside of the loop over {name}")
