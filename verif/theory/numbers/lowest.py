"""The lowest bit of a natural, the bits of an XOR, and the lowest k bits of multiples of 2^k.

As in the chapter `bits`, the proofs split off the last bits and are by induction on the halves.
"""

from __future__ import annotations

from spec.xors import lowest
from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure, proving, witness
from verif.theory.numbers.bits import (
    a_natural_has_its_own_bits,
    half_a_power_of_two_is_a_power,
    halved,
    sum_of_all_three,
    zero_has_no_bits,
)
from verif.theory.numbers.euclid import quotient_and_remainder_are_unique
from verif.theory.numbers.xors import (
    xor_is_zero_of_equals_only,
)


@lemma(on="a")
def zero_has_none_in_common(a: int) -> Lemma:
    """0 has no bits in common with a number: 0 & a = 0."""
    assume("a >= 0", a >= 0)

    def shows() -> None:
        ensure("0 & a = 0", 0 & a == 0)

    def proof() -> None:
        """Induction by halving the numbers."""
        if a:
            halved(0 & a)
            zero_has_none_in_common(a // 2)

    return shows, proof


@lemma(on="bit")
def a_bit_of_an_xor_is_of_one(a: int, b: int, bit: int) -> Lemma:
    """An XOR has a bit iff exactly one of its operands has this bit."""
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)
    assume("bit >= 1", bit >= 1)
    assume("one bit", bit & (bit - 1) == 0)

    def shows() -> None:
        ensure(
            "exactly one part has the bit",
            ((a ^ b) & bit == 0) == ((a & bit == 0) == (b & bit == 0)),
        )

    def proof() -> None:
        """Induction by halving the numbers: each bit, except the last, is a bit of the halves."""
        halved(a ^ b, a & bit, b & bit, (a ^ b) & bit)
        if bit == 1:
            for x in (a // 2, b // 2, (a ^ b) // 2):
                zero_has_no_bits(x)
        else:
            half_a_power_of_two_is_a_power(bit)
            a_bit_of_an_xor_is_of_one(a // 2, b // 2, bit // 2)

    return shows, proof


@lemma(on="x")
def lowest_is_a_bit(x: int) -> Lemma:
    """The lowest bit of x >= 1 is a power of two, and a bit of x."""
    assume("x >= 1", x >= 1)

    def shows() -> None:
        bit = lowest(x)
        ensure("bit >= 1", bit >= 1)
        ensure("one bit", bit & (bit - 1) == 0)
        ensure("x has the bit", x & bit != 0)

    def proof() -> None:
        """Induction on x // 2: the bit is 1 if x is odd, else twice the lowest bit of x // 2."""
        half, bit = x // 2, lowest(x)
        if x % 2:
            a_natural_has_its_own_bits(half)
            witness(x - 1, 2, half, 0)
            halved(x & (x - 1))
            ensure("it is 1", bit == 1)
            zero_has_no_bits(bit)
        else:
            lowest_is_a_bit(half)
            witness(x - 1, 2, half - 1, 1)
            halved(x & (x - 1))
            ensure("twice the lowest bit of the half", bit == 2 * lowest(half))
            witness(bit - 1, 2, lowest(half) - 1, 1)
            halved(bit & (bit - 1))
        halved(x & bit)

    return shows, proof


@lemma(on="n")
def bits_below_are_the_remainder(x: int, n: int) -> Lemma:
    """The bits of x below a power of two n are the remainder: x & (n - 1) is x % n."""
    assume("x >= 0", x >= 0)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)

    def shows() -> None:
        ensure("the remainder", x & (n - 1) == x % n)

    def proof() -> None:
        """Induction by halving the numbers."""
        if n == 1:
            zero_has_no_bits(x)
        else:
            half_a_power_of_two_is_a_power(n)
            witness(n - 1, 2, n // 2 - 1, 1)
            witness(x, n, x // 2 // (n // 2), 2 * (x // 2 % (n // 2)) + x % 2)
            halved(x & (n - 1))
            bits_below_are_the_remainder(x // 2, n // 2)

    return shows, proof


@lemma
def a_multiple_has_no_bits_below(x: int, n: int) -> Lemma:
    """A number is a multiple of a power of two iff all its bits below that power are 0."""
    assume("x >= 0", x >= 0)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)

    def shows() -> None:
        ensure("none below", (x & (n - 1) == 0) == (x % n == 0))

    def proof() -> None:
        """The bits below the power are the remainder."""
        bits_below_are_the_remainder(x, n)

    return shows, proof


@lemma(on=sum_of_all_three)
def bits_in_common_with_an_xor(a: int, b: int, m: int) -> Lemma:
    """If a & m = 0, then (a ^ b) & m is 0 iff b & m is 0; likewise with a and b exchanged."""
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)
    assume("m >= 0", m >= 0)
    if proving():
        xor_is_zero_of_equals_only(a, b)

    def shows() -> None:
        if b & m == 0:
            ensure("a ^ b shares a bit with m iff a does", ((a ^ b) & m == 0) == (a & m == 0))
        if a & m == 0:
            ensure("a ^ b shares a bit with m iff b does", ((a ^ b) & m == 0) == (b & m == 0))

    def proof() -> None:
        """Induction by halving the numbers."""
        if a or b or m:
            halved(a ^ b, a & m, b & m, (a ^ b) & m)
            bits_in_common_with_an_xor(a // 2, b // 2, m // 2)

    return shows, proof


@lemma(on="x")
def multiples_lack_the_lowest_bit_of_others(x: int, n: int, m: int) -> Lemma:
    """If a power of two n divides m but not x, then m lacks the lowest bit of x."""
    assume("x >= 1", x >= 1)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)
    assume("x is not a multiple", x % n != 0)
    assume("m >= 0", m >= 0)
    assume("m is a multiple", m % n == 0)
    lowest_is_a_bit(x)

    def shows() -> None:
        ensure("m lacks the lowest bit of x", m & lowest(x) == 0)

    def proof() -> None:
        """Induction by halving the numbers."""
        half, bit = x // 2, lowest(x)
        if n != 1:
            half_a_power_of_two_is_a_power(n)
            witness(m, 2, n // 2 * (m // n), 0)
            if x % 2:
                a_natural_has_its_own_bits(half)
                witness(x - 1, 2, half, 0)
                halved(x & (x - 1))
                ensure("it is 1", bit == 1)
                zero_has_no_bits(m // 2)
            else:
                witness(x - 1, 2, half - 1, 1)
                halved(x & (x - 1))
                lowest_is_a_bit(half)
                ensure("twice the lowest bit of the half", bit == 2 * lowest(half))
                quotient, rest = half // (n // 2), half % (n // 2)
                quotient_and_remainder_are_unique(n, quotient, 2 * rest, x // n, x % n)
                witness(m // 2, n // 2, m // n, 0)
                multiples_lack_the_lowest_bit_of_others(half, n // 2, m // 2)
            halved(m & bit)

    return shows, proof


@lemma
def multiples_lack_the_lowest_bit_of_others_below(x: int, n: int, m: int) -> Lemma:
    """If x has a bit below a power of two n, but m has no such bit, m lacks the lowest bit of x."""
    assume("x >= 1", x >= 1)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)
    assume("x is not a multiple", x & (n - 1) != 0)
    assume("m >= 0", m >= 0)
    assume("m is a multiple", m & (n - 1) == 0)
    lowest_is_a_bit(x)

    def shows() -> None:
        ensure("m lacks the lowest bit of x", m & lowest(x) == 0)

    def proof() -> None:
        """By `multiples_lack_the_lowest_bit_of_others`."""
        a_multiple_has_no_bits_below(x, n)
        a_multiple_has_no_bits_below(m, n)
        multiples_lack_the_lowest_bit_of_others(x, n, m)

    return shows, proof


@lemma(on="n")
def xored_with_a_multiple_it_is_the_same_below(x: int, m: int, n: int) -> Lemma:
    """XOR with a multiple of a power of two does not change a number modulo that power."""
    assume("x >= 0", x >= 0)
    assume("m >= 0", m >= 0)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)
    assume("m is a multiple", m & (n - 1) == 0)
    xor_is_zero_of_equals_only(x, m)

    def shows() -> None:
        ensure("the same", (x ^ m) % n == x % n)

    def proof() -> None:
        """Induction by halving the numbers."""
        if n != 1:
            half_a_power_of_two_is_a_power(n)
            half = n // 2
            witness(n - 1, 2, half - 1, 1)
            halved(m & (n - 1), x ^ m)
            for y in (x, x ^ m):
                witness(y, n, y // 2 // half, 2 * (y // 2 % half) + y % 2)
            xored_with_a_multiple_it_is_the_same_below(x // 2, m // 2, half)

    return shows, proof
