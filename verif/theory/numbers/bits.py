"""Bits of naturals: how `^` and `&` go with sums, by induction on halves."""

from __future__ import annotations

from verif.kernel.claim import assume, ensure, witness
from verif.kernel.contract import Automatic, Contract


def halved(*numbers: int) -> None:
    """What is said of the numbers is to be said of their halves and last bits."""
    for number in numbers:
        divmod(number, 2)


def itself(a: int) -> int:
    """The measure of what is halved."""
    return a


def no_bits(a: int) -> None:
    """Induction on the halves."""
    if a:
        halved(0 ^ a, a ^ 0, a & 0)
        no_bits(a // 2)


def _natural(a: int) -> None:
    assume("a >= 0", a >= 0)


def _no_bits(_: None, a: int) -> None:
    ensure("0 ^ a = a", 0 ^ a == a)
    ensure("a ^ 0 = a", a ^ 0 == a)
    ensure("a & 0 = 0", a & 0 == 0)


def its_own_bits(a: int) -> None:
    """Induction on the halves."""
    if a:
        halved(a & a)
        its_own_bits(a // 2)


def _its_own_bits(_: None, a: int) -> None:
    ensure("a & a = a", a & a == a)


def halved_power(s: int) -> None:
    """An odd s = 2*h + 1 has the bits of h in common with s - 1 = 2*h, so that h is 0."""
    its_own_bits(s // 2)
    if s % 2:
        witness(s - 1, 2, s // 2, 0)
    else:
        witness(s - 1, 2, s // 2 - 1, 1)
    halved(s & (s - 1))


def _power(s: int) -> None:
    assume("s >= 2", s >= 2)
    assume("one bit", s & (s - 1) == 0)


def _halved_power(_: None, s: int) -> None:
    half = s // 2
    ensure("even", s == 2 * half)
    ensure("its half has one bit", half & (half - 1) == 0)


def sum_of_bits(a: int, b: int) -> None:
    """Induction on the halves."""
    if a or b:
        halved(a ^ b, a & b)
        sum_of_bits(a // 2, b // 2)


def both(a: int, b: int) -> int:
    """The measure of what is halved together."""
    return a + b


def _naturals(a: int, b: int) -> None:
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)


def _sum_of_bits(_: None, a: int, b: int) -> None:
    ensure("a + b = (a ^ b) + 2*(a & b)", a + b == (a ^ b) + 2 * (a & b))


def all_three(e: int, a: int, b: int) -> int:
    """The measure of what is halved together."""
    return e + a + b


def _three_naturals(e: int, a: int, b: int) -> None:
    assume("e >= 0", e >= 0)
    assume("a >= 0", a >= 0)
    assume("b >= 0", b >= 0)
    assume("e and a do not meet", e & a == 0)
    assume("e and b do not meet", e & b == 0)


def apart_from_sum(e: int, a: int, b: int) -> None:
    """Induction on the halves: no sum of last bits carries."""
    if e or a or b:
        witness(a + b, 2, a // 2 + b // 2, a % 2 + b % 2)
        halved(e & a, e & b, a & b, e & (a + b))
        apart_from_sum(e // 2, a // 2, b // 2)


def _apart_by_two(e: int, a: int, b: int) -> None:
    _three_naturals(e, a, b)
    assume("a and b do not meet", a & b == 0)


def _apart_from_sum(_: None, e: int, a: int, b: int) -> None:
    ensure("e and a + b do not meet", e & (a + b) == 0)


def split_off(e: int, a: int, b: int) -> None:
    """Induction on the halves: no sum of last bits carries."""
    if e or a or b:
        witness(e + a, 2, e // 2 + a // 2, e % 2 + a % 2)
        witness(e + b, 2, e // 2 + b // 2, e % 2 + b % 2)
        halved(e & a, e & b, a ^ b, (e + a) ^ b, a ^ (e + b), (e + a) ^ (e + b))
        split_off(e // 2, a // 2, b // 2)


def _split_off(_: None, e: int, a: int, b: int) -> None:
    ensure("of one", (e + a) ^ b == e + (a ^ b))
    ensure("of the other", a ^ (e + b) == e + (a ^ b))
    ensure("of both", (e + a) ^ (e + b) == a ^ b)


NO_BITS = Contract(
    "NO-BITS",
    "0 has no bits: 0 ^ a = a ^ 0 = a, and a & 0 = 0",
    no_bits,
    requires=_natural,
    ensures=_no_bits,
    measure=itself,
)
OWN_BITS = Contract(
    "OWN-BITS",
    "a natural has all its bits in common with itself",
    its_own_bits,
    requires=_natural,
    ensures=_its_own_bits,
    measure=itself,
)
HALVED = Contract(
    "HALVED",
    "the half of a power of two is one, but of 1",
    halved_power,
    requires=_power,
    ensures=_halved_power,
)
SUM_OF_BITS = Contract(
    "SUM-OF-BITS",
    "a sum is the bits of either, and twice those of both",
    sum_of_bits,
    requires=_naturals,
    ensures=_sum_of_bits,
    measure=both,
)
APART_FROM_SUM = Contract(
    "APART-FROM-SUM",
    "what meets no bit of two numbers that do not meet meets none of their sum",
    apart_from_sum,
    requires=_apart_by_two,
    ensures=_apart_from_sum,
    measure=all_three,
)
SPLIT_OFF = Contract(
    "SPLIT-OFF",
    "bits that meet those of no other are added before or after an XOR",
    split_off,
    requires=_three_naturals,
    ensures=_split_off,
    measure=all_three,
)

OBSERVATIONS: dict[object, str] = {}
CONTRACTS = (NO_BITS, OWN_BITS, HALVED, SUM_OF_BITS, APART_FROM_SUM, SPLIT_OFF)
AUTOMATIC: tuple[Automatic, ...] = ()
