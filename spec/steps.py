"""Steps of a layout whose shapes are powers of two: the offsets of its coordinates 1, 2, 4, ..

A mode 2^k:d has the steps d, 2*d, .. 2^(k-1)*d. An offset is the sum of the steps at the bits that
are 1 in its coordinate. If no two steps have a bit in common, the offset is also the XOR of these
steps.
"""

from typing import NamedTuple

from spec.modes import Modes

Steps = tuple[int, ...]
"""The steps of modes, starting with the step of coordinate 1."""


class Meeting(NamedTuple):
    """Coordinates i < j whose steps share a bit; both are 0 if no two steps share a bit."""

    i: int
    j: int


def powers_of_two(modes: Modes) -> bool:
    """Whether the shapes are powers of two.

    >>> powers_of_two(((4, 2), (1, 5))), powers_of_two(((4, 2), (6, 5)))
    (True, False)
    """
    if not modes:
        return True
    s = modes[0][0]
    return s & (s - 1) == 0 and powers_of_two(modes[1:])


def steps_of(modes: Modes) -> Steps:
    """The steps of the modes.

    Pre-conditions: powers_of_two(modes).
    Post-conditions: if strides are >= 0 and no two steps have a bit in common, the offset of a
    coordinate is the XOR of the steps at its bits (S6).

    >>> steps_of(((4, 2), (1, 5), (2, 1)))
    (2, 4, 1)
    """
    if not modes:
        return ()
    (s, d), rest = modes[0], modes[1:]
    if s == 1:
        return steps_of(rest)
    return (d,) + steps_of(((s // 2, 2 * d),) + rest)


def modes_of_steps(steps: Steps) -> Modes:
    """The fewest modes with these steps.

    A run of steps becomes one mode if each step in the run is twice the step before.

    Post-conditions: the offset at x is the sum of the steps at the bits of x (contract).

    >>> modes_of_steps((2, 4, 1, 0, 0))
    ((4, 2), (2, 1), (4, 0))
    """
    if not steps:
        return ()
    rest = modes_of_steps(steps[1:])
    if rest and rest[0][1] == 2 * steps[0]:
        return ((2 * rest[0][0], steps[0]),) + rest[1:]
    return ((2, steps[0]),) + rest


def in_turn(steps: Steps, others: Steps) -> Steps:
    """One tuple: the entries of `steps`, followed by the entries of `others`.

    >>> in_turn((1, 2), (8,))
    (1, 2, 8)
    """
    if not steps:
        return others
    return (steps[0],) + in_turn(steps[1:], others)


def meeting(steps: Steps) -> Meeting:
    """The first coordinates i < j that are powers of two and whose steps have a bit in common.

    If no two steps have a bit in common, i and j are 0.

    Pre-conditions: steps >= 0.

    >>> meeting((1, 2, 6, 4)), meeting((1, 2, 4))
    (Meeting(i=2, j=4), Meeting(i=0, j=0))
    """
    if not steps:
        return Meeting(0, 0)
    met = met_by(steps[0], steps[1:])
    if met:
        return Meeting(1, 2 * met)
    i, j = meeting(steps[1:])
    return Meeting(2 * i, 2 * j)


def met_by(step: int, steps: Steps) -> int:
    """The coordinate of the first entry of `steps` that shares a bit with `step`, or 0.

    >>> met_by(2, (1, 6, 2)), met_by(2, (1, 4))
    (2, 0)
    """
    if not steps:
        return 0
    if step & steps[0]:
        return 1
    return 2 * met_by(step, steps[1:])
