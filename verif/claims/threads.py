"""Claims about threads and values: tiled copies, their partitions, instruction fragments."""

from __future__ import annotations

from itertools import product as cartesian
from typing import Any

from spec.atoms import mma_fragment
from spec.conversions import differences, first_beyond, needed, preimages
from spec.coordinates import counted
from spec.int_tuple import IntTuple, flatten
from spec.layout import Layout
from spec.modes import modes_of
from spec.steps import in_turn, meeting, powers_of_two, steps_of
from spec.thread_value import (
    Points,
    lowest_points,
    other_points,
    points_of_layout,
    steps_of_points,
    thread_value,
    xor_of_points,
    xored,
)
from verif.claims.tla import stacked
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import assume, attempt, by, ensure, ensure_equal, same
from verif.readings.domains import ANY_NESTING, Index, Layouts, Shapes, flat
from verif.readings.numbers import Integers
from verif.readings.terminals import extent, in_bounds
from verif.theory.linear.points import (
    all_below,
    all_powers,
    an_xor_of_points_counts_to_the_xor,
    nothing_in_turn_adds_nothing,
    points_are_the_lowest_and_the_others,
    points_of_steps_are_these_steps,
    steps_in_turn_add_up,
)
from verif.theory.linear.spans import (
    an_xor_of_differences_is_a_difference,
    columns_without_differences_are_the_same,
    preimages_map_to_the_needs,
    what_is_beyond_is_taken_nowhere,
)
from verif.theory.linear.steps import number_of_sums, sum_at_zero_is_zero
from verif.theory.linear.xors import (
    xor_of_naturals_is_natural,
    xors_of_steps_that_do_not_meet_are_sums,
)
from verif.theory.numbers.xors import (
    an_xor_is_taken_back,
    xor_is_zero_of_equals_only,
    xors_of_three_in_any_order,
)

Pair = tuple[int, int]


@claim(
    "T3",
    "in a tiled copy whose threads and values are numbered by columns or by rows, each element "
    "belongs to exactly one (thread, value): thread thr(i) and value val(j), for coordinates i and "
    "j, take the element at j_k + size(val_k)*i_k in each mode k",
    source="CuTe copy_atom.hpp, make_tiled_copy",
    expect=proved(ranks=("(*,*)",)),
    bound=(6, 1),
    thr=Shapes(flat(2)),
    val=Shapes(flat(2)),
    i=Index("thr"),
    j=Index("val"),
)
def copies_take_each_element_once(alg: Any, thr: Pair, val: Pair, i: int, j: int) -> None:
    (a, b), (c, d) = alg.idx2crd(i, thr), alg.idx2crd(j, val)
    rows, columns = thr[0] * val[0], thr[1] * val[1]
    x, y = c + val[0] * a, d + val[1] * b
    for threads, values in cartesian(numbered(alg, thr), numbered(alg, val)):
        tv = alg.tiled_copy(threads, values)
        # There are as many (thread, value) pairs as elements, and no two pairs have the same place.
        ensure_equal("sizes", (tv[0].size, tv[1].size), (threads.size, values.size))
        ensure_equal("the place", tv(threads(i), values(j)), x + rows * y)
        ensure_equal("as many (thread, value) pairs as elements", tv.size, rows * columns)
    ensure_equal("the same thread", (x // val[0], y // val[1]), (a, b))
    ensure_equal("the same value", (x % val[0], y % val[1]), (c, d))


def numbered(alg: Any, shape: Pair) -> tuple[Layout, Layout]:
    """The two layouts that number the elements of a matrix: by columns and by rows."""
    return Layout(shape), Layout(shape, alg.suffix_product(shape))


@claim(
    "T4",
    "in a thread's part of A from partition_tv, value v in tile r has the offset of A at "
    "coordinate tv(thread, v) of tile r",
    source="CuTe copy_atom.hpp, ThrCopy",
    expect=proved(ranks=("(*) (*,*)",)),
    bound=(5, 2),
    A=Layouts(profiles=flat(1)),
    tv=Layouts(profiles=flat(2), strides="natural"),
    n=Integers(1, width=3),
    thread=Integers(0, width=3),
    v=Integers(0, width=3),
    r=Integers(0, width=3),
)
def values_are_where_the_tile_has_them(
    alg: Any, A: Layout, tv: Layout, n: int, thread: int, v: int, r: int
) -> None:
    assume("a thread", thread < tv[0].size)
    assume("a value", v < tv[1].size)
    tiles = attempt(alg.zipped_divide, A, (n,))
    assume("A can be tiled", tiles is not None)
    assume("tv stays within a tile", tv.cosize <= n)
    assume("a tile", r < tiles[1].size)
    found = attempt(alg.partition_tv, A, (n,), tv, thread)
    assume("a tile can be composed with tv", found is not None)
    part, start = found
    ensure_equal("its value", part(v, r) + start, tiles(tv(thread, v), r))


@claim(
    "T6",
    "if tv covers a tile once and the tiles divide A, partition_tv gives each element to the "
    "(thread, value) that tv maps to the element's place in its tile",
    source="CuTe copy_atom.hpp, ThrCopy",
    expect=proved(ranks=("(*) (*,*)",)),
    bound=(5, 2),
    A=Layouts(profiles=flat(1)),
    tv=Layouts(profiles=flat(2), strides="natural"),
    thread=Integers(0, width=3),
    v=Integers(0, width=3),
    x=Index("A"),
)
def elements_are_of_the_thread_of_their_place(
    alg: Any, A: Layout, tv: Layout, thread: int, v: int, x: int
) -> None:
    n = tv.size
    assume("the tiles divide A", A.size % n == 0)
    assume("a thread", thread < tv[0].size)
    assume("a value", v < tv[1].size)
    # If tv covers the tile once, exactly one (thread, value) pair has the place of x.
    assume("the place of x", tv(thread, v) == x % n)
    found = attempt(alg.partition_tv, A, (n,), tv, thread)
    assume("a tile can be composed with tv", found is not None)
    part, start = found
    ensure_equal("as many of each thread", part.size * tv[0].size, A.size)
    ensure_equal("the element", part(v, x // n) + start, A(x))


@claim(
    "T5",
    "a fragment of mma.sync holds each element of its block at exactly one (lane, value), which "
    "`held_at` computes, and has as many (lane, value) pairs as elements",
    source="PTX ISA, Matrix Fragments for mma",
    expect=proved(),
    bound=(2, 1),
    r=Integers(1, width=1),
    n=Integers(1, width=1),
    b=Integers(1, width=1),
    i=Integers(0, width=15),
    j=Integers(0, width=15),
)
def fragments_hold_each_element_once(alg: Any, r: int, n: int, b: int, i: int, j: int) -> None:
    rows, columns = 8 * r, 4 * n * b
    assume("a row", i < rows)
    assume("a column", j < columns)
    L = mma_fragment(rows, columns, n)
    ensure_equal("lanes and values", (L.rank, L[0].size, L[1].size), (2, 32, n * r * b))
    ensure_equal("as many (lane, value) pairs as elements", L.size, rows * columns)
    lane, value = held_at(r, n, i, j)
    ensure("rows of 8", i // 8 < r)
    ensure("columns of 4 * n", j // n // 4 < b)
    stacked((i // 8, r), (j // (4 * n), b))
    stacked((j % n, n), (i // 8 + r * (j // (4 * n)), r * b))
    ensure("a lane", 0 <= lane < 32)
    ensure("a value", 0 <= value < n * r * b)
    # Divide j by n, and the quotient by 4: the digits are j % n, j // n % 4 and j // (4 * n).
    ensure_equal("blocks of columns", j // n // 4, j // (4 * n))
    ensure_equal("columns", j % n + n * (j // n % 4) + n * (4 * (j // (4 * n))), j)
    ensure_equal("held there", L(lane, value), i + rows * j)


def held_at(r: int, n: int, i: int, j: int) -> Pair:
    """The lane and the value that hold element (i, j) of a fragment.

    The fragment has r blocks of 8 rows. Four lanes share each row: in each run of 4 * n elements,
    every lane holds n consecutive elements.

    >>> held_at(2, 2, 9, 3)
    (5, 3)
    """
    return j // n % 4 + 4 * (i % 8), j % n + n * (i // 8 + r * (j // (4 * n)))


@claim(
    "T7",
    "if no two points of a linear layout have a bit in common as 1-D coordinates, its thread-value "
    "layout maps (thread, register), where a thread is a lane, warp and block, to the XOR of the "
    "points at the 1 bits of thread and register",
    source="Linear Layouts, arXiv 2505.23819, section 4; Triton LinearLayout.h",
    expect=proved(),
    bound=(7, 2),
    T=Shapes(flat(1, 2)),
    R=Layouts(ANY_NESTING, strides="natural"),
    K=Layouts(ANY_NESTING, strides="natural"),
    W=Layouts(ANY_NESTING, strides="natural"),
    B=Layouts(ANY_NESTING, strides="natural"),
    r=Index("R"),
    k=Index("K"),
    w=Index("W"),
    b=Index("B"),
)
def thread_values_are_xors_of_points(
    alg: Any,
    T: IntTuple,
    R: Layout,
    K: Layout,
    W: Layout,
    B: Layout,
    r: int,
    k: int,
    w: int,
    b: int,
) -> None:
    sizes = flatten(T)
    assume("the tensor's sizes are powers of two", all_powers(sizes))
    # Each point belongs to one bit of the number of a register, a lane, a warp or a block. The 1-D
    # coordinates of these points are the steps of the layouts R, K, W and B, in this order.
    layouts = (R, K, W, B)
    assume("shapes of powers of two", all(powers_of_two(modes_of(one)) for one in layouts))
    inside = [all_below(steps_of(modes_of(one)), extent(sizes)) for one in layouts]
    assume("the points are in the tensor", all(inside))
    registers, lanes = points_of(R, sizes), points_of(K, sizes)
    warps, blocks = points_of(W, sizes), points_of(B, sizes)
    lane, warp = steps_of_points(lanes, sizes), steps_of_points(warps, sizes)
    block, register = steps_of_points(blocks, sizes), steps_of_points(registers, sizes)
    behind = in_turn(warp, block)
    threads = in_turn(lane, behind)
    assume("no two points have a bit in common", meeting(in_turn(threads, register)).i == 0)
    outer = w + W.size * b
    thread = k + K.size * outer
    stacked((w, W.size), (b, B.size))
    stacked((k, K.size), (outer, W.size * B.size))
    by(steps_in_turn_add_up, warp, block, w, b)
    by(steps_in_turn_add_up, lane, behind, k, outer)
    by(steps_in_turn_add_up, threads, register, thread, r)
    whole = thread + K.size * W.size * B.size * r
    by(xors_of_steps_that_do_not_meet_are_sums, in_turn(threads, register), whole)
    at_k, at_w = xor_of_points(lanes, k, sizes), xor_of_points(warps, w, sizes)
    at_b, at_r = xor_of_points(blocks, b, sizes), xor_of_points(registers, r, sizes)
    by(an_xor_of_points_counts_to_the_xor, at_w, at_b, sizes)
    at_w_b = xored(at_w, at_b)
    by(an_xor_of_points_counts_to_the_xor, at_k, at_w_b, sizes)
    at_thread = xored(at_k, at_w_b)
    by(an_xor_of_points_counts_to_the_xor, at_thread, at_r, sizes)
    held = xored(at_thread, at_r)
    TV = thread_value(lanes, warps, blocks, registers, sizes)
    ensure_equal("threads", TV[0].size, K.size * W.size * B.size)
    ensure_equal("registers", TV[1].size, R.size)
    ensure("an element", in_bounds(held, sizes))
    ensure_equal("TV(thread, register)", TV((thread, r)), counted(held, sizes))


@claim(
    "T8",
    "if no two steps of a thread-value layout have a bit in common, the element of (thread, value) "
    "is the XOR of the steps, read as points of the tensor, at the 1 bits of thread and value; the "
    "thread-value layout of all these points is the same function as the given layout",
    source="Linear Layouts, arXiv 2505.23819, section 5; Triton LinearLayout.h",
    expect=proved(),
    bound=(6, 2),
    T=Shapes(flat(1, 2)),
    A=Layouts(ANY_NESTING, strides="natural"),
    V=Layouts(ANY_NESTING, strides="natural"),
    n=Integers(1, width=4),
    t=Index("A"),
    v=Index("V"),
)
def thread_values_have_points(
    alg: Any, T: IntTuple, A: Layout, V: Layout, n: int, t: int, v: int
) -> None:
    sizes = flatten(T)
    assume("the tensor's sizes are powers of two", all_powers(sizes))
    modes, values = modes_of(A), modes_of(V)
    assume("shapes of powers of two", powers_of_two(modes) and powers_of_two(values))
    of_threads, of_registers = steps_of(modes), steps_of(values)
    elements = extent(sizes)
    inside = all_below(of_threads, elements) and all_below(of_registers, elements)
    assume("the elements are in the tensor", inside)
    threads, registers = points_of(A, sizes), points_of(V, sizes)
    assume("no two steps have a bit in common", meeting(in_turn(of_threads, of_registers)).i == 0)
    by(steps_in_turn_add_up, of_threads, of_registers, t, v)
    both = t + A.size * v
    by(xors_of_steps_that_do_not_meet_are_sums, in_turn(of_threads, of_registers), both)
    lanes, warps = lowest_points(threads, n), other_points(threads, n)
    by(points_are_the_lowest_and_the_others, threads, n, sizes)
    lane, warp = steps_of_points(lanes, sizes), steps_of_points(warps, sizes)
    number = number_of_sums(lane)
    by(sum_at_zero_is_zero, lane)
    k, w = t % number, t // number
    by(steps_in_turn_add_up, lane, warp, k, w)
    at_k, at_w = xor_of_points(lanes, k, sizes), xor_of_points(warps, w, sizes)
    at_v = xor_of_points(registers, v, sizes)
    by(an_xor_of_points_counts_to_the_xor, at_k, at_w, sizes)
    at_t = xored(at_k, at_w)
    by(an_xor_of_points_counts_to_the_xor, at_t, at_v, sizes)
    held = xored(at_t, at_v)
    ensure("an element", in_bounds(held, sizes))
    ensure_equal("the element of (thread, value)", counted(held, sizes), A(t) + V(v))
    by(nothing_in_turn_adds_nothing, warp)
    TV = thread_value(lanes, warps, (), registers, sizes)
    ensure_equal("the same function", TV((t, v)), A(t) + V(v))


@claim(
    "T9",
    "a conversion between linear layouts stays within each thread iff XORs of the source's "
    "register columns give the target's register columns and, for each thread bit, the XOR of its "
    "columns in the two layouts; for a warp instead of a thread, lane bits count as register bits",
    source="Linear Layouts, arXiv 2505.23819, section 5.4; Triton Analysis/Utility.cpp",
    expect=proved(),
    bound=(6, 2),
    R=Layouts(ANY_NESTING, strides="natural"),
    T=Layouts(ANY_NESTING, strides="natural"),
    P=Layouts(ANY_NESTING, strides="natural"),
    U=Layouts(ANY_NESTING, strides="natural"),
    r=Index("R"),
    p=Index("P"),
    t=Integers(0, width=3),
)
def conversions_stay_in_threads(
    alg: Any, R: Layout, T: Layout, P: Layout, U: Layout, r: int, p: int, t: int
) -> None:
    layouts = (R, T, P, U)
    assume("shapes of powers of two", all(powers_of_two(modes_of(one)) for one in layouts))
    # The steps of R and T are the source's columns for registers and threads. The steps of P and U
    # are the target's columns for registers and threads.
    registers, threads = steps_of(modes_of(R)), steps_of(modes_of(T))
    wanted, others = steps_of(modes_of(P)), steps_of(modes_of(U))
    needs = needed(wanted, others, threads)
    number = p + P.size * t
    by(steps_in_turn_add_up, wanted, differences(others, threads), p, t)
    by(an_xor_of_differences_is_a_difference, others, threads, t)
    by(xor_of_naturals_is_natural, wanted, p)
    by(xor_of_naturals_is_natural, others, t)
    by(xor_of_naturals_is_natural, threads, t)
    by(xor_of_naturals_is_natural, registers, r)
    own, one, other = alg.xor_of(wanted, p), alg.xor_of(others, t), alg.xor_of(threads, t)
    element = own ^ one
    by(xor_is_zero_of_equals_only, own, one)
    by(xor_is_zero_of_equals_only, one, other)
    by(xors_of_three_in_any_order, own, one ^ other, other)
    by(xors_of_three_in_any_order, own, one, other)
    by(an_xor_is_taken_back, one, other)
    by(an_xor_is_taken_back, other, one ^ other)
    by(an_xor_is_taken_back, element, other)
    by(an_xor_is_taken_back, alg.xor_of(registers, r), other)
    bit = first_beyond(registers, needs)
    if bit == 0:
        by(preimages_map_to_the_needs, registers, needs, number)
        found = preimages(registers, needs)
        by(xor_of_naturals_is_natural, found, number)
        there = alg.xor_of(found, number)
        ensure("a register of the source", 0 <= there < R.size)
        held = alg.xor_of(registers, there) ^ other
        ensure_equal("it holds the element that register p of thread t needs", held, element)
    elif number == bit:
        by(what_is_beyond_is_taken_nowhere, registers, needs, r)
        held = alg.xor_of(registers, r) ^ other
        ensure("no register of thread t holds the element that register p needs", held != element)


@claim(
    "T10",
    "a conversion between linear layouts with equally many registers and threads is a no-op (each "
    "register of each thread holds the same element before and after) iff their columns agree",
    source="Linear Layouts, arXiv 2505.23819, section 5.4; Triton Analysis/Utility.cpp",
    expect=proved(),
    A=Layouts(ANY_NESTING, strides="natural"),
    B=Layouts(ANY_NESTING, strides="natural"),
    x=Index("A"),
)
def conversions_that_do_nothing(alg: Any, A: Layout, B: Layout, x: int) -> None:
    modes, others = modes_of(A), modes_of(B)
    assume("shapes of powers of two", powers_of_two(modes) and powers_of_two(others))
    # Each bit of a coordinate is a bit of the number of a register, a lane, a warp or a block.
    source, target = steps_of(modes), steps_of(others)
    assume("as many bits", len(source) == len(target))
    apart = differences(target, source)
    bit = first_beyond((), apart)
    number = x if bit == 0 else bit
    by(an_xor_of_differences_is_a_difference, target, source, number)
    by(xor_of_naturals_is_natural, source, number)
    by(xor_of_naturals_is_natural, target, number)
    held, wanted = alg.xor_of(source, number), alg.xor_of(target, number)
    by(xor_is_zero_of_equals_only, wanted, held)
    ensure("a register of a thread", 0 <= number < max(A.size, B.size))
    if bit == 0:
        by(preimages_map_to_the_needs, (), apart, number)
        ensure_equal("the same element", held, wanted)
        by(columns_without_differences_are_the_same, target, source)
        same("the same columns", target, source)
    else:
        by(what_is_beyond_is_taken_nowhere, (), apart, 0)
        ensure("different elements", held != wanted)


def points_of(layout: Layout, sizes: tuple[int, ...]) -> Points:
    """The points whose 1-D coordinates are the layout's steps, its offsets at 1, 2, 4 and so on."""
    by(points_of_steps_are_these_steps, steps_of(modes_of(layout)), sizes)
    return points_of_layout(layout, sizes)
