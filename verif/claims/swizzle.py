"""Claims about swizzles, and about layouts that are linear over F2."""

from __future__ import annotations

from typing import Any

from spec.composed import ComposedLayout
from spec.layout import Layout
from spec.modes import modes_of
from spec.steps import powers_of_two, steps_of
from spec.swizzle import MOST_BITS, Swizzle
from spec.xors import kernel_of, preimage
from verif.claims.modes import TWO
from verif.kernel.claim import REFUTED, claim, proved
from verif.kernel.verbs import assume, by, ensure, ensure_equal
from verif.readings.domains import Index, Layouts, flat, profile_text
from verif.readings.numbers import Integers
from verif.theory.linear.blocks import (
    a_swizzle_goes_block_by_block,
    a_swizzle_keeps_the_lowest_bits_of_any_integer,
    a_swizzle_of_any_integer_is_its_own_inverse,
    a_swizzle_of_any_integer_is_linear,
)
from verif.theory.linear.kernels import (
    a_value_has_a_preimage,
    each_value_is_taken_equally_often,
    takers,
    the_kernel_maps_to_zero,
)
from verif.theory.linear.steps import (
    number_of_sums,
    sums_of_steps_that_do_not_meet_are_linear,
    xor_of_coordinates_is_a_coordinate,
)
from verif.theory.linear.swizzles import (
    a_swizzle_is_its_own_inverse,
    a_swizzle_is_linear,
    a_swizzle_keeps_its_block,
    a_swizzle_keeps_the_lowest_bits,
)
from verif.theory.linear.xors import (
    xor_of_naturals_is_natural,
    xors_are_linear,
    xors_of_steps_that_do_not_meet_are_sums,
)
from verif.theory.numbers.xors import xor_is_zero_of_equals_only

NUMBER = Integers(0, width=2)
ANY_SHIFT = Integers(None, width=3)


def _is_accepted(B: int, M: int, S: int) -> bool:
    return B + M + abs(S) <= MOST_BITS


@claim(
    "S1",
    "a swizzle is its own inverse",
    source="CuTe swizzle.hpp",
    expect=proved(),
    B=NUMBER,
    M=NUMBER,
    S=ANY_SHIFT,
    x=Integers(None, width=20),
)
def swizzle_is_an_involution(alg: Any, B: int, M: int, S: int, x: int) -> None:
    assume("abs(S) >= B", abs(S) >= B)
    if _is_accepted(B, M, S):
        by(a_swizzle_of_any_integer_is_its_own_inverse, x, B, M, S)
        once = alg.apply_swizzle(x, B, M, S)
        ensure_equal("Sw(Sw(x)) = x", alg.apply_swizzle(once, B, M, S), x)


@claim(
    "S1e",
    "every accepted swizzle with abs(S) >= B is its own inverse, on all naturals",
    source="CuTe swizzle.hpp",
    expect=proved(),
    B=NUMBER,
    M=NUMBER,
    S=ANY_SHIFT,
    x=Integers(0, width=20),
)
def every_swizzle_is_an_involution(alg: Any, B: int, M: int, S: int, x: int) -> None:
    assume("abs(S) >= B", abs(S) >= B)
    if _is_accepted(B, M, S):
        by(a_swizzle_is_its_own_inverse, x, B, M, S)
        once = alg.apply_swizzle(x, B, M, S)
        ensure("a natural", once >= 0)
        ensure_equal("Sw(Sw(x)) = x", alg.apply_swizzle(once, B, M, S), x)


@claim(
    "S1n",
    "a swizzle is its own inverse for every shift S, also if abs(S) < B",
    source="CuTe swizzle.hpp, its third static_assert dropped",
    expect=REFUTED,
    B=NUMBER,
    M=NUMBER,
    S=ANY_SHIFT,
    x=Integers(None, width=20),
)
def swizzle_is_an_involution_for_any_shift(alg: Any, B: int, M: int, S: int, x: int) -> None:
    if _is_accepted(B, M, S):
        once = alg.apply_swizzle(x, B, M, S)
        ensure_equal("Sw(Sw(x)) = x", alg.apply_swizzle(once, B, M, S), x)


@claim(
    "S2",
    "a swizzle is a bijection of [0, 2^(B + M + abs(S))), linear over XOR",
    source="CuTe swizzle.hpp; pycute swizzle.py, size",
    expect=proved(),
    B=NUMBER,
    M=NUMBER,
    S=ANY_SHIFT,
    x=Integers(None, width=9),
    y=Integers(None, width=4),
)
def swizzle_is_a_linear_bijection(alg: Any, B: int, M: int, S: int, x: int, y: int) -> None:
    if _is_accepted(B, M, S):
        by(a_swizzle_of_any_integer_is_linear, x, y, B, M, S)
        image, other = alg.apply_swizzle(x, B, M, S), alg.apply_swizzle(y, B, M, S)
        ensure_equal("Sw(x ^ y) = Sw(x) ^ Sw(y)", alg.apply_swizzle(x ^ y, B, M, S), image ^ other)
        size = 1 << (B + M + abs(S))
        if 0 <= x < size and abs(S) >= B:
            by(a_swizzle_of_any_integer_is_its_own_inverse, x, B, M, S)
            by(a_swizzle_goes_block_by_block, x, B, M, S)
            ensure("Sw(x) >= 0", image >= 0)
            ensure("Sw(x) < 2^(B + M + abs(S))", image < size)
            # Sw is its own inverse, so each x is the image of exactly one number, Sw(x).
            ensure_equal("Sw(Sw(x)) = x", alg.apply_swizzle(image, B, M, S), x)


@claim(
    "S2e",
    "every accepted swizzle is linear over XOR on all naturals and, if abs(S) >= B, a bijection of "
    "[0, 2^(B + M + abs(S)))",
    source="CuTe swizzle.hpp; pycute swizzle.py, size",
    expect=proved(),
    B=NUMBER,
    M=NUMBER,
    S=ANY_SHIFT,
    x=Integers(0, width=9),
    y=Integers(0, width=4),
)
def every_swizzle_is_a_linear_bijection(alg: Any, B: int, M: int, S: int, x: int, y: int) -> None:
    if _is_accepted(B, M, S):
        by(a_swizzle_is_linear, x, y, B, M, S)
        image, other = alg.apply_swizzle(x, B, M, S), alg.apply_swizzle(y, B, M, S)
        ensure_equal("Sw(x ^ y) = Sw(x) ^ Sw(y)", alg.apply_swizzle(x ^ y, B, M, S), image ^ other)
        size = 1 << (B + M + abs(S))
        if x < size and abs(S) >= B:
            by(a_swizzle_is_its_own_inverse, x, B, M, S)
            by(a_swizzle_keeps_its_block, x, B, M, S)
            ensure("Sw(x) >= 0", image >= 0)
            ensure("Sw(x) < 2^(B + M + abs(S))", image < size)
            ensure_equal("Sw(Sw(x)) = x", alg.apply_swizzle(image, B, M, S), x)


@claim(
    "S4",
    "a swizzle keeps the M lowest bits",
    source="CuTe swizzle.hpp, MBase",
    expect=proved(),
    B=NUMBER,
    M=NUMBER,
    S=ANY_SHIFT,
    x=Integers(None, width=20),
)
def swizzle_keeps_the_lowest_bits(alg: Any, B: int, M: int, S: int, x: int) -> None:
    if _is_accepted(B, M, S):
        by(a_swizzle_keeps_the_lowest_bits_of_any_integer, x, B, M, S)
        lowest = (1 << M) - 1
        ensure_equal("the M lowest bits", alg.apply_swizzle(x, B, M, S) & lowest, x & lowest)


@claim(
    "S4e",
    "every accepted swizzle keeps the M lowest bits of all naturals",
    source="CuTe swizzle.hpp, MBase",
    expect=proved(),
    B=NUMBER,
    M=NUMBER,
    S=ANY_SHIFT,
    x=Integers(0, width=20),
)
def every_swizzle_keeps_the_lowest_bits(alg: Any, B: int, M: int, S: int, x: int) -> None:
    if _is_accepted(B, M, S):
        by(a_swizzle_keeps_the_lowest_bits, x, B, M, S)
        lowest = (1 << M) - 1
        ensure_equal("the M lowest bits", alg.apply_swizzle(x, B, M, S) & lowest, x & lowest)


@claim(
    "S5",
    "a layout with power-of-two shapes is linear over F2 iff no two of its steps d*2^j have a bit "
    "in common",
    source="Linear Layouts, arXiv 2505.23819, section 5",
    expect=proved(),
    L=Layouts(profiles=(*flat(1, 2, 3), ((0, 0),)), strides="natural"),
    i=Index("L"),
    j=Index("L"),
)
def layouts_are_linear_where_no_bits_meet(alg: Any, L: Layout, i: int, j: int) -> None:
    modes = modes_of(L)
    assume("its shape consists of powers of two", powers_of_two(modes))
    meeting = alg.meeting_steps(L)
    steps = steps_of(modes)
    if meeting is None:
        by(xor_of_coordinates_is_a_coordinate, steps, i, j)
        by(sums_of_steps_that_do_not_meet_are_linear, steps, i, j)
        ensure_equal("L(i ^ j) = L(i) ^ L(j)", L(i ^ j), L(i) ^ L(j))
    else:
        a, b = meeting
        by(xor_of_coordinates_is_a_coordinate, steps, a, b)
        ensure("L(a ^ b) is not L(a) ^ L(b)", L(a ^ b) != L(a) ^ L(b))


@claim(
    "S6",
    "if no two steps of a layout have a bit in common, its offset is the XOR of its steps at the "
    "bits of the coordinate",
    source="Linear Layouts, arXiv 2505.23819, section 5",
    expect=proved(),
    L=Layouts(profiles=(*flat(1, 2, 3), ((0, 0),)), strides="natural"),
    i=Index("L"),
)
def layouts_are_xors_of_their_steps(alg: Any, L: Layout, i: int) -> None:
    modes = modes_of(L)
    assume("its shape consists of powers of two", powers_of_two(modes))
    assume("no two steps have a common bit", alg.meeting_steps(L) is None)
    columns = steps_of(modes)
    by(xors_of_steps_that_do_not_meet_are_sums, columns, i)
    ensure_equal("the XOR at i = L(i)", alg.xor_of(columns, i), L(i))


@claim(
    "S7",
    "a swizzle keeps the bits above its block of 2^(B + M + abs(S)) integers",
    source="CuTe swizzle.hpp; pycute swizzle.py, size",
    expect=proved(),
    B=NUMBER,
    M=NUMBER,
    S=ANY_SHIFT,
    x=Integers(None, width=9),
)
def swizzle_keeps_its_blocks(alg: Any, B: int, M: int, S: int, x: int) -> None:
    if _is_accepted(B, M, S):
        by(a_swizzle_goes_block_by_block, x, B, M, S)
        bits = B + M + abs(S)
        ensure_equal("the same block", alg.apply_swizzle(x, B, M, S) >> bits, x >> bits)


@claim(
    "S7e",
    "every accepted swizzle keeps all bits of a natural number from bit B + M + abs(S) upwards, so "
    "the number stays in its block of 2^(B + M + abs(S)) naturals",
    source="CuTe swizzle.hpp; pycute swizzle.py, size",
    expect=proved(),
    B=NUMBER,
    M=NUMBER,
    S=ANY_SHIFT,
    x=Integers(0, width=9),
)
def every_swizzle_keeps_its_blocks(alg: Any, B: int, M: int, S: int, x: int) -> None:
    if _is_accepted(B, M, S):
        by(a_swizzle_keeps_its_block, x, B, M, S)
        bits = B + M + abs(S)
        ensure_equal("the same block", alg.apply_swizzle(x, B, M, S) >> bits, x >> bits)


@claim(
    "S8",
    "a slice of a swizzled layout has the same swizzle and adds the offset of the fixed entries "
    "before the swizzle, so each element has the same swizzled offset in the slice as in the "
    "layout",
    source="CuTe layout_composed.hpp, slice_and_offset",
    expect=proved(ranks=tuple(map(profile_text, TWO))),
    bound=(4, 2),
    A=Layouts(profiles=TWO),
    B=Integers(0, width=1),
    M=Integers(0, width=1),
    S=Integers(0, width=2),
    start=Integers(0, width=1),
    k=Index("A"),
)
def slices_are_swizzled(alg: Any, A: Layout, B: int, M: int, S: int, start: int, k: int) -> None:
    assume("S >= B", S >= B)
    assume("B + M + S <= MOST_BITS", B + M + S <= MOST_BITS)
    i, j = alg.idx2crd(k, (A[0].size, A[1].size))
    for free, fixed in (((None, j), i), ((i, None), j)):
        swizzle = Swizzle(B, M, S)
        R = ComposedLayout.slice(ComposedLayout(swizzle, start, A), free)
        ensure("the swizzle", R.swizzle == swizzle)
        ensure_equal("the offset before the swizzle", R.offset + R.layout(fixed), start + A((i, j)))


@claim(
    "S13",
    "if `kernel_of` gives a basis of k elements for the kernel of a linear layout, each value is "
    "the value of exactly 2^k coordinates; the XORs of subsets of the basis are 2^k different "
    "coordinates, all with the value 0",
    source="Linear Layouts, arXiv 2505.23819, section 4",
    expect=proved(),
    L=Layouts(profiles=(*flat(1, 2, 3), ((0, 0),)), strides="natural"),
    i=Index("L"),
    x=Integers(0, width=3),
    y=Integers(0, width=3),
)
def values_are_taken_equally_often(alg: Any, L: Layout, i: int, x: int, y: int) -> None:
    modes = modes_of(L)
    assume("its shape consists of powers of two", powers_of_two(modes))
    # The columns may have bits in common, so they may form any matrix over F2.
    columns = steps_of(modes)
    kernel = kernel_of(columns)
    count = number_of_sums(kernel)
    by(each_value_is_taken_equally_often, columns, i)
    often = takers(columns, alg.xor_of(columns, i), L.size)
    ensure_equal("coordinates with the value of i", often, count)
    assume("x and y number XORs of the kernel", x < count and y < count)
    by(the_kernel_maps_to_zero, columns, x)
    by(xor_of_naturals_is_natural, kernel, x)
    ensure("a coordinate", 0 <= alg.xor_of(kernel, x) < L.size)
    ensure_equal("its value", alg.xor_of(columns, alg.xor_of(kernel, x)), 0)
    by(xor_of_naturals_is_natural, kernel, y)
    by(xors_are_linear, kernel, x, y)
    by(xor_of_coordinates_is_a_coordinate, kernel, x, y)
    by(xor_is_zero_of_equals_only, x, y)
    by(xor_is_zero_of_equals_only, alg.xor_of(kernel, x), alg.xor_of(kernel, y))
    by(the_kernel_maps_to_zero, columns, x ^ y)
    equal = alg.xor_of(kernel, x) == alg.xor_of(kernel, y)
    ensure("different coordinates", equal == (x == y))


@claim(
    "S13n",
    "each offset of a layout with power-of-two shapes belongs to exactly 2^k coordinates, even if "
    "two steps share a bit; k is the dimension of the kernel of the F2 matrix of the steps",
    source="Linear Layouts, arXiv 2505.23819, section 4, extended to layouts that are not linear",
    expect=REFUTED,
    L=Layouts(profiles=flat(1, 2, 3), strides="natural"),
    i=Index("L"),
)
def offsets_are_taken_equally_often(alg: Any, L: Layout, i: int) -> None:
    modes = modes_of(L)
    assume("its shape consists of powers of two", powers_of_two(modes))
    often = sum(1 if L(j) == L(i) else 0 for j in range(L.size))
    ensure_equal("coordinates with the offset", often, number_of_sums(kernel_of(steps_of(modes))))


@claim(
    "S14",
    "for a linear layout and a value, `preimage` gives a coordinate with this value, if any "
    "coordinate has the value",
    source="Linear Layouts, arXiv 2505.23819, section 5",
    expect=proved(),
    L=Layouts(profiles=(*flat(1, 2, 3), ((0, 0),)), strides="natural"),
    i=Index("L"),
)
def values_have_a_preimage(alg: Any, L: Layout, i: int) -> None:
    modes = modes_of(L)
    assume("its shape consists of powers of two", powers_of_two(modes))
    columns = steps_of(modes)
    by(xor_of_naturals_is_natural, columns, i)
    value = alg.xor_of(columns, i)
    by(a_value_has_a_preimage, columns, i, value)
    found = preimage(columns, value)
    ensure("a coordinate", 0 <= found < L.size)
    ensure_equal("its value", alg.xor_of(columns, found), value)
