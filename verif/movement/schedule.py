"""Order: each read sees the tile that an earlier step wrote, and nobody overwrites it too early.

The steps from the first to the last one that depends on a looped coordinate are the body of a loop.
In iteration i, a step takes tile i + ahead; before the loop, steps that are ahead take their first
tiles. Every buffer has a tile in each of its stages. A barrier separates *epochs*.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from spec.named import valued
from verif.english import counted
from verif.movement.model import (
    Barrier,
    Coordinates,
    End,
    Kernel,
    Loop,
    Move,
    Multiply,
    Reduce,
    Shared,
    Step,
    Wait,
)
from verif.movement.moves import Taken, coordinates_at
from verif.movement.reading import TILE
from verif.movement.stating import Statement, fault, holds


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
    """For each group of async copies that was waited for, the epoch."""
    sources: dict[int, Move] = field(default_factory=dict[int, Move])
    """For each step that reads a buffer, the step whose tile it reads."""
    problem: tuple[Move, str, str] | None = None

    def run(self) -> None:
        before, body, after = parts(self.kernel)
        ahead = max((step.ahead for step in body if isinstance(step, Move)), default=0)
        for step in before:
            self._do(step, 0)
        for iteration in range(-ahead, self.iterations):
            for step in body:
                if not isinstance(step, Move | Multiply | Reduce):
                    if iteration >= 0:
                        self._do(step, iteration)
                    continue
                tile = iteration + step.ahead
                if isinstance(step, Move) and self._is_async(step) and tile >= 0:
                    self._issue(iteration)
                if 0 <= tile < self.iterations:
                    self._do(step, tile, iteration)
        for step in after:
            self._do(step, 0, self.iterations)

    def _is_async(self, step: Move) -> bool:
        waits = any(isinstance(one, Wait) for one in self.kernel.steps)
        return waits and step.instruction is not None and step.instruction.is_async

    def _issue(self, iteration: int) -> None:
        """Count the async copies of an iteration as one group, also where there is no tile left."""
        if iteration not in self.groups:
            self.groups.append(iteration)

    def _do(self, step: Step, tile: int, iteration: int = -1) -> None:
        if isinstance(step, Barrier):
            self.epoch += 1
        elif isinstance(step, Wait):
            for group in self.groups[: len(self.groups) - step.left]:
                self.done.setdefault(group, self.epoch)
        elif isinstance(step, Move):
            if not set(looped(self.kernel)) & set(step.coordinates):
                # The step moves the same tile in each iteration.
                tile = 0
            if isinstance(step.source, Shared):
                self._read(step, step.source, tile)
            if isinstance(step.target, Shared):
                if self._is_async(step):
                    self._issue(iteration)
                self._write(step, step.target, tile, iteration if self._is_async(step) else None)

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

    def _fail(self, move: Move, claim: str, detail: str) -> None:
        if self.problem is None:
            self.problem = move, claim, detail

    def _read(self, move: Move, buffer: Shared, tile: int) -> None:
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
        if completed >= self.epoch and self._has_barriers:
            other = _other_thread(found.move, move, buffer)
            if other is not None:
                detail = f"{other}, without a barrier between them"
                self._fail(move, claim, detail)
                return
        self.sources[move.number] = found.move
        place.read.append(_Event(move, tile, self.epoch))

    @property
    def _has_barriers(self) -> bool:
        return any(isinstance(step, Barrier) for step in self.kernel.steps)

    def _write(self, move: Move, buffer: Shared, tile: int, group: int | None) -> None:
        claim = f"nobody still reads or writes what is overwritten in {buffer.name}"
        stage = self._stage(move, buffer, tile)
        if stage is None:
            return
        for (name, number), place in self.stages.items():
            if not self._overlap(name, number, buffer, stage):
                continue
            for read in place.read:
                if read.epoch >= self.epoch and self._has_barriers:
                    assert isinstance(read.move.source, Shared)
                    other = _other_thread(read.move, move, read.move.source, reads=True)
                    if name != buffer.name or other is not None:
                        detail = (
                            f"{read.move.text} reads tile {read.tile} of {name}, and tile {tile}"
                            f" is written to this place without a barrier between them"
                        )
                        self._fail(move, claim, detail)
                        return
            before = place.written
            if before is not None and not place.read and self._is_racing(before, move, buffer):
                detail = (
                    f"{before.move.text} writes tile {before.tile} to {name}, and tile {tile} is"
                    f" written to this place without a barrier between them"
                )
                self._fail(move, claim, detail)
                return
            if name != buffer.name:
                place.written = None
            place.read = []
        self.stages[buffer.name, stage] = _Stage(_Event(move, tile, self.epoch, group))

    def _is_racing(self, before: _Event, move: Move, buffer: Shared) -> bool:
        """Whether another thread's write to the same place may come later."""
        if before.epoch < self.epoch or not self._has_barriers:
            return False
        return before.move.target != buffer or _other_thread(before.move, move, buffer) is not None

    def _overlap(self, name: str, number: int, buffer: Shared, stage: int) -> bool:
        """Whether a stage of a buffer shares memory with another."""
        if name == buffer.name:
            return number == stage
        other = next(one for one in self.kernel.buffers if one.name == name)
        return (other.at or name) == (buffer.at or buffer.name)


def _other_thread(first: Move, second: Move, buffer: Shared, *, reads: bool = False) -> str | None:
    """Return an element that two steps access by different threads, in words, or None."""
    if first.by is None:
        return f"{first.text} is a bulk copy"
    if second.by is None:
        return f"{second.text} is a bulk copy"
    before = _threads(first, buffer)
    for number, after in _threads(second, buffer).items():
        own = before.get(number, set())
        if own and (len(own | after) > 1):
            point = tuple(coordinates_at(number, buffer.coordinates).values())
            element = f"{buffer.name}({','.join(map(str, point))})"
            one = min(own)
            other = min(after - {one}) if after - {one} else min(after)
            does = "read" if reads else "wrote"
            return f"thread {other} takes {element}, which thread {one} {does}"
    return None


def _threads(move: Move, buffer: Shared) -> Mapping[int, set[int]]:
    found: dict[int, set[int]] = {}
    for column in Taken(move).numbers_of(buffer):
        for t, number in enumerate(column):
            found.setdefault(number, set()).add(move.threads[t])
    return found


def scheduled(kernel: Kernel) -> tuple[Schedule, list[Statement]]:
    """Run the steps with each number of iterations that can make a difference.

    Obligation: whenever a step reads a tile, its stage has this tile, completely written; a barrier
    lies between the write and the read, and between the read and the next write to this place,
    unless each element is accessed by one thread alone.

    With s stages and steps that are a tiles ahead, what iteration i does depends only on iterations
    i - s - a to i, on whether it is among the first a, and on whether it is among the last a. All
    such cases occur with at most 2(s + a) + 2 iterations.
    """
    body = parts(kernel)[1]
    ahead = max((step.ahead for step in body if isinstance(step, Move)), default=0)
    stages = max((one.stages for one in kernel.buffers), default=1)
    most = 2 * (stages + ahead) + 2 if body else 1
    last = Schedule(kernel, 1)
    for iterations in range(1, most + 1):
        last = Schedule(kernel, iterations)
        last.run()
        if last.problem is not None:
            move, claim, detail = last.problem
            return last, [fault(move.line, move.text, claim, detail)]
    found: list[Statement] = []
    for step in kernel.moves:
        if isinstance(step.source, Shared):
            claim = f"each element of {step.source.name} was written before it is read"
            writer = last.sources[step.number]
            found.append(holds(step.line, step.text, claim, f"by {writer.text}{_said(kernel)}"))
    return last, found


def _said(kernel: Kernel) -> str:
    if any(isinstance(step, Barrier) for step in kernel.steps):
        return ", with barriers between them"
    return "; the file has no barriers, so they are not checked"
