"""Bits of naturals: how `^` and `&` relate to sums.

a ^ b has the bits in which a and b differ. a & b has the bits that a and b have in common. Two
numbers *meet* if they have a bit in common. A number s >= 1 is a power of two if s & (s - 1) = 0.
The proofs use only that `^` and `&` work bit by bit: on the last bit, and on the halves.

Every proof splits off the last bits and is by induction on the halves. The main theorem is the last
lemma, `bits_apart_add_outside_an_xor`: a number that meets neither a nor b can be added before or
after taking a ^ b.
"""

from __future__ import annotations

from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure, witness


def halved(*numbers: int) -> None:
    """Divide each number by 2 to give the proof facts about the number's half and last bit."""
    for number in numbers:
        divmod(number, 2)


def sum_of_both(a: int, b: int) -> int:
    """The induction measure for two numbers that are halved together."""
    return a + b


def sum_of_all_three(e: int, a: int, b: int) -> int:
    """The induction measure for three numbers that are halved together."""
    return e + a + b


@lemma(on="a")
def zero_has_no_bits(a: int) -> Lemma:
    """0 has no bits: 0 ^ a = a ^ 0 = a, and a & 0 = 0."""
    assume("a >= 0", a >= 0)

    def shows() -> None:
        ensure("0 ^ a = a", 0 ^ a == a)
        ensure("a ^ 0 = a", a ^ 0 == a)
        ensure("a & 0 = 0", a & 0 == 0)

    def proof() -> None:
        """Induction by halving the numbers."""
        if a:
            halved(0 ^ a, a ^ 0, a & 0)
            zero_has_no_bits(a // 2)

    return shows, proof


@lemma(on="a")
def a_natural_has_its_own_bits(a: int) -> Lemma:
    """A natural has all its bits in common with itself."""
    assume("a >= 0", a >= 0)

    def shows() -> None:
        ensure("a & a = a", a & a == a)

    def proof() -> None:
        """Induction by halving the numbers."""
        if a:
            halved(a & a)
            a_natural_has_its_own_bits(a // 2)

    return shows, proof


@lemma
def half_a_power_of_two_is_a_power(s: int) -> Lemma:
    """Half of a power of two above 1 is a power of two."""
    assume("s >= 2", s >= 2)
    assume("one bit", s & (s - 1) == 0)

    def shows() -> None:
        half = s // 2
        ensure("even", s == 2 * half)
        ensure("its half has one bit", half & (half - 1) == 0)

    def proof() -> None:
        """If s were 2*h + 1, s & (s - 1) would be 2*h. By assumption 2*h is 0, so s would be 1."""
        a_natural_has_its_own_bits(s // 2)
        if s % 2:
            witness(s - 1, 2, s // 2, 0)
        else:
            witness(s - 1, 2, s // 2 - 1, 1)
        halved(s & (s - 1))

    return shows, proof


@lemma(on=sum_of_both)
def a_sum_is_xor_and_twice_and(a: int, b: int) -> Lemma:
    """The sum of a and b is their XOR, plus twice the bits that a and b have in common."""
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)

    def shows() -> None:
        ensure("a + b = (a ^ b) + 2*(a & b)", a + b == (a ^ b) + 2 * (a & b))

    def proof() -> None:
        """Induction by halving the numbers."""
        if a or b:
            halved(a ^ b, a & b)
            a_sum_is_xor_and_twice_and(a // 2, b // 2)

    return shows, proof


@lemma(on=sum_of_all_three)
def bits_that_meet_neither_meet_no_sum(e: int, a: int, b: int) -> Lemma:
    """If no two of the numbers e, a and b share a bit, e shares no bit with a + b."""
    assume("e >= 0", e >= 0)
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)
    assume("e and a do not meet", e & a == 0)
    assume("e and b do not meet", e & b == 0)
    assume("a and b do not meet", a & b == 0)

    def shows() -> None:
        ensure("e and a + b do not meet", e & (a + b) == 0)

    def proof() -> None:
        """Induction by halving: the last bits do not carry, because a and b are not both odd."""
        if e or a or b:
            witness(a + b, 2, a // 2 + b // 2, a % 2 + b % 2)
            halved(e & a, e & b, a & b, e & (a + b))
            bits_that_meet_neither_meet_no_sum(e // 2, a // 2, b // 2)

    return shows, proof


@lemma(on=sum_of_all_three)
def bits_apart_add_outside_an_xor(e: int, a: int, b: int) -> Lemma:
    """If e has no bit in common with a or b, both (e + a) ^ b and a ^ (e + b) are e + (a ^ b).

    Also (e + a) ^ (e + b) is a ^ b.
    """
    assume("e >= 0", e >= 0)
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)
    assume("e and a do not meet", e & a == 0)
    assume("e and b do not meet", e & b == 0)

    def shows() -> None:
        ensure("of one", (e + a) ^ b == e + (a ^ b))
        ensure("added to the XOR", a ^ (e + b) == e + (a ^ b))
        ensure("of both", (e + a) ^ (e + b) == a ^ b)

    def proof() -> None:
        """Induction by halving the numbers: e + a and e + b do not carry in the last bits."""
        if e or a or b:
            witness(e + a, 2, e // 2 + a // 2, e % 2 + a % 2)
            witness(e + b, 2, e // 2 + b // 2, e % 2 + b % 2)
            halved(e & a, e & b, a ^ b, (e + a) ^ b, a ^ (e + b), (e + a) ^ (e + b))
            bits_apart_add_outside_an_xor(e // 2, a // 2, b // 2)

    return shows, proof
