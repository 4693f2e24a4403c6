"""Masks: XORing some bits of a number onto its other bits twice restores the number.

A swizzle maps x to x ^ e. Let m be the mask of the swizzle. The number e consists of the bits of
x & m, moved to places where m has no bits. So x and x ^ e have the same bits in m. If the swizzle
is applied to x ^ e, it therefore moves the same bits again, and (x ^ e) ^ e is x. The mask m is
q*k, where q is a power of two and k is below p, the factor by which the bits are moved.

As in the chapter `bits`, the proofs split off the last bits and are by induction on the halves.
"""

from __future__ import annotations

from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure, witness
from verif.theory.numbers.bits import (
    half_a_power_of_two_is_a_power,
    halved,
    sum_of_all_three,
    sum_of_both,
    zero_has_no_bits,
)


@lemma(on=sum_of_both)
def bits_in_common_are_no_more(x: int, m: int) -> Lemma:
    """The bits that two naturals have in common form a natural that exceeds neither of them."""
    assume("x >= 0", x >= 0)
    assume("m >= 0", m >= 0)

    def shows() -> None:
        ensure("x & m >= 0", x & m >= 0)
        ensure("x & m <= x", x & m <= x)
        ensure("x & m <= m", x & m <= m)

    def proof() -> None:
        """Induction by halving the numbers."""
        if x or m:
            halved(x & m)
            bits_in_common_are_no_more(x // 2, m // 2)

    return shows, proof


@lemma(on="q")
def numbers_below_do_not_meet_multiples(a: int, q: int, k: int) -> Lemma:
    """A number below a power of two has no bits in common with multiples of that power."""
    assume("0 <= a < q", 0 <= a < q)
    assume("q has one bit", q & (q - 1) == 0)
    assume("k >= 0", k >= 0)

    def shows() -> None:
        ensure("a & q*k = 0", a & (q * k) == 0)
        ensure("q*k & a = 0", (q * k) & a == 0)

    def proof() -> None:
        """Induction by halving the numbers: the last bit of a multiple is 0."""
        if q == 1:
            bits_in_common_are_no_more(a, k)
            bits_in_common_are_no_more(k, a)
        else:
            half_a_power_of_two_is_a_power(q)
            half = q // 2
            witness(q * k, 2, half * k, 0)
            halved(a & (q * k), (q * k) & a)
            numbers_below_do_not_meet_multiples(a // 2, half, k)

    return shows, proof


@lemma(on="q")
def bits_in_common_with_a_multiple_are_one(x: int, q: int, k: int) -> Lemma:
    """If q is a power of two, x & q*k is a multiple of q."""
    assume("x >= 0", x >= 0)
    assume("q >= 1", q >= 1)
    assume("q has one bit", q & (q - 1) == 0)
    assume("k >= 0", k >= 0)

    def shows() -> None:
        ensure("a multiple of q", (x & (q * k)) % q == 0)

    def proof() -> None:
        """Induction by halving the numbers: the last bit of a multiple is 0."""
        if q != 1:
            half_a_power_of_two_is_a_power(q)
            half = q // 2
            witness(q * k, 2, half * k, 0)
            halved(x & (q * k))
            bits_in_common_with_a_multiple_are_one(x // 2, half, k)
            witness(x & (q * k), q, (x // 2 & half * k) // half, 0)

    return shows, proof


@lemma(on=sum_of_all_three)
def what_is_moved_beside_a_mask_is_taken_back(e: int, x: int, m: int) -> Lemma:
    """If e and m share no bit, x ^ e and x have the same bits in m, and (x ^ e) ^ e is x."""
    assume("e >= 0", e >= 0)
    assume("x >= 0", x >= 0)
    assume("m >= 0", m >= 0)
    assume("e and m do not meet", e & m == 0)

    def shows() -> None:
        ensure("x ^ e >= 0", x ^ e >= 0)
        ensure("the same bits of m", (x ^ e) & m == x & m)
        ensure("taken back", (x ^ e) ^ e == x)

    def proof() -> None:
        """Induction by halving the numbers."""
        if e or x or m:
            halved(x ^ e, e & m, x & m, (x ^ e) & m, (x ^ e) ^ e)
            what_is_moved_beside_a_mask_is_taken_back(e // 2, x // 2, m // 2)

    return shows, proof


@lemma(on="q")
def an_xor_with_less_keeps_the_block(x: int, e: int, q: int) -> Lemma:
    """An XOR with a number below a power of two q does not change the quotient by q."""
    assume("x >= 0", x >= 0)
    assume("0 <= e < q", 0 <= e < q)
    assume("q has one bit", q & (q - 1) == 0)

    def shows() -> None:
        ensure("the same block", (x ^ e) // q == x // q)

    def proof() -> None:
        """Induction by halving the numbers."""
        zero_has_no_bits(x)
        if q != 1:
            half_a_power_of_two_is_a_power(q)
            half = q // 2
            halved(x, e, x ^ e)
            for y in (x, x ^ e):
                witness(y, q, y // 2 // half, 2 * (y // 2 % half) + y % 2)
            an_xor_with_less_keeps_the_block(x // 2, e // 2, half)

    return shows, proof


@lemma
def a_swizzle_down_is_its_own_inverse(x: int, p: int, q: int, k: int) -> Lemma:
    """If q is a power of two and k < p, `x -> x ^ ((x & (q*k)) // p)` is its own inverse."""
    assume("x >= 0", x >= 0)
    assume("q >= 1", q >= 1)
    assume("q has one bit", q & (q - 1) == 0)
    assume("0 <= k < p", 0 <= k < p)

    def shows() -> None:
        e = (x & (q * k)) // p
        ensure("a natural", x ^ e >= 0)
        ensure("the same bits move", (x ^ e) & (q * k) == x & (q * k))
        ensure("taken back", (x ^ e) ^ e == x)

    def proof() -> None:
        """The bits are moved to places below q, where the mask has no bits."""
        bits_in_common_are_no_more(x, q * k)
        e = (x & (q * k)) // p
        ensure("moved below q", e < q)
        numbers_below_do_not_meet_multiples(e, q, k)
        what_is_moved_beside_a_mask_is_taken_back(e, x, q * k)

    return shows, proof


@lemma
def a_swizzle_up_is_its_own_inverse(x: int, p: int, q: int, k: int) -> Lemma:
    """For e = `(x & q*k) * p`, x and x ^ e have the same bits in `q*k`, and (x ^ e) ^ e is x."""
    assume("x >= 0", x >= 0)
    assume("q >= 1", q >= 1)
    assume("q has one bit", q & (q - 1) == 0)
    assume("0 <= k < p", 0 <= k < p)
    assume("p*q has one bit", (p * q) & (p * q - 1) == 0)

    def shows() -> None:
        e = (x & (q * k)) * p
        ensure("a natural", x ^ e >= 0)
        ensure("the same bits move", (x ^ e) & (q * k) == x & (q * k))
        ensure("taken back", (x ^ e) ^ e == x)

    def proof() -> None:
        """The moved bits are a multiple of p*q, and the mask is below p*q."""
        bits_in_common_are_no_more(x, q * k)
        bits_in_common_with_a_multiple_are_one(x, q, k)
        moved = (x & (q * k)) // q
        ensure("moved above the mask", (x & (q * k)) * p == p * q * moved)
        numbers_below_do_not_meet_multiples(q * k, p * q, moved)
        what_is_moved_beside_a_mask_is_taken_back((x & (q * k)) * p, x, q * k)

    return shows, proof
