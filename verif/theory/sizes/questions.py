"""The statement behind each question for all sizes, such as "is A injective?", and its proof.

Each function concludes the statement that defines one question. The layouts are expressions in the
sizes, and i, j and v are arbitrary naturals. The argument `order` is a guess for the order of the
modes, made at some sizes. If the guess is wrong, a conclusion fails, and nothing is proved.
"""

from __future__ import annotations

from typing import Any

from spec.bridges.convert import as_layout
from spec.composed import ComposedLayout
from spec.composition import composition
from spec.coordinates import digits
from spec.int_tuple import IntTuple, compatible, flatten, product, unflatten
from spec.layout import Layout, make_layout
from spec.modes import Modes, layout_of, modes_of
from spec.xla.position import size_bytes
from spec.xla.shape import XlaShape, transposed_shape
from verif.kernel.verbs import assume, attempt, by, ensure
from verif.readings.terminals import Terminals
from verif.theory.layouts.modes import extended_is_value_within_the_size
from verif.theory.sizes.digits import (
    arranged,
    by_stride,
    digits_arranged,
    digits_placed,
    end_of,
    greedy_digits,
    modes_end_to_end_are_the_coordinate,
    modes_of_one_normal_form_are_one_function,
    moving,
    remainders,
    steps_without_gaps_reach_every_number,
    sum_of_steps,
    sums_of_steps_stay_within_their_ends,
    sums_tell_their_digits,
)
from verif.theory.sizes.witnesses import mode_by_mode

Places = tuple[tuple[int, Terminals], ...]
"""Pairs of a rank and positions of modes in a layout of this rank."""


Group = tuple[int, Terminals]
"""Modes of one layout: the place of the mode whose stride divides all strides, and all places.

If the first place is -1, the strides are multiples of 1.
"""

Groups = tuple[tuple[int, tuple[Group, ...]], ...]
"""Pairs of a rank and groups of modes, the smallest strides first, in layouts of this rank."""


def in_order(modes: Modes, order: Places, whole: bool) -> Terminals:
    """The positions of the modes, in the order that a proof uses.

    `order` lists these positions for each number of modes. If `order` is empty, the modes are
    sorted by stride. Modes of size 1 are left out, unless `order` is given and `whole` is true.
    """
    if not order:
        return by_stride(modes)
    places = dict(order)[len(modes)]
    return places if whole else moving(modes, places)


def turned(modes: Modes, back: Places) -> Terminals:
    """The positions of the modes with negative strides."""
    return dict(back)[len(modes)] if back else ()


def coordinate(i: int, layout: Layout) -> Terminals:
    """The digits of i, after assuming that i is a coordinate of the layout."""
    assume("a coordinate", i < layout.size)
    return digits(i, flatten(layout.shape))


def digits_are_equal(
    modes: Modes, x: Terminals, y: Terminals, order: Places, back: Places, whole: bool
) -> None:
    """Cite the lemma that the digits x and y are equal if they have the same sum of steps.

    The lemma needs the modes in the order that `order`, `back` and `whole` determine.
    """
    places, behind = in_order(modes, order, whole), turned(modes, back)
    by(
        sums_tell_their_digits,
        arranged(modes, places, behind),
        1,
        0,
        0,
        digits_arranged(modes, x, places, behind),
        digits_arranged(modes, y, places, behind),
    )


def injective(a: Layout, order: Places, back: Places, whole: bool, i: int, j: int) -> None:
    """Two coordinates with the same offset are equal."""
    x, y = coordinate(i, a), coordinate(j, a)
    if a(i) == a(j):
        digits_are_equal(modes_of(a), x, y, order, back, whole)
        ensure("A(i) = A(j) for i = j only", i == j)


def disjoint(
    a: Layout, b: Layout, order: Places, back: Places, whole: bool, i: int, j: int
) -> None:
    """The two layouts have only the offset 0 in common."""
    x, y = coordinate(i, a), coordinate(j, b)
    if a(i) == b(j):
        modes = (*modes_of(a), *modes_of(b))
        ours, theirs = (*x, *(0 for _ in y)), (*(0 for _ in x), *y)
        digits_are_equal(modes, ours, theirs, order, back, whole)
        ensure("A(i) = B(j) for 0 only", a(i) == 0)


def unit_of(modes: Modes, group: Group) -> int:
    """The number that divides each stride of a group of modes."""
    place = group[0]
    return 1 if place < 0 else modes[place][1]


def in_units(modes: Modes, group: Group) -> Modes:
    """The modes of a group, with strides divided by the unit of the group."""
    unit, first = unit_of(modes, group), group[0]
    for k in group[1]:
        ensure("the unit divides each stride", k == first or modes[k][1] % unit == 0)
    return tuple((modes[k][0], 1 if k == first else modes[k][1] // unit) for k in group[1])


def as_one_mode(modes: Modes, group: Group) -> tuple[int, int]:
    """The mode from 0 to the greatest offset of a group of modes, in steps of the group's unit."""
    return 1 + end_of(in_units(modes, group)), unit_of(modes, group)


def as_one_digit(modes: Modes, x: Terminals, group: Group) -> int:
    """The digit of the mode `as_one_mode` at which it has the offset of the group at x."""
    steps, own = in_units(modes, group), tuple(x[k] for k in group[1])
    by(sums_of_steps_stay_within_their_ends, steps, own)
    return sum_of_steps(steps, own)


def disjoint_by_groups(a: Layout, b: Layout, groups: Groups, back: Places, i: int, j: int) -> None:
    """The two layouts have only the offset 0 in common.

    Each group of modes of one layout is replaced by one mode that has all offsets of the group, and
    perhaps more. So the modes of a group may overlap. Modes without a group must have stride 0 or
    size 1.
    """
    x, y = coordinate(i, a), coordinate(j, b)
    if a(i) == b(j):
        modes = (*modes_of(a), *modes_of(b))
        ours, theirs = (*x, *(0 for _ in y)), (*(0 for _ in x), *y)
        chosen, behind = dict(groups)[len(modes)], turned(modes, back)
        every = tuple(range(len(modes)))
        steps = arranged(modes, every, behind)
        left = digits_arranged(modes, ours, every, behind)
        right = digits_arranged(modes, theirs, every, behind)
        by(
            sums_tell_their_digits,
            tuple(as_one_mode(steps, group) for group in chosen),
            1,
            0,
            0,
            tuple(as_one_digit(steps, left, group) for group in chosen),
            tuple(as_one_digit(steps, right, group) for group in chosen),
        )
        ensure("A(i) = B(j) for 0 only", a(i) == 0)


def bijective_onto(
    a: Layout, n: int, order: Places, whole: bool, i: int, j: int, v: int
) -> IntTuple:
    """Each number below n is the offset of exactly one coordinate, and no other offset occurs.

    Returns the coordinate whose offset is v.
    """
    ensure("as many coordinates as numbers below n", a.size == n)
    injective(a, order, (), whole, i, j)
    modes = modes_of(a)
    places = in_order(modes, order, whole)
    steps = arranged(modes, places, ())
    taken = digits_arranged(modes, digits(i, flatten(a.shape)), places, ())
    by(sums_of_steps_stay_within_their_ends, steps, taken)
    ensure("an offset from 0", a(i) >= 0)
    ensure("the offset is below n", a(i) < n)
    return covers_compactly(a, n, order, whole, v)


def covers_once(
    a: Layout, tile: IntTuple, order: Places, whole: bool, i: int, j: int, v: int
) -> None:
    """Each element's 1-D coordinate in the tile is the offset of exactly one (thread, value)."""
    ensure("a mode of threads and one of values", a.rank == 2)
    for side in flatten(tile):
        ensure("a side of 1 or more", side >= 1)
    bijective_onto(a, product(tile), order, whole, i, j, v)


def covers_times(
    a: Layout, tile: IntTuple, times: int, order: Places, whole: bool, i: int, j: int, v: int
) -> None:
    """Each element's 1-D coordinate in the tile is the offset of `times` pairs (thread, value).

    The layout `numbered(a, size)` gives each coordinate its own number below size * times, where
    size is the number of elements in the tile. A coordinate's offset is its number modulo the size.
    So v is the offset of the coordinates with the numbers v, v + size, ..
    """
    ensure("a mode of threads and one of values", a.rank == 2)
    ensure("taken once or more", times >= 1)
    for side in flatten(tile):
        ensure("a side of 1 or more", side >= 1)
    size = product(tile)
    b, again = numbered(a, size), numbered(a, 1, moved=False)
    bijective_onto(b, size * times, order, whole, i, j, v)
    x = digits(i, flatten(a.shape))
    places = in_order(modes_of(b), order, whole)
    by(
        sums_of_steps_stay_within_their_ends,
        arranged(modes_of(a), places, ()),
        digits_arranged(modes_of(a), x, places, ()),
    )
    ensure("an offset from 0", a(i) >= 0)
    ensure("the offset is below the size of the tile", a(i) < size)
    ensure("the remainder is the offset", b(i) == a(i) + size * again(i))


def numbered(a: Layout, unit: int, *, moved: bool = True) -> Layout:
    """The layout with new strides for the modes of stride 0.

    The first mode of stride 0 gets the stride `unit`. The second mode of stride 0 gets `unit` times
    the size of the first one, and so on: these modes are compact. The other modes keep their
    strides if `moved` is true, and get stride 0 otherwise.
    """
    strides: tuple[int, ...] = ()
    for s, d in modes_of(a):
        strides = (*strides, unit if d == 0 else d if moved else 0)
        unit = unit * s if d == 0 else unit
    return Layout(a.shape, unflatten(strides, a.shape))


def covers_compactly(a: Layout, n: int, order: Places, whole: bool, v: int) -> IntTuple:
    """The number v below n is an offset, since each mode starts where the mode before it ends.

    Returns the coordinate whose offset is v.
    """
    assume("a number below", v < n)
    modes = modes_of(a)
    places = in_order(modes, order, whole)
    steps = arranged(modes, places, ())
    by(modes_end_to_end_are_the_coordinate, steps, 1, v)
    return reached(a, v, digits_placed(len(modes), remainders(v, steps), places))


def covers_greedily(a: Layout, n: int, order: Places, whole: bool, v: int) -> IntTuple:
    """The number v below n is an offset, since the modes leave no gaps between offsets.

    The order of modes begins with the largest stride.

    Returns the coordinate whose offset is v.
    """
    assume("a number below", v < n)
    modes = modes_of(a)
    places = in_order(modes, order, whole) if order else by_stride(modes)[::-1]
    steps = arranged(modes, places, ())
    by(steps_without_gaps_reach_every_number, steps, v)
    return reached(a, v, digits_placed(len(modes), greedy_digits(steps, v), places))


def reached(a: Layout, v: int, x: Terminals) -> IntTuple:
    """Show that the coordinate with the digits x has the offset v, and return the coordinate."""
    at = unflatten(x, a.shape)
    ensure("the number is an offset", a(at) == v)
    return at


def equal(a: Layout, b: Layout, i: int) -> None:
    """The layouts have the same number of coordinates, and equal offsets at each coordinate."""
    ensure("as many coordinates", a.size == b.size)
    assume("a coordinate", i < a.size)
    ours, theirs = modes_of(a), modes_of(b)
    by(modes_of_one_normal_form_are_one_function, ours, theirs, i)
    by(extended_is_value_within_the_size, ours, i)
    by(extended_is_value_within_the_size, theirs, i)
    ensure("A(i) = B(i)", a(i) == b(i))


def bitcast(a: XlaShape, b: XlaShape, n: int) -> None:
    """A and B have equal sizes in bytes, and row-major element n has the same place in both."""
    ensure("elements as wide", a.bits == b.bits)
    ensure("as many bytes", size_bytes(a) == size_bytes(b))
    equal(row_major(a), row_major(b), n)


def bitcast_of_transpose(a: XlaShape, b: XlaShape, order: Terminals, n: int) -> None:
    """Each element has the same place in memory in A's transpose and in B, so no element moves."""
    bitcast(transposed_shape(a, order), b, n)


def row_major(a: XlaShape) -> Layout:
    """The layout of `a` with reversed modes, which maps the row-major number n to an offset."""
    layout = as_layout(a)
    return make_layout(*(layout[k] for k in range(len(a.dims) - 1, -1, -1)))


def of_one_extent(a: Layout, b: Layout) -> None:
    """The layouts' modes have the same sizes, so an element has the same index in both arrays."""
    ensure("equal ranks", a.rank == b.rank)
    for ours, theirs in zip(a, b, strict=True):
        ensure("equal extents", ours.size == theirs.size)


def shape_of(item: Any) -> IntTuple:
    """Return the shape of a layout. Return a shape unchanged."""
    return item.shape if isinstance(item, Layout | ComposedLayout) else item


def is_compatible(a: Any, b: Any) -> None:
    """Each integer in the shape of A is the size of the corresponding part of B's shape."""
    ensure("compatible", compatible(shape_of(a), shape_of(b)))


def composable(a: Layout, b: Layout, i: int) -> None:
    """Composition accepts A and B, and its result maps i to A(B(i))."""
    ensure("A has a mode to overflow into", len(modes_of(a)) >= 1)
    assume("a coordinate", i < b.size)
    found = attempt(composition, a, b)
    ensure("composition accepts", found is not None)
    if found is not None:
        by("P1c", layout_of(modes_of(a)), layout_of(modes_of(b)), i)
        ensure("compatible(B, R)", compatible(b.shape, found.shape))
        ensure("R(i) = A(B(i))", found(i) == a.extended(b(i)))


def distributes(a: Layout, b: Layout, i: int) -> None:
    """A(B(i)) is the sum over k of A(B_k(i_k)), where i_k is i's digit in mode B_k of B."""
    ensure("A has a mode to overflow into", len(modes_of(a)) >= 1)
    for _, step in modes_of(b):
        ensure("no stride below 0", step >= 0)
    assume("a coordinate", i < b.size)
    found = attempt(composition, a, b)
    ensure("composition accepts", found is not None)
    if found is not None:
        by("D1a", layout_of(modes_of(a)), layout_of(modes_of(b)), i)
        together = mode_by_mode(a, b, i)
        ensure("A(B(i)) = A(B_1(i_1)) + .. + A(B_m(i_m))", a.extended(b(i)) == together)


def fits_int32(a: Layout, back: Terminals, i: int) -> None:
    """Each product and each partial sum in the computation of an offset fits in 32 bits.

    `back` lists the modes with negative strides.

    The partial sums here are over adjacent modes, at every coordinate. A sum over modes that are
    not adjacent, such as modes 0 and 2, is the offset of the coordinate whose other digits are 0.
    So the partial sums fit in any order of summation.
    """
    x, modes = coordinate(i, a), modes_of(a)
    for k in range(len(modes)):
        step = arranged(modes[k : k + 1], (0,), (0,) if k in back else ())
        by(sums_of_steps_stay_within_their_ends, step, x[k : k + 1])
    for k in range(len(modes)):
        for l in range(k + 1, len(modes) + 1):  # noqa: E741 - a place as k is
            part = sum_of_steps(modes[k:l], x[k:l])
            ensure("each partial sum fits", part >= -2147483648)
            ensure("each partial sum fits", part < 2147483648)
    ensure("the sum of all products is the offset", a(i) == sum_of_steps(modes, x))


def aligned(a: Layout, n: int, i: int) -> None:
    """Each offset is a multiple of n."""
    ensure("a multiple of 1 or more", n >= 1)
    assume("a coordinate", i < a.size)
    for s, d in modes_of(a):
        if s != 1:
            ensure("each stride is a multiple of n", d % n == 0)
    ensure("each offset is a multiple of n", a(i) % n == 0)


Tile = tuple[Layout, int]
"""A layout and its offset, as `local_tile` returns them."""


def injective_from(tile: Tile, order: Places, back: Places, whole: bool, i: int, j: int) -> None:
    """Two coordinates of the tile with the same offset are equal."""
    a, offset = tile
    injective(a, order, back, whole, i, j)
    ensure("A(i) = A(j) for i = j only", i == j or offset + a(i) != offset + a(j))


def fits_int32_from(tile: Tile, back: Terminals, i: int) -> None:
    """The tile's offset, each partial sum of A(i), and the offset plus A(i) fit in 32 bits."""
    a, offset = tile
    fits_int32(a, back, i)
    ensure("the offset of the tile fits", offset >= -2147483648)
    ensure("the offset of the tile fits", offset < 2147483648)
    ensure("the offset of the tile plus A(i) fits", offset + a(i) >= -2147483648)
    ensure("the offset of the tile plus A(i) fits", offset + a(i) < 2147483648)


def aligned_from(tile: Tile, n: int, i: int) -> None:
    """Each offset of the tile is a multiple of n."""
    a, offset = tile
    ensure("the offset of the tile is a multiple of n", offset % n == 0)
    aligned(a, n, i)
    ensure("each offset is a multiple of n", (offset + a(i)) % n == 0)
