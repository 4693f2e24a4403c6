"""The image of a layout: properties of its offsets, computed from its modes.

The sign of a stride only shifts the offsets, so a mode s:d is treated as a step |d| that is taken
0 to s - 1 times. The steps are sorted. In a *chain*, the stride of each mode is larger than any sum
of steps of the modes before it. So a number is a sum of steps in at most one way. A greedy search
that starts with the largest stride finds this sum.
"""

from __future__ import annotations

from itertools import accumulate

from spec.modes import Mode, Modes

Digits = tuple[int, ...]
"""How many steps are taken along each mode."""


def steps(modes: Modes) -> Modes:
    """Return the modes sorted by stride, with negative strides made positive.

    >>> steps(((2, 8), (3, -1)))
    ((3, 1), (2, 8))
    """
    return tuple(sorted(((s, abs(d)) for s, d in modes), key=lambda mode: mode[1]))


def lowest(modes: Modes) -> int:
    """Return the least offset.

    >>> lowest(((2, 8), (3, -1)))
    -2
    """
    return sum((s - 1) * d for s, d in modes if d < 0)


def largest(modes: Modes) -> int:
    """Return the largest sum of steps, for strides >= 0.

    >>> largest(((2, 1), (3, 8)))
    17
    """
    return sum((s - 1) * d for s, d in modes)


def offset(modes: Modes, digits: Digits) -> int:
    """Return the offset after digits[k] steps along each mode k.

    >>> offset(((2, 1), (3, 8)), (1, 2))
    17
    """
    return sum(c * d for c, (_, d) in zip(digits, modes, strict=True))


def coordinate(modes: Modes, digits: Digits) -> int:
    """Return the 1-D coordinate after digits[k] steps along each mode k.

    >>> coordinate(((2, 1), (3, 8)), (1, 2))
    5
    """
    units = accumulate((s for s, _ in modes), lambda unit, s: unit * s, initial=1)
    return sum(c * unit for c, unit in zip(digits, units, strict=False))


def digits_of(modes: Modes, x: int) -> Digits | None:
    """Return digits whose offset is x, or None. The search is greedy, from the largest stride on.

    If `chain` is exact on the modes, None means that no digits have the offset x.

    Pre-conditions: strides >= 0, sorted.

    >>> digits_of(((2, 1), (3, 2), (2, 16)), 21), digits_of(((2, 1), (3, 8)), 7)
    ((1, 2, 1), None)
    """
    if not modes:
        return () if x == 0 else None
    *rest, (s, d) = modes
    c = min(x // d, s - 1) if d > 0 else 0
    before = digits_of(tuple(rest), x - c * d)
    return None if before is None else (*before, c)


def chain(modes: Modes) -> tuple[Modes, bool]:
    """Return a chain for the modes, and whether the chain is exact.

    In a chain, each stride is larger than any sum of steps of the modes before it. An exact chain
    has the same offsets as the modes. If no exact chain is found, the result is a chain for only
    the modes before the first mode that does not fit. A mode fits if it continues the earlier steps
    without a gap, or if its stride is larger than any sum of earlier steps.

    Pre-conditions: strides >= 0, sorted.

    >>> chain(((2, 1), (3, 2), (2, 16)))
    (((6, 1), (2, 16)), True)
    >>> chain(((3, 2), (2, 3)))
    (((3, 2),), False)
    """
    found: list[Mode] = [(1, 1)]
    reach = 0
    for s, d in modes:
        n, step = found[-1]
        if s == 1:
            continue
        if d % step == 0 and d // step <= n:
            # The stride d is a multiple of `step`, and is at most n * `step`. So the new steps
            # continue the old sums of steps without a gap.
            found[-1] = (n + (s - 1) * (d // step), step)
        elif d > reach:
            found.append((s, d))
        else:
            return _proper(found), False
        reach += (s - 1) * d
    return _proper(found), True


def _proper(modes: list[Mode]) -> Modes:
    return tuple((s, d) for s, d in modes if s > 1)


def first_missing(chained: Modes, low: int) -> int:
    """Return the least number >= low that is not a sum of steps.

    Pre-conditions: `chained` is a chain; low >= 0.

    >>> first_missing(((6, 1), (2, 16)), 0), first_missing(((6, 1), (2, 16)), 16)
    (6, 22)
    """
    if not chained:
        return max(1, low)
    *rest, (s, d) = chained
    before = tuple(rest)
    c = min(low // d, s - 1)
    x = first_missing(before, low - c * d)
    if c == s - 1 or x < d:
        return c * d + x
    # All numbers from `low` to (c + 1) * d - 1 are sums of steps. So search among the sums with
    # c + 1 steps of the last mode.
    x = first_missing(before, 0)
    return (c + 1) * d + x if x < d else (s - 1) * d + x
