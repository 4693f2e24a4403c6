"""Digits: how many steps an offset has along each mode, for modes in any order.

A layout's offset is the sum of stride times digit over its modes. The order of the modes does not
affect the sum. So each theorem may assume a convenient order of the modes and their digits.

Let the order begin with the smallest stride. If the stride of each mode exceeds every offset of the
modes before this mode, an offset determines its digits (`sums_tell_their_digits`). This theorem
decides whether a layout is injective, and whether two layouts are disjoint.

Let the order begin with the largest stride. If the stride of each mode is at most 1 more than the
greatest offset of the modes after this mode, every number up to the greatest offset of all modes is
an offset (`steps_without_gaps_reach_every_number`).

If two lists of modes coalesce to the same list, both define the same function
(`modes_of_one_normal_form_are_one_function`). If no stride is negative, each offset is between 0
and the greatest offset, `end_of` (`sums_of_steps_stay_within_their_ends`).
"""

from __future__ import annotations

from spec.coalesce import coalesce_modes
from spec.modes import Modes, total, value
from verif.kernel.theory import Lemma, definition, lemma
from verif.kernel.verbs import assume, ensure, same
from verif.readings.modes import strides_from
from verif.readings.terminals import Terminals
from verif.theory.layouts.modes import opened
from verif.theory.layouts.normal_form import identical, identical_modes_are_one_function
from verif.theory.numbers.euclid import quotient_and_remainder_are_unique


@definition(on="modes")
def sum_of_steps(modes: Modes, digits: Terminals) -> int:
    """The sum of each stride times its digit."""
    if not modes or not digits:
        return 0
    return modes[0][1] * digits[0] + sum_of_steps(modes[1:], digits[1:])


@definition(on="modes")
def within_shapes(modes: Modes, digits: Terminals) -> bool:
    """Whether each mode has a digit that is at least 0 and below the size of the mode."""
    if not modes or not digits:
        return not modes and not digits
    return 0 <= digits[0] < modes[0][0] and within_shapes(modes[1:], digits[1:])


@definition(on="modes")
def each_above_all_before(modes: Modes, u: int) -> bool:
    """Whether the stride of each mode is >= u plus the greatest offset of all modes before it."""
    if not modes:
        return True
    s, d = modes[0]
    return d >= u and each_above_all_before(modes[1:], u + (s - 1) * d)


@definition(on="modes")
def end_of(modes: Modes) -> int:
    """The sum of (size - 1) * stride over all modes: each mode has its greatest digit, size - 1."""
    if not modes:
        return 0
    s, d = modes[0]
    return (s - 1) * d + end_of(modes[1:])


@definition(on="modes")
def without_gaps(modes: Modes) -> bool:
    """Whether the stride of each mode is <= 1 plus the greatest offset of all modes after it."""
    if not modes:
        return True
    d, rest = modes[0][1], modes[1:]
    return 1 <= d <= end_of(rest) + 1 and without_gaps(rest)


@definition(on="modes")
def end_to_end(modes: Modes, u: int) -> bool:
    """Whether the first stride is u, and each other stride is size * stride of the mode before."""
    if not modes:
        return True
    s, d = modes[0]
    return d == u and end_to_end(modes[1:], s * u)


def arranged(modes: Modes, order: Terminals, back: Terminals) -> Modes:
    """The modes in the given order. The modes in `back` get the negative of their stride."""
    return tuple((modes[k][0], -modes[k][1]) if k in back else modes[k] for k in order)


def digits_arranged(modes: Modes, x: Terminals, order: Terminals, back: Terminals) -> Terminals:
    """The digits of the arranged modes. The digit of a mode in `back` becomes size - 1 - digit."""
    return tuple(modes[k][0] - 1 - x[k] if k in back else x[k] for k in order)


def digits_placed(rank: int, x: Terminals, order: Terminals) -> Terminals:
    """The digits x at the places in `order`, and 0 at all other places."""
    at = dict(zip(order, x, strict=True))
    return tuple(at.get(k, 0) for k in range(rank))


def moving(modes: Modes, order: Terminals) -> Terminals:
    """The places in `order` whose modes have a size other than 1."""
    return tuple(k for k in order if modes[k][0] != 1)


def by_stride(modes: Modes) -> Terminals:
    """The places of the modes of size > 1, the smallest stride first."""
    return tuple(sorted(moving(modes, tuple(range(len(modes)))), key=lambda k: modes[k][1]))


def remainders(v: int, modes: Modes) -> Terminals:
    """The digits of v, one for each mode; the first mode varies fastest. Overflow is dropped."""
    if not modes:
        return ()
    s = modes[0][0]
    return (v % s, *remainders(v // s, modes[1:]))


def most_steps(s: int, d: int, v: int) -> int:
    """The largest digit y of the mode s:d with y*d <= v."""
    if d < 1:
        return s - 1
    whole = v // d
    return whole if whole < s else s - 1


@definition(on="modes")
def left_over(modes: Modes, v: int) -> int:
    """The remainder of v after subtracting as many steps of each mode as possible."""
    if not modes:
        return v
    s, d = modes[0]
    return left_over(modes[1:], v - d * most_steps(s, d, v))


def greedy_digits(modes: Modes, v: int) -> Terminals:
    """The digits of the greedy decomposition of v: each mode takes as many steps as possible."""
    if not modes:
        return ()
    s, d = modes[0]
    c = most_steps(s, d, v)
    return (c, *greedy_digits(modes[1:], v - d * c))


@lemma
def sums_tell_their_digits(
    modes: Modes, u: int, v: int, w: int, x: Terminals, y: Terminals
) -> Lemma:
    """Equal sums of steps have equal digits if each stride exceeds all sums of the modes before."""
    opened(modes, x, y)
    assume("u >= 1", u >= 1)
    assume("each stride exceeds all sums before it", each_above_all_before(modes, u))
    assume("v is below u", 0 <= v < u)
    assume("w is below u", 0 <= w < u)
    assume("x are digits", within_shapes(modes, x))
    assume("y are digits", within_shapes(modes, y))
    assume("equal sums", v + sum_of_steps(modes, x) == w + sum_of_steps(modes, y))

    def shows() -> None:
        ensure("equal below u", v == w)
        same("equal digits", x, y)

    def proof() -> None:
        """Induction on the modes: v + d*x[0] and w + d*y[0] are below u + (s - 1)*d, the next u."""
        if modes and x and y:
            s, d = modes[0]
            ensure("v + d*x[0] is below the next u", v + d * x[0] < u + (s - 1) * d)
            ensure("w + d*y[0] is below the next u", w + d * y[0] < u + (s - 1) * d)
            sums_tell_their_digits(
                modes[1:], u + (s - 1) * d, v + d * x[0], w + d * y[0], x[1:], y[1:]
            )
            quotient_and_remainder_are_unique(d, x[0], v, y[0], w)

    return shows, proof


@lemma
def modes_end_to_end_are_the_coordinate(modes: Modes, u: int, z: int) -> Lemma:
    """If `end_to_end(modes, u)` holds, the modes map each coordinate z to u*z."""
    assume("end to end", end_to_end(modes, u))
    assume("z is a coordinate", 0 <= z < total(modes))

    def shows() -> None:
        ensure("the coordinate itself", value(modes, z) == u * z)

    def proof() -> None:
        """Induction on the modes."""
        if modes:
            s = modes[0][0]
            modes_end_to_end_are_the_coordinate(modes[1:], s * u, z // s)

    return shows, proof


@lemma
def steps_without_gaps_reach_every_number(modes: Modes, v: int) -> Lemma:
    """If `without_gaps(modes)` holds, greedy digits decompose each number up to `end_of(modes)`."""
    opened(modes)
    assume("no gaps", without_gaps(modes))
    assume("up to the end", 0 <= v <= end_of(modes))

    def shows() -> None:
        ensure("nothing of v is left", left_over(modes, v) == 0)

    def proof() -> None:
        """Induction on the modes: the other modes can reach v minus the steps of the first mode."""
        if modes:
            s, d = modes[0]
            c = most_steps(s, d, v)
            ensure("at most v is taken", v - d * c >= 0)
            ensure(
                "the rest is at most the greatest sum of the others", v - d * c <= end_of(modes[1:])
            )
            steps_without_gaps_reach_every_number(modes[1:], v - d * c)

    return shows, proof


@lemma
def modes_of_one_normal_form_are_one_function(left: Modes, right: Modes, x: int) -> Lemma:
    """Two lists of modes that coalesce to the same list have the same size and function."""
    opened(left, right)
    assume("the same normal form", identical(coalesce_modes(left), coalesce_modes(right)))
    assume("x is a coordinate", 0 <= x < total(left))

    def shows() -> None:
        ensure("equal size", total(left) == total(right))
        ensure("equal values", value(left, x) == value(right, x))

    def proof() -> None:
        """Coalescing keeps size and function. Identical lists have the same size and function."""
        ours, theirs = coalesce_modes(left), coalesce_modes(right)
        identical_modes_are_one_function(ours, theirs, x)
        ensure("ours", value(ours, x) == value(left, x))
        ensure("theirs", value(theirs, x) == value(right, x))

    return shows, proof


@lemma
def sums_of_steps_stay_within_their_ends(modes: Modes, x: Terminals) -> Lemma:
    """If all strides are >= 0, the sum of steps at x is at least 0 and at most `end_of(modes)`."""
    opened(modes, x)
    assume("strides >= 0", strides_from(modes, 0))
    assume("x are digits", within_shapes(modes, x))

    def shows() -> None:
        ensure("the sum is at least 0", sum_of_steps(modes, x) >= 0)
        ensure("the sum is at most `end_of(modes)`", sum_of_steps(modes, x) <= end_of(modes))

    def proof() -> None:
        """Induction on the modes: the digit of a mode is at most the mode's size - 1."""
        if modes and x:
            s, d = modes[0]
            ensure("a step at least", d * x[0] >= 0)
            ensure("at most stride * (size - 1)", d * x[0] <= (s - 1) * d)
            sums_of_steps_stay_within_their_ends(modes[1:], x[1:])

    return shows, proof
