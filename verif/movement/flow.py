"""Contents: which element is in each location of memory and registers after each step.

An element has a *number* in the order of the coordinates of its origin: a tensor, or the result of
a matrix instruction. It suffices to follow the contents of one tile, because `schedule` shows that
each read sees the tile that it needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import prod
from typing import Final

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
    zero if one of these coordinates is beyond the size, for example m >= M.
    """

    origin: str
    coordinates: Coordinates
    numbers: Numbers
    zeros: frozenset[str] = frozenset()


Contents = dict[str, Content]

ZERO: Final = "0"
"""The origin of accumulators that were cleared."""


def followed(kernel: Kernel, theory: Theory, schedule: Schedule) -> Iterator[Statement]:
    """Follow the contents through all steps. State that each step gets the elements it needs."""
    held: Contents = {}
    written: dict[int, Content] = {}
    held_by: dict[str, int] = {}
    for step in kernel.steps:
        if isinstance(step, Move):
            source = _source(step, held, written, schedule)
            yield from _several(step, step.source, schedule, held_by, written)
            if source is None:
                claim = f"an earlier step loads the elements of {step.source.name}"
                yield fault(step.line, step.text, claim, "no earlier step loads them")
                source = _expected(step.source, step.by)
            content, statements = _moved(step, source)
            yield from statements
            if isinstance(step.target, Shared):
                written[step.number] = content
            elif not isinstance(step.target, Global):
                held[step.target.name] = content
                held_by[step.target.name] = step.number
        elif isinstance(step, Clear):
            if isinstance(step.target, Operand):
                held[step.target.name] = replace(
                    _expected(step.target, step.target.layout), origin=ZERO
                )
            held_by[step.target.name] = step.number
        elif isinstance(step, Multiply):
            for which in "AB":
                operand = Operand(step.instruction, which, "")
                yield from _several(step, operand, schedule, held_by, written)
            yield from _multiply(theory, step, held)
            held_by[f"{step.instruction.name}.C"] = step.number
        elif isinstance(step, Reduce):
            yield from _several(step, step.source, schedule, held_by, written)
            yield from _reduce(theory, step, held)
            held_by[step.target.name] = step.number


def _several(
    step: Move | Multiply | Reduce,
    place: Place,
    schedule: Schedule,
    held_by: dict[str, int],
    written: dict[int, Content],
) -> Iterator[Statement]:
    """Yield an `unknown` statement if the steps that write a place may leave different contents."""
    writers = schedule.sources.get((step.number, place.name), set())
    if isinstance(place, Shared):
        contents = {written.get(number) for number in writers}
        is_one = len(contents) < 2
    else:
        last = held_by.get(place.name)
        # If a loop has no iterations, registers keep their initial value.
        start = schedule.sources.get((last, place.name), set()) if last is not None else set()
        is_one = writers <= {last, *start}
    if not is_one:
        claim = f"{place.name} has the same elements in each iteration"
        yield unknown(step.line, step.text, claim, f"{len(writers)} steps write {place.name}")


def _source(
    step: Move, held: Contents, written: dict[int, Content], schedule: Schedule
) -> Content | None:
    place = step.source
    if isinstance(place, Global):
        size = prod(extents_of(place.coordinates))
        zeros = frozenset(names_of(place.coordinates)) if step.fills_zero else frozenset[str]()
        return Content(place.name, place.coordinates, (tuple(range(size)),), zeros)
    if isinstance(place, Shared):
        writers = schedule.sources.get((step.number, place.name), set())
        return next((written[number] for number in sorted(writers) if number in written), None)
    return held.get(place.name)


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
    """Return the `zeros` of the target's content.

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
    """Return the registers of all threads. A thread that does not execute the step has None."""
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


def _multiply(theory: Theory, step: Multiply, held: Contents) -> Iterator[Statement]:
    """Yield the statements about a matrix instruction, and set the content of its accumulators."""
    name = step.instruction.name
    operands = [held.get(f"{name}.{which}") for which in "AB"]
    for which, content in zip("AB", operands, strict=True):
        if content is None:
            claim = f"an earlier step loads the elements of {name}.{which}"
            yield fault(step.line, step.text, claim, "no earlier step loads them")
    a, b = operands
    m, n, k = step.instruction.coordinates
    before = held.get(f"{name}.C")
    accumulators = Operand(step.instruction, "C", "")
    held[f"{name}.C"] = _expected(accumulators, accumulators.layout)
    if a is None or b is None:
        return
    result, statements = multiplied(step, _in(a, (m, k)), _in(b, (n, k)), (a.origin, b.origin))
    yield from statements
    origin = f"({a.origin}*{b.origin})"
    if before is not None and before.origin == origin:
        detail = f"an earlier step adds the products of {a.origin} and {b.origin} too"
        yield fault(step.line, step.text, "each product is added by one step", detail)
    if result is not None:
        if before is not None and before.origin not in (ZERO, origin):
            yield from _started(step, before, _in(before, (m, n)), result)
        held[f"{name}.C"] = Content(origin, (m, n), result)
    claim = f"elements with {k.name} beyond its size add nothing to the sums"
    yield from _tails(theory, step, claim, k, (a, b))


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
    """Return the elements of a content, numbered in another order of the content's coordinates.

    Pre-conditions: `order` has the same coordinates as the content.
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


def _reduce(theory: Theory, step: Reduce, held: Contents) -> Iterator[Statement]:
    """Yield the statement about a reduction, and set the content of its result."""
    source = held.get(step.source.name)
    if source is None:
        claim = f"an earlier step loads the elements of {step.source.name}"
        yield fault(step.line, step.text, claim, "no earlier step loads them")
        return
    result, statement = reduced(step, _in(source, step.source.coordinates), source.origin)
    yield statement
    claim = f"elements with {step.over.name} beyond its size add nothing to the sums"
    yield from _tails(theory, step, claim, step.over, (source,))
    if result is not None:
        held[step.target.name] = Content(f"sum of {source.origin}", step.target.coordinates, result)
