"""Products: C[m,n] gets each A[m,k]*B[k,n] of a tile exactly once.

A matrix instruction sees registers, not the coordinates of elements. One execution multiplies row i
of its A with column j of its B, and adds to element (i, j) of its C. The sums are right if and only
if the elements that are multiplied have the same k, and each triple (m, n, k) of the tile is
multiplied once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from spec.atoms import Operand as Fragment
from spec.modes import modes_of, offsets
from verif.movement.model import Instruction, Multiply
from verif.movement.stating import Statement, fault, holds

Numbers: TypeAlias = tuple[tuple[int | None, ...], ...]
"""`numbers[v][t]` is the number of the element that thread t holds as value v.

None means that the thread holds no element as value v.
"""

Point = tuple[int, int]

Held = tuple[int, int, int, int]
"""The row and the column of an element, and the thread and the value that hold it."""


@dataclass(frozen=True)
class _Problem(Exception):  # noqa: N818 - it ends the search for a witness
    detail: str


class _Strip(NamedTuple):
    """The rows of A (or columns of B) in one repetition of an atom along m (or n), at all k."""

    coordinates: Sequence[int]
    """The coordinate m of each row of A, or n of each column of B."""
    elements: Sequence[Sequence[Held]]
    """A list for each repetition along k and each k of the atom, with one element per row."""
    ks: Sequence[frozenset[int]]
    """For each entry of `elements`, the coordinates k that these elements have in the tile."""


@dataclass(frozen=True)
class _Side:
    """Operand A or B: its registers, and the elements that each atom finds in these registers."""

    name: str
    fragment: Fragment
    numbers: Numbers
    rows: int
    thread: tuple[int, ...]
    """Thread t of atom w is thread `thread[t + w * lanes]` of the block."""
    height: int
    """The number of rows of A, or of columns of B, in one execution."""
    repetitions: tuple[int, int]
    """How often an atom repeats along m or n, and along k."""
    known: dict[Point, _Strip] = field(default_factory=dict[Point, _Strip])
    """Cached strips, by atom and repetition along m or n."""

    def strip(self, atom: int, repetition: int) -> _Strip:
        """Return a repetition's strip. Raises _Problem if a row's elements differ in m (or n)."""
        if (atom, repetition) not in self.known:
            self.known[atom, repetition] = self._strip(atom, repetition)
        return self.known[atom, repetition]

    def _strip(self, atom: int, repetition: int) -> _Strip:
        along, deep = self.repetitions
        elements: list[list[Held]] = []
        for r in range(deep):
            held = self._elements(atom, repetition + along * r)
            places = range(0, len(held), self.height)
            elements += ([held[start + row] for row in range(self.height)] for start in places)
        coordinates = [coordinate for coordinate, _, _, _ in elements[0]]
        for same_k in elements:
            for row, (other, _, thread, value) in enumerate(same_k):
                if other != coordinates[row]:
                    raise _Problem(
                        f"all elements in row {row} of the instruction must have coordinate"
                        f" {coordinates[row]}: thread {thread}, value {value} of {self.name} has"
                        f" coordinate {other}"
                    )
        return _Strip(coordinates, elements, [frozenset(k for _, k, _, _ in e) for e in elements])

    def _elements(self, atom: int, repetition: int) -> dict[int, Held]:
        """Return the elements of an atom's operand. Raises _Problem if two copies differ."""
        return {
            place: self._held(atom, repetition, holders) for place, holders in self.holders.items()
        }

    def _held(self, atom: int, repetition: int, holders: list[Point]) -> Held:
        lane, first = self.lanes * atom, self.values * repetition
        present = {self.numbers[first + v][self.thread[lane + t]] for t, v in holders}
        t, v = holders[0]
        thread, value = self.thread[lane + t], first + v
        number = self.numbers[value][thread]
        if number is None:
            raise _Problem(f"thread {thread}, value {value} of {self.name} has no element")
        column, row = divmod(number, self.rows)
        if len(present) > 1:
            u, w = next(
                (self.thread[lane + t], first + v)
                for t, v in holders
                if self.numbers[first + v][self.thread[lane + t]] != number
            )
            raise _Problem(
                f"thread {thread}, value {value} of {self.name} has element ({row},{column}), but"
                f" thread {u}, value {w}, which must hold the same element, does not"
            )
        return row, column, thread, value

    @cached_property
    def lanes(self) -> int:
        """The number of threads of one atom."""
        return self.fragment.layout[0].size

    @cached_property
    def values(self) -> int:
        """The number of values of one atom."""
        return self.fragment.layout[1].size

    @cached_property
    def holders(self) -> dict[int, list[Point]]:
        """The (thread, value) pairs that hold each element, by 1-D coordinate in the operand."""
        found: dict[int, list[Point]] = {}
        for index, place in enumerate(offsets(modes_of(self.fragment.layout))):
            v, t = divmod(index, self.lanes)
            found.setdefault(place, []).append((t, v))
        return found


def multiplied(
    step: Multiply, a: Numbers, b: Numbers, origins: tuple[str, str]
) -> tuple[Numbers | None, list[Statement]]:
    """Return the elements of the accumulators, and the statement about the sums.

    Obligations, by enumeration of all executions and all elements of an atom:

    - if an element of an atom's operand has copies in several threads, all copies are the same
      element of the tile;
    - among the products that are added to one accumulator, row i of A is always the same row m of
      the tile, and column j of B is always the same column n;
    - element l of row i of A and element l of column j of B have the same k;
    - each k of the tile occurs once among the products that are added to an accumulator;
    - the accumulators hold each (m, n) of the tile once.
    """
    instruction = step.instruction
    m, n, k = (one.name for one in instruction.coordinates)
    product_of = f"{origins[0]}[{m},{k}]*{origins[1]}[{n},{k}]"
    claim = f"each {product_of} of a tile is added to {instruction.name}.C[{m},{n}] once"
    try:
        result = _Executions(instruction, a, b).result()
    except _Problem as problem:
        return None, [fault(step.line, step.text, claim, problem.detail)]
    rows, columns, depth = (one.tile for one in instruction.coordinates)
    detail = f"{rows} x {columns} sums of {depth} products"
    return result, [holds(step.line, step.text, claim, detail)]


@dataclass(frozen=True)
class _Executions:
    """All executions of a matrix instruction: each atom executes it repeatedly along m, n and k."""

    instruction: Instruction
    a: Numbers
    b: Numbers

    def result(self) -> Numbers:
        """Return the elements that the accumulators hold. Raises _Problem if a check fails."""
        one, atom = self.instruction, self.instruction.tiled.atom
        m, n, k = one.coordinates
        vmnk = one.tiled.thr_layout_vmnk
        number = tuple(offsets(modes_of(vmnk)))
        lanes, count = vmnk[0].size, one.tiled.atoms.size
        places = offsets(modes_of(atom.c.layout))
        atoms = [mode.size for mode in self.instruction.tiled.atoms]
        along = [
            coordinate.tile // (size * count)
            for coordinate, size, count in zip((m, n, k), atom.shape, atoms, strict=True)
        ]
        a = _Side(
            f"{one.name}.A", atom.a, self.a, m.tile, number, atom.shape[0], (along[0], along[2])
        )
        b = _Side(
            f"{one.name}.B", atom.b, self.b, n.tile, number, atom.shape[1], (along[1], along[2])
        )
        self._require_values(a)
        self._require_values(b)
        values = atom.c.layout[1].size
        found: list[list[int | None]] = [
            [None] * (lanes * count) for _ in range(values * along[0] * along[1])
        ]
        seen: dict[Point, Point] = {}
        for w in range(count):
            for i, j in product(range(along[0]), range(along[1])):
                rows, columns = self._meet(a, b, w, i, j)
                repetition = i + along[0] * j
                for t, v in product(range(lanes), range(values)):
                    column, row = divmod(places[t + lanes * v], atom.shape[0])
                    point = rows[row], columns[column]
                    value, thread = values * repetition + v, number[t + lanes * w]
                    if point in seen:
                        u, x = seen[point]
                        raise _Problem(
                            f"thread {u}, value {x} of {one.name}.C and thread {thread}, value"
                            f" {value} of {one.name}.C both hold element {point}"
                        )
                    seen[point] = thread, value
                    found[value][thread] = point[0] + m.tile * point[1]
        missing = next((x for x in product(range(m.tile), range(n.tile)) if x not in seen), None)
        if missing is not None:
            raise _Problem(f"no accumulator holds element {missing}")
        return tuple(map(tuple, found))

    def _require_values(self, side: _Side) -> None:
        needed = side.values * prod(side.repetitions)
        threads = len(side.thread)
        if len(side.numbers) != needed or len(side.numbers[0]) != threads:
            raise _Problem(
                f"{side.name} needs {needed} values of {threads} threads, but"
                f" {len(side.numbers)} values of {len(side.numbers[0])} threads are loaded"
            )

    def _meet(
        self, a: _Side, b: _Side, w: int, i: int, j: int
    ) -> tuple[Sequence[int], Sequence[int]]:
        """Return coordinate m of each row and n of each column, for repetition (i, j) of atom w."""
        of_a, of_b = a.strip(w, i), b.strip(w, j)
        summed: set[int] = set()
        for place, (ks_a, ks_b) in enumerate(zip(of_a.ks, of_b.ks, strict=True)):
            ks = ks_a | ks_b
            if len(ks) > 1:
                raise _Problem(_disagreement(a, b, of_a.elements[place], of_b.elements[place]))
            (k,) = ks
            if k in summed:
                raise _Problem(
                    f"k = {k} is added twice to the sums of atom {w}, repetition ({i},{j})"
                )
            summed.add(k)
        tile = self.instruction.coordinates[2].tile
        if len(summed) < tile:
            k = next(x for x in range(tile) if x not in summed)
            raise _Problem(
                f"k = {k} is not added to the sums of atom {w}, repetition ({i},{j}): atoms along k"
                " have partial sums"
            )
        return of_a.coordinates, of_b.coordinates


def _disagreement(a: _Side, b: _Side, of_a: Sequence[Held], of_b: Sequence[Held]) -> str:
    """Describe two elements that should have the same k but differ in k.

    The two elements are multiplied by each other, or both are multiplied by a third element.
    """
    _, k, thread, value = of_a[0]
    both = [*((a, held) for held in of_a), *((b, held) for held in of_b)]
    side, other, u, v = next((side, x, u, v) for side, (_, x, u, v) in both if x != k)
    return (
        f"thread {thread}, value {value} of {a.name} has k = {k}, but thread {u}, value {v} of"
        f" {side.name}, which must have the same k, has k = {other}"
    )
