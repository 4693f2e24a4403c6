"""The loops of a kernel: its steps as a tree, and the tiles that determine a place's content."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from verif.movement.model import (
    Coordinate,
    Coordinates,
    End,
    Global,
    Kernel,
    Loop,
    Move,
    Multiply,
    Operand,
    Place,
    Reduce,
    Step,
)


@dataclass(frozen=True)
class Body:
    """The steps and inner loops of a loop. The whole program is also a body, executed once."""

    over: Coordinates = ()
    split: Coordinate | None = None
    steps: tuple[Step | Body, ...] = ()

    @property
    def ahead(self) -> int:
        """How many extra iterations run before iteration 0, for the steps with `ahead` > 0."""
        return max((step.ahead for step in self.moves), default=0)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves of this loop, without the moves of inner loops."""
        return tuple(step for step in self.steps if isinstance(step, Move))

    @property
    def loops(self) -> Iterator[Body]:
        """All loops inside this body, outer loops first."""
        for step in self.steps:
            if isinstance(step, Body):
                yield step
                yield from step.loops


def looped(kernel: Kernel) -> Coordinates:
    """Return the loop coordinates: a block visits their tiles one after the other."""
    return tuple(one for one in kernel.coordinates if not one.in_grid and not one.is_single)


def touched(step: Step) -> frozenset[Coordinate]:
    """Return the coordinates whose current tiles determine what a step accesses."""
    if isinstance(step, Move):
        return frozenset((*step.coordinates, *step.source.coordinates, *step.target.coordinates))
    return frozenset(step.coordinates) if isinstance(step, Multiply | Reduce) else frozenset()


def program(kernel: Kernel) -> Body:
    """Return all steps as a tree of loops.

    Without a `loop` in the file, there is one loop: the first step that depends on a loop
    coordinate, the last such step, and all steps between them.
    """
    if any(isinstance(step, Loop) for step in kernel.steps):
        return Body(steps=tuple(_nested(iter(kernel.steps))))
    steps, over = kernel.steps, looped(kernel)
    inside = [k for k, step in enumerate(steps) if touched(step) & set(over)]
    if not inside:
        return Body(steps=steps)
    first, last = inside[0], inside[-1] + 1
    return Body(steps=(*steps[:first], Body(over, None, steps[first:last]), *steps[last:]))


def _nested(steps: Iterator[Step]) -> Iterator[Step | Body]:
    """Yield the steps up to the end of the current loop, with each inner loop as one Body."""
    for step in steps:
        if isinstance(step, End):
            return
        yield (
            Body(step.over, step.split, tuple(_nested(steps))) if isinstance(step, Loop) else step
        )


@dataclass
class Carried:
    """For each place, the loop coordinates whose current tiles determine the place's content.

    These include the loop coordinates of the place itself. A file may omit a coordinate from a
    place if each tile of the coordinate has one element. In attention, for example, the head is
    such a coordinate. The content of the place still depends on the omitted coordinate if a step
    computes the content from another place that depends on this coordinate.
    """

    kernel: Kernel
    order: Coordinates
    """The loop coordinates, the coordinates of outer loops first."""
    more: dict[str, frozenset[Coordinate]] = field(default_factory=dict[str, frozenset[Coordinate]])
    known: dict[str, Coordinates] = field(default_factory=dict[str, Coordinates])
    """Cached results of the method `of`, by the name of the place."""

    def __post_init__(self) -> None:
        while any(self._flows(step) for step in self.kernel.steps):
            pass

    def of(self, place: Place) -> Coordinates:
        """Return the loop coordinates that determine a place's content, outer loops first."""
        if place.name not in self.known:
            self.known[place.name] = self._of(place)
        return self.known[place.name]

    def _of(self, place: Place) -> Coordinates:
        found = {*place.coordinates, *self.more.get(place.name, ())}
        return tuple(one for one in self.order if one in found)

    def _flows(self, step: Step) -> bool:
        """Add to `more` the coordinates that a step's target gets from the step's sources.

        Return whether one of these coordinates is new.
        """
        if isinstance(step, Move):
            return self._note(step.target, (step.source,), ())
        if isinstance(step, Multiply):
            a, b, c = (Operand(step.instruction, which, "") for which in "ABC")
            return self._note(c, (a, b), step.coordinates[2:])
        if isinstance(step, Reduce):
            return self._note(step.target, (step.source,), (step.over,))
        return False

    def _note(self, target: Place, sources: tuple[Place, ...], without: Coordinates) -> bool:
        if isinstance(target, Global):
            return False
        found = {one for place in sources for one in self._of(place) if one.tile == 1}
        before = self.more.get(target.name, frozenset())
        self.more[target.name] = before | (found - set(without))
        return self.more[target.name] != before


def carried(kernel: Kernel, body: Body) -> Carried:
    """Collect, for each place, the loop coordinates whose tiles determine the place's content."""
    order = tuple(dict.fromkeys(one for loop in body.loops for one in loop.over))
    rest = tuple(one for one in looped(kernel) if one not in order)
    return Carried(kernel, (*order, *rest))
