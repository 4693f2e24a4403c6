"""Check that, over all tiles, a step's predicate admits exactly the elements of the tensor."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import prod
from operator import sub

from spec.errors import LayoutError
from spec.named import Made, Name, added, ceiled, valued
from spec.named_notation import Comparison, Condition, Joined, Predicate
from verif.movement.arithmetic import domain, formula, names_in_condition, term
from verif.movement.model import Coordinate, Global, Kernel, Mode, Move, Multiply, Shared
from verif.movement.moves import Side, Taken, coordinates_at
from verif.movement.proving import Counterexample, Proof, Theory
from verif.movement.stating import (
    Statement,
    at_sizes,
    fault,
    holds,
    proved_by,
    undecided,
    unknown,
)
from verif.sizes.names import holds as is_true

Point = tuple[int, ...]
"""Coordinates of an element, relative to the first element of its tile or of its access."""


def sensible(kernel: Kernel, theory: Theory) -> Iterator[Statement]:
    """Check that the sizes, the numbers of tiles and the layouts in a file are defined.

    A quotient is defined if its divisor is positive. For `/`, the divisor must also divide the
    dividend. Only a quotient that may be undefined yields a statement. All other statements assume
    that all quotients are defined.

    For each coordinate of a tensor, also state that its modes together have the coordinate's size.
    """
    for one in kernel.coordinates:
        yield from _defined(theory, "tile", f"the size of {one.name}", one.size)
        yield from _defined(theory, "grid", f"the number of tiles of {one.name}", one.tiles)
    for tensor in kernel.tensors:
        parts = tuple((mode.size, mode.stride) for modes in tensor.modes for mode in modes)
        undefined = [*_defined(theory, tensor.name, f"the layout of {tensor.name}", parts)]
        if undefined:
            yield from undefined
            continue
        for one, modes in zip(tensor.coordinates, tensor.modes, strict=True):
            yield from _sized(theory, tensor, one, modes)


def _sized(
    theory: Theory, tensor: Global, one: Coordinate, modes: tuple[Mode, ...]
) -> Iterator[Statement]:
    """State that the modes along a coordinate together have the coordinate's size.

    There is no statement if the coordinate has a single mode whose size is the same expression as
    the coordinate's size. If there are several modes, as for zN, the product of their sizes may be
    larger than the coordinate's size, because extra elements pad the last block.
    """
    sizes = [mode.size for mode in modes]
    if sizes == [one.size]:
        return
    several = len(sizes) > 1
    have = "have at least" if several else "have"
    claim = f"the modes of {tensor.name} along {one.name} {have} the size of {one.name}"
    product_of = f"(* {' '.join(map(term, sizes))})" if several else term(sizes[0])
    found = theory.decide(claim, f"({'>=' if several else '='} {product_of} {term(one.size)})")
    if isinstance(found, Proof):
        yield holds(tensor.line, tensor.name, claim, proved_by(found))
    elif isinstance(found, Counterexample):
        values = theory.sizes.defined(found.values)
        count, size = prod(_number(x, values) for x in sizes), _number(one.size, values)
        at = at_sizes(theory.sizes.names, found.values)
        yield fault(tensor.line, tensor.name, claim, f"at {at}: {count} elements, and not {size}")
    else:
        yield unknown(tensor.line, tensor.name, claim, undecided(found))


def evaluated(theory: Theory, move: Move | Multiply) -> Iterator[Statement]:
    """Check that a predicate is defined in all tiles.

    Obligation, for all sizes and tiles: each divisor is positive, and each `/` is exact. A
    statement is yielded only if the obligation is not proved.
    """
    if move.predicate is None:
        return
    conditions = tuple(dict.fromkeys(domain(move.predicate)))
    named = set(names_in_condition(move.predicate))
    order = [one for one in move.coordinates if one.name in named]
    unknowns = [f"{one.name}{part}" for one in order for part in ("", ".tile", ".start")]
    given = [*domain(tuple((one.size, one.tiles) for one in order)), *_located(order)]
    claim = "the predicate makes sense in all tiles"
    for condition in conditions:
        found = theory.decide(claim, condition, unknowns, given)
        if isinstance(found, Counterexample):
            point = ", ".join(f"{one.name} = {found.values[one.name]}" for one in order)
            sizes = at_sizes(theory.sizes.names, found.values)
            reason = _error(_expressions(move.predicate), theory.sizes.defined(found.values))
            where = point or "any element"
            detail = f"at {sizes}: the predicate is not defined at {where}{reason}"
            yield fault(move.line, move.text, claim, detail)
        elif not isinstance(found, Proof):
            yield unknown(move.line, move.text, claim, undecided(found))


def _error(item: object, values: Mapping[str, int]) -> str:
    """Return why an expression is not defined, to append to a message, or an empty text."""
    try:
        valued(item, values)
    except LayoutError as error:
        return f": {error}"
    return ""


def _expressions(condition: Condition) -> tuple[object, ...]:
    """Return all expressions that a condition compares."""
    match condition:
        case Comparison(_, left, right):
            return left, right
        case Joined(_, parts):
            return tuple(map(_expressions, parts))


def _located(order: Sequence[Coordinate]) -> Iterator[str]:
    """Yield the conditions under which the names describe an element in some tile.

    For a coordinate m, the names are `m` (the coordinate), `m.tile` (the index of its tile) and
    `m.start` (the coordinate within the tile).
    """
    for one in order:
        yield from (f"(<= 0 {one.name}.tile)", _counted(one), f"(<= 0 {one.name}.start)")
        yield f"(< {one.name}.start {one.tile})"
        yield f"(= {one.name} (+ (* {one.tile} {one.name}.tile) {one.name}.start))"


def _defined(theory: Theory, name: str, subject: str, item: object) -> Iterator[Statement]:
    claim = f"{subject} makes sense for all sizes"
    for condition in dict.fromkeys(domain(item)):
        found = theory.decide(claim, condition)
        if isinstance(found, Counterexample):
            reason = _error(item, theory.sizes.defined(found.values))
            detail = f"at {at_sizes(theory.sizes.names, found.values)} it is not defined{reason}"
            yield fault(1, name, claim, detail)
        elif not isinstance(found, Proof):
            yield unknown(1, name, claim, undecided(found))


def reached(kernel: Kernel, theory: Theory) -> Iterator[Statement]:
    """State that the tiles along each coordinate contain every element.

    Obligation, for each coordinate of size S with c tiles of extent e: S <= c*e.
    """
    for one in kernel.coordinates:
        if one.is_single:
            continue
        claim = f"the tiles of {one.name} reach every element along {one.name}"
        given = tuple(domain((one.size, one.tiles)))
        goal = f"(<= {term(one.size)} (* {one.tile} {term(one.tiles)}))"
        found = theory.decide(claim, goal, given=given)
        line, name = 1, "grid" if one.in_grid else "loop"
        if isinstance(found, Proof):
            yield holds(line, name, claim, proved_by(found))
        elif isinstance(found, Counterexample):
            values = theory.sizes.defined(found.values)
            size, count = _number(one.size, values), _number(one.tiles, values)
            sizes = at_sizes(theory.sizes.names, found.values)
            detail = f"at {sizes}: {count} tiles of {one.tile} end before element {size - 1}"
            yield fault(line, name, claim, detail)
        else:
            yield unknown(line, name, claim, undecided(found))


def admitted(theory: Theory, taken: Taken, side: Side) -> Iterator[Statement]:
    """State that the predicate admits exactly the elements of a global tensor.

    The predicate P is evaluated for each access, at the global coordinates of the access's first
    element. If P is a mask, each element counts as an access. The tile with index b and extent e
    starts at b*e. An access starts at x in the tile, and has an element at x + d for each d in D.
    Obligations, for all sizes, tiles, starts x and d in D:

    - outside: if P(b*e + x), then each coordinate of b*e + x + d is below its size;
    - missing: if each coordinate of b*e + x + d is below its size, then P(b*e + x).

    It follows from these obligations, `reached`, and `covered` (for a tile) that each element of
    the tensor is admitted in exactly one tile, by exactly one (thread, value).
    """
    move, tensor = taken.move, side.place
    assert isinstance(tensor, Global)
    inside = f"no access is outside {tensor.name}"
    whole = f"each element of {tensor.name} is admitted"
    if move.instruction is not None and move.instruction.is_bulk:
        return
    shapes = tuple(_shapes(taken, side))
    yield _stated(move, inside, [_Case(theory, move, tensor, one, outside=True) for one in shapes])
    yield _stated(move, whole, [_Case(theory, move, tensor, one, outside=False) for one in shapes])


def mixed(
    theory: Theory, taken: Taken, place: Global | Shared, groups: Sequence[tuple[int, ...]]
) -> Statement | None:
    """Return a fault if two elements of an access can have different masks.

    Return None if the move has no mask, or if a proof shows that the masks are equal. If no proof
    and no confirmed counterexample is found, return an `unknown` statement.

    Obligation, for all sizes, tiles, starts x of an access, and all elements x + d of the access:
    the mask is true at x if and only if it is true at x + d.
    """
    move, order = taken.move, place.coordinates
    mask = move.predicate
    if mask is None or not move.is_masked:
        return None
    own = [one.name for one in order]
    others = [one.name for one in move.coordinates if one not in order]
    unknowns = [*(f"{name}{part}" for name in own for part in ("", ".tile", ".start")), *others]
    given = [*domain(tuple((one.size, one.tiles) for one in order)), *_located(order)]
    given += (f"(<= 0 {name})" for name in others)
    for shape in _shaped(taken, place, groups):
        shifted = [_shifted(mask, theory.sizes.known, own, others, d) for d in shape.deltas]
        same = " ".join(f"(= {formula(mask)} {formula(one)})" for one in shifted)
        starts = started([f"{name}.start" for name in own], list(shape.starts))
        facts = [*given, *domain(mask), *(x for one in shifted for x in domain(one)), starts]
        found = theory.decide("the mask of an access", f"(and {same})", unknowns, facts)
        if isinstance(found, Proof):
            continue
        if isinstance(found, Counterexample) and theory.sizes.admits(found.values):
            values = {**theory.sizes.defined(found.values), **found.values}
            if len({is_true(one, values) for one in (mask, *shifted)}) > 1:
                where = ",".join(str(found.values[name]) for name in own)
                detail = (
                    f"at {at_sizes(theory.sizes.names, found.values)}: the {len(shape.deltas)}"
                    f" elements from {place.name}({where}) have different masks"
                )
                return fault(move.line, move.text, "", detail)
        return unknown(move.line, move.text, "", undecided(found))
    return None


def _shifted(
    mask: Condition, sizes: Sequence[str], own: Sequence[str], others: Sequence[str], delta: Point
) -> Condition:
    """Return the mask with `delta` added to the coordinates whose names are in `own`."""
    names: dict[str, object] = {name: Name(name) for name in (*sizes, *others)}
    for name, d in zip(own, delta, strict=True):
        names[name] = Made(added, (Name(name), d))
    return Predicate((), (), mask, "").at(names).condition


def masked(theory: Theory, move: Move | Multiply) -> Iterator[Statement]:
    """State that a predicate on registers admits exactly the elements inside the sizes.

    An element is inside the sizes if each coordinate that the predicate names is below the size of
    the coordinate. Obligation, for all sizes and tiles: the predicate is true if and only if the
    element is inside the sizes. Then a fill writes exactly the registers of the elements outside
    the sizes.
    """
    if move.predicate is None:
        return
    named = set(names_in_condition(move.predicate))
    order = [one for one in move.coordinates if one.name in named]
    names = [one.name for one in order]
    given = [*domain(tuple((one.size, one.tiles) for one in order)), *domain(move.predicate)]
    given += _located(order)
    inside = _within(order, (0,) * len(order)) if order else "true"
    claim = f"the predicate admits exactly the elements inside the sizes of ({','.join(names)})"
    unknowns = (*names, *(f"{name}.tile" for name in names), *(f"{n}.start" for n in names))
    found = theory.decide(claim, f"(= {formula(move.predicate)} {inside})", unknowns, given)
    if isinstance(found, Proof):
        yield holds(move.line, move.text, claim, proved_by(found))
    elif isinstance(found, Counterexample) and theory.sizes.admits(found.values):
        values = theory.sizes.defined(found.values)
        point = {name: found.values[name] for name in names}
        is_admitted = is_true(move.predicate, {**values, **point})
        at = ", ".join(f"{name} = {x}" for name, x in point.items())
        sizes = at_sizes(theory.sizes.names, found.values)
        detail = f"at {sizes}: {at} is {'admitted' if is_admitted else 'not admitted'}"
        yield fault(move.line, move.text, claim, detail)
    else:
        yield unknown(move.line, move.text, claim, undecided(found))


_Holder = tuple[int, tuple[int, ...]]
"""A thread, and the values of one of its accesses."""


@dataclass(frozen=True)
class _Shape:
    """Accesses of one shape: all of them have the same `deltas`.

    `deltas` has the coordinates of the elements, relative to the first element. `starts` maps the
    coordinates of each first element to a thread whose access begins there, and to the values of
    this access, one for each of `deltas`.
    """

    deltas: tuple[Point, ...]
    starts: Mapping[Point, _Holder]


def _shapes(taken: Taken, side: Side) -> Iterator[_Shape]:
    """Yield the accesses on one side of a step, grouped by the relative positions of elements."""
    numbers = taken.numbers_of(side.place)
    is_masked = taken.move.is_masked
    groups = [(v,) for v in range(len(numbers))] if is_masked else side.groups
    yield from _shaped(taken, side.place, groups)


def _shaped(
    taken: Taken, place: Global | Shared, groups: Sequence[tuple[int, ...]]
) -> Iterator[_Shape]:
    """Yield the accesses to a place, grouped by the relative positions of their elements.

    `groups` lists the values of each access.
    """
    order, numbers = place.coordinates, taken.numbers_of(place)
    points: dict[int, Point] = {}

    def point(number: int) -> Point:
        if number not in points:
            points[number] = tuple(coordinates_at(number, order).values())
        return points[number]

    found: defaultdict[tuple[Point, ...], dict[Point, _Holder]] = defaultdict(dict)
    for group in groups:
        for t in range(len(numbers[0])):
            elements = [point(numbers[v][t]) for v in group]
            start = elements[0]
            deltas = tuple(tuple(map(sub, one, start)) for one in elements)
            found[deltas].setdefault(start, (taken.move.threads[t], group))
    for deltas, starts in found.items():
        yield _Shape(deltas, starts)


@dataclass(frozen=True)
class _Case:
    """One obligation of `admitted`, for the accesses of one shape."""

    theory: Theory
    move: Move
    tensor: Global
    shape: _Shape
    outside: bool

    @property
    def order(self) -> Sequence[Coordinate]:
        return self.tensor.coordinates

    def decide(self) -> Proof | Statement:
        """Return the proof of the obligation, or a statement that it fails or is undecided."""
        names = [one.name for one in self.order]
        unknowns = (*names, *(f"{name}.tile" for name in names), *(f"{n}.start" for n in names))
        admits = "true" if self.move.predicate is None else formula(self.move.predicate)
        within = self._some_within() if not self.outside else self._all_within()
        goal = f"(=> {admits} {within})" if self.outside else f"(=> {within} {admits})"
        found = self.theory.decide(self._claim, goal, unknowns, self._given())
        if isinstance(found, Proof):
            return found
        if isinstance(found, Counterexample):
            detail = self._replayed(found)
            if detail is not None:
                return fault(self.move.line, self.move.text, "", detail)
        return unknown(self.move.line, self.move.text, "", undecided(found))

    @property
    def _claim(self) -> str:
        return f"{self.move.text}: {'outside' if self.outside else 'missing'}"

    def _given(self) -> Iterator[str]:
        """Yield the hypotheses on sizes, tiles, starts of accesses, and global coordinates."""
        yield from domain(tuple((one.size, one.tiles) for one in self.order))
        if self.move.predicate is not None:
            yield from domain(self.move.predicate)
        for one in self.order:
            yield f"(<= 0 {one.name}.tile)"
            yield _counted(one)
            yield f"(= {one.name} (+ (* {one.tile} {one.name}.tile) {one.name}.start))"
        names = [f"{one.name}.start" for one in self.order]
        yield started(names, list(self.shape.starts))

    def _all_within(self) -> str:
        """Return the condition that all elements of an access are inside the tensor.

        It suffices that the greatest value of each coordinate is below the coordinate's size.
        """
        most = [max(each) for each in zip(*self.shape.deltas, strict=True)]
        return _within(self.order, tuple(most))

    def _some_within(self) -> str:
        """Return the condition that at least one element of an access is inside the tensor.

        Only the least elements are tested. An element x is omitted if another element y is at most
        x in every coordinate, because y is inside if x is inside.
        """
        least = [
            one
            for one in self.shape.deltas
            if not any(
                other != one and all(x <= y for x, y in zip(other, one, strict=True))
                for other in self.shape.deltas
            )
        ]
        return f"(or {' '.join(_within(self.order, one) for one in least)})"

    def _replayed(self, found: Counterexample) -> str | None:
        """Replay a counterexample. Return the fault in words, or None if there is no fault."""
        values = self.theory.sizes.defined(found.values)
        if not self.theory.sizes.admits(found.values):
            return None
        start = tuple(found.values[f"{one.name}.start"] for one in self.order)
        tile = tuple(found.values[f"{one.name}.tile"] for one in self.order)
        first = tuple(t * one.tile + x for t, x, one in zip(tile, start, self.order, strict=True))
        names = {one.name: x for one, x in zip(self.order, first, strict=True)}
        admits = self.move.predicate is None or is_true(self.move.predicate, {**values, **names})
        elements = [
            tuple(x + d for x, d in zip(first, delta, strict=True)) for delta in self.shape.deltas
        ]
        sizes = [_number(one.size, values) for one in self.order]
        odd = next(
            (
                k
                for k, one in enumerate(elements)
                if all(x < size for x, size in zip(one, sizes, strict=True)) != self.outside
            ),
            None,
        )
        if admits != self.outside or odd is None or start not in self.shape.starts:
            return None
        thread, group = self.shape.starts[start]
        does = "takes" if self.outside else "does not take"
        said = f"{self.tensor.name}({','.join(map(str, elements[odd]))})"
        outside = f", outside {self.tensor.text}" if self.outside else ""
        return (
            f"at {at_sizes(self.theory.sizes.names, found.values)}: thread {thread}, value"
            f" {group[odd]} of tile ({','.join(map(str, tile))}) {does} {said}{outside}"
        )


def _stated(move: Move, claim: str, cases: Sequence[_Case]) -> Statement:
    """Return a statement about the first case that fails, or the statement that all cases hold."""
    proof = Proof(())
    for case in cases:
        found = case.decide()
        if not isinstance(found, Proof):
            return Statement(move.line, move.text, claim, found.verdict, found.detail)
        proof = found
    return holds(move.line, move.text, claim, proved_by(proof))


def _counted(one: Coordinate) -> str:
    """Return the condition that the index b of a tile is below the number of tiles.

    If the number of tiles is ceil(S/e), the equivalent condition e*b < S is returned: the tile
    starts before the end.
    """
    if one.tiles == Made(ceiled, (one.size, one.tile)):
        return f"(< (* {one.tile} {one.name}.tile) {term(one.size)})"
    return f"(< {one.name}.tile {term(one.tiles)})"


def _within(order: Sequence[Coordinate], delta: Point) -> str:
    """Return the condition that an element is in the tensor.

    `delta` is the element's coordinates minus the coordinates of the access's first element.
    """
    parts = (
        f"(< (+ {one.name} {term(d)}) {term(one.size)})"
        for one, d in zip(order, delta, strict=True)
    )
    return f"(and {' '.join(parts)})"


def started(names: Sequence[str], starts: Sequence[Point]) -> str:
    """Return the condition that the values of the names form one of the points.

    >>> started(["m", "k"], [(0, 0), (0, 8), (1, 0), (1, 8)])
    '(and (<= 0 m 1) (= (mod m 1) 0) (<= 0 k 8) (= (mod k 8) 0))'
    >>> started(["m", "k"], [(0, 0), (1, 1)])
    '(or (and (= m 0) (= k 0)) (and (= m 1) (= k 1)))'
    """
    axes = [sorted(set(axis)) for axis in zip(*starts, strict=True)]
    evenly = all(_step(axis) is not None for axis in axes)
    if evenly and set(product(*axes)) == set(starts):
        parts: list[str] = []
        for name, axis in zip(names, axes, strict=True):
            step = _step(axis)
            parts.append(f"(<= {axis[0]} {name} {axis[-1]})")
            parts.append(f"(= (mod {name} {step}) {axis[0] % (step or 1)})")
        return f"(and {' '.join(parts)})"
    points = (
        f"(and {' '.join(f'(= {name} {x})' for name, x in zip(names, one, strict=True))})"
        for one in starts
    )
    return f"(or {' '.join(points)})"


def _step(axis: Sequence[int]) -> int | None:
    """Return the step between the numbers (1 for a single number), or None if the steps differ."""
    steps = {y - x for x, y in pairwise(axis)}
    return 1 if not steps else steps.pop() if len(steps) == 1 else None


def _number(item: object, values: Mapping[str, int]) -> int:
    return valued(item, values)
