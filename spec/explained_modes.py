"""Explain coalesce, complement and the inverses step by step, one mode after another."""

from collections.abc import Callable, Iterator
from typing import Final

from spec.coalesce import coalesce, coalesce_modes, push
from spec.complement import complement, gaps, sort_modes
from spec.errors import numeral
from spec.int_tuple import IntTuple, ceil_div, product
from spec.inverse import left_inverse, placed, right_inverse, sort_placed
from spec.layout import Layout
from spec.modes import Modes, layout_of, modes_of

Lines = Iterator[str]


def coalesced(a: Layout) -> Lines:
    """The steps of `coalesce`, which merges the modes from the right.

    >>> print(*coalesced(Layout((2, (1, 6)), (1, (6, 2)))), sep="; ")
    mode 6:2 is the last; mode 1:6 is dropped: its size is 1; mode 2:1 and 6:2: 2 * 1 is the \
stride 2, so they become 12:1; = 12:1
    """
    found: Modes = ()
    for s, d in reversed(modes_of(a)):
        before, found = found, push((s, d), found)
        if s == 1:
            yield f"mode {s}:{d} is dropped: its size is 1"
        elif not before:
            yield f"mode {s}:{d} is the last"
        elif len(found) == len(before):
            next_s, next_d = before[0]
            yield (
                f"mode {s}:{d} and {next_s}:{next_d}: {s} * {d} is the stride {next_d},"
                f" so they become {layout_of(found[:1])}"
            )
        else:
            yield f"mode {s}:{d} stays: {s} * {d} is not the stride of {layout_of(before[:1])}"
    yield f"= {coalesce(a)}"


def complemented(a: Layout, cotarget: IntTuple) -> Lines:
    """The steps of `complement`, which fills the gaps between the modes.

    >>> print(*complemented(Layout(4, 2), 24), sep="; ")
    from 1 to the stride 2 of mode 4:2: 2 / 1 is 2, so 2:1; from its extent 8 to 24: 24 / 8, \
rounded up, is 3, so 3:8; = (2,3):(1,8)
    """
    size = product(cotarget)
    modes = tuple((s, d) for s, d in sort_modes(modes_of(a)) if s != 1 and d != 0)
    if modes and modes != modes_of(a):
        yield f"by stride, without modes of size 1 or stride 0: {layout_of(modes)}"
    current, start = 1, "1"
    for s, d in modes:
        if d < current:
            # This mode overlaps, so the call of `complement` below raises an error.
            break
        rounded = "" if d % current == 0 else ", rounded down,"
        yield (
            f"from {start} to the stride {d} of mode {s}:{d}: {d} / {numeral(current)}{rounded}"
            f" is {d // current}, so {d // current}:{numeral(current)}"
        )
        current, start = s * d, f"its extent {numeral(s * d)}"
    else:
        end, extent, count = map(numeral, (size, current, ceil_div(size, current)))
        rounded = f"{end} / {extent}, rounded up, is {count}"
        yield f"from {start} to {end}: {rounded}, so {count}:{extent}"
        filled = gaps(modes, 1, size)
        if coalesce_modes(filled) != filled:
            yield f"coalesced: {layout_of(filled)}"
    yield f"= {complement(a, cotarget)}"


def right_inverted(a: Layout) -> Lines:
    """The steps of `right_inverse`, which follows the offsets 0, 1, 2, ..

    >>> print(*right_inverted(Layout((2, 4), (4, 1))), sep="; ")
    mode 4:1, whose step is 2, continues from offset 1: 4:2; mode 2:4, whose step is 1, continues \
from offset 4: 2:1; = (4,2):(2,1)
    """
    modes = coalesce_modes(modes_of(a))
    if modes != modes_of(a):
        yield f"A is coalesced: {layout_of(modes)}"
    current = 1
    for s, d, step in sort_placed(placed(modes, 1)):
        if d == current:
            yield f"mode {s}:{d}, whose step is {step}, continues from offset {current}: {s}:{step}"
            current = s * d
        else:
            yield f"mode {s}:{d} is skipped: the next offset is {current}"
    yield f"= {right_inverse(a)}"


def left_inverted(a: Layout) -> Lines:
    """The steps of `left_inverse`, which divides an offset by the strides.

    >>> print(*left_inverted(Layout((4, 8), (1, 5))), sep="; ")
    mode 4:1, whose step is 1: the previous stride goes 1 time into 1, so append 1:0; mode 8:5, \
whose step is 4: the previous stride goes 5 times into 5, so append 5:1; at the end, append the \
last mode with its step: 8:4; = (5,8):(1,4)
    """
    modes = coalesce_modes(modes_of(a))
    if modes != modes_of(a):
        yield f"A is coalesced: {layout_of(modes)}"
    unit, size, step = 1, 1, 0
    for s, d, own in sort_placed(placed(modes, 1)):
        if d == 0:
            yield f"mode {s}:{d} is skipped: its stride is 0"
            continue
        if d % unit != 0 or d < size * unit:
            # The call of `left_inverse` below raises an error for this mode.
            break
        times = "1 time" if d == unit else f"{d // unit} times"
        yield (
            f"mode {s}:{d}, whose step is {own}: the previous stride goes {times} into {d},"
            f" so append {d // unit}:{step}"
        )
        unit, size, step = d, s, own
    else:
        yield f"at the end, append the last mode with its step: {size}:{step}"
    yield f"= {left_inverse(a)}"


OF_ONE_LAYOUT: Final[dict[str, Callable[[Layout], Lines]]] = {
    "coalesce": coalesced,
    "right_inverse": right_inverted,
    "left_inverse": left_inverted,
}
"""For each operation that takes one layout, the function that yields its steps."""
