"""Proofs that the answer to a question is no: its statement fails at the witness of a test.

Each function belongs to a test in the module `witnesses`. The function's arguments are the
question's arguments and the positions of the modes that the test compares. If the test is true, the
function concludes that the question's statement is false.
"""

from __future__ import annotations

from spec.composed import ComposedLayout
from spec.int_tuple import compatible, unflatten
from spec.layout import Layout
from spec.modes import modes_of
from verif.kernel.verbs import ensure
from verif.readings.terminals import Terminals
from verif.theory.sizes.questions import shape_of
from verif.theory.sizes.witnesses import (
    digits_at,
    digits_together,
    ends_of_two,
    furthest,
    in_two,
    mode_by_mode,
    steps_back,
    steps_to,
    unit,
)

Pair = tuple[Terminals, Terminals]
"""The digits of two coordinates."""


def no_witness() -> None:
    """Show that the branch in which no test has found a witness cannot be reached."""
    ensure("a witness", False)


def not_compatible(a: object, b: object) -> None:
    """Some integer in the shape of A is not the size of the corresponding part of B's shape."""
    ensure("not compatible", not compatible(shape_of(a), shape_of(b)))


def collide(a: Layout, x: Terminals, y: Terminals, place: int) -> Pair:
    """Two different coordinates have the same offset."""
    ensure("two coordinates", x[place] != y[place])
    ensure("A(i) = A(j)", a(unflatten(x, a.shape)) == a(unflatten(y, a.shape)))
    return x, y


def standing_still(a: Layout, p: int) -> Pair:
    """One step along mode p, which has the stride 0, does not change the offset."""
    rank = len(modes_of(a))
    return collide(a, digits_at(rank, p, 1), digits_at(rank, p, 0), p)


def stepping_to(a: Layout, p: int, q: int) -> Pair:
    """Some number of steps of mode p leads to the same offset as one step of mode q."""
    modes = modes_of(a)
    steps = steps_to(modes, p, q)
    return collide(a, digits_at(len(modes), p, steps), digits_at(len(modes), q, 1), p)


def stepping_back(a: Layout, p: int, q: int) -> Pair:
    """After one step of mode q, steps of mode p lead back to the offset 0."""
    modes = modes_of(a)
    together = digits_together(len(modes), p, steps_back(modes, p, q), q, 1)
    return collide(a, together, digits_at(len(modes), p, 0), q)


def crossing(a: Layout, p: int, q: int) -> Pair:
    """Two coordinates collide: e steps along mode p lead as far as d steps along mode q.

    Mode p has the stride d, and mode q has the stride e.
    """
    modes = modes_of(a)
    one = digits_at(len(modes), p, modes[q][1])
    return collide(a, one, digits_at(len(modes), q, modes[p][1]), p)


def stepping_in_two(a: Layout, p: int, q: int, r: int) -> Pair:
    """Steps of modes p and q together lead to the same offset as one step of mode r."""
    modes = modes_of(a)
    x, y = in_two(modes, p, q, r)
    together = digits_together(len(modes), p, x, q, y)
    return collide(a, together, digits_at(len(modes), r, 1), r)


def swizzled_alike(composed: ComposedLayout, pair: Pair) -> None:
    """Two coordinates that have the same inner offset also have the same swizzled offset."""
    x, y = (unflatten(one, composed.shape) for one in pair)
    ensure("swizzled, too", composed(x) == composed(y))


def not_as_many(a: Layout, n: int) -> None:
    """The number of coordinates is not n."""
    ensure("another number of coordinates", a.size != n)


def reaching_beyond(a: Layout, n: int) -> None:
    """The greatest offset is n or more."""
    last = unflatten(furthest(modes_of(a), 1), a.shape)
    ensure("an offset that is at least n", a(last) >= n)


def too_few_to_cover(a: Layout, n: int) -> None:
    """There are fewer than n coordinates, too few to cover the numbers below n."""
    ensure("too few coordinates", a.size < n)


def meet(a: Layout, x: Terminals, b: Layout, y: Terminals) -> None:
    """The offset of A at the digits x is the offset of B at the digits y, and is not 0."""
    one, other = a(unflatten(x, a.shape)), b(unflatten(y, b.shape))
    ensure("the same offset", one == other)
    ensure("the offset is not 0", one != 0)


def meeting_a_step(a: Layout, b: Layout, p: int, q: int) -> None:
    """Some number of steps of mode p leads to the same offset as one step of mode q.

    One of the modes is a mode of A, and the other is a mode of B. The modes are numbered together,
    first the modes of A: if A has m modes, mode k of B has the number m + k.
    """
    ours, theirs = modes_of(a), modes_of(b)
    steps = steps_to((*ours, *theirs), p, q)
    m, n = len(ours), len(theirs)
    if p < m:
        meet(a, digits_at(m, p, steps), b, digits_at(n, q - m, 1))
    else:
        meet(a, digits_at(m, q, 1), b, digits_at(n, p - m, steps))


def meeting_across(a: Layout, b: Layout, p: int, q: int) -> None:
    """The layouts share an offset: e steps along mode p lead as far as d steps along mode q.

    Mode p, a mode of A, has the stride d. Mode q, a mode of B, has the stride e. The modes are
    numbered together, first the modes of A: if A has m modes, mode q is mode q - m of B.
    """
    ours, theirs = modes_of(a), modes_of(b)
    m, n = len(ours), len(theirs)
    x = digits_at(m, p, theirs[q - m][1])
    meet(a, x, b, digits_at(n, q - m, ours[p][1]))


def of_unlike_sizes(a: Layout, b: Layout) -> None:
    """The layouts have different numbers of coordinates."""
    ensure("different sizes", a.size != b.size)


def differing_at(a: Layout, b: Layout, at: int) -> None:
    """The layouts have different offsets at a coordinate."""
    ensure("A(i) is not B(i)", a(at) != b(at))


def differing_at_a_step_of_the_first(a: Layout, b: Layout, place: int) -> None:
    """The layouts differ after one step of a mode of the first layout."""
    differing_at(a, b, unit(a, place))


def differing_at_a_step_of_the_second(a: Layout, b: Layout, place: int) -> None:
    """The layouts differ after one step of a mode of the second layout."""
    differing_at(a, b, unit(b, place))


def differing_at_the_end(a: Layout, b: Layout) -> None:
    """The layouts differ at their last coordinate."""
    ensure("A(i) is not B(i)", a(a.size - 1) != b(b.size - 1))


def misaligned(a: Layout, n: int, place: int) -> None:
    """An offset is not a multiple of n."""
    ensure("no multiple", a(unit(a, place)) % n != 0)


def carrying(a: Layout, b: Layout, p: int, q: int) -> None:
    """For some i, A(B(i)) is not the sum over k of A(B_k(i_k)), where i_k is i's digit in B_k."""
    at = ends_of_two(b, p, q)
    ensure("A(B(i)) is not the sum", mode_by_mode(a, b, at) != a.extended(b(at)))


def too_large(a: Layout, up: int) -> None:
    """The greatest offset (`up` is 1) or the least offset (`up` is 0) does not fit in 32 bits."""
    x = a(unflatten(furthest(modes_of(a), up), a.shape))
    ensure("beyond int32", not -2147483648 <= x < 2147483648)
