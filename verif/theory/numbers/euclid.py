"""Euclid: a quotient and a remainder are the only ones."""

from __future__ import annotations

from verif.kernel.claim import assume, ensure
from verif.kernel.contract import Automatic, Contract


def unique_digits(y: int, q: int, r: int, p: int, t: int) -> None:
    """By the sign of y*(p - q - 1): a greater quotient leaves no room for the remainder."""
    if q < p:
        ensure("at least y apart", y * (p - q - 1) >= 0)
    elif p < q:
        ensure("at least y apart", y * (q - p - 1) >= 0)


def _two_divisions(y: int, q: int, r: int, p: int, t: int) -> None:
    assume("a divisor", y >= 1)
    assume("a remainder", 0 <= r < y)
    assume("another remainder", 0 <= t < y)
    assume("of one dividend", y * q + r == y * p + t)


def _one_division(_: None, y: int, q: int, r: int, p: int, t: int) -> None:
    ensure("one quotient", q == p)
    ensure("one remainder", r == t)


EUCLID = Contract(
    "EU",
    "quotient and remainder are unique",
    unique_digits,
    requires=_two_divisions,
    ensures=_one_division,
)

OBSERVATIONS: dict[object, str] = {}
CONTRACTS = (EUCLID,)
AUTOMATIC: tuple[Automatic, ...] = ()
