"""Multiples of a power of two n among XORs of columns: a basis, and coordinates in this basis.

The first column is the pivot. Its lowest bit is cleared in the other columns: a column that has the
bit is replaced by its XOR with the pivot. Clearing an XOR of columns in this way gives the XOR of
the cleared columns (`freed_columns_lack_the_bit`). So each XOR of columns is an XOR of cleared
columns, with or without the pivot. If n does not divide the pivot, no multiple of n has the lowest
bit of the pivot.

The main theorems are proved by induction on the number of columns. Each XOR of `multiples` is an
XOR of columns (`taker_takes_what_is_at_y`) and a multiple of n, and only the empty XOR is 0
(`multiples_are_multiples_and_independent`). Each multiple of n among the XORs of columns is an XOR
of `multiples` (`multiple_is_at`).
"""

from __future__ import annotations

from spec.memory.multiples import multiples, taker
from spec.steps import Steps
from spec.xors import freed, has, lowest, without, xor_of
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.kernel.verbs import assume, ensure, proving, unfold
from verif.readings.terminals import at_least
from verif.theory.layouts.coordinates import opened
from verif.theory.linear.steps import number_of_sums, sum_at_zero_is_zero
from verif.theory.linear.xors import xor_of_naturals_is_natural
from verif.theory.numbers.bits import zero_has_no_bits
from verif.theory.numbers.lowest import (
    a_bit_of_an_xor_is_of_one,
    bits_in_common_with_an_xor,
    lowest_is_a_bit,
    multiples_lack_the_lowest_bit_of_others_below,
    zero_has_none_in_common,
)
from verif.theory.numbers.xors import (
    an_xor_is_taken_back,
    xor_is_zero_of_equals_only,
    xors_of_four_in_any_order,
)


@lemma
def words_without_a_bit_are_linear(a: int, b: int, pivot: int, bit: int) -> Lemma:
    """The map that XORs the pivot into each number that has the bit is linear over F2."""
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)
    assume("pivot >= 0", pivot >= 0)
    assume("bit >= 1", bit >= 1)
    assume("one bit", bit & (bit - 1) == 0)
    for x, y in ((a, b), (a, pivot), (b, pivot)):
        xor_is_zero_of_equals_only(x, y)

    def shows() -> None:
        both = without(a, pivot, bit) ^ without(b, pivot, bit)
        ensure("linear", both == without(a ^ b, pivot, bit))

    def proof() -> None:
        """By cases: a has the bit or not, b has the bit or not. Two XORs with the pivot cancel."""
        a_bit_of_an_xor_is_of_one(a, b, bit)
        xor_is_zero_of_equals_only(pivot, pivot)
        if a & bit:
            if b & bit:
                zero_has_no_bits(a ^ b)
                xors_of_four_in_any_order(a, pivot, b, pivot)
            else:
                zero_has_no_bits(b)
                zero_has_no_bits(pivot)
                xors_of_four_in_any_order(a, pivot, b, 0)
        elif b & bit:
            zero_has_no_bits(a)
            zero_has_no_bits(pivot)
            xors_of_four_in_any_order(a, 0, b, pivot)

    return shows, proof


@contract(freed)
def freed_columns_lack_the_bit(columns: Steps, pivot: int, bit: int) -> Promise:
    """Applying `without` to each column applies `without` to each XOR of the columns.

    `without` XORs the pivot into a number that has the bit. `freed` applies `without` to each
    column.
    """
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("pivot >= 0", pivot >= 0)
    assume("bit >= 1", bit >= 1)
    assume("one bit", bit & (bit - 1) == 0)
    if proving() and columns:
        sum_at_zero_is_zero(columns[1:])
        xor_is_zero_of_equals_only(columns[0], pivot)

    def shows(result: Steps) -> None:
        ensure("columns >= 0", at_least(0, result))
        ensure("as many XORs", number_of_sums(result) == number_of_sums(columns))

    def xors(result: Steps, y: int) -> None:
        assume("y >= 0", y >= 0)
        if proving() and columns:
            xor_of_naturals_is_natural(columns[1:], y // 2)
        xor_of_naturals_is_natural(columns, y)
        zero_has_none_in_common(bit)
        word = xor_of(columns, y)
        if proving() and columns:
            first, others = columns[0], xor_of(columns[1:], y // 2)
            zero_has_no_bits(others)
            xor_is_zero_of_equals_only(others, pivot)
            if y % 2:
                words_without_a_bit_are_linear(first, others, pivot, bit)
            else:
                zero_has_no_bits(xor_of(result[1:], y // 2))
        ensure("the XOR, freed", xor_of(result, y) == without(word, pivot, bit))

    return Promise(shows, {xor_of: xors})


def xors_to_do(columns: Steps, n: int) -> int:
    """The recursion measure of elimination: the number of XORs, which halves with each column."""
    return number_of_sums(columns)


def xors_left(columns: Steps, n: int, y: int) -> int:
    """The same measure as `xors_to_do`, for lemmas that have the number y as a third parameter."""
    return number_of_sums(columns)


@contract(multiples, on=xors_to_do)
def multiples_are_natural(columns: Steps, n: int) -> Promise:
    """`multiples` returns natural numbers."""
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("n >= 1", n >= 1)
    if proving() and columns:
        sum_at_zero_is_zero(columns[1:])
        if columns[0]:
            lowest_is_a_bit(columns[0])

    def shows(result: Steps) -> None:
        ensure("columns >= 0", at_least(0, result))

    return Promise(shows)


@contract(taker, on=xors_left)
def taker_takes_what_is_at_y(columns: Steps, n: int, y: int) -> Promise:
    """The XOR of columns at `taker(columns, n, y)` is the XOR of `multiples(columns, n)` at y."""
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("n >= 1", n >= 1)
    assume("y >= 0", y >= 0)
    if proving() and columns:
        sum_at_zero_is_zero(columns[1:])
        if columns[0]:
            lowest_is_a_bit(columns[0])

    def shows(result: int) -> None:
        ensure("x >= 0", result >= 0)
        ensure("a coordinate", result < number_of_sums(columns))
        if proving():
            if columns:
                pivot, rest, x = columns[0], columns[1:], result // 2
                xor_of_naturals_is_natural(rest, x)
                word = xor_of(rest, x)
                zero_has_no_bits(word)
                xor_is_zero_of_equals_only(pivot, word)
                an_xor_is_taken_back(word, pivot)
                if pivot and pivot & (n - 1) == 0:
                    found = multiples(freed(rest, pivot, lowest(pivot)), n)
                    xor_of_naturals_is_natural(found, y // 2)
                    zero_has_no_bits(xor_of(found, y // 2))
            unfold(multiples, columns, n)
        ensure("the same XOR", xor_of(columns, result) == xor_of(multiples(columns, n), y))

    return Promise(shows)


@lemma
def a_word_without_a_bit_lacks_it(word: int, pivot: int, bit: int) -> Lemma:
    """If a word has the pivot's bit, XORing it with the pivot clears the bit."""
    assume("word >= 0", word >= 0)
    assume("pivot >= 0", pivot >= 0)
    assume("bit >= 1", bit >= 1)
    assume("one bit", bit & (bit - 1) == 0)
    assume("the pivot has it", pivot & bit != 0)
    xor_is_zero_of_equals_only(word, pivot)

    def shows() -> None:
        ensure("natural", without(word, pivot, bit) >= 0)
        ensure("without it", without(word, pivot, bit) & bit == 0)

    def proof() -> None:
        """A bit that both numbers have is not in their XOR."""
        a_bit_of_an_xor_is_of_one(word, pivot, bit)

    return shows, proof


@lemma(on=xors_left)
def multiples_are_multiples_and_independent(columns: Steps, n: int, y: int) -> Lemma:
    """Each XOR of elements of `multiples` is a multiple of n, and only the empty XOR is 0."""
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)
    assume("y >= 0", y >= 0)

    def shows() -> None:
        found = multiples(columns, n)
        xor_of_naturals_is_natural(found, y)
        word, sums = xor_of(found, y), number_of_sums(found)
        ensure("a multiple", word & (n - 1) == 0)
        if y < sums:
            ensure("0 only at 0", (word == 0) == (y == 0))

    def proof() -> None:
        """By induction: no XOR of the cleared columns has the pivot's lowest bit."""
        zero_has_none_in_common(n - 1)
        if columns:
            pivot, rest, half = columns[0], columns[1:], y // 2
            sum_at_zero_is_zero(rest)
            if pivot == 0:
                multiples_are_multiples_and_independent(rest, n, y)
            else:
                bit = lowest(pivot)
                lowest_is_a_bit(pivot)
                others = freed(rest, pivot, bit)
                found = multiples(others, n)
                if pivot & (n - 1) == 0:
                    multiples_are_multiples_and_independent(others, n, half)
                    xor_of_naturals_is_natural(found, half)
                    word, x = xor_of(found, half), taker(others, n, half)
                    xor_of_naturals_is_natural(rest, x)
                    a_word_without_a_bit_lacks_it(xor_of(rest, x), pivot, bit)
                    ensure("without the bit", word & bit == 0)
                    zero_has_no_bits(word)
                    zero_has_none_in_common(bit)
                    xor_is_zero_of_equals_only(pivot, word)
                    a_bit_of_an_xor_is_of_one(pivot, word, bit)
                    bits_in_common_with_an_xor(pivot, word, n - 1)
                else:
                    multiples_are_multiples_and_independent(others, n, y)
        unfold(multiples, columns, n)

    return shows, proof


def place_of(columns: Steps, n: int, x: int) -> int:
    """The coordinate at which the XOR of `multiples(columns, n)` is the XOR of the columns at x.

    The XOR of the columns at x must be a multiple of n.

    >>> place_of((1, 33, 64, 3, 2), 32, 3), place_of((1, 33, 64, 3, 2), 32, 29)
    (1, 2)
    """
    if not columns:
        return 0
    pivot, rest = columns[0], columns[1:]
    if pivot == 0:
        return place_of(rest, n, x // 2)
    bit = lowest(pivot)
    y = place_of(freed(rest, pivot, bit), n, x // 2)
    return (x + has(xor_of(rest, x // 2), bit)) % 2 + 2 * y if pivot & (n - 1) == 0 else y


@contract(place_of, on=xors_left)
def multiple_is_at(columns: Steps, n: int, x: int) -> Promise:
    """If an XOR of columns is a multiple of n, it is the XOR of `multiples` at `place_of`."""
    opened(columns)
    assume("columns >= 0", at_least(0, columns))
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)
    assume("x >= 0", x >= 0)
    if proving() and columns:
        xor_of_naturals_is_natural(columns[1:], x // 2)
    xor_of_naturals_is_natural(columns, x)
    assume("a multiple", xor_of(columns, x) & (n - 1) == 0)
    if proving() and columns:
        pivot, rest = columns[0], columns[1:]
        sum_at_zero_is_zero(rest)
        word = xor_of(rest, x // 2)
        zero_has_no_bits(word)
        if pivot:
            bit = lowest(pivot)
            lowest_is_a_bit(pivot)
            xor_is_zero_of_equals_only(pivot, word)
            an_xor_is_taken_back(word, pivot)
            bits_in_common_with_an_xor(pivot, word, n - 1)
            if pivot & (n - 1):
                multiples_lack_the_lowest_bit_of_others_below(pivot, n, xor_of(columns, x))
                a_bit_of_an_xor_is_of_one(pivot, word, bit)
            else:
                bits_in_common_with_an_xor(word, pivot, n - 1)

    def shows(result: int) -> None:
        ensure("y >= 0", result >= 0)
        if proving():
            if columns and columns[0] and columns[0] & (n - 1) == 0:
                found = multiples(freed(columns[1:], columns[0], lowest(columns[0])), n)
                xor_of_naturals_is_natural(found, result // 2)
                zero_has_no_bits(xor_of(found, result // 2))
            unfold(multiples, columns, n)
        ensure("a coordinate", result < number_of_sums(multiples(columns, n)))
        ensure("the same XOR", xor_of(multiples(columns, n), result) == xor_of(columns, x))

    return Promise(shows)
