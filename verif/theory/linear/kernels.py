"""Kernels: count the numbers that columns map to a value, and find one such number.

The bits of a number select columns, and the number maps to the XOR of these columns. The numbers
that map to 0 are the XORs of `kernel_of` (`the_kernel_maps_to_zero`).

The numbers that map to a value are counted by elimination. Let the number i select some of the
columns after the first. Then 2i selects the same columns, and 2i + 1 also selects the first column
(`numbers_are_twice_their_halves`). Choose a bit of the first column, and clear it in the other
columns: replace each column that has the bit by its XOR with the first column. The count of the
even numbers plus the count of the odd numbers is the count for these cleared columns
(`clearing_joins_two_counts`). So if any number maps to a value, as many numbers map to this value
as to 0: 2^k numbers if the kernel has k elements. This is the main theorem,
`each_value_is_taken_equally_often`.
"""

from __future__ import annotations

from spec.steps import Steps
from spec.xors import freed, has, kernel_of, lifted, lowest, preimage, without, xor_of
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, proving, unfold, witness
from verif.readings.terminals import at_least
from verif.theory.layouts.coordinates import opened
from verif.theory.linear.multiples import words_without_a_bit_are_linear
from verif.theory.linear.steps import number_of_sums, sum_at_zero_is_zero
from verif.theory.linear.xors import xor_of_naturals_is_natural, xors_are_linear
from verif.theory.numbers.bits import halved, zero_has_no_bits
from verif.theory.numbers.lowest import (
    a_bit_of_an_xor_is_of_one,
    lowest_is_a_bit,
    zero_has_none_in_common,
)
from verif.theory.numbers.xors import (
    an_xor_is_taken_back,
    xor_is_zero_of_equals_only,
    xors_of_three_in_any_order,
)


def takers(columns: Steps, value: int, n: int) -> int:
    """How many of the numbers 0, 1, .., n - 1 map to the value.

    >>> [takers((1, 2, 3), value, 8) for value in range(5)]
    [2, 2, 2, 2, 0]
    """
    if n <= 0:
        return 0
    one = 1 if xor_of(columns, n - 1) == value else 0
    return takers(columns, value, n - 1) + one


@contract(takers, on="n")
def takers_are_counted(columns: Steps, value: int, n: int) -> Promise:
    """`takers` returns a natural number."""
    assume("n >= 0", n >= 0)

    def shows(result: int) -> None:
        ensure("natural", result >= 0)

    return Promise(shows)


@lemma
def cleared_words_are_one_or_differ_by_the_pivot(
    word: int, value: int, pivot: int, bit: int
) -> Lemma:
    """Two words are equal after clearing a bit iff they were equal or differed by the pivot.

    To clear the bit, the pivot is XORed into each word that has the bit.
    """
    assume("word >= 0", word >= 0)
    assume("value >= 0", value >= 0)
    assume("pivot >= 1", pivot >= 1)
    assume("bit >= 1", bit >= 1)
    assume("one bit", bit & (bit - 1) == 0)
    assume("the pivot has it", pivot & bit != 0)
    xor_is_zero_of_equals_only(word, pivot)
    xor_is_zero_of_equals_only(value, pivot)
    xor_is_zero_of_equals_only(word, value)

    def shows() -> None:
        equal = without(word, pivot, bit) == without(value, pivot, bit)
        ensure("never both", value != value ^ pivot)
        ensure("one of two", equal == (word == value or word == value ^ pivot))

    def proof() -> None:
        """Clearing `word ^ value` gives 0, so `word ^ value` is 0 or the pivot."""
        words_without_a_bit_are_linear(word, value, pivot, bit)
        xor_is_zero_of_equals_only(without(word, pivot, bit), without(value, pivot, bit))
        xor_is_zero_of_equals_only(word ^ value, pivot)
        xor_is_zero_of_equals_only(value, value)
        zero_has_none_in_common(bit)
        an_xor_is_taken_back(word, value)
        an_xor_is_taken_back(value, word)
        an_xor_is_taken_back(pivot, value)
        an_xor_is_taken_back(value, pivot)

    return shows, proof


@definition(on="columns")
def subsets(columns: Steps, value: int) -> int:
    """The number of subsets of the columns whose XOR is `value`."""
    if not columns:
        return 1 if value == 0 else 0
    return subsets(columns[1:], value) + subsets(columns[1:], value ^ columns[0])


@lemma
def clearing_joins_two_counts(columns: Steps, value: int, pivot: int, bit: int) -> Lemma:
    """For cleared columns, the count of the cleared value is the sum of two original counts.

    The count of a value is the number of subsets of the columns that have the value as their XOR.
    The two original counts are the counts of `value` and of `value ^ pivot`.
    """
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("value >= 0", value >= 0)
    assume("pivot >= 1", pivot >= 1)
    assume("bit >= 1", bit >= 1)
    assume("one bit", bit & (bit - 1) == 0)
    assume("the pivot has it", pivot & bit != 0)
    xor_is_zero_of_equals_only(value, pivot)

    def shows() -> None:
        cleared = subsets(freed(columns, pivot, bit), without(value, pivot, bit))
        both = subsets(columns, value) + subsets(columns, value ^ pivot)
        ensure("as many", cleared == both)

    def proof() -> None:
        """Induction on the columns: clearing is linear."""
        unfold(freed, columns, pivot, bit)
        if columns:
            first, rest = columns[0], columns[1:]
            xor_is_zero_of_equals_only(value, first)
            words_without_a_bit_are_linear(value, first, pivot, bit)
            clearing_joins_two_counts(rest, value, pivot, bit)
            clearing_joins_two_counts(rest, value ^ first, pivot, bit)
            xors_of_three_in_any_order(value, first, pivot)
            xors_of_three_in_any_order(value, pivot, first)
            an_xor_is_taken_back(first, pivot)
        else:
            zero_has_none_in_common(bit)
            zero_has_no_bits(0)
            cleared_words_are_one_or_differ_by_the_pivot(0, value, pivot, bit)

    return shows, proof


@lemma(on="n")
def numbers_are_twice_their_halves(columns: Steps, value: int, n: int) -> Lemma:
    """To count the numbers below 2n that map to a value, count their halves, which are below n.

    Let `first` be the first column, and `rest` the other columns. Then `takers(columns, value, 2n)`
    is `takers(rest, value, n) + takers(rest, value ^ first, n)`. An even number does not select
    `first`, and maps to `value` iff `rest` maps its half to `value`. An odd number selects `first`,
    and maps to `value` iff `rest` maps its half to `value ^ first`.
    """
    opened(columns)
    assume("columns", bool(columns))
    assume("columns >= 0", at_least(0, columns))
    assume("value >= 0", value >= 0)
    assume("n >= 0", n >= 0)
    first, rest = columns[0], columns[1:]
    xor_is_zero_of_equals_only(value, first)

    def shows() -> None:
        both = takers(rest, value, n) + takers(rest, value ^ first, n)
        ensure("as many", takers(columns, value, 2 * n) == both)

    def proof() -> None:
        """Induction on n: a number is odd iff it selects the first column."""
        unfold(takers, columns, value, 2 * n)
        unfold(takers, rest, value, n)
        unfold(takers, rest, value ^ first, n)
        if n > 0:
            unfold(takers, columns, value, 2 * n - 1)
            witness(2 * n - 1, 2, n - 1, 1)
            witness(2 * n - 2, 2, n - 1, 0)
            xor_of_naturals_is_natural(rest, n - 1)
            word = xor_of(rest, n - 1)
            zero_has_no_bits(word)
            an_xor_is_taken_back(first, word)
            an_xor_is_taken_back(word, first)
            an_xor_is_taken_back(value, first)
            an_xor_is_taken_back(first, value)
            numbers_are_twice_their_halves(columns, value, n - 1)

    return shows, proof


@lemma
def numbers_are_subsets(columns: Steps, value: int) -> Lemma:
    """For n columns, `subsets(columns, value)` is the number of x < 2^n that map to `value`."""
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("value >= 0", value >= 0)

    def shows() -> None:
        often = takers(columns, value, number_of_sums(columns))
        ensure("as many", often == subsets(columns, value))

    def proof() -> None:
        """Induction on the columns."""
        if columns:
            first, rest = columns[0], columns[1:]
            sum_at_zero_is_zero(rest)
            xor_is_zero_of_equals_only(value, first)
            numbers_are_twice_their_halves(columns, value, number_of_sums(rest))
            numbers_are_subsets(rest, value)
            numbers_are_subsets(rest, value ^ first)
        else:
            unfold(takers, columns, value, 1)
            unfold(takers, columns, value, 0)

    return shows, proof


@contract(lifted, on="numbers", opens=True)
def lifted_numbers_are_as_many(numbers: Steps, rest: Steps, bit: int) -> Promise:
    """`lifted` adds a lowest bit to each number, so it returns as many numbers as it gets."""
    opened(numbers)
    assume("numbers >= 0", at_least(0, numbers))

    def shows(result: Steps) -> None:
        ensure("numbers >= 0", at_least(0, result))
        ensure("as many XORs", number_of_sums(result) == number_of_sums(numbers))

    return Promise(shows)


def xors_to_do(columns: Steps) -> int:
    """The recursion measure of elimination: the number of XORs, which halves with each column."""
    return number_of_sums(columns)


def xors_left(columns: Steps, x: int) -> int:
    """The same measure as `xors_to_do`, for functions and lemmas that also have an argument x."""
    return number_of_sums(columns)


@contract(kernel_of, on=xors_to_do)
def kernels_are_natural(columns: Steps) -> Promise:
    """The kernel consists of naturals."""
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    if proving() and columns:
        sum_at_zero_is_zero(columns[1:])
        if columns[0]:
            lowest_is_a_bit(columns[0])

    def shows(result: Steps) -> None:
        ensure("numbers >= 0", at_least(0, result))

    return Promise(shows)


@lemma(on=xors_left)
def each_value_has_as_many_subsets(columns: Steps, x: int) -> Lemma:
    """If `kernel_of` has k elements, 2^k subsets of columns have the XOR `xor_of(columns, x)`."""
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("x >= 0", x >= 0)
    xor_of_naturals_is_natural(columns, x)

    def shows() -> None:
        often = subsets(columns, xor_of(columns, x))
        ensure("as many", often == number_of_sums(kernel_of(columns)))

    def proof() -> None:
        """By elimination: clearing adds two counts, of subsets with and without the pivot."""
        if columns:
            pivot, rest, half = columns[0], columns[1:], x // 2
            sum_at_zero_is_zero(rest)
            xor_of_naturals_is_natural(rest, half)
            word = xor_of(rest, half)
            zero_has_no_bits(word)
            if pivot == 0:
                each_value_has_as_many_subsets(rest, half)
            else:
                zero_has_no_bits(pivot)
                lowest_is_a_bit(pivot)
                an_xor_is_taken_back(pivot, word)
                an_xor_is_taken_back(word, pivot)
                an_xor_is_taken_back(xor_of(columns, x), pivot)
                clearing_joins_two_counts(rest, word, pivot, lowest(pivot))
                each_value_has_as_many_subsets(freed(rest, pivot, lowest(pivot)), half)
        unfold(kernel_of, columns)

    return shows, proof


@lemma
def each_value_is_taken_equally_often(columns: Steps, x: int) -> Lemma:
    """With n columns and k kernel elements, 2^k numbers below 2^n map to the same value as x."""
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("x >= 0", x >= 0)
    xor_of_naturals_is_natural(columns, x)
    sum_at_zero_is_zero(columns)

    def shows() -> None:
        often = takers(columns, xor_of(columns, x), number_of_sums(columns))
        ensure("as often", often == number_of_sums(kernel_of(columns)))

    def proof() -> None:
        """The bits of a number select a subset of the columns."""
        numbers_are_subsets(columns, xor_of(columns, x))
        each_value_has_as_many_subsets(columns, x)

    return shows, proof


@lemma
def no_bits_take_no_columns(columns: Steps) -> Lemma:
    """The number 0 selects no columns, so the columns map 0 to 0."""
    opened(columns)
    assume("columns >= 0", at_least(0, columns))

    def shows() -> None:
        ensure("0", xor_of(columns, 0) == 0)

    def proof() -> None:
        """Induction on the columns."""
        if columns:
            no_bits_take_no_columns(columns[1:])
            zero_has_no_bits(xor_of(columns[1:], 0))

    return shows, proof


@lemma
def zero_has_no_bit(word: int, bit: int) -> Lemma:
    """A word that is 0 does not have the bit `bit`."""
    assume("bit >= 1", bit >= 1)
    assume("word = 0", word == 0)

    def shows() -> None:
        ensure("not there", has(word, bit) == 0)

    def proof() -> None:
        """0 has no bits in common with any number."""
        zero_has_none_in_common(bit)

    return shows, proof


@lemma
def lifted_numbers_have_the_bit_in_front(numbers: Steps, rest: Steps, bit: int, y: int) -> Lemma:
    """An XOR of lifted numbers equals the lifted XOR of the numbers."""
    opened(numbers)
    assume("numbers >= 0", at_least(0, numbers))
    assume("columns >= 0", at_least(0, rest))
    assume("bit >= 1", bit >= 1)
    assume("one bit", bit & (bit - 1) == 0)
    assume("y >= 0", y >= 0)
    xor_of_naturals_is_natural(numbers, y)
    xor_of_naturals_is_natural(rest, xor_of(numbers, y))

    def shows() -> None:
        x = xor_of(numbers, y)
        above = has(xor_of(rest, x), bit) + 2 * x
        ensure("the bit in front", xor_of(lifted(numbers, rest, bit), y) == above)

    def proof() -> None:
        """Induction on the numbers: the bit of an XOR is the XOR of the bits."""
        zero_has_no_bits(0)
        zero_has_none_in_common(bit)
        no_bits_take_no_columns(rest)
        if numbers:
            first, others, half = numbers[0], numbers[1:], y // 2
            lifted_numbers_have_the_bit_in_front(others, rest, bit, half)
            xor_of_naturals_is_natural(others, half)
            x = xor_of(others, half)
            xor_of_naturals_is_natural(rest, first)
            xor_of_naturals_is_natural(rest, x)
            one, other = xor_of(rest, first), xor_of(rest, x)
            zero_has_no_bits(x)
            zero_has_no_bits(has(other, bit) + 2 * x)
            xors_are_linear(rest, first, x)
            a_bit_of_an_xor_is_of_one(one, other, bit)
            witness(has(one, bit) + 2 * first, 2, first, has(one, bit))
            witness(has(other, bit) + 2 * x, 2, x, has(other, bit))
            halved((has(one, bit) + 2 * first) ^ (has(other, bit) + 2 * x))

    return shows, proof


@lemma(on=xors_left)
def the_kernel_maps_to_zero(columns: Steps, y: int) -> Lemma:
    """The columns map each XOR of kernel elements to 0.

    Among these XORs, only the XOR of no elements is the number 0.
    """
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("y >= 0", y >= 0)

    def shows() -> None:
        found = kernel_of(columns)
        xor_of_naturals_is_natural(found, y)
        x = xor_of(found, y)
        ensure("maps to 0", xor_of(columns, x) == 0)
        ensure("below the size", x < number_of_sums(columns))
        if y < number_of_sums(found):
            ensure("0 only at 0", (x == 0) == (y == 0))

    def proof() -> None:
        """By elimination of the pivot, the first column.

        If the XOR of the selected other columns is the pivot, the pivot is selected too. So the XOR
        of all selected columns is 0.
        """
        zero_has_no_bits(0)
        if columns:
            pivot, rest, half = columns[0], columns[1:], y // 2
            sum_at_zero_is_zero(rest)
            no_bits_take_no_columns(rest)
            if pivot == 0:
                the_kernel_maps_to_zero(rest, half)
                found = kernel_of(rest)
                xor_of_naturals_is_natural(found, half)
                x = xor_of(found, half)
                xor_of_naturals_is_natural(rest, x)
                zero_has_no_bits(xor_of(rest, x))
                zero_has_no_bit(xor_of(rest, x), 1)
                lifted_numbers_have_the_bit_in_front(found, rest, 1, half)
                zero_has_no_bits(x)
                zero_has_no_bits(2 * x)
                witness(2 * x, 2, x, 0)
                halved(1 ^ (2 * x))
            else:
                bit = lowest(pivot)
                lowest_is_a_bit(pivot)
                cleared = freed(rest, pivot, bit)
                the_kernel_maps_to_zero(cleared, y)
                found = kernel_of(cleared)
                xor_of_naturals_is_natural(found, y)
                x = xor_of(found, y)
                xor_of_naturals_is_natural(rest, x)
                word = xor_of(rest, x)
                zero_has_no_bits(word)
                zero_has_none_in_common(bit)
                lifted_numbers_have_the_bit_in_front(found, rest, bit, y)
                ensure("cleared", without(word, pivot, bit) == 0)
                xor_is_zero_of_equals_only(word, pivot)
                xor_is_zero_of_equals_only(pivot, word)
                witness(has(word, bit) + 2 * x, 2, x, has(word, bit))
        unfold(kernel_of, columns)

    return shows, proof


@contract(preimage, on=xors_left)
def preimages_are_numbers(columns: Steps, value: int) -> Promise:
    """With n columns, a preimage is a natural number below 2^n."""
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("value >= 0", value >= 0)
    if proving() and columns:
        sum_at_zero_is_zero(columns[1:])
        xor_is_zero_of_equals_only(value, columns[0])
        if columns[0]:
            lowest_is_a_bit(columns[0])

    def shows(result: int) -> None:
        ensure("natural", result >= 0)
        ensure("below the size", result < number_of_sums(columns))

    return Promise(shows)


def xors_left_of_three(columns: Steps, x: int, value: int) -> int:
    """The same measure as `xors_to_do`, for lemmas that also have the arguments x and value."""
    return number_of_sums(columns)


@lemma(on=xors_left_of_three)
def a_value_has_a_preimage(columns: Steps, x: int, value: int) -> Lemma:
    """If any number maps to a value, then `preimage` returns such a number."""
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("x >= 0", x >= 0)
    xor_of_naturals_is_natural(columns, x)
    assume("the value at x", value == xor_of(columns, x))

    def shows() -> None:
        ensure("maps to it", xor_of(columns, preimage(columns, value)) == value)

    def proof() -> None:
        """By elimination: the cleared words are equal, so the words differ at most by the pivot."""
        if columns:
            pivot, rest, half = columns[0], columns[1:], x // 2
            sum_at_zero_is_zero(rest)
            xor_of_naturals_is_natural(rest, half)
            word = xor_of(rest, half)
            zero_has_no_bits(word)
            if pivot == 0:
                ensure("the same value", value == word)
                a_value_has_a_preimage(rest, half, value)
                zero_has_no_bits(xor_of(rest, preimage(rest, value)))
            else:
                bit = lowest(pivot)
                lowest_is_a_bit(pivot)
                an_xor_is_taken_back(pivot, word)
                an_xor_is_taken_back(word, pivot)
                an_xor_is_taken_back(value, pivot)
                if x % 2:
                    ensure("with the pivot", value == word ^ pivot)
                else:
                    ensure("without it", value == word)
                cleared_words_are_one_or_differ_by_the_pivot(word, value, pivot, bit)
                cleared, left = freed(rest, pivot, bit), without(value, pivot, bit)
                ensure("cleared", left == xor_of(cleared, half))
                a_value_has_a_preimage(cleared, half, left)
                found = preimage(cleared, left)
                xor_of_naturals_is_natural(rest, found)
                at_found = xor_of(rest, found)
                zero_has_no_bits(at_found)
                cleared_words_are_one_or_differ_by_the_pivot(at_found, value, pivot, bit)
                an_xor_is_taken_back(pivot, at_found)
                an_xor_is_taken_back(at_found, pivot)
                an_xor_is_taken_back(pivot, value)
        unfold(preimage, columns, value)

    return shows, proof
