"""Division on a path: results that follow from earlier divisions and facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from verif.symbolic.terms import (
    ONE,
    TWO,
    XOR,
    ZERO,
    Literal,
    Polynomial,
    bits_of,
    divide,
    power_of_two,
)


@dataclass(frozen=True)
class Division:
    """A division of two polynomials, with its quotient and remainder."""

    dividend: Polynomial
    divisor: Polynomial
    quotient: Polynomial
    remainder: Polynomial

    @property
    def digits(self) -> Polynomial:
        """The dividend, written as divisor * quotient + remainder."""
        return self.divisor * self.quotient + self.remainder


def written_by_digits(x: Polynomial, known: Iterable[Division]) -> Polynomial:
    """Replace each unknown in x that is the dividend of a known division.

    The replacement is the division's divisor * quotient + remainder.
    """
    for division in known:
        match division.dividend.terms:
            case (((atom,), 1),):
                x = x.substitute({atom: division.digits})
            case _:
                pass
    return x


def below_a_multiple(x: Polynomial, y: Polynomial, facts: Iterable[Literal]) -> Polynomial | None:
    """Return a polynomial m such that a fact states x < y*m, or None if there is no such fact."""
    for fact in facts:
        if fact.relation != "<=":
            continue
        difference = x + ONE - fact.polynomial
        if y.value is not None and any(c % y.value for _, c in difference.terms):
            continue
        m, part = divide(difference, y)
        if m.terms and not part.terms:
            return m
    return None


class Dividing(Protocol):
    """The methods of a path that `halved` uses: division and the entailment check."""

    def entails(self, literal: Literal, label: str) -> bool: ...

    def divide(
        self, dividend: Polynomial, divisor: Polynomial
    ) -> tuple[Polynomial, Polynomial]: ...


def halved(path: Dividing, x: Polynomial) -> tuple[Polynomial, Polynomial] | None:
    """Return quotient and remainder of x by 2 if x is 2^n, p ^ q or p & q; otherwise None.

    Half of 2^n is 2^(n - 1), for n >= 1. Half of p ^ q is the `^` of the halves of p and q, and
    likewise for `&`. Let a and b be the last bits of p and q. Then the last bit of a + b is the
    last bit of p ^ q, and the carry of a + b is the last bit of p & q.
    """
    bits, n = x.bits, x.exponent
    if n is not None:
        even = path.entails(Literal("<=", ONE - n), "2^n is even")
        return (power_of_two(n - ONE), ZERO) if even else None
    if bits is None:
        return None
    (p, a), (q, b) = (path.divide(part, TWO) for part in bits.arguments)
    carry, last = path.divide(a + b, TWO)
    return bits_of(bits.symbol, p, q), last if bits.symbol == XOR else carry
