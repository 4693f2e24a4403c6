"""How many words lie in one bank: elimination and enumeration give the same number.

The words are the XORs of columns. There are n banks, and word x is in bank x % n. Elimination takes
one column after another as the pivot, and counts the subsets of columns whose XOR is in one bank. A
pivot that is 0 doubles the count, and adds an element to the kernel. A nonzero pivot that is a
multiple of n doubles the count as well, and is an element of `multiples`
(`clearing_by_a_multiple_keeps_the_count`). Any other pivot leaves the count unchanged: of two words
that differ by the pivot, at most one is in the bank (`clearing_by_another_pivot_joins_two_counts`).
"""

from __future__ import annotations

from spec.memory.multiples import multiples
from spec.memory.turns import in_bank
from spec.steps import Steps
from spec.xors import freed, kernel_of, lowest, without, xor_of
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, definition, lemma
from verif.kernel.verbs import assume, ensure, unfold, witness
from verif.readings.terminals import at_least
from verif.theory.layouts.coordinates import opened
from verif.theory.linear.multiples import words_without_a_bit_are_linear
from verif.theory.linear.steps import number_of_sums, sum_at_zero_is_zero
from verif.theory.linear.xors import xor_of_naturals_is_natural
from verif.theory.numbers.bits import zero_has_no_bits
from verif.theory.numbers.lowest import (
    a_bit_of_an_xor_is_of_one,
    a_multiple_has_no_bits_below,
    lowest_is_a_bit,
    multiples_lack_the_lowest_bit_of_others_below,
    xored_with_a_multiple_it_is_the_same_below,
)
from verif.theory.numbers.xors import (
    an_xor_is_taken_back,
    xor_is_a_multiple_of_equals_only,
    xor_is_zero_of_equals_only,
    xors_of_four_in_any_order,
    xors_of_three_in_any_order,
)


@definition(on="columns")
def subsets_in_bank(columns: Steps, value: int, n: int) -> int:
    """How many subsets of the columns have an XOR that is in the bank of `value`."""
    if not columns:
        return 1 if value % n == 0 else 0
    rest = columns[1:]
    return subsets_in_bank(rest, value, n) + subsets_in_bank(rest, value ^ columns[0], n)


@lemma
def a_cleared_word_is_in_bank_0_with_one_of_two(value: int, pivot: int, n: int) -> Lemma:
    """The cleared `value` is in bank 0 iff either `value` or `value ^ pivot` is in bank 0.

    The cleared `value` is `value ^ pivot` if `value` has the lowest bit of the pivot, and `value`
    otherwise. The number of banks n does not divide the pivot, so `value` and `value ^ pivot` are
    never both in bank 0.
    """
    assume("value >= 0", value >= 0)
    assume("pivot >= 1", pivot >= 1)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)
    assume("n does not divide the pivot", pivot & (n - 1) != 0)
    xor_is_zero_of_equals_only(value, pivot)

    def shows() -> None:
        cleared = without(value, pivot, lowest(pivot))
        one, other = value % n == 0, (value ^ pivot) % n == 0
        ensure("never both", not (one and other))
        ensure("one of both", (cleared % n == 0) == (one or other))

    def proof() -> None:
        """Multiples of n lack the lowest bit of the pivot."""
        bit = lowest(pivot)
        lowest_is_a_bit(pivot)
        a_multiple_has_no_bits_below(value, n)
        a_multiple_has_no_bits_below(pivot, n)
        a_multiple_has_no_bits_below(value ^ pivot, n)
        xor_is_a_multiple_of_equals_only(value, pivot, n)
        a_bit_of_an_xor_is_of_one(value, pivot, bit)
        if value % n == 0:
            multiples_lack_the_lowest_bit_of_others_below(pivot, n, value)
        elif (value ^ pivot) % n == 0:
            multiples_lack_the_lowest_bit_of_others_below(pivot, n, value ^ pivot)

    return shows, proof


@lemma
def values_of_one_bank_have_one_count(columns: Steps, value: int, other: int, n: int) -> Lemma:
    """For two values in the same bank, `subsets_in_bank` returns the same number."""
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("value >= 0", value >= 0)
    assume("other >= 0", other >= 0)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)
    assume("the same bank", value % n == other % n)

    def shows() -> None:
        one, two = subsets_in_bank(columns, value, n), subsets_in_bank(columns, other, n)
        ensure("as many", one == two)

    def proof() -> None:
        """Induction on the columns: XOR with a column keeps the two values in the same bank."""
        if columns:
            first, rest = columns[0], columns[1:]
            values_of_one_bank_have_one_count(rest, value, other, n)
            for word in (value, other, first):
                xor_is_zero_of_equals_only(word, first)
            xor_is_zero_of_equals_only(value, other)
            xors_of_four_in_any_order(value, first, other, first)
            zero_has_no_bits(value ^ other)
            xor_is_a_multiple_of_equals_only(value, other, n)
            xor_is_a_multiple_of_equals_only(value ^ first, other ^ first, n)
            values_of_one_bank_have_one_count(rest, value ^ first, other ^ first, n)

    return shows, proof


@lemma
def clearing_by_another_pivot_joins_two_counts(
    columns: Steps, value: int, pivot: int, n: int
) -> Lemma:
    """If n does not divide the pivot, clearing adds the counts of `value` and `value ^ pivot`.

    Clearing XORs the pivot into each number that has the lowest bit of the pivot. The function
    `subsets_in_bank` gives the counts. For the cleared columns, the count of the cleared value is
    the sum of two counts for the original columns: of `value`, and of `value ^ pivot`.
    """
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("value >= 0", value >= 0)
    assume("pivot >= 1", pivot >= 1)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)
    assume("n does not divide the pivot", pivot & (n - 1) != 0)
    lowest_is_a_bit(pivot)
    xor_is_zero_of_equals_only(value, pivot)

    def shows() -> None:
        bit = lowest(pivot)
        cleared = subsets_in_bank(freed(columns, pivot, bit), without(value, pivot, bit), n)
        both = subsets_in_bank(columns, value, n) + subsets_in_bank(columns, value ^ pivot, n)
        ensure("as many", cleared == both)

    def proof() -> None:
        """Induction on the columns: clearing is linear."""
        bit = lowest(pivot)
        unfold(freed, columns, pivot, bit)
        if columns:
            first, rest = columns[0], columns[1:]
            xor_is_zero_of_equals_only(value, first)
            words_without_a_bit_are_linear(value, first, pivot, bit)
            clearing_by_another_pivot_joins_two_counts(rest, value, pivot, n)
            clearing_by_another_pivot_joins_two_counts(rest, value ^ first, pivot, n)
            xors_of_three_in_any_order(value, first, pivot)
            xors_of_three_in_any_order(value, pivot, first)
            an_xor_is_taken_back(first, pivot)
        else:
            a_cleared_word_is_in_bank_0_with_one_of_two(value, pivot, n)

    return shows, proof


@lemma
def equal_numbers_have_one_remainder(a: int, b: int, n: int) -> Lemma:
    """Equal numbers have the same remainder."""
    assume("n >= 1", n >= 1)
    assume("equal", a == b)

    def shows() -> None:
        ensure("the same", a % n == b % n)

    def proof() -> None:
        """By assumption, a and b are the same number."""

    return shows, proof


@lemma
def a_multiple_moves_no_word_to_another_bank(value: int, first: int, pivot: int, n: int) -> Lemma:
    """XOR with a multiple of n does not change the bank."""
    assume("value >= 0", value >= 0)
    assume("first >= 0", first >= 0)
    assume("pivot >= 0", pivot >= 0)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)
    assume("n divides the pivot", pivot & (n - 1) == 0)
    xor_is_zero_of_equals_only(value, first)
    xor_is_zero_of_equals_only(first, pivot)
    xor_is_zero_of_equals_only(value, first ^ pivot)

    def shows() -> None:
        ensure("the same bank", (value ^ (first ^ pivot)) % n == (value ^ first) % n)

    def proof() -> None:
        """XOR is associative."""
        xors_of_three_in_any_order(value, first, pivot)
        equal_numbers_have_one_remainder(value ^ (first ^ pivot), (value ^ first) ^ pivot, n)
        xored_with_a_multiple_it_is_the_same_below(value ^ first, pivot, n)

    return shows, proof


@lemma
def a_column_moves_both_words_alike(word: int, first: int, value: int, n: int) -> Lemma:
    """`first ^ word` is in the bank of `value` iff `word` is in the bank of `value ^ first`."""
    assume("word >= 0", word >= 0)
    assume("first >= 0", first >= 0)
    assume("value >= 0", value >= 0)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)
    xor_is_zero_of_equals_only(first, word)
    xor_is_zero_of_equals_only(value, first)

    def shows() -> None:
        one, other = (first ^ word) % n == value % n, word % n == (value ^ first) % n
        ensure("iff", one == other)

    def proof() -> None:
        """Each side of the iff says that first ^ word ^ value is a multiple of n."""
        an_xor_is_taken_back(first, word)
        an_xor_is_taken_back(value, first)
        xors_of_three_in_any_order(word, first, value)
        equal_numbers_have_one_remainder((first ^ word) ^ value, word ^ (value ^ first), n)
        xor_is_a_multiple_of_equals_only(word, value ^ first, n)
        xor_is_a_multiple_of_equals_only(first ^ word, value, n)

    return shows, proof


@lemma
def clearing_by_a_multiple_keeps_the_count(
    columns: Steps, value: int, pivot: int, bit: int, n: int
) -> Lemma:
    """Clearing columns by a multiple of n keeps the number of subsets with an XOR in a bank."""
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("value >= 0", value >= 0)
    assume("pivot >= 0", pivot >= 0)
    assume("bit >= 1", bit >= 1)
    assume("one bit", bit & (bit - 1) == 0)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)
    assume("n divides the pivot", pivot & (n - 1) == 0)

    def shows() -> None:
        cleared = subsets_in_bank(freed(columns, pivot, bit), value, n)
        ensure("as many", cleared == subsets_in_bank(columns, value, n))

    def proof() -> None:
        """Induction on the columns."""
        unfold(freed, columns, pivot, bit)
        if columns:
            first, rest = columns[0], columns[1:]
            xor_is_zero_of_equals_only(value, first)
            xor_is_zero_of_equals_only(first, pivot)
            xor_is_zero_of_equals_only(value, first ^ pivot)
            clearing_by_a_multiple_keeps_the_count(rest, value, pivot, bit, n)
            clearing_by_a_multiple_keeps_the_count(rest, value ^ first, pivot, bit, n)
            a_multiple_moves_no_word_to_another_bank(value, first, pivot, n)
            cleared = freed(rest, pivot, bit)
            values_of_one_bank_have_one_count(cleared, value ^ (first ^ pivot), value ^ first, n)

    return shows, proof


def xors_left_below(columns: Steps, x: int, n: int) -> int:
    """The measure of induction by elimination: the number of subsets of the columns."""
    return number_of_sums(columns)


@lemma(on=xors_left_below)
def each_bank_has_as_many_subsets(columns: Steps, x: int, n: int) -> Lemma:
    """Exactly 2^(k + m) subsets of the columns have an XOR in the bank of `xor_of(columns, x)`.

    Here k is the length of `kernel_of(columns)`, and m is the length of `multiples(columns, n)`.
    """
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("x >= 0", x >= 0)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)
    xor_of_naturals_is_natural(columns, x)

    def shows() -> None:
        count = number_of_sums(kernel_of(columns)) * number_of_sums(multiples(columns, n))
        ensure("as many", subsets_in_bank(columns, xor_of(columns, x), n) == count)

    def proof() -> None:
        """By elimination, in three cases: the pivot is 0, another multiple of n, or neither."""
        if columns:
            pivot, rest, half = columns[0], columns[1:], x // 2
            sum_at_zero_is_zero(rest)
            xor_of_naturals_is_natural(rest, half)
            word = xor_of(rest, half)
            zero_has_no_bits(word)
            if pivot == 0:
                each_bank_has_as_many_subsets(rest, half, n)
            else:
                bit = lowest(pivot)
                lowest_is_a_bit(pivot)
                zero_has_no_bits(pivot)
                an_xor_is_taken_back(pivot, word)
                an_xor_is_taken_back(word, pivot)
                an_xor_is_taken_back(xor_of(columns, x), pivot)
                cleared = freed(rest, pivot, bit)
                each_bank_has_as_many_subsets(cleared, half, n)
                if pivot & (n - 1) == 0:
                    xored_with_a_multiple_it_is_the_same_below(word, pivot, n)
                    clearing_by_a_multiple_keeps_the_count(rest, word, pivot, bit, n)
                    values_of_one_bank_have_one_count(rest, word, word ^ pivot, n)
                    left = without(word, pivot, bit)
                    values_of_one_bank_have_one_count(cleared, left, word, n)
                else:
                    clearing_by_another_pivot_joins_two_counts(rest, word, pivot, n)
        unfold(kernel_of, columns)
        unfold(multiples, columns, n)

    return shows, proof


def words_of(columns: Steps, n: int) -> Steps:
    """The words at the coordinates n - 1, .., 0.

    A word is the XOR of the columns that the bits of its coordinate select.

    >>> words_of((1, 2, 4), 4)
    (3, 2, 1, 0)
    """
    if n <= 0:
        return ()
    return (xor_of(columns, n - 1),) + words_of(columns, n - 1)


@contract(words_of, on="n")
def words_are_natural(columns: Steps, n: int) -> Promise:
    """`words_of(columns, n)` has n words."""
    assume("columns >= 0", at_least(0, columns))
    assume("n >= 0", n >= 0)
    xor_of_naturals_is_natural(columns, n)

    def shows(result: Steps) -> None:
        ensure("as many", len(result) == n)

    return Promise(shows)


@lemma(on="m")
def words_of_a_bank_are_those_of_the_halves(columns: Steps, value: int, n: int, m: int) -> Lemma:
    """The number of a bank's words among the first 2m words is a sum of two counts among m words.

    Let `first` be the first column. The first 2m words are w and w ^ first, where w runs through
    the first m words of the other columns. So the number of words in the bank of `value` is the
    number of w in this bank plus the number of w in the bank of `value ^ first`.
    """
    opened(columns)
    assume("columns", bool(columns))
    assume("columns >= 0", at_least(0, columns))
    assume("value >= 0", value >= 0)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)
    assume("m >= 0", m >= 0)
    first, rest = columns[0], columns[1:]
    xor_is_zero_of_equals_only(value, first)

    def shows() -> None:
        words, halves = words_of(columns, 2 * m), words_of(rest, m)
        one, other = in_bank(halves, n, value % n), in_bank(halves, n, (value ^ first) % n)
        ensure("as many", in_bank(words, n, value % n) == one + other)

    def proof() -> None:
        """Induction on m."""
        if m > 0:
            words_of_a_bank_are_those_of_the_halves(columns, value, n, m - 1)
            unfold(words_of, columns, 2 * m - 1)
            witness(2 * m - 1, 2, m - 1, 1)
            witness(2 * m - 2, 2, m - 1, 0)
            xor_of_naturals_is_natural(rest, m - 1)
            word = xor_of(rest, m - 1)
            zero_has_no_bits(word)
            equal_numbers_have_one_remainder(xor_of(columns, 2 * m - 2), word, n)
            a_column_moves_both_words_alike(word, first, value, n)
        unfold(words_of, columns, 2 * m)
        unfold(words_of, rest, m)

    return shows, proof


@lemma
def words_of_a_bank_are_subsets(columns: Steps, value: int, n: int) -> Lemma:
    """`subsets_in_bank` counts as many subsets as there are words in the bank of `value`.

    A word that occurs at several coordinates counts several times.
    """
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("value >= 0", value >= 0)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)
    sum_at_zero_is_zero(columns)

    def shows() -> None:
        words = words_of(columns, number_of_sums(columns))
        ensure("as many", in_bank(words, n, value % n) == subsets_in_bank(columns, value, n))

    def proof() -> None:
        """Induction on the columns."""
        if columns:
            first, rest = columns[0], columns[1:]
            sum_at_zero_is_zero(rest)
            xor_is_zero_of_equals_only(value, first)
            words_of_a_bank_are_those_of_the_halves(columns, value, n, number_of_sums(rest))
            words_of_a_bank_are_subsets(rest, value, n)
            words_of_a_bank_are_subsets(rest, value ^ first, n)
        else:
            unfold(words_of, columns, 1)
            unfold(words_of, columns, 0)

    return shows, proof
