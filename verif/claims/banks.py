"""Claims about banks of memory: which words of a linear layout are in the same bank."""

from __future__ import annotations

from typing import Any

from spec.int_tuple import IntTuple, flatten
from spec.layout import Layout
from spec.memory.multiples import taker
from spec.memory.turns import fewest_turns, in_bank, turns
from spec.modes import modes_of
from spec.steps import powers_of_two, steps_of
from spec.xors import kernel_of
from verif.kernel.claim import claim, proved
from verif.kernel.verbs import assume, by, ensure, ensure_equal
from verif.readings.domains import ANY_NESTING, Index, Layouts, Shapes, flat
from verif.readings.numbers import Integers
from verif.theory.linear.in_banks import (
    each_bank_has_as_many_subsets,
    words_of,
    words_of_a_bank_are_subsets,
)
from verif.theory.linear.multiples import multiples_are_multiples_and_independent, place_of
from verif.theory.linear.steps import (
    number_of_sums,
    sums_of_steps_that_do_not_meet_are_linear,
    xor_of_coordinates_is_a_coordinate,
)
from verif.theory.linear.turns import (
    a_schedule_has_the_fewest_turns_or_more,
    counting_serves,
    serves,
)
from verif.theory.linear.xors import xor_of_naturals_is_natural, xors_are_linear
from verif.theory.numbers.lowest import (
    a_multiple_has_no_bits_below,
    xored_with_a_multiple_it_is_the_same_below,
)
from verif.theory.numbers.xors import (
    an_xor_is_taken_back,
    xor_is_a_multiple_of_equals_only,
    xor_is_zero_of_equals_only,
)

BANKS = "CUDA C++ Programming Guide, Shared Memory: word x is in bank x % n"


@claim(
    "W1",
    "if words are linear over F2, coordinates i and j have different words in one bank iff the "
    "word of i ^ j is a nonzero multiple of the number of banks",
    source=BANKS,
    expect=proved(),
    L=Layouts(ANY_NESTING, strides="natural"),
    i=Index("L"),
    j=Index("L"),
    n=Integers(1),
)
def conflicts_are_multiples(alg: Any, L: Layout, i: int, j: int, n: int) -> None:
    modes = modes_of(L)
    assume("its shape consists of powers of two", powers_of_two(modes))
    assume("no two steps have a common bit", alg.meeting_steps(L) is None)
    assume("n has one bit", n & (n - 1) == 0)
    steps = steps_of(modes)
    by(xor_of_coordinates_is_a_coordinate, steps, i, j)
    by(sums_of_steps_that_do_not_meet_are_linear, steps, i, j)
    by(xor_is_zero_of_equals_only, L(i), L(j))
    by(xor_is_a_multiple_of_equals_only, L(i), L(j), n)
    word = L(i ^ j)
    ensure(
        "i and j have different words in one bank iff the word of i ^ j is a nonzero multiple of n",
        (L(i) != L(j) and L(i) % n == L(j) % n) == (word != 0 and word % n == 0),
    )


@claim(
    "W2",
    "if the word of each coordinate x is the XOR of the columns at the 1 bits of x, coordinates i "
    "and j have different words in the same one of 2^b banks iff the word of i ^ j is a nonzero "
    "multiple of 2^b",
    source=BANKS,
    expect=proved(),
    L=Layouts(ANY_NESTING, strides="natural"),
    i=Index("L"),
    j=Index("L"),
    n=Integers(1),
)
def conflicts_of_xors_are_multiples(alg: Any, L: Layout, i: int, j: int, n: int) -> None:
    modes = modes_of(L)
    assume("its shape consists of powers of two", powers_of_two(modes))
    assume("n has one bit", n & (n - 1) == 0)
    columns = steps_of(modes)
    by(xor_of_naturals_is_natural, columns, i)
    by(xor_of_naturals_is_natural, columns, j)
    by(xors_are_linear, columns, i, j)
    one, other, word = (alg.xor_of(columns, x) for x in (i, j, i ^ j))
    by(xor_is_zero_of_equals_only, one, other)
    by(xor_is_a_multiple_of_equals_only, one, other, n)
    ensure(
        "i and j have different words in one bank iff the word of i ^ j is a nonzero multiple of n",
        (one != other and one % n == other % n) == (word != 0 and word % n == 0),
    )


@claim(
    "W3",
    "XORing a word with elements of the basis `multiples` gives a word in the same bank",
    source=BANKS,
    expect=proved(),
    L=Layouts(ANY_NESTING, strides="natural"),
    i=Index("L"),
    y=Integers(0),
    n=Integers(1),
)
def the_basis_has_words_of_one_bank(alg: Any, L: Layout, i: int, y: int, n: int) -> None:
    modes = modes_of(L)
    assume("its shape consists of powers of two", powers_of_two(modes))
    assume("n has one bit", n & (n - 1) == 0)
    columns = steps_of(modes)
    x = taker(columns, n, y)
    by(xor_of_naturals_is_natural, columns, i)
    by(xor_of_naturals_is_natural, columns, x)
    by(xors_are_linear, columns, i, x)
    by(xor_of_coordinates_is_a_coordinate, columns, i, x)
    by(multiples_are_multiples_and_independent, columns, n, y)
    by(xor_of_naturals_is_natural, alg.multiples(columns, n), y)
    word, other = alg.xor_of(columns, i), alg.xor_of(alg.multiples(columns, n), y)
    ensure("a coordinate", 0 <= i ^ x < L.size)
    ensure("taken there", alg.xor_of(columns, i ^ x) == word ^ other)
    by(xored_with_a_multiple_it_is_the_same_below, word, other, n)
    ensure("of the same bank", (word ^ other) % n == word % n)


@claim(
    "W4",
    "any two words of a bank differ by an XOR of elements of the basis `multiples`",
    source=BANKS,
    expect=proved(),
    L=Layouts(ANY_NESTING, strides="natural"),
    i=Index("L"),
    j=Index("L"),
    n=Integers(1),
)
def words_of_one_bank_are_of_the_basis(alg: Any, L: Layout, i: int, j: int, n: int) -> None:
    modes = modes_of(L)
    assume("its shape consists of powers of two", powers_of_two(modes))
    assume("n has one bit", n & (n - 1) == 0)
    columns = steps_of(modes)
    by(xor_of_naturals_is_natural, columns, i)
    by(xor_of_naturals_is_natural, columns, j)
    by(xors_are_linear, columns, i, j)
    by(xor_is_zero_of_equals_only, i, j)
    one, other = alg.xor_of(columns, i), alg.xor_of(columns, j)
    assume("both words are in one bank", one % n == other % n)
    by(xor_is_zero_of_equals_only, one, other)
    by(xor_is_a_multiple_of_equals_only, one, other, n)
    by(an_xor_is_taken_back, other, one)
    by(an_xor_is_taken_back, one, other)
    by(a_multiple_has_no_bits_below, one ^ other, n)
    basis, y = alg.multiples(columns, n), place_of(columns, n, i ^ j)
    ensure("y numbers an XOR of the basis", 0 <= y < number_of_sums(basis))
    ensure("the other word", one ^ alg.xor_of(basis, y) == other)


@claim(
    "W5",
    "different sets of elements of the basis `multiples` have different XORs: if the basis has k "
    "elements, each bank with a word has 2^k words",
    source=BANKS,
    expect=proved(),
    L=Layouts(ANY_NESTING, strides="natural"),
    x=Integers(0, 3),
    y=Integers(0, 3),
    n=Integers(1, 4),
)
def words_of_the_basis_are_different(alg: Any, L: Layout, x: int, y: int, n: int) -> None:
    modes = modes_of(L)
    assume("its shape consists of powers of two", powers_of_two(modes))
    assume("n has one bit", n & (n - 1) == 0)
    columns = steps_of(modes)
    basis = alg.multiples(columns, n)
    assume("x and y number its XORs", x < number_of_sums(basis) and y < number_of_sums(basis))
    assume("equal words", alg.xor_of(basis, x) == alg.xor_of(basis, y))
    by(xor_of_naturals_is_natural, basis, x)
    by(xor_of_naturals_is_natural, basis, y)
    by(xors_are_linear, basis, x, y)
    by(xor_of_coordinates_is_a_coordinate, basis, x, y)
    by(xor_is_zero_of_equals_only, alg.xor_of(basis, x), alg.xor_of(basis, y))
    by(xor_is_zero_of_equals_only, x, y)
    by(multiples_are_multiples_and_independent, columns, n, x ^ y)
    ensure("equal numbers", x == y)


@claim(
    "W6",
    "if a wavefront serves at most one word of each bank, the least number of wavefronts for a set "
    "of words is the number of words in the busiest bank",
    source=BANKS,
    expect=proved(),
    bound=(7, 2),
    words=Shapes(flat(1, 2, 3), low=0),
    given=Shapes(flat(1, 2, 3), low=0),
    banks=Integers(1, 3),
    k=Integers(0, 3),
)
def the_busiest_bank_decides(
    alg: Any, words: IntTuple, given: IntTuple, banks: int, k: int
) -> None:
    those, schedule = flatten(words), flatten(given)
    fewest = fewest_turns(those, banks)
    by(counting_serves, those, banks, fewest)
    ensure(
        "`turns` is a schedule with `fewest_turns` turns",
        serves(those, turns(those, banks), banks, fewest),
    )
    assume("any other schedule, with k turns", serves(those, schedule, banks, k))
    by(a_schedule_has_the_fewest_turns_or_more, those, schedule, banks, k)
    ensure("it has no fewer turns", k >= fewest)


@claim(
    "W7",
    "if the word of each coordinate x is the XOR of the columns at the 1 bits of x, each of 2^b "
    "banks that holds a word holds the words of exactly 2^(k+m) coordinates, where `kernel_of` "
    "gives k basis elements and `multiples` gives m; by S13, 2^k coordinates have the same word, "
    "so the bank holds 2^m words",
    source=BANKS,
    expect=proved(),
    L=Layouts(ANY_NESTING, strides="natural"),
    i=Index("L"),
    n=Integers(1),
)
def words_of_a_bank_are_counted_by_ranks(alg: Any, L: Layout, i: int, n: int) -> None:
    modes = modes_of(L)
    assume("its shape consists of powers of two", powers_of_two(modes))
    assume("n has one bit", n & (n - 1) == 0)
    columns = steps_of(modes)
    by(xor_of_naturals_is_natural, columns, i)
    word = alg.xor_of(columns, i)
    by(words_of_a_bank_are_subsets, columns, word, n)
    by(each_bank_has_as_many_subsets, columns, i, n)
    found = in_bank(words_of(columns, L.size), n, word % n)
    count = number_of_sums(kernel_of(columns)) * number_of_sums(alg.multiples(columns, n))
    ensure_equal("coordinates with a word of this bank", found, count)
