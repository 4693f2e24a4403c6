"""Spans: whether each number of a list, `needs`, is an XOR of given columns.

A number *maps to* the XOR of the columns that its bits select. If each number in `needs` is an XOR
of columns, so is each XOR of these numbers: the XOR of their `preimages` maps to it
(`preimages_map_to_the_needs`). Otherwise `first_beyond` is 2^k, where `needs[k]` is the first
number in `needs` that is not an XOR of columns (`what_is_beyond_is_taken_nowhere`).
"""

from __future__ import annotations

from spec.conversions import differences, first_beyond, preimages
from spec.steps import Steps
from spec.xors import preimage, xor_of
from verif.kernel.contract import Promise
from verif.kernel.theory import Lemma, contract, lemma
from verif.kernel.verbs import assume, ensure, proving, same, unfold
from verif.readings.terminals import at_least
from verif.theory.layouts.coordinates import opened
from verif.theory.linear.kernels import a_value_has_a_preimage, no_bits_take_no_columns
from verif.theory.linear.steps import (
    number_of_sums,
    sum_at_zero_is_zero,
    xor_of_coordinates_is_a_coordinate,
)
from verif.theory.linear.xors import xor_of_naturals_is_natural, xors_are_linear
from verif.theory.numbers.bits import zero_has_no_bits
from verif.theory.numbers.xors import xor_is_zero_of_equals_only, xors_of_four_in_any_order


@contract(preimages, on="needs", opens=True)
def preimages_are_as_many(columns: Steps, needs: Steps) -> Promise:
    """`preimages` returns one number >= 0 for each number in `needs`."""
    opened(needs)
    assume("columns >= 0", at_least(0, columns))
    assume("needs >= 0", at_least(0, needs))

    def shows(result: Steps) -> None:
        ensure("numbers >= 0", at_least(0, result))
        ensure("as many XORs", number_of_sums(result) == number_of_sums(needs))

    return Promise(shows)


@contract(first_beyond, on="needs", opens=True)
def what_is_beyond_has_a_bit(columns: Steps, needs: Steps) -> Promise:
    """The result of `first_beyond` is at least 0 and less than 2^len(needs)."""
    opened(needs)
    assume("columns >= 0", at_least(0, columns))
    assume("needs >= 0", at_least(0, needs))
    if proving() and needs:
        sum_at_zero_is_zero(needs[1:])

    def shows(result: int) -> None:
        ensure("natural", result >= 0)
        ensure("below the size", result < number_of_sums(needs))

    return Promise(shows)


@lemma(on="needs")
def preimages_map_to_the_needs(columns: Steps, needs: Steps, x: int) -> Lemma:
    """If all `needs` are XORs of columns, the XOR of some preimages maps to the XOR of their needs.

    The bits of x select numbers in `needs`, and the preimages of these numbers.
    """
    opened(needs)
    assume("columns >= 0", at_least(0, columns))
    assume("needs >= 0", at_least(0, needs))
    assume("x >= 0", x >= 0)
    assume("none is beyond", first_beyond(columns, needs) == 0)

    def shows() -> None:
        found = preimages(columns, needs)
        xor_of_naturals_is_natural(found, x)
        number = xor_of(found, x)
        ensure("maps to it", xor_of(columns, number) == xor_of(needs, x))
        ensure("below the size", number < number_of_sums(columns))

    def proof() -> None:
        """Induction on `needs`: XORs of columns are linear."""
        no_bits_take_no_columns(columns)
        sum_at_zero_is_zero(columns)
        unfold(preimages, columns, needs)
        unfold(first_beyond, columns, needs)
        if needs:
            first, others, half = needs[0], needs[1:], x // 2
            preimages_map_to_the_needs(columns, others, half)
            found = preimages(columns, others)
            xor_of_naturals_is_natural(found, half)
            inside = xor_of(found, half)
            xor_of_naturals_is_natural(columns, inside)
            zero_has_no_bits(inside)
            zero_has_no_bits(xor_of(columns, inside))
            xors_are_linear(columns, preimage(columns, first), inside)
            xor_of_coordinates_is_a_coordinate(columns, preimage(columns, first), inside)

    return shows, proof


@lemma(on="needs")
def what_is_beyond_is_taken_nowhere(columns: Steps, needs: Steps, x: int) -> Lemma:
    """The number that `first_beyond` finds in `needs` is not an XOR of columns."""
    opened(needs)
    assume("columns >= 0", at_least(0, columns))
    assume("needs >= 0", at_least(0, needs))
    assume("x >= 0", x >= 0)
    assume("one is beyond", first_beyond(columns, needs) != 0)

    def shows() -> None:
        beyond = xor_of(needs, first_beyond(columns, needs))
        ensure("not there", xor_of(columns, x) != beyond)

    def proof() -> None:
        """Induction on `needs`: if the first number is an XOR of columns, it has a preimage."""
        unfold(first_beyond, columns, needs)
        if needs:
            first, others = needs[0], needs[1:]
            no_bits_take_no_columns(others)
            zero_has_no_bits(first)
            if xor_of(columns, x) == first:
                a_value_has_a_preimage(columns, x, first)
            if xor_of(columns, preimage(columns, first)) == first:
                what_is_beyond_is_taken_nowhere(columns, others, x)
                xor_of_naturals_is_natural(others, first_beyond(columns, others))
                zero_has_no_bits(xor_of(others, first_beyond(columns, others)))

    return shows, proof


@contract(differences, on="columns", opens=True)
def there_is_a_difference_for_each_column(columns: Steps, others: Steps) -> Promise:
    """`differences` returns a number >= 0 for each column of the longer list."""
    opened(columns, others)
    assume("columns >= 0", at_least(0, columns))
    assume("others >= 0", at_least(0, others))
    if proving():
        sum_at_zero_is_zero(columns)
        sum_at_zero_is_zero(others)
        if columns and others:
            xor_is_zero_of_equals_only(columns[0], others[0])

    def shows(result: Steps) -> None:
        ensure("differences >= 0", at_least(0, result))
        more = max(number_of_sums(columns), number_of_sums(others))
        ensure("as many XORs", number_of_sums(result) == more)

    return Promise(shows)


@lemma
def an_xor_of_differences_is_a_difference(columns: Steps, others: Steps, x: int) -> Lemma:
    """`xor_of(differences, x)` is `xor_of(columns, x) ^ xor_of(others, x)`."""
    opened(columns, others)
    assume("columns >= 0", at_least(0, columns))
    assume("others >= 0", at_least(0, others))
    assume("x >= 0", x >= 0)

    def shows() -> None:
        both = xor_of(columns, x) ^ xor_of(others, x)
        ensure("the difference", xor_of(differences(columns, others), x) == both)

    def proof() -> None:
        """Induction on the columns."""
        zero_has_no_bits(0)
        xor_of_naturals_is_natural(columns, x)
        xor_of_naturals_is_natural(others, x)
        zero_has_no_bits(xor_of(columns, x))
        zero_has_no_bits(xor_of(others, x))
        unfold(differences, columns, others)
        if columns and others:
            half = x // 2
            an_xor_of_differences_is_a_difference(columns[1:], others[1:], half)
            xor_of_naturals_is_natural(columns[1:], half)
            xor_of_naturals_is_natural(others[1:], half)
            one, other = xor_of(columns[1:], half), xor_of(others[1:], half)
            first, second = (x % 2) * columns[0], (x % 2) * others[0]
            xors_of_four_in_any_order(first, one, second, other)
            if x % 2:
                ensure("with the first", (x % 2) * (columns[0] ^ others[0]) == first ^ second)
            else:
                ensure("without it", (x % 2) * (columns[0] ^ others[0]) == first ^ second)

    return shows, proof


@lemma
def columns_without_differences_are_the_same(columns: Steps, others: Steps) -> Lemma:
    """If all differences of two lists of columns are 0, the lists are the same."""
    opened(columns, others)
    assume("columns >= 0", at_least(0, columns))
    assume("others >= 0", at_least(0, others))
    assume("as many columns", len(others) == len(columns))
    assume("no difference", first_beyond((), differences(columns, others)) == 0)

    def shows() -> None:
        same("columns", columns, others)

    def proof() -> None:
        """Induction on the columns: only equal numbers have the XOR 0."""
        if columns and others:
            xor_is_zero_of_equals_only(columns[0], others[0])
            columns_without_differences_are_the_same(columns[1:], others[1:])

    return shows, proof
