"""The question whether the function A after B is a layout, decided exactly: composable(A, B).

Let coalesced A have the modes `s_k:d_k`. Write `p_k` for the size of the first k modes, and
`delta_k = d_(k+1) - s_k*d_k`. Let A^ be A extended beyond its size by its last mode. Then
`A^(x) = d_1*x + sum of delta_k * (x div p_k)`. Let the modes of B have the strides w_j, and let c
be a coordinate of B with the entries c_j. The *error* at c is the sum of all `delta_k * e_k`, where
`e_k = (sum of c_j*(w_j mod p_k)) div p_k`. The error is 0 iff `A^(B(c)) = sum of c_j * A^(w_j)`.

A layout has equal steps along each of its modes. Walk along a mode of B, and look at the steps of A
after B. Where these steps become unequal for the first time, a mode of the result must end. The
number of steps before this place is called a *break*. The breaks cut the modes of B into *pieces*.
A after B is a layout iff two conditions hold: each break divides the remaining size of its mode,
and the error of all pieces together is 0 at every coordinate. `spec.composition` has a stricter
requirement: no sum of steps carries out of a mode of A. The requirements differ only if carries
cancel, which requires deltas that add up to 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from math import prod
from operator import mul
from typing import Final

from spec.coalesce import coalesce_extended
from spec.composition import composition, images, images_all, no_carry, regroup
from spec.errors import CoordinateError, InadmissibleError, numeral
from spec.int_tuple import ceil_div
from spec.layout import Layout
from spec.modes import Mode, Modes, extended, joined, layout_of, modes_of, offsets
from verif.questions.answer import Answer, Effort, holds, refuted
from verif.questions.image import Digits, coordinate, offset
from verif.questions.program import Program

Levels = tuple[tuple[int, int], ...]
"""The pairs (p_k, delta_k) of the module's text, for all modes of coalesced A but the last."""

MOST_EVENTS: Final = 10_000
"""How many carries are examined one by one before Z3 searches for the first break."""


def composable(a: Layout, b: Layout, effort: Effort) -> Answer:
    """Decide whether some layout R has compatible(B, R) and R(c) = A^(B(c)) for all c.

    A^ is A, extended beyond its size by its last mode.

    >>> print(composable(Layout((2, 2, 2, 2), (1, 4, 2, 8)), Layout(3, 7), Effort()).reason)
    3:7
    >>> print(composable(Layout((3, 2), (1, 5)), Layout(5), Effort()).reason)
    A(B(3)) = 5, but a layout with A(B(1)) = 1 would give 3; B's mode 5:1 crosses a mode of A \
after 3 steps, and 3 does not divide 5
    """
    found = composed(a, b, effort)
    return found if isinstance(found, Answer) else holds(str(found))


def composed(a: Layout, b: Layout, effort: Effort) -> Layout | Answer:
    """Return A after B as a layout, or a refutation.

    Raises CoordinateError if A has no modes, and UndecidedError if Z3 has no answer.
    """
    if not modes_of(a):
        raise CoordinateError(f"A must have at least one mode, but {a} has none")
    try:
        return composition(a, b)
    except InadmissibleError:
        return _composed(coalesce_extended(modes_of(a)), b, effort)


def _composed(modes: Modes, b: Layout, effort: Effort) -> Layout | Answer:
    levels = levels_of(modes)
    cuts: list[Modes] = []
    unit = 1
    for n, w in modes_of(b):
        if n > 1 and w < 0:
            return refuted("B({}) = {} is negative, and A has no value there", (unit,), (w,))
        cut, broken = pieces(levels, n, w, effort)
        if broken is not None:
            return _broken(modes, (n, w), cut, broken, b, unit)
        cuts.append(cut)
        unit *= n
    together = joined(tuple(cuts))
    if not no_carry(modes, together):
        at = _first_error(modes, levels, together, effort)
        if at is not None:
            made = layout_of(images(modes, together))
            values = extended(modes, b(at)), made(at)
            text = "A(B({})) = {}, but composing mode by mode gives {}"
            return refuted(text, (at,), values)
    return regroup(b, images_all(modes, tuple(cuts)))


def _broken(modes: Modes, mode: Mode, before: Modes, t: int, b: Layout, unit: int) -> Answer:
    """Return the refutation for a mode of B with a break that does not divide the remaining size.

    Breaks and pieces are defined at the top of this file. `before` has the pieces of the mode
    before this break. The break comes after t steps of the rest of the mode.
    """
    n, w = mode
    taken = prod(size for size, _ in before)
    at = unit * taken * t
    step = extended(modes, taken * w)
    values = extended(modes, b(at)), t * step
    layout = f"a layout with A(B({numeral(unit * taken)})) = {numeral(step)}"
    crossing = (
        f"B's mode {numeral(n)}:{numeral(w)} crosses a mode of A after {numeral(taken * t)} steps"
    )
    return refuted(
        f"A(B({{}})) = {{}}, but {layout} would give {{}}; {crossing}, "
        f"and {numeral(taken * t)} does not divide {numeral(n)}",
        (at,),
        values,
    )


def levels_of(modes: Modes) -> Levels:
    """Return (p_k, delta_k) for every mode but the last, as defined at the top of this file.

    >>> levels_of(((3, 1), (2, 5), (4, 10)))
    ((3, 2), (6, 0))
    """
    sizes = accumulate((s for s, _ in modes), mul)
    return tuple(
        (size, after - s * d)
        for size, (s, d), (_, after) in zip(sizes, modes, modes[1:], strict=False)
    )


def pieces(levels: Levels, n: int, w: int, effort: Effort) -> tuple[Modes, int | None]:
    """Cut the mode n:w at its breaks, as defined at the top of this file.

    Return the pieces and None. But if a break does not divide the remaining size, stop there, and
    return the pieces before this break, and the break.

    >>> pieces(((3, 2),), 6, 1, Effort()), pieces(((3, 2),), 5, 1, Effort())
    ((((3, 1), (2, 3)), None), ((), 3))
    """
    found: list[Mode] = []
    while n > 1 or not found:
        t = first_break(levels, n, w, effort)
        if n % t != 0:
            return tuple(found), t
        found.append((t, w))
        n, w = n // t, t * w
    return tuple(found), None


def error(levels: Levels, steps: Modes, digits: Digits) -> int:
    """Return the error at a coordinate, as defined at the top of this file.

    `steps` are modes of B, or pieces of them. `digits` are the coordinate's digits.

    >>> error(((3, 2),), ((5, 1),), (2,)), error(((3, 2),), ((5, 1),), (3,))
    (0, 2)
    """
    rests = ((p, delta, tuple((t, w % p) for t, w in steps)) for p, delta in levels)
    return sum(delta * (offset(rest, digits) // p) for p, delta, rest in rests)


def first_break(levels: Levels, n: int, w: int, effort: Effort) -> int:
    """Return the least i < n such that `error` is not 0 after i steps of stride w, or else n.

    >>> first_break(((36, 36),), 16, 9, Effort())
    4
    """
    # P, the largest p of `levels`, is a multiple of each p. So the error after q*P + r steps is
    # q*error(P) + error(r), and the first break, if there is one, is at P or before.
    most = min(n, max((p for p, _ in levels), default=0) + 1)
    i = 0
    for events, i in enumerate(carries(levels, w)):
        if i >= most:
            return n
        if error(levels, ((n, w),), (i,)) != 0:
            return i
        if events == MOST_EVENTS:
            break
    else:
        return n
    return _first_break_solved(levels, n, w, (i + 1, most - 1), effort.seconds)


def carries(levels: Levels, w: int) -> Iterator[int]:
    """Yield, in increasing order, each k such that the k-th step of stride w causes a carry.

    A carry means that k*(w mod p) div p increases for some p of `levels`.

    >>> from itertools import islice
    >>> list(islice(carries(((3, 2), (6, 1)), 2), 4))
    [2, 3, 5, 6]
    """
    rates = [(p, w % p) for p, _ in levels if w % p]
    i = 0
    while rates:
        i = min(ceil_div(p * (i * r // p + 1), r) for p, r in rates)
        yield i


def _first_break_solved(
    levels: Levels, n: int, w: int, within: tuple[int, int], seconds: float
) -> int:
    """Return the least i < n such that `error` is not 0 after i steps of stride w, or else n.

    Z3 decides each step of a bisection.
    """
    low, high = within
    found = _error_solved(levels, ((n, w),), ((low, high),), seconds)
    if found is None:
        return n
    least = found[0]
    while low < least:
        middle = (low + least - 1) // 2
        found = _error_solved(levels, ((n, w),), ((low, middle),), seconds)
        if found is None:
            low = middle + 1
        else:
            least = found[0]
    return least


def _first_error(modes: Modes, levels: Levels, together: Modes, effort: Effort) -> int | None:
    """Return a 1-D coordinate at which the error of all pieces together is not 0, or None.

    The error is defined at the top of this file. The error of each single piece is 0.
    """
    digits = first_carry(levels, together)
    if digits is None:
        return None
    if error(levels, together, digits) != 0:
        return coordinate(together, digits)
    size = prod(t for t, _ in together)
    if size <= effort.elements:
        made = offsets(images(modes, together))
        sums = enumerate(zip(offsets(together), made, strict=True))
        return next((i for i, (x, y) in sums if extended(modes, x) != y), None)
    bounds = tuple((0, t - 1) for t, _ in together)
    found = _error_solved(levels, together, bounds, effort.seconds)
    return None if found is None else coordinate(together, found)


def first_carry(levels: Levels, together: Modes) -> Digits | None:
    """Return the first digits at which a carry occurs, or None if no carry occurs.

    The search increases the digits piece by piece. Each carry at the returned digits is 1, so the
    error there is a sum of deltas, as defined at the top of this file. The error is 0 only if these
    deltas cancel.

    >>> first_carry(((36, 36),), ((9, 4), (4, 9)))
    (8, 1)
    """
    digits = [0] * len(together)
    for j, (t, _) in enumerate(together):
        limits = [
            ceil_div(p - sum(c * (w % p) for c, (_, w) in zip(digits, together, strict=True)), r)
            for p, r in ((p, together[j][1] % p) for p, _ in levels)
            if r
        ]
        digits[j] = min([t, *limits])
        if digits[j] < t:
            return tuple(digits)
        digits[j] = t - 1
    return None


def _error_solved(
    levels: Levels, steps: Modes, bounds: tuple[tuple[int, int], ...], seconds: float
) -> Digits | None:
    """Search, by an integer program, for digits within the bounds such that the error is not 0.

    The unknowns of the program are the digits and, for each p_k, a quotient and a remainder.
    """
    program = Program()
    taken = [program.unknown(f"c{j}", *bound) for j, bound in enumerate(bounds)]
    carried: list[tuple[int, str]] = []
    for k, (p, delta) in enumerate(levels):
        rests = [(w % p, c) for (_, w), c in zip(steps, taken, strict=True)]
        largest = sum(rest * high for (rest, _), (_, high) in zip(rests, bounds, strict=True))
        quotient = program.unknown(f"q{k}", 0, largest // p)
        remainder = program.unknown(f"r{k}", 0, p - 1)
        program.zero([*rests, (-p, quotient), (-1, remainder)])
        carried.append((delta, quotient))
    program.not_zero(carried)
    solution = program.solution(seconds)
    return None if solution is None else tuple(solution[c] for c in taken)
