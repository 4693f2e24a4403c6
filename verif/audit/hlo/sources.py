"""Find the elements of a program's parameters from which an element of its result is computed.

Operations are not compared: a program that multiplies in another type or order still uses the same
elements. The elements that a sum adds up are described by families. A family is a first index
plus multiples of variables, and each variable takes all of its values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from verif.audit.hlo.affine import Affine, Box, Index, Refine, Sizes, constants, variable, whole
from verif.audit.hlo.graph import Node, UnmatchedError, View, array_of, resolved
from verif.audit.hlo.heads import inputs, is_impure, sum_of
from verif.audit.hlo.spreads import CHOOSING, Line, lines
from verif.audit.hlo.windows import windowed

MOST_VIEWS: Final = 1 << 16
"""The largest number of elements that the audit traces for a result, in both programs together."""


@dataclass
class Budget:
    """How many elements may still be traced, and whether data has chosen some traced elements."""

    left: int = MOST_VIEWS
    chosen: bool = False
    """Whether the trace met an operation that lets data choose elements, such as a gather."""

    def spend(self) -> None:
        """Count one element. Raises UnmatchedError if no more elements may be traced."""
        self.left -= 1
        if self.left < 0:
            raise UnmatchedError(f"more than {MOST_VIEWS} elements are needed")


MOST_PARTS: Final = 1 << 8
"""The largest number of parts into which the terms of all sums together may be divided."""

MOST_JOINED: Final = 1 << 6
"""The largest number of families that the audit joins. If there are more, none are joined."""

_FIRST: Final = 1 << 20
"""The variables that this module adds have numbers above _FIRST. Other numbers are below _FIRST."""

Parameter = tuple[str, tuple[int, ...], tuple[int, ...]]
"""The number of a parameter, the path to an array in the parameter, and the array's dimensions."""


Run = tuple[tuple[int, ...], int]
"""Equally spaced elements: the step from each element to the next, and the count n of elements.

The step has an entry for each dimension. The elements lie 0, 1, .. n - 1 steps after the first.
"""


class Family(NamedTuple):
    """Elements of a parameter. Each index is `first` plus 0 to n - 1 steps of each run.

    Here, n is the count of the run.
    """

    parameter: Parameter
    first: Index
    runs: tuple[Run, ...]


@dataclass
class _Terms:
    """The parts into which the terms of each sum are divided."""

    parts: dict[Node, list[Box]] = field(default_factory=dict[Node, "list[Box]"])
    owner: dict[int, Node] = field(default_factory=dict[int, Node])
    fresh: int = 0

    def of(self, node: Node, count: int) -> list[Box]:
        """Return the parts into which the `count` terms of a sum are divided.

        At first, a single part has all terms.
        """
        found = self.parts.get(node)
        if found is None:
            box = whole({self._new(node): count})
            found = self.parts[node] = [box]
        return found

    def refine(self, asked: Refine) -> None:
        """Divide the part that has the variable `asked.variable`. `asked` says how to divide it."""
        node = self.owner[asked.variable]
        for k, box in enumerate(self.parts[node]):
            if asked.variable in box.sizes:
                parts = tuple(map(self._renumbered, [node, node], box.parts(asked)))
                self.parts[node][k : k + 1] = parts
                return

    def _new(self, node: Node) -> int:
        self.fresh += 1
        self.owner[self.fresh] = node
        return self.fresh

    def _renumbered(self, node: Node, box: Box) -> Box:
        names = {v: self._new(node) for v in box.sizes}
        new = {v: variable(names[v], size) for v, size in box.sizes.items()}
        values = {v: e.replaced(new) for v, e in box.values.items()}
        return Box({names[v]: size for v, size in box.sizes.items()}, values)


def families(view: View, sizes: Sizes, budget: Budget) -> frozenset[Family]:
    """The families of parameter elements from which an element is computed.

    Raises UnmatchedError. Also raises Refine, but only for a variable of `sizes`.
    """
    terms = _Terms(fresh=_FIRST)
    while True:
        try:
            return _joined(
                {_family(one, sizes, grown) for one, grown in _elements(view, sizes, terms, budget)}
            )
        except Refine as asked:
            if asked.variable in sizes:
                raise
            terms.refine(asked)
            if sum(map(len, terms.parts.values())) > MOST_PARTS:
                raise UnmatchedError(
                    f"the terms of the sums need more than {MOST_PARTS} parts"
                ) from None


def at_point(found: frozenset[Family], point: Sizes) -> frozenset[Family]:
    """The families with numbers in place of the variables. Variables not in `point` are 0."""
    return _joined(
        {f._replace(first=constants(tuple(e.at(point) for e in f.first))) for f in found}
    )


def _elements(
    view: View, free: Sizes, terms: _Terms, budget: Budget
) -> Iterator[tuple[View, Sizes]]:
    """Yield the elements of parameters from which `view` is computed.

    Each element comes with the sizes of the variables in its index. If `view` depends on the
    element through sums, the index has a variable for each of these sums.
    """
    sizes = dict(free)
    for boxes in terms.parts.values():
        for box in boxes:
            sizes.update(box.sizes)
    waiting, seen = [view], {view}
    while waiting:
        budget.spend()
        at = resolved(waiting.pop(), sizes)
        opcode = at.node.instruction.opcode
        if opcode == "parameter" and at.node.frame.loop is None:
            yield at, sizes
        elif opcode not in {"constant", "iota"}:
            budget.chosen = budget.chosen or opcode in CHOOSING
            fresh = [one for one in _inputs(at, sizes, terms) if one not in seen]
            seen.update(fresh)
            waiting.extend(fresh)


def _inputs(view: View, sizes: dict[int, int], terms: _Terms) -> Iterator[View]:
    node, i = view.node, view.node.instruction
    if is_impure(i):
        raise UnmatchedError(f"{i.opcode} {i.name} depends on more than its operands")
    total = sum_of(node) or windowed(node)
    taken = lines(view) if total is None else None
    if taken is not None:
        for k, line in enumerate(taken):
            yield from _anywhere(node._replace(path=(*node.path, -1 - k)), line, sizes, terms)
    elif total is None:
        made = inputs(view, sizes)
        if made.arrays or not made.views:
            raise UnmatchedError(f"it is not known which elements {i.opcode} {i.name} takes")
        yield from made.views
    elif total.terms:
        for box in terms.of(node, total.terms):
            sizes.update(box.sizes)
            (number,) = box.values.values()
            yield from total.inputs(view.at, number, sizes).views


def _anywhere(key: Node, line: Line, sizes: dict[int, int], terms: _Terms) -> Iterator[View]:
    """Yield the elements of a `Line`. Each range of indices becomes a new variable."""
    indices: list[Index] = [()]
    for k, e in enumerate(line.at):
        if isinstance(e, Affine):
            indices = [(*at, e) for at in indices]
        elif e.times == 1:
            indices = [(*at, e.first) for at in indices]
        elif e.times < 1:
            return
        else:
            boxes = terms.of(key._replace(path=(*key.path, k)), e.times)
            for box in boxes:
                sizes.update(box.sizes)
            numbers = [number for box in boxes for number in box.values.values()]
            indices = [(*at, e.first + n) for at in indices for n in numbers]
    for at in indices:
        yield View(line.source, at)


def _family(view: View, free: Sizes, sizes: Sizes) -> Family:
    """Return a view as a family of elements.

    Variables in `free` stay. Each other variable becomes a run of equally spaced elements.
    """
    node, first = view.node, list[Affine]()
    steps: dict[int, list[int]] = {}
    for k, e in enumerate(view.at):
        first.append(Affine(e.constant, tuple(term for term in e.terms if term[0] in free)))
        for v, c in e.terms:
            if v not in free:
                steps.setdefault(v, [0] * len(view.at))[k] = c
    runs: list[Run] = []
    for v, step in steps.items():
        sign = 1 if next(c for c in step if c) > 0 else -1
        if sign < 0:
            first = [e.plus(c * (sizes[v] - 1)) for e, c in zip(first, step, strict=True)]
        runs.append((tuple(sign * c for c in step), sizes[v]))
    number = node.instruction.operands_text.strip()
    parameter = number, node.path, array_of(node).shape.dims
    return Family(parameter, tuple(first), _shortened(runs))


def _shortened(runs: list[Run]) -> tuple[Run, ...]:
    """Replace two runs by one longer run that covers both, until no two runs can be merged."""
    found: list[Run] = []
    for step, size in sorted(runs):
        for k, (small, count) in enumerate(found):
            if step == tuple(c * count for c in small):
                found[k] = small, count * size
                break
            if step == small:
                found[k] = small, count + size - 1
                break
        else:
            found.append((step, size))
    return tuple(found) if len(found) == len(runs) else _shortened(found)


def _joined(found: set[Family]) -> frozenset[Family]:
    """Replace two families by their union if the union is a family, until no such pair is left.

    Do nothing if there are more than `MOST_JOINED` families.
    """
    families = sorted(found, key=lambda f: (f.parameter, [e.constant for e in f.first], f.runs))
    if len(families) > MOST_JOINED:
        return frozenset(families)
    for k, one in enumerate(families):
        for other in families[k + 1 :]:
            both = _union(one, other)
            if both is not None:
                return _joined({f for f in families if f not in {one, other}} | {both})
    return frozenset(families)


def _union(one: Family, other: Family) -> Family | None:
    """The union of two families as one family, or None if this function finds no such family.

    The function finds the union if the second family begins where a run of the first family ends,
    or if the second family is the first family shifted along one dimension.
    """
    if one.parameter != other.parameter:
        return None
    gaps = [f.minus(e) for e, f in zip(one.first, other.first, strict=True)]
    if any(gap.terms for gap in gaps):
        return None
    gap = tuple(g.constant for g in gaps)
    ours, theirs = dict(one.runs), dict(other.runs)
    for step in {*ours, *theirs}:
        n, m = ours.get(step, 1), theirs.get(step, 1)
        rest = [{s: k for s, k in runs.items() if s != step} for runs in (ours, theirs)]
        if rest[0] == rest[1] and gap == tuple(c * n for c in step):
            return Family(one.parameter, one.first, _shortened([*rest[0].items(), (step, n + m)]))
    if ours == theirs and sum(map(bool, gap)) == 1 and max(gap) > 0 and gap not in ours:
        return Family(one.parameter, one.first, _shortened([*ours.items(), (gap, 2)]))
    return None
