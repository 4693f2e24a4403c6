"""Bits of naturals: how `^` and `&` go with sums, by induction on halves."""

from __future__ import annotations

from verif.kernel.claim import assume, ensure, witness
from verif.kernel.theory import Lemma, lemma


def halved(*numbers: int) -> None:
    """What is said of the numbers is to be said of their halves and last bits."""
    for number in numbers:
        divmod(number, 2)


def itself(a: int) -> int:
    """The measure of what is halved."""
    return a


def both(a: int, b: int) -> int:
    """The measure of what is halved together."""
    return a + b


def all_three(e: int, a: int, b: int) -> int:
    """The measure of what is halved together."""
    return e + a + b


@lemma(on="a")
def no_bits(a: int) -> Lemma:
    """0 has no bits: 0 ^ a = a ^ 0 = a, and a & 0 = 0."""
    assume("a >= 0", a >= 0)

    def shows() -> None:
        ensure("0 ^ a = a", 0 ^ a == a)
        ensure("a ^ 0 = a", a ^ 0 == a)
        ensure("a & 0 = 0", a & 0 == 0)

    def proof() -> None:
        """Induction on the halves."""
        if a:
            halved(0 ^ a, a ^ 0, a & 0)
            no_bits(a // 2)

    return shows, proof


@lemma(on="a")
def its_own_bits(a: int) -> Lemma:
    """A natural has all its bits in common with itself."""
    assume("a >= 0", a >= 0)

    def shows() -> None:
        ensure("a & a = a", a & a == a)

    def proof() -> None:
        """Induction on the halves."""
        if a:
            halved(a & a)
            its_own_bits(a // 2)

    return shows, proof


@lemma
def halved_power(s: int) -> Lemma:
    """The half of a power of two is one, but of 1."""
    assume("s >= 2", s >= 2)
    assume("one bit", s & (s - 1) == 0)

    def shows() -> None:
        half = s // 2
        ensure("even", s == 2 * half)
        ensure("its half has one bit", half & (half - 1) == 0)

    def proof() -> None:
        """An odd s = 2*h + 1 has the bits of h in common with s - 1 = 2*h, so that h is 0."""
        its_own_bits(s // 2)
        if s % 2:
            witness(s - 1, 2, s // 2, 0)
        else:
            witness(s - 1, 2, s // 2 - 1, 1)
        halved(s & (s - 1))

    return shows, proof


@lemma(on=both)
def sum_of_bits(a: int, b: int) -> Lemma:
    """A sum is the bits of either, and twice those of both."""
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)

    def shows() -> None:
        ensure("a + b = (a ^ b) + 2*(a & b)", a + b == (a ^ b) + 2 * (a & b))

    def proof() -> None:
        """Induction on the halves."""
        if a or b:
            halved(a ^ b, a & b)
            sum_of_bits(a // 2, b // 2)

    return shows, proof


@lemma(on=all_three)
def apart_from_sum(e: int, a: int, b: int) -> Lemma:
    """What meets no bit of two numbers that do not meet meets none of their sum."""
    assume("e >= 0", e >= 0)
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)
    assume("e and a do not meet", e & a == 0)
    assume("e and b do not meet", e & b == 0)
    assume("a and b do not meet", a & b == 0)

    def shows() -> None:
        ensure("e and a + b do not meet", e & (a + b) == 0)

    def proof() -> None:
        """Induction on the halves: no sum of last bits carries."""
        if e or a or b:
            witness(a + b, 2, a // 2 + b // 2, a % 2 + b % 2)
            halved(e & a, e & b, a & b, e & (a + b))
            apart_from_sum(e // 2, a // 2, b // 2)

    return shows, proof


@lemma(on=all_three)
def split_off(e: int, a: int, b: int) -> Lemma:
    """Bits that meet those of no other are added before or after an XOR."""
    assume("e >= 0", e >= 0)
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)
    assume("e and a do not meet", e & a == 0)
    assume("e and b do not meet", e & b == 0)

    def shows() -> None:
        ensure("of one", (e + a) ^ b == e + (a ^ b))
        ensure("of the other", a ^ (e + b) == e + (a ^ b))
        ensure("of both", (e + a) ^ (e + b) == a ^ b)

    def proof() -> None:
        """Induction on the halves: no sum of last bits carries."""
        if e or a or b:
            witness(e + a, 2, e // 2 + a // 2, e % 2 + a % 2)
            witness(e + b, 2, e // 2 + b // 2, e % 2 + b % 2)
            halved(e & a, e & b, a ^ b, (e + a) ^ b, a ^ (e + b), (e + a) ^ (e + b))
            split_off(e // 2, a // 2, b // 2)

    return shows, proof
