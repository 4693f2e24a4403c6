"""Blocks: division by a power of two splits the bits of an integer, even of a negative one.

Let n be a power of two. A block is n consecutive integers, starting at a multiple of n. The integer
x is in block x // n, at the place x % n. In two's complement a negative integer has infinitely many
bits, but its place is a natural number below n.
"""

from __future__ import annotations

from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure, witness
from verif.theory.numbers.bits import half_a_power_of_two_is_a_power, halved


def steps_to_either_end(a: int) -> int:
    """The induction measure for halving: a natural number ends at 0, a negative integer at -1."""
    return a if a >= 0 else -1 - a


@lemma(on=steps_to_either_end)
def zero_has_no_bits_of_any_integer(a: int) -> Lemma:
    """0 has no bits in common with any integer, even a negative one: a ^ 0 = a, and a & 0 = 0."""

    def shows() -> None:
        ensure("a ^ 0 = a", a ^ 0 == a)
        ensure("a & 0 = 0", a & 0 == 0)

    def proof() -> None:
        """Induction by halving the numbers."""
        if a not in (0, -1):
            halved(a ^ 0, a & 0)
            zero_has_no_bits_of_any_integer(a // 2)

    return shows, proof


@lemma(on="n")
def bits_go_block_by_block(a: int, b: int, n: int) -> Lemma:
    """If n is a power of two, `^` and `&` act separately on the blocks x // n and places x % n."""
    assume("n >= 1", n >= 1)
    assume("n has one bit", n & (n - 1) == 0)

    def shows() -> None:
        ensure("the block of a ^ b", (a ^ b) // n == (a // n) ^ (b // n))
        ensure("the place of a ^ b", (a ^ b) % n == (a % n) ^ (b % n))
        ensure("the block of a & b", (a & b) // n == (a // n) & (b // n))
        ensure("the place of a & b", (a & b) % n == (a % n) & (b % n))

    def proof() -> None:
        """Induction by halving: `^` and `&` act separately on last bits and on halves."""
        if n != 1:
            half_a_power_of_two_is_a_power(n)
            half = n // 2
            halved(a, b, a ^ b, a & b)
            for x in (a, b, a ^ b, a & b):
                witness(x, n, x // 2 // half, 2 * (x // 2 % half) + x % 2)
            bits_go_block_by_block(a // 2, b // 2, half)
            halved((a % n) ^ (b % n), (a % n) & (b % n))

    return shows, proof
