"""Steps: sums of them that are XORs, where no two have a bit in common, and only there."""

from __future__ import annotations

from spec.modes import Modes, total, value
from spec.steps import Meeting, Steps, meeting, met_by, powers_of_two, steps_of
from verif.kernel.claim import assume, ensure, proving, witness
from verif.kernel.contract import Automatic, Contract, Kind
from verif.theory.layouts.coordinates import at_least, opened
from verif.theory.layouts.modes import strides_from
from verif.theory.numbers.bits import (
    apart_from_sum,
    halved,
    halved_power,
    no_bits,
    split_off,
    sum_of_bits,
)

Meetings = tuple[Meeting, ...]
"""Some pairs of coordinates; none of the texts here makes more than one."""

MEETINGS = Kind("meetings", Meeting, ("i", "j"), Meeting, lambda _: {})
"""Any two integers."""


def weight(modes: Modes) -> int:
    """The sum of the shapes: it falls where a mode is halved, and where one is left out."""
    if not modes:
        return 0
    return modes[0][0] + weight(modes[1:])


def choices(steps: Steps) -> int:
    """The number of sums of some of the steps: 2^n."""
    if not steps:
        return 1
    return 2 * choices(steps[1:])


def summed(steps: Steps, x: int) -> int:
    """The sum of the steps at the bits of x."""
    if not steps:
        return 0
    return (x % 2) * steps[0] + summed(steps[1:], x // 2)


def clear_of(step: int, steps: Steps) -> bool:
    """Whether a step has a bit in common with none of the others."""
    if not steps:
        return True
    return step & steps[0] == 0 and clear_of(step, steps[1:])


def apart(steps: Steps) -> bool:
    """Whether no two steps have a bit in common."""
    if not steps:
        return True
    return clear_of(steps[0], steps[1:]) and apart(steps[1:])


def some_weight(modes: Modes) -> None:
    """Induction on the modes."""
    if modes:
        some_weight(modes[1:])


def _some_weight(_: None, modes: Modes) -> None:
    ensure("not negative", weight(modes) >= 0)


def _binary(modes: Modes) -> None:
    assume("powers of two", powers_of_two(modes))
    assume("strides >= 0", strides_from(modes, 0))
    if proving() and modes and modes[0][0] != 1:
        halved_power(modes[0][0])


def _steps(result: Steps, modes: Modes) -> None:
    ensure("steps >= 0", at_least(0, result))
    ensure("as many sums as coordinates", choices(result) == total(modes))


def _sums(result: Steps, modes: Modes, x: int) -> None:
    assume("x >= 0", x >= 0)
    if modes and proving():
        half, rest = modes[0][0] // 2, x // 2
        if half:
            witness(x, 2 * half, rest // half, 2 * (rest % half) + x % 2)
    ensure("the layout is their sum", summed(result, x) == value(modes, x))


def _natural_steps(steps: Steps, x: int) -> None:
    assume("steps >= 0", at_least(0, steps))
    assume("x >= 0", x >= 0)


def sum_of_none(steps: Steps) -> None:
    """Induction on the steps."""
    if steps:
        sum_of_none(steps[1:])


def _sum_of_none(_: None, steps: Steps) -> None:
    ensure("at 0 it is 0", summed(steps, 0) == 0)
    ensure("at least one", choices(steps) >= 1)


def natural_sum(steps: Steps, x: int) -> None:
    """Induction on the steps."""
    if steps:
        natural_sum(steps[1:], x // 2)


def _natural_sum(_: None, steps: Steps, x: int) -> None:
    ensure("a sum >= 0", summed(steps, x) >= 0)


def _one_and_others(step: int, steps: Steps) -> None:
    assume("step >= 0", step >= 0)
    assume("steps >= 0", at_least(0, steps))
    if proving() and steps:
        sum_of_none(steps[1:])


def _met(result: int, step: int, steps: Steps) -> None:
    ensure("not negative", result >= 0)
    ensure("a coordinate", result < choices(steps))
    natural_sum(steps, result)
    if result == 0:
        ensure("none is met", clear_of(step, steps))
    else:
        ensure("one is met", step & summed(steps, result) != 0)


def _some(steps: Steps) -> None:
    assume("steps >= 0", at_least(0, steps))
    if proving() and steps:
        sum_of_none(steps[1:])


def _meeting(result: Meeting, steps: Steps) -> None:
    i, j = result
    ensure("i >= 0", i >= 0)
    ensure("j >= 0", j >= 0)
    ensure("i is a coordinate", i < choices(steps))
    ensure("j is a coordinate", j < choices(steps))
    natural_sum(steps, i)
    natural_sum(steps, j)
    if steps and proving():
        first, others, at = steps[0], steps[1:], j // 2
        no_bits(at)
        natural_sum(others, at)
        sum_of_bits(first, summed(others, at))
    if i == 0:
        ensure("none at all", j == 0)
        ensure("no two meet", apart(steps))
    else:
        ensure("no XOR", summed(steps, i ^ j) != summed(steps, i) ^ summed(steps, j))


def clear_of_sum(step: int, steps: Steps, x: int) -> None:
    """Induction on the steps: the first step is clear of the sum of the others, too."""
    if steps:
        first, others, rest = steps[0], steps[1:], x // 2
        natural_sum(others, rest)
        clear_of_sum(step, others, rest)
        if x % 2:
            clear_of_sum(first, others, rest)
            apart_from_sum(step, first, summed(others, rest))
    else:
        no_bits(step)


def _clear_and_apart(step: int, steps: Steps, x: int) -> None:
    opened(steps)
    assume("step >= 0", step >= 0)
    _natural_steps(steps, x)
    assume("it meets no other", clear_of(step, steps))
    assume("no two meet", apart(steps))


def _clear_of_sum(_: None, step: int, steps: Steps, x: int) -> None:
    ensure("it does not meet their sum", step & summed(steps, x) == 0)


def sums_are_linear(steps: Steps, i: int, j: int) -> None:
    """Induction on the steps: the first is a bit of its own, which an XOR leaves as it is."""
    if steps:
        first, others, a, b = steps[0], steps[1:], i // 2, j // 2
        sums_are_linear(others, a, b)
        clear_of_sum(first, others, a)
        clear_of_sum(first, others, b)
        split_off(first, summed(others, a), summed(others, b))


def _two_of_apart(steps: Steps, i: int, j: int) -> None:
    opened(steps)
    _natural_steps(steps, i)
    assume("j >= 0", j >= 0)
    natural_sum(steps, i)
    natural_sum(steps, j)
    assume("no two meet", apart(steps))


def _sums_are_linear(_: None, steps: Steps, i: int, j: int) -> None:
    ensure("an XOR", summed(steps, i ^ j) == summed(steps, i) ^ summed(steps, j))


def xor_is_a_coordinate(steps: Steps, i: int, j: int) -> None:
    """Induction on the steps."""
    if steps:
        halved(i ^ j)
        xor_is_a_coordinate(steps[1:], i // 2, j // 2)
    else:
        ensure("the coordinates of 0", i == 0)
        ensure("of the other 0", j == 0)


def _two_coordinates(steps: Steps, i: int, j: int) -> None:
    assume("i is a coordinate", 0 <= i < choices(steps))
    assume("j is a coordinate", 0 <= j < choices(steps))


def _xor_is_a_coordinate(_: None, steps: Steps, i: int, j: int) -> None:
    ensure("i ^ j is a coordinate", 0 <= i ^ j < choices(steps))


WEIGHT = Contract("WEIGHT", "shapes add up to no less than 0", some_weight, ensures=_some_weight)
STEPS = Contract(
    "STEPS",
    "a layout of powers of two is the sum of its steps at the bits of the coordinate",
    steps_of,
    requires=_binary,
    ensures=_steps,
    everywhere={summed: _sums},
    measure=weight,
)
SUM_OF_NONE = Contract("SUM-OF-NONE", "the sum of no steps is 0", sum_of_none, ensures=_sum_of_none)
NATURAL_SUM = Contract(
    "NATURAL-SUM",
    "sums of steps >= 0 are >= 0",
    natural_sum,
    requires=_natural_steps,
    ensures=_natural_sum,
)
MET_BY = Contract(
    "MET-BY",
    "a step meets none, or the one that is found",
    met_by,
    requires=_one_and_others,
    ensures=_met,
)
MEETING = Contract(
    "MEETING",
    "no two steps meet, or the two that are found, whose sum is no XOR",
    meeting,
    requires=_some,
    ensures=_meeting,
)
CLEAR_OF_SUM = Contract(
    "CLEAR-OF-SUM",
    "a step that meets none of others, which do not meet, does not meet their sum",
    clear_of_sum,
    requires=_clear_and_apart,
    ensures=_clear_of_sum,
)
LINEAR_SUMS = Contract(
    "LINEAR-SUMS",
    "where no two steps meet their sums are linear over F2",
    sums_are_linear,
    requires=_two_of_apart,
    ensures=_sums_are_linear,
)
XOR_COORDINATE = Contract(
    "XOR-COORDINATE",
    "the XOR of two coordinates is one",
    xor_is_a_coordinate,
    requires=_two_coordinates,
    ensures=_xor_is_a_coordinate,
)

OBSERVATIONS = {
    weight: "modes",
    choices: "steps",
    summed: "steps",
    clear_of: "steps",
    apart: "steps",
    powers_of_two: "modes",
}
CONTRACTS = (
    WEIGHT,
    STEPS,
    SUM_OF_NONE,
    NATURAL_SUM,
    MET_BY,
    MEETING,
    CLEAR_OF_SUM,
    LINEAR_SUMS,
    XOR_COORDINATE,
)
AUTOMATIC = (Automatic(weight, some_weight),)
