"""The accesses of a step: which thread takes which elements in which access."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod

from spec.layout import Layout
from spec.memory.accesses import Columns, bits_of
from spec.memory.lanes import in_order
from spec.memory.machine import MACHINES, NVIDIA, Machine, machine_of
from spec.modes import modes_of, offsets
from verif.movement.model import (
    Coordinates,
    Global,
    Move,
    Place,
    Shared,
    extents_of,
    names_of,
)
from verif.movement.tiles import GlobalTile, global_tile


def renumbering(order: Coordinates, target: Coordinates) -> Sequence[int]:
    """Return a table that maps the number of an element in `order` to its number in `target`.

    An order lists coordinates, the fastest first, and numbers the elements of a tile from 0. If an
    element has the number x in `order`, entry x of the table is the element's number in `target`.

    Pre-conditions: a coordinate that is in only one of the orders has tiles of one element.
    """
    if names_of(order) == names_of(target):
        return range(prod(extents_of(order)))
    steps: dict[str, int] = {}
    step = 1
    for one in target:
        steps[one.name] = step
        step *= one.tile
    return offsets(tuple((one.tile, steps.get(one.name, 0)) for one in order))


def coordinates_at(number: int, order: Coordinates) -> dict[str, int]:
    """Return the coordinates of element `number` of a tile. `order` lists the fastest first.

    >>> from verif.movement.model import Coordinate
    >>> m, k = Coordinate("m", 4, 4, 1, True), Coordinate("k", 8, 8, 1, False)
    >>> coordinates_at(6, (m, k))
    {'m': 2, 'k': 1}
    """
    found: dict[str, int] = {}
    for one in order:
        number, found[one.name] = divmod(number, one.tile)
    return found


def element_of(place: Place, number: int) -> str:
    """Return the text of an element, with its coordinates within the tile, such as `sA(3,0)`."""
    point = coordinates_at(number, place.coordinates).values()
    return f"{place.name}({','.join(map(str, point))})"


@lru_cache(maxsize=256)
def numbers_by(by: Layout, order: Coordinates, target: Coordinates) -> Columns:
    """Convert the element numbers of a thread-value layout to another order of coordinates."""
    table, threads = renumbering(order, target), by[0].size
    listed = [table[x] for x in offsets(modes_of(by))]
    return tuple(tuple(listed[v : v + threads]) for v in range(0, len(listed), threads))


@dataclass(frozen=True)
class Side:
    """The accesses of a step to one place in memory: the step's source or its target.

    `columns` has, for each value, the offsets of all threads. `groups` has, for each access, the
    values in the order of their offsets. `width` is the number of bits of an access. The accesses
    of `machine.threads` threads are one request.
    """

    place: Global | Shared
    columns: Columns
    groups: tuple[tuple[int, ...], ...]
    width: int
    machine: Machine = NVIDIA

    @property
    def bits(self) -> int:
        return bits_of(self.place.element)

    @property
    def served(self) -> Columns:
        """The `columns`, each with its threads in the order in which the machine serves threads."""
        return in_order(self.columns, self.width, self.machine)


@dataclass(frozen=True)
class Taken:
    """A step with a thread-value layout, which maps each (thread, value) to an element."""

    move: Move

    def numbers_of(self, place: Place) -> Columns:
        """For each value, the numbers of the elements that the executing threads access.

        Elements are numbered in the order of the coordinates of `place`.
        """
        by, threads = self.move.by, self.move.threads
        assert by is not None
        numbers = numbers_by(by, self.move.coordinates, place.coordinates)
        if len(threads) == by[0].size:
            return numbers
        return tuple(tuple(column[t] for t in threads) for column in numbers)

    def machine(self, place: Global | Shared) -> Machine:
        """The machine for accesses to `place`.

        The field `threads` of the result is the number of threads that make one request. By
        default, `threads` counts the threads of a warp that execute the step. If the count
        differs between warps, or is not a power of two, `threads` counts all threads of a warp.
        """
        whole, counts = self._whole(place), self._executing(place)
        few = min(counts) if len(counts) == 1 else whole.threads
        if few & (few - 1):
            few = whole.threads
        return replace(whole, threads=few, lanes=whole.lanes if self.is_modelled(place) else ())

    def is_modelled(self, place: Global | Shared) -> bool:
        """Whether the model knows the order in which the machine serves the step's threads.

        For reads on AMD's GPUs, the model knows this order for whole wavefronts only.
        """
        whole = self._whole(place)
        return not whole.lanes or self._executing(place) == {whole.threads}

    def _executing(self, place: Global | Shared) -> set[int]:
        """How many threads per warp execute the step: a set over all warps that execute it.

        For a warp of 32 threads, the result is {32} if each warp executes the step with all threads
        or with none.
        """
        warp = self._whole(place).threads
        return set(Counter(t // warp for t in self.move.threads).values())

    def _whole(self, place: Global | Shared) -> Machine:
        """The model of the machine for accesses to `place`.

        Some machines have a separate model for reads of shared memory.
        """
        name = self.move.machine
        is_read = isinstance(place, Shared) and place.name == self.move.source.name
        return (MACHINES.get(f"{name}_read") if is_read else None) or machine_of(name)

    def columns(self, place: Global | Shared, stage: int = 0) -> Columns:
        """For each value, the offsets at which the executing threads access this value.

        In global memory, the offsets are computed with generic strides (see `tiles`).
        """
        table = (
            self.global_tile(place).generic_offsets
            if isinstance(place, Global)
            else place.offsets(stage)
        )
        return tuple(tuple(map(table.__getitem__, column)) for column in self.numbers_of(place))

    def global_tile(self, tensor: Global) -> GlobalTile:
        return global_tile(tensor)

    @property
    def memories(self) -> tuple[Global | Shared, ...]:
        """The places in global or shared memory among the step's source and target."""
        both = (self.move.source, self.move.target)
        return tuple(one for one in both if isinstance(one, Global | Shared))
