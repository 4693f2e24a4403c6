"""Witnesses that a question is false: coordinates found from the strides of a layout.

Evaluated on numbers, the functions find a witness that is valid at some sizes. Evaluated on
symbolic integers, they prove that the witness is valid at all sizes.
"""

from __future__ import annotations

from spec.int_tuple import unflatten
from spec.layout import Layout
from spec.modes import Modes, modes_of, total
from verif.readings.terminals import Terminals


def digits_at(rank: int, place: int, digit: int) -> Terminals:
    """The digits of a coordinate: `digit` at index `place`, and 0 elsewhere."""
    return tuple(digit if k == place else 0 for k in range(rank))


def digits_together(rank: int, p: int, one: int, q: int, other: int) -> Terminals:
    """The digits of a coordinate: `one` at index p, `other` at index q, and 0 elsewhere."""
    return tuple(one if k == p else other if k == q else 0 for k in range(rank))


def steps_to(modes: Modes, p: int, q: int) -> int:
    """The number of steps of mode p that add up to the stride of mode q; 0 if impossible."""
    (s, d), (t, e) = modes[p], modes[q]
    if d < 0:
        d, e = -d, -e
    if t < 2 or d == 0 or e % d != 0:
        return 0
    n = e // d
    return n if 1 <= n < s else 0


def steps_back(modes: Modes, p: int, q: int) -> int:
    """The number of steps of mode p that cancel the stride of mode q; 0 if impossible."""
    return steps_to(tuple((s, -d if k == q else d) for k, (s, d) in enumerate(modes)), p, q)


def steps_cross(modes: Modes, p: int, q: int) -> bool:
    """Whether mode p has at least e steps and mode q has at least d steps.

    Mode p has the stride d, and mode q has the stride e. Both strides must be positive. If the
    result is true, e steps of p and d steps of q lead to the same offset, d*e.
    """
    (s, d), (t, e) = modes[p], modes[q]
    return 1 <= e < s and 1 <= d < t


def in_two(modes: Modes, p: int, q: int, r: int) -> Terminals:
    """The numbers of steps along modes p and q that may add up to the stride of mode r.

    The number along q is as large as possible, and steps along p cover what remains of the stride.
    """
    (d, e, f) = (modes[k][1] for k in (p, q, r))
    return ((f - f // e * e) // d, f // e)


def steps_in_two(modes: Modes, p: int, q: int, r: int) -> bool:
    """Whether the steps from `in_two` exist in p and q and add up to the stride of r.

    The strides of p, q and r must be at least 1, and the size of mode r must be at least 2.
    """
    (s, d), (t, e), (u, f) = modes[p], modes[q], modes[r]
    if u < 2 or d < 1 or e < 1 or f < 1:
        return False
    x, y = in_two(modes, p, q, r)
    return x < s and y < t and x * d + y * e == f


def stands_still(modes: Modes, p: int) -> bool:
    """Whether mode p has a size > 1 and stride 0."""
    s, d = modes[p]
    return s > 1 and d == 0


def furthest(modes: Modes, up: int) -> Terminals:
    """The digits of the greatest offset if `up` is 1, or of the least offset if `up` is 0."""
    return tuple(s - 1 if (d >= 0) == (up == 1) else 0 for s, d in modes)


def outside_int32(layout: Layout, up: int) -> bool:
    """Whether the greatest (`up` is 1) or the least (`up` is 0) offset does not fit in 32 bits."""
    x = layout(unflatten(furthest(modes_of(layout), up), layout.shape))
    return not -2147483648 <= x < 2147483648


def beyond(layout: Layout, n: int) -> bool:
    """Whether the greatest offset is at least n."""
    return layout(unflatten(furthest(modes_of(layout), 1), layout.shape)) >= n


def other_size(layout: Layout, n: int) -> bool:
    """Whether the number of coordinates is not n."""
    return layout.size != n


def too_few(layout: Layout, n: int) -> bool:
    """Whether the layout has fewer than n coordinates."""
    return layout.size < n


def of_other_sizes(a: Layout, b: Layout) -> bool:
    """Whether two layouts have different sizes."""
    return a.size != b.size


def unit(layout: Layout, place: int) -> int:
    """The 1-D coordinate after one step along a mode, or 0 if the mode has size 1."""
    modes = modes_of(layout)
    return total(modes[:place]) if modes[place][0] > 1 else 0


def off_a_multiple(layout: Layout, n: int, place: int) -> bool:
    """Whether the offset after one step of a mode is not a multiple of n."""
    return layout(unit(layout, place)) % n != 0


def differ_at_a_step_of_the_first(a: Layout, b: Layout, place: int) -> bool:
    """Whether A and B differ at the coordinate one step from 0 along the mode `place` of A."""
    i = unit(a, place)
    return i < b.size and a(i) != b(i)


def differ_at_a_step_of_the_second(a: Layout, b: Layout, place: int) -> bool:
    """Whether A and B differ at the coordinate one step from 0 along the mode `place` of B."""
    i = unit(b, place)
    return i < a.size and a(i) != b(i)


def differ_at_the_end(a: Layout, b: Layout) -> bool:
    """Whether two layouts of the same size differ at their last coordinate."""
    return a.size == b.size and a(a.size - 1) != b(b.size - 1)


def mode_by_mode(a: Layout, b: Layout, i: int) -> int:
    """The sum of A^(B_k(c_k)) over all modes B_k of B.

    Here A^ is the function `a.extended`, and c_k is the digit of i along B_k, where i is a 1-D
    coordinate of B.
    """
    image = 0
    for mode in b:
        image = image + a.extended(mode(i % mode.size))
        i = i // mode.size
    return image


def ends_of_two(b: Layout, p: int, q: int) -> int:
    """The 1-D coordinate of B with the greatest digits in modes p and q, and 0 in other modes."""
    i, taken = 0, 1
    for k in range(b.rank):
        if k in (p, q):
            i = i + taken * (b[k].size - 1)
        taken = taken * b[k].size
    return i


def carries(a: Layout, b: Layout, p: int, q: int) -> bool:
    """Whether A^(B(c)) differs from `mode_by_mode`, the sum of A^(B_k(c_k)), at the coordinate c.

    The coordinate c of B has the greatest digits in modes p and q, and 0 in all other modes.
    """
    i = ends_of_two(b, p, q)
    return mode_by_mode(a, b, i) != a.extended(b(i))
