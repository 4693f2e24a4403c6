"""Conversions between layouts of registers: what moves, and how far."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache

from spec.conversions import differences, first_beyond
from spec.int_tuple import format_int_tuple
from spec.reading import Distributed
from spec.steps import Steps
from spec.xors import xor_of
from verif.audit.statement import Verdict
from verif.audit.triton.layouts import PLACES, Decided, columns, element


class Reach(IntEnum):
    """How far a conversion moves elements."""

    NOTHING = 0
    REGISTERS = 1
    LANES = 2
    WARPS = 3
    BLOCKS = 4


@lru_cache(maxsize=4096)
def reach(before: Distributed, after: Distributed) -> tuple[Reach, str]:
    """How far a conversion moves elements, and a witness that no shorter distance suffices.

    The witness is a register, lane or warp that needs an element from this distance.

    Nothing moves if each register of each thread holds the same element before and after. Otherwise
    elements move within threads, within warps, within a block, or between blocks. They move only
    within threads if each thread already has all elements that it needs. The same rule applies to
    warps and to blocks. The elements that a thread, warp or block has form a coset of the span of
    its basis points, so the elements that it needs must lie in this coset.
    """
    if all(_stripped(before, name) == _stripped(after, name) for name in PLACES):
        return Reach.NOTHING, ""
    far = ""
    for level in (Reach.REGISTERS, Reach.LANES, Reach.WARPS):
        away = _needed_from_outside(before, after, PLACES[:level])
        if away is None:
            return level, far
        name, bit, number = away
        place = format_int_tuple(element(number, after.shape))
        far = f"{name} {1 << bit} needs element {place}"
    return Reach.BLOCKS, far


def _stripped(layout: Distributed, name: str) -> tuple[int, ...]:
    """The elements to which the bits of a dimension map, as row-major numbers.

    Trailing zeros are left out, because their bits only repeat elements.
    """
    found = columns(layout, name)
    while found and not found[-1]:
        found = found[:-1]
    return found


def _needed_from_outside(
    before: Distributed, after: Distributed, inside: tuple[str, ...]
) -> tuple[str, int, int] | None:
    """The result of `first_need` for groups that consist of the dimensions `inside`."""
    return first_need(
        columns(before, *inside),
        {name: columns(after, name) for name in PLACES},
        {name: columns(before, name) for name in PLACES if name not in inside},
    )


def first_need(
    inside: Steps, wanted: Mapping[str, Steps], held: Mapping[str, Steps]
) -> tuple[str, int, int] | None:
    """Find a bit of the target layout for which a group needs an element of another group.

    The groups are the threads, the warps or the blocks. The result has the bit's dimension, the
    bit's number in this dimension, and the element. If the result is None, each group has all
    elements that the group needs (claim T9).

    `wanted` has the target's columns by dimension. `inside` has the source's columns for the
    dimensions inside a group, and `held` the source's columns for all other dimensions, by
    dimension.
    """
    for name, columns_of_target in wanted.items():
        beyond = first_beyond(inside, differences(columns_of_target, held.get(name, ())))
        if beyond:
            return name, beyond.bit_length() - 1, xor_of(columns_of_target, beyond)
    return None


def of_conversion(before: Distributed, after: Distributed) -> Decided:
    """The statement about a `convert_layout`."""
    found, far = reach(before, after)
    match found:
        case Reach.NOTHING:
            return (
                "the conversion moves nothing",
                Verdict.HOLDS,
                "each register of each thread holds the same element before and after",
                "",
            )
        case Reach.REGISTERS:
            return (
                "the conversion needs no element of another thread",
                Verdict.HOLDS,
                "each thread has all elements that it needs",
                "",
            )
        case Reach.LANES:
            return (
                "the conversion needs no element of another warp",
                Verdict.HOLDS,
                f"each warp has all elements that it needs; threads exchange elements: {far}",
                "",
            )
        case Reach.WARPS:
            return (
                "the conversion needs no shared memory",
                Verdict.COST,
                f"elements move between warps through shared memory: {far} of another warp",
                "",
            )
        case Reach.BLOCKS:
            return (
                "the conversion needs no shared memory",
                Verdict.COST,
                f"elements move between blocks through shared memory: {far} of another block",
                "",
            )
