"""Halves of powers of two, and of the bits of two naturals: all that is known of them."""

from __future__ import annotations

from typing import Protocol

from verif.symbolic.terms import ONE, TWO, XOR, ZERO, Literal, Polynomial, bits_of, power_of_two


class Dividing(Protocol):
    """A path, as far as it divides and knows what follows from its facts."""

    def entails(self, literal: Literal, label: str) -> bool: ...

    def divide(
        self, dividend: Polynomial, divisor: Polynomial
    ) -> tuple[Polynomial, Polynomial]: ...


def halved(path: Dividing, x: Polynomial) -> tuple[Polynomial, Polynomial] | None:
    """Half of 2^n is 2^(n - 1), for n >= 1; that of p ^ q or p & q is that of the halves.

    The last bit is that of the last bits of p and q: these add up to the last bit of p ^ q, and
    carry that of p & q. Of others there is none.
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
