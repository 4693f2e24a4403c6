"""Audit TileLang's layouts and fragments: does each element have a separate place?

    layout   = "Layout(" sizes "->" sizes ", transform: (" names ") ->" expressions ")"
    fragment = "Fragment(" sizes "->" sizes ", replicate: " n ", thread: " n ", forward_thread: "
               expression ", forward_index: " expressions [ ", thread_range: .." ] ")"

All elements are enumerated, so each verdict is about all elements.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod
from typing import Final

from spec.errors import LayoutError
from spec.int_tuple import format_int_tuple
from verif.audit.arithmetic import Values, evaluated, parsed
from verif.audit.asking import covered
from verif.audit.brackets import inside, integers
from verif.audit.lines import Lines
from verif.audit.recognized import layout_of_table, thread_value_of_table
from verif.audit.statement import Statement, Verdict
from verif.english import counted

MOST_ELEMENTS: Final = 1 << 20
"""The largest number of elements that are enumerated. Each replica of an element counts."""

INSIDE: Final = "every element has a place in the buffer"
APART: Final = "no two elements share a place"
USED: Final = "at least half of the buffer's places hold elements"
HELD: Final = "every element is held by a register of a thread"
ONE: Final = "each register holds one element"
FULL: Final = "every register holds an element"
READ: Final = "the layout is read"
ONCE: Final = "each element is held once"

_START: Final = re.compile(r"\b(?:Layout|Fragment)(?=\(\([\d, ]*\) -> \()")
_SIZES: Final = r"\(([\d, ]*)\) -> \(([\d, ]*)\), "
_LAYOUT: Final = re.compile(rf"{_SIZES}transform: \(([\w, ]*)\) -> (.*)", re.DOTALL)
_FRAGMENT: Final = re.compile(
    rf"{_SIZES}replicate: (\d+), thread: (\d+), forward_thread: (.*?), forward_index: (\(.*?\))"
    r"(?:, thread_range: .*)?",
    re.DOTALL,
)
NAMES: Final[tuple[str, ...]] = ("_i", "_j", "_k", "_l", "_m", "_n")


def recognizes(text: str) -> bool:
    """Return whether the text has a layout or a fragment."""
    return _START.search(text) is not None


def audit(text: str) -> Iterator[Statement]:
    """Audit the layouts and fragments of a text.

    >>> for one in audit("s: Layout((4, 8) -> (32,), transform: (_i, _j) -> (_i * 4 + _j,))"):
    ...     print(one.verdict, one.claim, one.detail)
    holds every element has a place in the buffer 32 elements
    fault no two elements share a place (1,0) and (0,4) are both at (4)
    """
    lines = Lines(text)
    for found in _START.finditer(text):
        body = inside(text, found.end(), "(", ")")
        for one in _decided(found[0], body or ""):
            yield replace(one, line=lines.at(found.start()))


@lru_cache(maxsize=64)
def _decided(name: str, body: str) -> tuple[Statement, ...]:
    """Decide the statements about a layout or a fragment. Cached, because texts repeat layouts."""
    try:
        return tuple(_layout(body) if name == "Layout" else _fragment(body))
    except LayoutError as error:
        return (Statement(1, f"tl.{name}", READ, Verdict.NOT_READ, str(error)),)


def _layout(body: str) -> Iterator[Statement]:
    """Yield the statements about the layout of a buffer."""
    found = _LAYOUT.fullmatch(body)
    if found is None:
        raise LayoutError("expected Layout((..) -> (..), transform: (..) -> ..)")
    shape, sides = integers(found[1]), integers(found[2])
    names = [name.strip() for name in found[3].split(",") if name.strip()]
    if len(names) != len(shape):
        raise LayoutError(f"expected {len(shape)} indices, not {len(names)}")
    count = _count(shape)
    if count > MOST_ELEMENTS:
        yield _unknown("tl.Layout", APART, count)
        return
    table, outside = _places(found[4], dict(zip(names, _indices(shape), strict=True)), count, sides)
    if outside is not None:
        i, place = outside
        shown = format_int_tuple(place)
        detail = f"{_point(i, shape)} goes to {shown}, outside {format_int_tuple(sides)}"
        yield Statement(1, "tl.Layout", INSIDE, Verdict.FAULT, detail)
        return
    yield Statement(1, "tl.Layout", INSIDE, Verdict.HOLDS, counted(count, "element"))
    layout = layout_of_table(table, shape)
    question = "" if layout is None else f"injective({layout})"
    pair = _repeated(table)
    if pair is not None:
        one, other = (_point(i, shape) for i in pair)
        place = format_int_tuple(_place(table[pair[0]], sides))
        detail = f"{one} and {other} are both at {place}"
        yield Statement(1, "tl.Layout", APART, Verdict.FAULT, detail, question)
        return
    detail = counted(count, "element") + ("" if layout is None else f", {layout}")
    yield Statement(1, "tl.Layout", APART, Verdict.HOLDS, detail, question)
    places = prod(sides)
    verdict = Verdict.HOLDS if 2 * count >= places else Verdict.COST
    yield Statement(1, "tl.Layout", USED, verdict, f"{count} of {counted(places, 'place')}")


def _fragment(body: str) -> Iterator[Statement]:
    """Yield the statements about a fragment, which places elements in registers of threads."""
    found = _FRAGMENT.fullmatch(body)
    if found is None:
        raise LayoutError("expected Fragment((..) -> (..), replicate: .., thread: .., ..)")
    shape, sides = integers(found[1]), integers(found[2])
    repeats, threads = int(found[3]), int(found[4])
    if len(shape) > len(NAMES) or not threads:
        raise LayoutError(
            f"a fragment must have at most {len(NAMES)} dimensions and at least one thread"
        )
    repeated = (*shape, repeats)
    count = _count(repeated)
    if count > MOST_ELEMENTS:
        yield _unknown("tl.Fragment", HELD, count)
        return
    names = (*NAMES[: len(shape)], "_rep")
    indices: dict[str, Values] = dict(zip(names, _indices(repeated), strict=True))
    registers, outside = _places(
        f"({found[5]}, {found[6].strip()[1:-1]})", indices, count, (threads, *sides)
    )
    if outside is not None:
        i, (thread, *index) = outside
        detail = (
            f"{_point(i, shape)} is held by thread {thread} at {format_int_tuple(tuple(index))},"
            f" but the fragment has {counted(threads, 'thread')} with registers of shape"
            f" {format_int_tuple(sides)}"
        )
        yield Statement(1, "tl.Fragment", HELD, Verdict.FAULT, detail)
        return
    yield Statement(1, "tl.Fragment", HELD, Verdict.HOLDS, counted(prod(shape), "element"))
    yield from _registers(registers, shape, (threads, *sides))


def _registers(
    registers: Sequence[int], shape: tuple[int, ...], sides: tuple[int, ...]
) -> Iterator[Statement]:
    """Yield the statements about the contents of registers, given the register of each element."""
    size, all_registers = prod(shape), prod(sides)
    held: dict[int, int] = {}
    for i, register in enumerate(registers):
        if held.setdefault(register, i % size) != i % size:
            thread, *index = _place(register, sides)
            one, other = _point(held[register], shape), _point(i, shape)
            detail = f"thread {thread} holds {one} and {other} at {format_int_tuple(tuple(index))}"
            yield Statement(1, "tl.Fragment", ONE, Verdict.FAULT, detail)
            return
    yield Statement(1, "tl.Fragment", ONE, Verdict.HOLDS, counted(len(held), "register"))
    is_full = len(held) == all_registers
    verdict = Verdict.HOLDS if is_full else Verdict.COST
    yield Statement(1, "tl.Fragment", FULL, verdict, f"{len(held)} of {all_registers}")
    yield _repetition(held, shape, sides)


def _repetition(
    held: Mapping[int, int], shape: tuple[int, ...], sides: tuple[int, ...]
) -> Statement:
    """Decide how many registers hold each element."""
    threads, registers = sides[0], prod(sides[1:])
    if len(held) == threads * registers:
        # In `held`, register r of thread t has the number t * registers + r.
        table = [held[t * registers + r] for r in range(registers) for t in range(threads)]
        tv = thread_value_of_table(table, threads)
        if tv is not None:
            return covered(1, "tl.Fragment", tv, shape)
    times = Counter(held.values())
    least, most = min(times.values()), max(times.values())
    if most == 1:
        return Statement(1, "tl.Fragment", ONCE, Verdict.HOLDS, counted(len(times), "element"))
    detail = f"an element is held by {least} to {most} registers"
    return Statement(1, "tl.Fragment", ONCE, Verdict.COST, detail)


def _places(
    text: str, indices: Mapping[str, Values], count: int, sides: tuple[int, ...]
) -> tuple[list[int], tuple[int, tuple[int, ...]] | None]:
    """Return the row-major number of each element's place in a buffer.

    If an element is outside the buffer, also return its number and the indices of its place.
    Otherwise, the second result is None.
    """
    expressions = parsed(text)
    if len(expressions) != len(sides):
        raise LayoutError(f"expected {len(sides)} expressions, not {len(expressions)}")
    places = [evaluated(one, indices, count) for one in expressions]
    table = [0] * count
    for place, side in zip(places, sides, strict=True):
        if not 0 <= min(place) <= max(place) < side:
            i = next(i for i, x in enumerate(place) if not 0 <= x < side)
            return table, (i, tuple(place[i] for place in places))
        table = [x * side + y for x, y in zip(table, place, strict=True)]
    return table, None


def _indices(shape: tuple[int, ...]) -> Iterator[Values]:
    """Yield the values of each index. The first index varies fastest.

    >>> list(_indices((2, 3)))
    [[0, 1, 0, 1, 0, 1], [0, 0, 1, 1, 2, 2]]
    """
    for k, size in enumerate(shape):
        inner, outer = prod(shape[:k]), prod(shape[k + 1 :])
        yield [x for x in range(size) for _ in range(inner)] * outer


def _count(shape: tuple[int, ...]) -> int:
    if 0 in shape:
        raise LayoutError(f"a layout of shape {format_int_tuple(shape)} has no elements")
    return prod(shape)


def _unknown(operation: str, claim: str, count: int) -> Statement:
    detail = f"too many elements to enumerate: {count}; the limit is {MOST_ELEMENTS}"
    return Statement(1, operation, claim, Verdict.UNKNOWN, detail)


def _repeated(table: Sequence[int]) -> tuple[int, int] | None:
    """Return two elements with the same place, as indices of `table`, or None if none exist."""
    if len(set(table)) == len(table):
        return None
    first: dict[int, int] = {}
    return next((first[x], i) for i, x in enumerate(table) if first.setdefault(x, i) != i)


def _point(i: int, shape: tuple[int, ...]) -> str:
    """Return the indices of the element with number `i`. The first index varies fastest."""
    point: list[int] = []
    for size in shape:
        i, x = divmod(i, size)
        point.append(x)
    return format_int_tuple(tuple(point))


def _place(x: int, sides: tuple[int, ...]) -> tuple[int, ...]:
    """Return the indices of the place with row-major number `x` in a buffer.

    >>> _place(9, (4, 8))
    (1, 1)
    """
    place: list[int] = []
    for side in reversed(sides):
        x, y = divmod(x, side)
        place.append(y)
    return tuple(reversed(place))
