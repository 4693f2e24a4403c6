"""Moved bits: masking and moving are linear over F2, so they may come before or after an XOR.

As in the chapter `bits`, the proofs split off the last bits and are by induction on the halves.
"""

from __future__ import annotations

from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure, proving, witness
from verif.theory.numbers.bits import (
    half_a_power_of_two_is_a_power,
    halved,
    sum_of_all_three,
)
from verif.theory.numbers.masks import bits_in_common_are_no_more
from verif.theory.numbers.xors import xor_is_zero_of_equals_only


@lemma(on=sum_of_all_three)
def bits_in_common_with_a_mask_are_linear(x: int, y: int, m: int) -> Lemma:
    """Masking an XOR gives the XOR of the masked operands."""
    assume("x >= 0", x >= 0)
    assume("y >= 0", y >= 0)
    assume("m >= 0", m >= 0)
    if proving():
        xor_is_zero_of_equals_only(x, y)
        bits_in_common_are_no_more(x, m)
        bits_in_common_are_no_more(y, m)

    def shows() -> None:
        ensure("linear", (x ^ y) & m == (x & m) ^ (y & m))

    def proof() -> None:
        """Induction by halving the numbers."""
        if x or y or m:
            halved(x ^ y, x & m, y & m, (x ^ y) & m, (x & m) ^ (y & m))
            bits_in_common_with_a_mask_are_linear(x // 2, y // 2, m // 2)

    return shows, proof


@lemma(on="p")
def an_xor_moves_down_by_its_parts(a: int, b: int, p: int) -> Lemma:
    """The quotient of an XOR by a power of two p is the XOR of the operands' quotients by p."""
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)
    assume("p >= 1", p >= 1)
    assume("p has one bit", p & (p - 1) == 0)

    def shows() -> None:
        ensure("moved down", (a ^ b) // p == (a // p) ^ (b // p))

    def proof() -> None:
        """Induction on p, which is halved."""
        if p != 1:
            half_a_power_of_two_is_a_power(p)
            half = p // 2
            halved(a, b, a ^ b)
            for x in (a, b, a ^ b):
                witness(x, p, x // 2 // half, 2 * (x // 2 % half) + x % 2)
            an_xor_moves_down_by_its_parts(a // 2, b // 2, half)

    return shows, proof


@lemma(on="p")
def an_xor_moves_up_by_its_parts(a: int, b: int, p: int) -> Lemma:
    """Multiplying both operands of an XOR by a power of two p multiplies the XOR by p."""
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)
    assume("p >= 1", p >= 1)
    assume("p has one bit", p & (p - 1) == 0)

    def shows() -> None:
        ensure("moved up", (a * p) ^ (b * p) == (a ^ b) * p)

    def proof() -> None:
        """Induction on p, which is halved: the last bits of a*p and of b*p are 0."""
        if p != 1:
            half_a_power_of_two_is_a_power(p)
            half = p // 2
            witness(a * p, 2, a * half, 0)
            witness(b * p, 2, b * half, 0)
            halved((a * p) ^ (b * p))
            an_xor_moves_up_by_its_parts(a, b, half)

    return shows, proof
