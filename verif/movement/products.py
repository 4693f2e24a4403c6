"""Products: C[m,n] gets each A[m,k]*B[k,n] of a tile exactly once.

A matrix instruction sees registers, not the coordinates of elements. One execution multiplies row i
of its A with column j of its B, and adds to element (i, j) of its C. The sums are right if and only
if the elements that are multiplied have the same k, and each triple (m, n, k) of the tile is
multiplied once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import TypeAlias

from spec.atoms import Operand as Fragment
from spec.modes import modes_of, offsets
from verif.movement.model import Instruction, Multiply
from verif.movement.stating import Statement, fault, holds

Numbers: TypeAlias = tuple[tuple[int | None, ...], ...]
"""`numbers[v][t]` is the number of the element that thread t holds as value v, or None."""

Point = tuple[int, int]

Held = tuple[int, int, int, int]
"""The row and the column of an element, and the thread and the value that hold it."""


@dataclass(frozen=True)
class _Problem(Exception):  # noqa: N818 - it ends the search for a witness
    detail: str


@dataclass(frozen=True)
class _Side:
    """Operand A or B: its registers, and the elements that each atom finds in these registers."""

    name: str
    fragment: Fragment
    numbers: Numbers
    rows: int
    thread: tuple[int, ...]
    """Thread t of atom w is thread `thread[t + w * lanes]` of the block."""
    known: dict[Point, dict[int, Held]] = field(default_factory=dict[Point, dict[int, Held]])
    """Cached elements of an operand, by (atom, repetition)."""

    def element(self, atom: int, repetition: int, place: int) -> Held:
        """Return the element at coordinate `place` of an atom's operand, and its holder."""
        return self.elements(atom, repetition)[place]

    def elements(self, atom: int, repetition: int) -> dict[int, Held]:
        """Return the elements of an atom's operand. Raises _Problem if two copies differ."""
        if (atom, repetition) not in self.known:
            self.known[atom, repetition] = {
                place: self._held(atom, repetition, holders)
                for place, holders in self.holders.items()
            }
        return self.known[atom, repetition]

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
        a = _Side(f"{one.name}.A", atom.a, self.a, m.tile, number)
        b = _Side(f"{one.name}.B", atom.b, self.b, n.tile, number)
        self._require_values(a, along[0] * along[2])
        self._require_values(b, along[1] * along[2])
        values = atom.c.layout[1].size
        found: list[list[int | None]] = [
            [None] * (lanes * count) for _ in range(values * along[0] * along[1])
        ]
        seen: dict[Point, str] = {}
        for w in range(count):
            for i, j in product(range(along[0]), range(along[1])):
                rows, columns = self._meet(a, b, w, i, j, along)
                repetition = i + along[0] * j
                for t, v in product(range(lanes), range(values)):
                    column, row = divmod(places[t + lanes * v], atom.shape[0])
                    point = rows[row], columns[column]
                    value, thread = values * repetition + v, number[t + lanes * w]
                    holder = f"thread {thread}, value {value} of {one.name}.C"
                    if point in seen:
                        raise _Problem(f"{seen[point]} and {holder} both hold element {point}")
                    seen[point] = holder
                    found[value][thread] = point[0] + m.tile * point[1]
        missing = next((x for x in product(range(m.tile), range(n.tile)) if x not in seen), None)
        if missing is not None:
            raise _Problem(f"no accumulator holds element {missing}")
        return tuple(map(tuple, found))

    def _require_values(self, side: _Side, repetitions: int) -> None:
        needed = side.values * repetitions
        threads = len(side.thread)
        if len(side.numbers) != needed or len(side.numbers[0]) != threads:
            raise _Problem(
                f"{side.name} needs {needed} values of {threads} threads, but"
                f" {len(side.numbers)} values of {len(side.numbers[0])} threads are loaded"
            )

    def _meet(
        self, a: _Side, b: _Side, w: int, i: int, j: int, along: list[int]
    ) -> tuple[list[int], list[int]]:
        """For an atom of the accumulator, return the m of each row and the n of each column."""
        am, an, ak = self.instruction.tiled.atom.shape
        rows: dict[int, int] = {}
        columns: dict[int, int] = {}
        summed: dict[int, str] = {}
        for r in range(along[2]):
            at_a, at_b = i + along[0] * r, j + along[1] * r
            for contracted in range(ak):
                ks = {
                    *(self._row(a, w, at_a, x, contracted, am, rows) for x in range(am)),
                    *(self._row(b, w, at_b, y, contracted, an, columns) for y in range(an)),
                }
                if len(ks) > 1:
                    raise _Problem(_disagreement(a, b, w, (at_a, at_b), contracted, (am, an)))
                (k,) = ks
                if k in summed:
                    raise _Problem(f"k = {k} is added twice to the sums of {summed[k]}")
                summed[k] = f"atom {w}, repetition ({i},{j})"
        tile = self.instruction.coordinates[2].tile
        if len(summed) < tile:
            k = next(x for x in range(tile) if x not in summed)
            raise _Problem(
                f"k = {k} is not added to the sums of atom {w}, repetition ({i},{j}): atoms along k"
                " have partial sums"
            )
        return [rows[x] for x in range(am)], [columns[y] for y in range(an)]

    @staticmethod
    def _row(
        side: _Side,
        w: int,
        repetition: int,
        row: int,
        contracted: int,
        height: int,
        known: dict[int, int],
    ) -> int:
        """Return the coordinate k of one element of a row.

        Raises _Problem if an earlier element of the row has a different coordinate m or n.
        """
        coordinate, k, thread, value = side.element(w, repetition, row + height * contracted)
        first = known.setdefault(row, coordinate)
        if first != coordinate:
            raise _Problem(
                f"all elements in row {row} of the instruction must have coordinate {first}: thread"
                f" {thread}, value {value} of {side.name} has coordinate {coordinate}"
            )
        return k


def _disagreement(
    a: _Side,
    b: _Side,
    w: int,
    at: tuple[int, int],
    contracted: int,
    heights: tuple[int, int],
) -> str:
    """Describe two elements that should have the same k but differ in k.

    The two elements are multiplied by each other, or both are multiplied by a third element.
    """

    def elements(side: _Side, repetition: int, height: int) -> Iterator[tuple[int, int, int]]:
        for row in range(height):
            _, k, thread, value = side.element(w, repetition, row + height * contracted)
            yield k, thread, value

    first = next(elements(a, at[0], heights[0]))
    sides = (a, at[0], heights[0]), (b, at[1], heights[1])
    for side, repetition, height in sides:
        for k, thread, value in elements(side, repetition, height):
            if k != first[0]:
                return (
                    f"thread {first[1]}, value {first[2]} of {a.name} has k = {first[0]}, but"
                    f" thread {thread}, value {value} of {side.name}, which must have the same k,"
                    f" has k = {k}"
                )
    raise AssertionError("all elements agree")
