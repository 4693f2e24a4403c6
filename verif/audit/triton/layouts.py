"""Statements about single layouts: coverage, replication, offsets, and thread counts."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Final

from spec.conversions import first_beyond
from spec.int_tuple import format_int_tuple
from spec.linear import LinearLayout
from spec.reading import Distributed, Shared
from spec.reading.distributed import THREADS
from spec.xors import kernel_of, xor_of
from verif.audit.statement import Verdict
from verif.audit.triton.program import Context
from verif.audit.triton.types import Sized, is_layout, is_thread_value

MOST_REPLAYED: Final = 16
"""The limit for the replay of a witness by enumeration.

The numbers of a register and of its thread may together have at most this many bits.
"""

Decided = tuple[str, Verdict, str, str]
"""The claim, the verdict, the detail and the question of a statement."""

PLACES: Final = ("register", *THREADS)
"""The dimensions of a place in registers, the innermost first."""


def flat(points: Sequence[tuple[int, ...]], shape: Sequence[int]) -> tuple[int, ...]:
    """The points as row-major numbers.

    >>> flat(((1, 0), (0, 3)), (2, 4))
    (4, 3)
    """
    found = list[int]()
    for point in points:
        number = 0
        for x, size in zip(point, shape, strict=True):
            number = number * size + x
        found.append(number)
    return tuple(found)


def element(number: int, shape: Sequence[int]) -> tuple[int, ...]:
    """The element with a row-major number.

    >>> element(7, (2, 4))
    (1, 3)
    """
    found = list[int]()
    for size in reversed(shape):
        number, x = divmod(number, size)
        found.append(x)
    return tuple(reversed(found))


def columns(layout: Distributed, *names: str) -> tuple[int, ...]:
    """The row-major numbers of the elements to which the bits of the named dimensions map."""
    return tuple(number for name in names for number in flat(layout.of(name), layout.shape))


def missing(numbers: tuple[int, ...], size: int) -> int | None:
    """A number below `size` that is not an XOR of some of `numbers`, or None if there is none.

    `size` must be a power of two.
    """
    # It is enough to try the powers of two: every number below `size` is an XOR of some of them.
    return first_beyond(numbers, tuple(1 << k for k in range(size.bit_length() - 1))) or None


def of_registers(kind: Sized, layout: Distributed, context: Context) -> Decided:
    """Decide whether registers hold each element, and hold it no more often than necessary.

    If there are more threads than elements, several threads must hold each element.
    """
    claim = "each element is held, and only as often as the number of threads requires"
    bad = _wrong_threads(layout, context)
    if bad:
        return "the layout has the threads of the module", Verdict.FAULT, bad, ""
    names = dict(layout.bases)
    numbers = columns(layout, *names)
    absent = missing(numbers, prod(layout.shape))
    about = _about(kind)
    if absent is not None:
        return claim, Verdict.FAULT, f"{about}: {_absent(absent, layout, numbers)}", ""
    replication = 1 << len(kernel_of(numbers))
    threads = 1 << sum(len(layout.of(name)) for name in THREADS)
    needed = max(1, threads // prod(layout.shape))
    question = _question(kind, layout, needed)
    if kind.kind == "slice" or 1 in kind.shape:
        # Slices and tensors with a side of 1 are replicated on purpose: threads share elements.
        detail = f"{about}: each element is held {_times(replication)}{_by_place(layout)}"
        return "each element is held by some thread", Verdict.HOLDS, detail, ""
    if replication == needed:
        held = _times(replication) + (f", as there are {threads} threads" if needed > 1 else "")
        return claim, Verdict.HOLDS, f"{about}: each element is held {held}", question
    detail = f"{about}: each element is held {_times(replication)}{_by_place(layout)}"
    return claim, Verdict.COST, f"{detail} where {needed} would do", question


def _absent(absent: int, layout: Distributed, numbers: Sequence[int]) -> str:
    place = format_int_tuple(element(absent, layout.shape))
    if len(numbers) <= MOST_REPLAYED:
        # Confirm the missing element: list the elements of all registers of all threads.
        found = {0}
        for number in numbers:
            found |= {number ^ other for other in found}
        assert absent not in found
    return f"no register of any thread holds element {place}"


def _by_place(layout: Distributed) -> str:
    """The factors by which registers, lanes, warps and blocks replicate elements, as text."""
    seen, found = tuple[int, ...](), list[str]()
    for name in PLACES:
        more = columns(layout, name)
        lost = len(more) - LinearLayout((*seen, *more)).rank + LinearLayout(seen).rank
        if lost:
            found.append(f"{1 << lost} {name}s")
        seen = (*seen, *more)
    return f" ({' x '.join(found)})" if found else ""


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _wrong_threads(layout: Distributed, context: Context) -> str:
    """How the layout's counts of threads, warps and blocks differ from the module's, or ''."""
    stated = (
        ("lane", context.threads, "threads in a warp"),
        ("warp", context.warps, "warps"),
        ("block", context.blocks, "blocks in a cluster"),
    )
    for name, number, what in stated:
        found = 1 << len(layout.of(name))
        if number is not None and found != number:
            return f"the layout is for {found} {what}, but the module has {number}"
    return ""


def _question(kind: Sized, layout: Distributed, replication: int) -> str:
    if not is_thread_value(layout):
        return ""
    return f"covers_once({kind.text}, {format_int_tuple(kind.shape)}, {replication})"


def of_tensor_memory(kind: Sized, layout: Distributed) -> Decided:
    """Whether each element has a row and a column of tensor memory."""
    claim = "each element has a place in tensor memory"
    numbers = columns(layout, *dict(layout.bases))
    absent = missing(numbers, prod(layout.shape))
    if absent is None:
        return claim, Verdict.HOLDS, _about(kind), ""
    place = format_int_tuple(element(absent, layout.shape))
    return claim, Verdict.FAULT, f"{_about(kind)}: element {place} has none", ""


def of_memory(kind: Sized, layout: Shared) -> Decided:
    """Whether each element has an offset that no other element has."""
    claim = "each element has one offset, and no two elements share it"
    numbers = flat(layout.points, layout.shape)
    taken = tuple(number for number in numbers if number)
    absent, size = missing(taken, prod(layout.shape)), prod(layout.shape)
    if absent is None and 1 << len(taken) == size:
        padding = sum((size - 1) // interval * pad for interval, pad in layout.gaps)
        detail = f"{_about(kind)}: {size} elements at the offsets 0 .. {size - 1 + padding}"
        return claim, Verdict.HOLDS, detail, f"injective({kind.text})" if is_layout(layout) else ""
    reasons = list[str]()
    kernel = kernel_of(taken)
    if kernel:
        spread = [k for k, number in enumerate(numbers) if number]
        offset = sum(1 << spread[k] for k in range(len(taken)) if kernel[0] >> k & 1)
        if xor_of(numbers, offset) == 0:
            place = format_int_tuple(element(0, layout.shape))
            reasons.append(f"the offsets 0 and {offset} both belong to element {place}")
    if absent is not None:
        place = format_int_tuple(element(absent, layout.shape))
        reasons.append(f"element {place} has no offset")
    return claim, Verdict.FAULT, f"{_about(kind)}: {'; '.join(reasons)}", ""


def _about(kind: Sized) -> str:
    return f"{kind.kind} on {format_int_tuple(kind.shape)}"
