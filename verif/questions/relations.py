"""Relations: a factor for each mode, such that the sum of stride * factor over all modes is 0."""

from __future__ import annotations

from itertools import islice, product
from math import gcd, prod
from operator import mul

from spec.modes import Modes
from verif.questions.image import Digits, coordinate, digits_of
from verif.questions.program import Program


def greedy_relation(modes: Modes) -> Digits | None:
    """Search greedily for a stride that is a sum of steps along modes of smaller strides.

    Return the relation that this sum gives, or None.

    >>> greedy_relation(((2, 1), (3, 2), (2, 5))), greedy_relation(((2, 1), (3, 2)))
    ((-1, -2, 1), None)
    """
    signs = [1 if d >= 0 else -1 for _, d in modes]
    order = sorted(range(len(modes)), key=lambda k: abs(modes[k][1]))
    for place, k in enumerate(order):
        s, d = modes[k]
        smaller = order[:place]
        digits = digits_of(tuple((modes[j][0], abs(modes[j][1])) for j in smaller), abs(d))
        if s > 1 and digits is not None:
            taken = {k: 1} | {j: -digit for j, digit in zip(smaller, digits, strict=True)}
            return tuple(sign * taken.get(j, 0) for j, sign in enumerate(signs))
    return None


def entangled(modes: Modes) -> frozenset[int]:
    """Return the indices of the "entangled" modes, whose factors may be nonzero in a relation.

    Modes of stride 0 are ignored. The function removes modes one by one, and returns the modes that
    remain. It removes a mode if the mode's factor must be 0 in every relation of the remaining
    modes. Either of two conditions ensures this: the stride of the mode is larger than any sum of
    steps of the other modes, or the greatest common divisor of the other strides divides no offset
    of the mode except 0.

    >>> entangled(((2, 1), (3, 2), (2, 16))), entangled(((2, 15), (3, 10), (5, 6)))
    (frozenset(), frozenset())
    >>> entangled(((3, 1), (3, 2), (2, 16))) == {0, 1}
    True
    """
    left = {k for k, (s, d) in enumerate(modes) if s > 1 and d != 0}
    by_stride = sorted(left, key=lambda k: -abs(modes[k][1]))
    free = True
    while free:
        free = False
        for k in by_stride:
            if k in left and _stands_alone(modes, k, left - {k}):
                left.remove(k)
                free = True
    return frozenset(left)


def _stands_alone(modes: Modes, k: int, others: set[int]) -> bool:
    s, d = modes[k]
    reach = sum((modes[j][0] - 1) * abs(modes[j][1]) for j in others)
    divisor = gcd(*(modes[j][1] for j in others))
    return abs(d) > reach or divisor // gcd(divisor, d) >= s


def trials(modes: Modes, tied: frozenset[int]) -> int:
    """Return the greatest number of sums that `tried_relation` examines.

    >>> trials(((12, 15), (18, 10), (20, 6), (30, 7)), frozenset({0, 1, 2, 3}))
    403
    """
    tried = sorted(modes[k][0] for k in tied)[:-2]
    return prod(2 * s - 1 for s in tried) // 2 + 1


def tried_relation(modes: Modes, tied: frozenset[int]) -> Digits | None:
    """Return a nonzero relation of the entangled modes, or None.

    A relation has a factor for each mode. The search enumerates the factors of all modes except the
    two of the largest sizes. For each choice, let x be the sum of stride times factor over the
    enumerated modes. Then the equation p*d + q*e = -x is solved, where d and e are the strides of
    the two other modes, and p and q are their factors. The equation determines p modulo
    e/gcd(d, e), and the bounds of p and q restrict p to an interval.

    Pre-conditions: `tied` is `entangled(modes)`, and has at least two modes.

    >>> tried_relation(((12, 15), (18, 10), (20, 6), (30, 7)), frozenset({0, 1, 2, 3}))
    (0, 0, 7, -6)
    """
    *tried, a, b = sorted(tied, key=lambda k: modes[k][0])
    (s, d), (t, e) = (modes[k] for k in (a, b))
    sign, d, e = (1 if d > 0 else -1), abs(d), e if d > 0 else -e
    divisor, reach = gcd(d, e), (t - 1) * abs(e)
    period = abs(e) // divisor
    inverse = pow(d // divisor, -1, period)
    strides = [sign * modes[k][1] for k in tried]
    # The negative of a relation is a relation, too. So try only the second half of the choices,
    # which starts where all factors are 0.
    half = trials(modes, tied) - 1
    for taken in islice(product(*(range(1 - modes[k][0], modes[k][0]) for k in tried)), half, None):
        x = sum(map(mul, taken, strides))
        if x % divisor != 0:
            continue
        low = max(1 - s, -((reach + x) // d)) if any(taken) else 1
        p = low + (-x // divisor * inverse - low) % period
        if p <= min(s - 1, (reach - x) // d):
            found = {a: p, b: (-x - p * d) // e, **dict(zip(tried, taken, strict=True))}
            return tuple(found.get(k, 0) for k in range(len(modes)))
    return None


def relation(modes: Modes, tied: frozenset[int], seconds: float) -> Digits | None:
    """Let Z3 find a nonzero relation of the modes `tied`. Return None if none exists."""
    program = Program()
    unknowns = {k: program.unknown(f"t{k}", 1 - modes[k][0], modes[k][0] - 1) for k in tied}
    program.zero((modes[k][1], t) for k, t in unknowns.items())
    program.not_all_zero(unknowns.values())
    solution = program.solution(seconds)
    if solution is None:
        return None
    return tuple(solution[unknowns[k]] if k in tied else 0 for k in range(len(modes)))


def meeting(ours: Modes, theirs: Modes, moved: int, seconds: float) -> tuple[int, int] | None:
    """Return coordinates i, j such that A(i) = B(j) + moved, or None if no such coordinates exist.

    A is the layout with the modes `ours`, and B the layout with the modes `theirs`.
    """
    program = Program()
    one = program.unknown("one", 1, 1)
    sides = [
        [(d, program.unknown(f"{side}{k}", 0, s - 1)) for k, (s, d) in enumerate(modes)]
        for side, modes in zip("ab", (ours, theirs), strict=True)
    ]
    program.zero([*sides[0], *((-d, name) for d, name in sides[1]), (-moved, one)])
    solution = program.solution(seconds)
    if solution is None:
        return None
    i, j = (
        coordinate(modes, tuple(solution[name] for _, name in side))
        for modes, side in zip((ours, theirs), sides, strict=True)
    )
    return i, j


def common_offset(
    ours: Modes, theirs: Modes, tied: frozenset[int], seconds: float
) -> tuple[int, int] | None:
    """Return a coordinate of each layout, such that the two offsets are equal and nonzero.

    Return None if no such coordinates exist.

    In both coordinates, only digits of the modes `tied` are nonzero.
    """
    program = Program()
    modes = ours + theirs
    unknowns = {k: program.unknown(f"c{k}", 0, modes[k][0] - 1) for k in sorted(tied)}
    left = [(modes[k][1], c) for k, c in unknowns.items() if k < len(ours)]
    right = [(-modes[k][1], c) for k, c in unknowns.items() if k >= len(ours)]
    program.zero([*left, *right])
    program.not_zero(left)
    solution = program.solution(seconds)
    if solution is None:
        return None
    digits = tuple(solution[unknowns[k]] if k in tied else 0 for k in range(len(modes)))
    return coordinate(ours, digits[: len(ours)]), coordinate(theirs, digits[len(ours) :])
