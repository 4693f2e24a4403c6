"""Powers of two, 2^n for any natural n: their one bit, their products and their order.

The proofs use only two facts about 2^n: 2^0 is 1, and for n >= 1, half of 2^n is 2^(n - 1). As in
the chapter `bits`, the proofs split off the last bits.
"""

from __future__ import annotations

from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure, witness
from verif.theory.numbers.bits import halved


@lemma(on="n")
def a_power_of_two_has_one_bit(n: int) -> Lemma:
    """2^n is a power of two in the sense of `&`: it has one bit."""
    assume("n >= 0", n >= 0)

    def shows() -> None:
        power = 1 << n
        ensure("2^n >= 1", power >= 1)
        ensure("one bit", power & (power - 1) == 0)

    def proof() -> None:
        """Induction on n: half of 2^n is 2^(n - 1)."""
        if n:
            half = 1 << (n - 1)
            halved(1 << n)
            a_power_of_two_has_one_bit(n - 1)
            witness((1 << n) - 1, 2, half - 1, 1)
            halved((1 << n) & ((1 << n) - 1))

    return shows, proof


@lemma(on="n")
def powers_of_two_multiply(m: int, n: int) -> Lemma:
    """2^(m + n) is 2^m times 2^n."""
    assume("m >= 0", m >= 0)
    assume("n >= 0", n >= 0)

    def shows() -> None:
        ensure("2^(m + n) = 2^m * 2^n", 1 << (m + n) == (1 << m) * (1 << n))

    def proof() -> None:
        """Induction on n."""
        if n:
            powers_of_two_multiply(m, n - 1)
            halved(1 << n, 1 << (m + n))

    return shows, proof


@lemma
def powers_of_two_grow(m: int, n: int) -> Lemma:
    """2^m is at most 2^n if m is at most n."""
    assume("0 <= m <= n", 0 <= m <= n)

    def shows() -> None:
        ensure("2^m <= 2^n", 1 << m <= 1 << n)

    def proof() -> None:
        """2^n is 2^m times a power of two, which is at least 1."""
        powers_of_two_multiply(m, n - m)
        ensure("the factor is at least 1", (1 << m) * ((1 << (n - m)) - 1) >= 0)

    return shows, proof
