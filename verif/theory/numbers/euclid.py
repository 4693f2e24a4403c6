"""Euclid's division: quotient and remainder are unique.

For y >= 1, an integer is y*q + r with 0 <= r < y in exactly one way. With different quotients q,
the multiples of y would be at least y apart, but the remainders differ by less than y.
"""

from __future__ import annotations

from verif.kernel.theory import Lemma, lemma
from verif.kernel.verbs import assume, ensure


@lemma
def quotient_and_remainder_are_unique(y: int, q: int, r: int, p: int, t: int) -> Lemma:
    """Quotient and remainder are unique."""
    assume("a divisor", y >= 1)
    assume("a remainder", 0 <= r < y)
    assume("another remainder", 0 <= t < y)
    assume("equal dividends", y * q + r == y * p + t)

    def shows() -> None:
        ensure("one quotient", q == p)
        ensure("one remainder", r == t)

    def proof() -> None:
        """If q < p, then y*p - y*q >= y. But y*p - y*q = r - t < y. Likewise if p < q."""
        if q < p:
            ensure("at least y apart", y * (p - q - 1) >= 0)
        elif p < q:
            ensure("at least y apart", y * (q - p - 1) >= 0)

    return shows, proof
