"""XORs of naturals: commutativity, associativity, and XORs that are 0 or a multiple of 2^k.

As in the chapter `bits`, the proofs split off the last bits and are by induction on the halves.
"""

from __future__ import annotations

from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure, proving, witness
from verif.theory.numbers.bits import (
    half_a_power_of_two_is_a_power,
    halved,
    sum_of_both,
    zero_has_no_bits,
)


def sum_of_all_four(a: int, b: int, c: int, d: int) -> int:
    """The induction measure for four numbers that are halved together."""
    return a + b + c + d


@lemma(on=sum_of_both)
def xor_is_zero_of_equals_only(a: int, b: int) -> Lemma:
    """The XOR of two naturals is a natural, and is 0 if and only if the two are equal."""
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)

    def shows() -> None:
        ensure("a ^ b is 0 iff a = b", (a ^ b == 0) == (a == b))
        ensure("a ^ b >= 0", a ^ b >= 0)

    def proof() -> None:
        """Induction by halving the numbers."""
        if a or b:
            halved(a ^ b)
            xor_is_zero_of_equals_only(a // 2, b // 2)

    return shows, proof


@lemma(on=sum_of_both)
def an_xor_is_taken_back(a: int, b: int) -> Lemma:
    """XOR is commutative, and b ^ (a ^ b) is a."""
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)
    if proving():
        xor_is_zero_of_equals_only(a, b)

    def shows() -> None:
        ensure("in either order", a ^ b == b ^ a)
        ensure("taken back", b ^ (a ^ b) == a)

    def proof() -> None:
        """Induction by halving the numbers."""
        if a or b:
            halved(a ^ b, b ^ a, b ^ (a ^ b))
            an_xor_is_taken_back(a // 2, b // 2)

    return shows, proof


@lemma(on="n")
def xor_is_a_multiple_of_equals_only(a: int, b: int, n: int) -> Lemma:
    """The XOR of two numbers is a multiple of n, a power of two, iff they are equal modulo n."""
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)

    def shows() -> None:
        ensure("a multiple of n iff equal modulo n", ((a ^ b) % n == 0) == (a % n == b % n))

    def proof() -> None:
        """Induction on n, which is halved: compare the last bits of a and b, then their halves."""
        if n != 1:
            half_a_power_of_two_is_a_power(n)
            halved(a, b, a ^ b)
            half = n // 2
            for x in (a, b, a ^ b):
                witness(x, n, x // 2 // half, 2 * (x // 2 % half) + x % 2)
            xor_is_a_multiple_of_equals_only(a // 2, b // 2, half)

    return shows, proof


@lemma(on=sum_of_all_four)
def xors_of_four_in_any_order(a: int, b: int, c: int, d: int) -> Lemma:
    """The order of four numbers does not matter: (a ^ b) ^ (c ^ d) is (a ^ c) ^ (b ^ d)."""
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)
    assume("c >= 0", c >= 0)
    assume("d >= 0", d >= 0)
    if proving():
        for x, y in ((a, b), (c, d), (a, c), (b, d)):
            xor_is_zero_of_equals_only(x, y)

    def shows() -> None:
        ensure("XORs in any order", (a ^ b) ^ (c ^ d) == (a ^ c) ^ (b ^ d))

    def proof() -> None:
        """Induction by halving the numbers."""
        if a or b or c or d:
            halved(a ^ b, c ^ d, a ^ c, b ^ d, (a ^ b) ^ (c ^ d), (a ^ c) ^ (b ^ d))
            xors_of_four_in_any_order(a // 2, b // 2, c // 2, d // 2)

    return shows, proof


@lemma
def xors_of_three_in_any_order(a: int, b: int, c: int) -> Lemma:
    """XOR is associative."""
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)
    assume("c >= 0", c >= 0)

    def shows() -> None:
        ensure("in any order", (a ^ b) ^ c == a ^ (b ^ c))

    def proof() -> None:
        """By `xors_of_four_in_any_order`, with 0 as one of the four numbers."""
        zero_has_no_bits(a)
        zero_has_no_bits(c)
        xor_is_zero_of_equals_only(b, c)
        xors_of_four_in_any_order(a, b, 0, c)

    return shows, proof
