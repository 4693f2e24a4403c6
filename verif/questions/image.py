"""The image of a layout: its offsets, computed from its modes without enumeration.

Only sums matter, so a mode is a step `d >= 0` that is taken 0 to s - 1 times; steps are sorted. In
a *chain* each stride is larger than every sum of the modes before it: all sums are different, and
a number is decomposed greedily, from the largest stride down.
"""

from __future__ import annotations

from itertools import accumulate

from spec.modes import Mode, Modes

Digits = tuple[int, ...]
"""The number of steps taken along each mode."""


def steps(modes: Modes) -> Modes:
    """The modes as steps from the least offset, sorted by stride.

    >>> steps(((2, 8), (3, -1)))
    ((3, 1), (2, 8))
    """
    return tuple(sorted(((s, abs(d)) for s, d in modes), key=lambda mode: mode[1]))


def lowest(modes: Modes) -> int:
    """The least offset.

    >>> lowest(((2, 8), (3, -1)))
    -2
    """
    return sum((s - 1) * d for s, d in modes if d < 0)


def largest(modes: Modes) -> int:
    """The largest sum.

    Pre-conditions: strides >= 0.

    >>> largest(((2, 1), (3, 8)))
    17
    """
    return sum((s - 1) * d for s, d in modes)


def offset(modes: Modes, digits: Digits) -> int:
    """The sum of the strides, each times its digit.

    >>> offset(((2, 1), (3, 8)), (1, 2))
    17
    """
    return sum(c * d for c, (_, d) in zip(digits, modes, strict=True))


def coordinate(modes: Modes, digits: Digits) -> int:
    """The 1-D coordinate of the digits.

    >>> coordinate(((2, 1), (3, 8)), (1, 2))
    5
    """
    units = accumulate((s for s, _ in modes), lambda unit, s: unit * s, initial=1)
    return sum(c * unit for c, unit in zip(digits, units, strict=False))


def digits_of(modes: Modes, x: int) -> Digits | None:
    """Digits whose sum is x, chosen greedily from the largest stride down; None if that fails.

    If `chain` is exact on the modes, it fails only if there are no such digits.

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
    """A chain with the image of the modes, and whether it is exact.

    If it is not exact, it has the image of the first modes only, up to the one that neither
    continues the steps before it nor exceeds their sum.

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
            # Sums without a gap stay so: n steps, then as far as the new ones reach.
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
    """The least number >= low that is not a sum.

    Pre-conditions: a chain; low >= 0.

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
    # The block of c has no gap from `low` on: the first gap is that of a whole block.
    x = first_missing(before, 0)
    return (c + 1) * d + x if x < d else (s - 1) * d + x
