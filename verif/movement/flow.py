"""Contents: which element is in each location of memory and registers after each step.

The origin of an element is a tensor, or the result of a matrix instruction. Elements are *numbered*
in the order of the origin's coordinates. It suffices to follow the contents of one tile, because
`schedule` shows that each read sees the tile that it needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import prod
from typing import Final, TypeAlias

from spec.layout import Layout
from spec.named import Made, ceiled
from verif.movement.arithmetic import domain, names_in_condition, term
from verif.movement.model import (
    Clear,
    Coordinate,
    Coordinates,
    Global,
    Kernel,
    Move,
    Multiply,
    Operand,
    Place,
    Reduce,
    Registers,
    Shared,
    Step,
    extents_of,
    names_of,
)
from verif.movement.moves import Taken, coordinates_at, element_of, numbers_by, renumbering
from verif.movement.products import Numbers, multiplied
from verif.movement.proving import Counterexample, Proof, Theory
from verif.movement.reductions import reduced
from verif.movement.schedule import Schedule
from verif.movement.stating import Statement, at_sizes, fault, holds, undecided, unknown


@dataclass(frozen=True)
class Content:
    """The elements of `origin` that a tensor, a buffer or registers contain.

    Elements are numbered in the order of `coordinates`. In memory, `numbers` has the number of the
    element at each location of a tile. In registers, `numbers` has a number for each value and
    thread. None means that no element is there. `zeros` has names of coordinates: an element is
    zero if one of these coordinates is beyond its size, for example m >= M.
    """

    origin: str
    coordinates: Coordinates
    numbers: Numbers
    zeros: frozenset[str] = frozenset()


ZERO: Final = "0"
"""The origin of accumulators that were cleared."""

Writing: TypeAlias = Move | Clear | Multiply | Reduce
"""A step that leaves a content in its target."""


def followed(kernel: Kernel, theory: Theory, schedule: Schedule) -> Iterator[Statement]:
    """Follow the contents through all steps. State that each step gets the elements it needs."""
    flow = _Flow(kernel, theory, schedule)
    for step in _writers_first(kernel, schedule):
        yield from flow.follow(step)
    for step in kernel.steps:
        if isinstance(step, Multiply):
            yield from flow.continued(step)


def _writers_first(kernel: Kernel, schedule: Schedule) -> Iterator[Writing]:
    """Yield the steps in an order in which each step follows the steps whose elements it reads.

    A step may read elements that a later step of the file writes. The later step runs ahead of the
    loop, or wrote the elements in the previous iteration. If steps read from each other in a cycle,
    no such order exists: some step of the cycle comes before a step whose elements it reads.
    """
    seen: set[int] = set()

    def visit(step: Step) -> Iterator[Writing]:
        if step.number in seen or not isinstance(step, Writing):
            return
        seen.add(step.number)
        for place in _read_places(step):
            for number in schedule.writers(step, place):
                yield from visit(kernel.steps[number])
        yield step

    for step in kernel.steps:
        yield from visit(step)


def _read_places(step: Writing) -> tuple[Place, ...]:
    """Return the places that determine which elements a step leaves in its target."""
    if isinstance(step, Multiply):
        return tuple(Operand(step.instruction, which, "") for which in "AB")
    return () if isinstance(step, Clear) else (step.source,)


@dataclass
class _Flow:
    """The contents that the steps of a kernel leave in their targets."""

    kernel: Kernel
    theory: Theory
    schedule: Schedule
    left: dict[int, Content | None] = field(default_factory=dict[int, Content | None])
    """Maps the number of a step to the content of its target, or to None after a fault."""

    def follow(self, step: Writing) -> Iterator[Statement]:
        """Store the content of the step's target. Yield the statements about the moved elements."""
        sources: list[Content] = []
        for place in _read_places(step):
            content, statements = self._content(step, place)
            yield from statements
            if content is None:
                self.left[step.number] = None
                return
            sources.append(content)
        if isinstance(step, Clear):
            if isinstance(step.target, Operand):
                zeros = _expected(step.target, step.target.layout)
                self.left[step.number] = replace(zeros, origin=ZERO)
            return
        if isinstance(step, Move):
            found, statements = _moved(step, sources[0])
        elif isinstance(step, Multiply):
            found, statements = _multiplied(self.theory, step, *sources)
        else:
            found, statements = _reduced(self.theory, step, *sources)
        yield from statements
        self.left[step.number] = found

    def continued(self, step: Multiply) -> Iterator[Statement]:
        """State that a matrix instruction adds to the right elements, and adds no product twice."""
        sums, result = Operand(step.instruction, "C", ""), self.left[step.number]
        if result is None:
            return
        m, n, _ = step.instruction.coordinates
        for number in self.schedule.writers(step, sums):
            before = self.left.get(number)
            if number == step.number or before is None or before.origin == ZERO:
                continue
            if before.origin != result.origin:
                yield from _started(step, before, _in(before, (m, n)), result.numbers)
            elif number < step.number or step.number not in self._numbers(number, sums):
                detail = f"{self.kernel.steps[number].text} adds the products {result.origin} too"
                yield fault(step.line, step.text, "each product is added by one step", detail)

    def _numbers(self, number: int, place: Place) -> tuple[int, ...]:
        return self.schedule.writers(self.kernel.steps[number], place)

    def _content(self, step: Writing, place: Place) -> tuple[Content | None, tuple[Statement, ...]]:
        """Return the content of a place that a step reads, and statements about the writers.

        The content is None if it is unknown and the place has no expected content.
        """
        if isinstance(place, Global):
            return _of_tensor(place, step), ()
        expected = _expected_by(step, place)
        if (step.number, place.name) in self.schedule.unset:
            claim = f"an earlier step loads the elements of {place.name}"
            return expected, (fault(step.line, step.text, claim, "no earlier step loads them"),)
        writers = self._last_writers(step, place)
        contents = [self.left.get(number) for number in writers]
        known = [content for content in contents if content is not None]
        claim = f"{place.name} has the same elements in each iteration"
        failed = [n for n in writers if n in self.left and self.left[n] is None]
        if failed:
            detail = f"not decided, because {self.kernel.steps[failed[0]].text} has a fault"
            statement = unknown(step.line, step.text, claim, detail)
            return expected, (statement,) if expected is None else ()
        if len(known) == len(writers) and len(set(known)) == 1:
            return known[0], ()
        texts = " and ".join(self.kernel.steps[number].text for number in writers)
        detail = (
            f"{len(writers)} steps write {place.name}: {texts}"
            if len(writers) > 1
            else f"it is not known which elements {texts or 'a step'} leaves in {place.name}"
        )
        return (known or [expected])[0], (unknown(step.line, step.text, claim, detail),)

    def _last_writers(self, step: Writing, place: Place) -> tuple[int, ...]:
        """Return the steps that write a place, except those that set the initial values of sums.

        If a loop has no iterations, the registers of sums still contain these initial values.
        """
        writers = self.schedule.writers(step, place)
        adding = [n for n in writers if isinstance(self.kernel.steps[n], Multiply | Reduce)]
        initial = {x for n in adding for x in self._numbers(n, place)} - set(adding)
        return tuple(n for n in writers if n not in initial)


def _expected_by(step: Writing, place: Place) -> Content | None:
    """Return the content that a place should have when a step reads it.

    For the registers of a step without a thread-value layout, no content is expected.
    """
    if isinstance(place, Operand):
        return _expected(place, place.layout)
    by = step.by if isinstance(step, Move) else None
    return None if isinstance(place, Registers) and by is None else _expected(place, by)


def _of_tensor(tensor: Global, step: Writing) -> Content:
    """Return the content of a tensor in global memory, as the step reads it."""
    size = prod(extents_of(tensor.coordinates))
    fills_zero = isinstance(step, Move) and step.fills_zero
    zeros = frozenset(names_of(tensor.coordinates)) if fills_zero else frozenset[str]()
    return Content(tensor.name, tensor.coordinates, (tuple(range(size)),), zeros)


def _expected(place: Place, by: Layout | None) -> Content:
    """Return the content that a place should have.

    Later steps use this content after a fault, so that the fault is reported only once. The
    thread-value layout `by` determines the content of registers.
    """
    if isinstance(place, Operand | Registers) and by is not None:
        numbers: Numbers = numbers_by(by, place.coordinates, place.coordinates)
    else:
        numbers = (tuple(range(prod(extents_of(place.coordinates)))),)
    return Content(place.name, place.coordinates, numbers, frozenset(names_of(place.coordinates)))


def _moved(step: Move, source: Content) -> tuple[Content, list[Statement]]:
    """Return the content of the target after a move, and statements about the moved elements."""
    source = replace(source, zeros=_zeros(step, source))
    if step.by is None:
        table = renumbering(step.target.coordinates, step.source.coordinates)
        numbers = (tuple(source.numbers[0][x] for x in table),)
        return replace(source, numbers=numbers), []
    taken = Taken(step)
    if isinstance(step.source, Global | Shared):
        read = taken.numbers_of(step.source)
        values: Numbers = tuple(
            tuple(source.numbers[0][x] if 0 <= x < len(source.numbers[0]) else None for x in column)
            for column in read
        )
    elif isinstance(step.target, Registers | Operand):
        return _within_threads(step, source)
    else:
        values = tuple(
            tuple(column[t] if t < len(column) else None for t in step.threads)
            for column in source.numbers
        )
    if isinstance(step.target, Registers | Operand):
        return replace(source, numbers=_spread(step, values)), []
    return _stored(step, source, values)


def _zeros(step: Move, source: Content) -> frozenset[str]:
    """Return coordinate names: the step's target is zero beyond the sizes of these coordinates.

    Where a predicate is false, a step without a fill does not change the earlier content. In
    registers, a fill writes zeros to exactly the elements beyond the sizes (see `masked`). In
    memory, an access may begin inside and end outside the sizes, so zeros are not certain.
    """
    if isinstance(step.source, Global) or step.predicate is None:
        return source.zeros
    if not step.fills_zero or isinstance(step.target, Shared | Global):
        return frozenset()
    if isinstance(step.source, Shared):
        return source.zeros
    return source.zeros | frozenset(names_in_condition(step.predicate))


def _spread(step: Move, values: Numbers) -> Numbers:
    """Return the registers of all threads, with None for threads that do not execute the step."""
    assert step.by is not None
    place = {t: k for k, t in enumerate(step.threads)}
    threads = range(step.by[0].size)
    return tuple(
        tuple(column[place[t]] if t in place else None for t in threads) for column in values
    )


def _stored(step: Move, source: Content, values: Numbers) -> tuple[Content, list[Statement]]:
    """Return the content of memory after a store, and a statement about where elements go.

    Obligation: the location at coordinates x gets the element with coordinates x.
    """
    target = step.target
    claim = f"each place of {target.name} gets the element with its coordinates"
    places = Taken(step).numbers_of(target)
    size = prod(extents_of(target.coordinates))
    table = renumbering(source.coordinates, target.coordinates)
    found: list[int | None] = [None] * size
    if len(values) != len(places):
        detail = f"each thread holds {len(values)} values, but stores {len(places)}"
        return _as(source, found), [fault(step.line, step.text, claim, detail)]
    problem = ""
    for v, (column, numbers) in enumerate(zip(places, values, strict=True)):
        for t, (place, number) in enumerate(zip(column, numbers, strict=True)):
            if 0 <= place < size:
                found[place] = number
            if number is None and not problem:
                holder = f"thread {step.threads[t]}, value {v}"
                problem = (
                    f"{holder}, which no step loads, is written to {element_of(target, place)}"
                )
            if number is not None and table[number] != place and not problem:
                element = _element(source, number)
                holder = f"thread {step.threads[t]}, value {v}"
                problem = f"{holder} writes {element} to {element_of(target, place)}"
    if problem:
        return _as(source, found), [fault(step.line, step.text, claim, problem)]
    return _as(source, found), [holds(step.line, step.text, claim, f"{size} elements")]


def _as(source: Content, found: list[int | None]) -> Content:
    return replace(source, numbers=(tuple(found),))


def _element(content: Content, number: int) -> str:
    point = coordinates_at(number, content.coordinates).values()
    return f"{content.origin}({','.join(map(str, point))})"


def _within_threads(step: Move, source: Content) -> tuple[Content, list[Statement]]:
    """Return the content of registers after a move from registers to registers.

    Obligation: each thread already holds the elements that it needs, in any order.
    """
    target = step.target
    claim = f"each thread already holds the elements that it needs for {target.name}"
    table = renumbering(source.coordinates, target.coordinates)
    own = [
        {table[x] for x in thread if x is not None} for thread in zip(*source.numbers, strict=True)
    ]
    back = renumbering(target.coordinates, source.coordinates)
    wanted = Taken(step).numbers_of(target)
    for v, column in enumerate(wanted):
        for t, number in enumerate(column):
            if number not in own[t]:
                holder = next((u for u, held in enumerate(own) if number in held), None)
                whose = "no thread has" if holder is None else f"thread {holder} has"
                detail = (
                    f"thread {t} needs {element_of(target, number)} as value {v}, but {whose} it"
                )
                content = Content(source.origin, source.coordinates, source.numbers)
                return content, [fault(step.line, step.text, claim, detail)]
    values = tuple(tuple(back[x] for x in column) for column in wanted)
    content = replace(source, numbers=values)
    return content, [holds(step.line, step.text, claim, f"{len(wanted)} values of each thread")]


def _multiplied(
    theory: Theory, step: Multiply, a: Content, b: Content
) -> tuple[Content | None, list[Statement]]:
    """Return the products of a matrix instruction, or None after a fault, and the statements."""
    m, n, k = step.instruction.coordinates
    result, found = multiplied(step, _in(a, (m, k)), _in(b, (n, k)), (a.origin, b.origin))
    claim = f"elements with {k.name} beyond its size add nothing to the sums"
    statements = [*found, *_tails(theory, step, claim, k, (a, b))]
    if result is None:
        return None, statements
    return Content(f"({a.origin}*{b.origin})", (m, n), result), statements


def _started(
    step: Multiply, before: Content, numbers: Numbers, result: Numbers
) -> Iterator[Statement]:
    """State that each accumulator held the right element before the instruction added to it."""
    name = f"{step.instruction.name}.C"
    claim = f"each accumulator starts with the element of {before.origin} at the same coordinates"
    accumulators = Operand(step.instruction, "C", "")
    for v, (column, sums) in enumerate(zip(numbers, result, strict=True)):
        for t, (number, expected) in enumerate(zip(column, sums, strict=True)):
            if number != expected and expected is not None:
                found = "no element" if number is None else _element(before, number)
                detail = (
                    f"thread {t}, value {v} of {name} starts with {found}, but sums up"
                    f" {element_of(accumulators, expected)}"
                )
                yield fault(step.line, step.text, claim, detail)
                return
    yield holds(step.line, step.text, claim, f"{len(result)} values of each thread")


def _in(content: Content, order: Coordinates) -> Numbers:
    """Return the elements of `content`, numbered in the order `order` of its coordinates.

    Pre-conditions: `order` has the same coordinates as `content`, in any order.
    """
    if names_of(content.coordinates) == names_of(order):
        return content.numbers
    table = renumbering(content.coordinates, order)
    return tuple(
        tuple(None if x is None else table[x] for x in column) for column in content.numbers
    )


def _tails(
    theory: Theory,
    step: Multiply | Reduce,
    claim: str,
    k: Coordinate,
    operands: tuple[Content, ...],
) -> Iterator[Statement]:
    """State that elements beyond the size of k add nothing to the sums over k.

    Obligation: for all sizes, one of these holds:

    - the last tile ends at the size of k;
    - the predicate of the step omits the products beyond the size;
    - all operands are zero beyond the size. A zero in only one operand is not enough, because the
      other operand may be infinite or NaN.
    """
    if k.is_single:
        return
    predicate = step.predicate if isinstance(step, Multiply) else None
    if predicate is not None and k.name in names_in_condition(predicate):
        yield holds(
            step.line,
            step.text,
            claim,
            f"the predicate leaves out the products beyond the end of {k.name}",
        )
        return
    if all(k.name in one.zeros for one in operands):
        yield holds(
            step.line,
            step.text,
            claim,
            f"zeros are filled in for {' and '.join(one.origin for one in operands)}",
        )
        return
    is_default = k.tiles == Made(ceiled, (k.size, k.tile))
    whole = f"(= {term(k.size)} (* {k.tile} {term(k.tiles)}))"
    found = theory.decide(
        claim,
        f"(= (mod {term(k.size)} {k.tile}) 0)" if is_default else whole,
        given=domain(k.tiles),
    )
    if isinstance(found, Proof):
        yield holds(
            step.line, step.text, claim, f"{k.tile} divides the size of {k.name} for all sizes"
        )
    elif isinstance(found, Counterexample):
        odd = next(one for one in operands if k.name not in one.zeros)
        sizes = at_sizes(theory.sizes.names, found.values)
        detail = (
            f"at {sizes}: the last tile of {k.name} ends beyond the size, and {odd.origin} is not"
            ' filled with zeros there (fill = "zero", or cp.async.16.zfill)'
        )
        yield fault(step.line, step.text, claim, detail)
    else:
        yield unknown(step.line, step.text, claim, undecided(found))


def _reduced(
    theory: Theory, step: Reduce, source: Content
) -> tuple[Content | None, list[Statement]]:
    """Return the sums of a reduction, or None after a fault, and the statements."""
    result, statement = reduced(step, _in(source, step.source.coordinates), source.origin)
    claim = f"elements with {step.over.name} beyond its size add nothing to the sums"
    statements = [statement, *_tails(theory, step, claim, step.over, (source,))]
    if result is None:
        return None, statements
    return Content(f"sum of {source.origin}", step.target.coordinates, result), statements
