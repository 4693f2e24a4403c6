"""Claims about `^`, `&` and shifts are proved by halving or by lemmas, or stay unknown."""

from __future__ import annotations

from typing import Any

import pytest

from verif.deciding.decide import decide
from verif.deciding.proving import stated
from verif.kernel.claim import claim
from verif.kernel.verbs import by, ensure
from verif.kernel.verdict import ALL, Outcome, Scope
from verif.readings.numbers import Integers
from verif.symbolic import values
from verif.theory.numbers.bits import a_sum_is_xor_and_twice_and

NATURALS = {"x": Integers(), "y": Integers()}


@claim("PARITY", "", source="", **NATURALS)
def the_last_bit_is_that_of_the_sum(alg: Any, x: int, y: int) -> None:
    ensure("the last bit", (x ^ y) % 2 == (x + y) % 2)


@claim("AT-MOST", "", source="", **NATURALS)
def an_xor_is_at_most_the_sum(alg: Any, x: int, y: int) -> None:
    by(a_sum_is_xor_and_twice_and, x, y)
    ensure("at most", x ^ y <= x + y)


@claim("FAR", "false of 2^20, beyond what is searched", source="", **NATURALS)
def no_number_has_bit_20(alg: Any, x: int, y: int) -> None:
    ensure("not this bit", (x + y) & 2**20 == 0)


@claim("TWICE", "true, and cites no lemma", source="", **NATURALS)
def twice_is_not_at_all(alg: Any, x: int, y: int) -> None:
    ensure("back", ((x ^ y) ^ 5) ^ y == x ^ 5)


@claim("EVEN", "", source="", n=Integers())
def twice_a_power_is_a_power(alg: Any, n: int) -> None:
    ensure("even", (1 << (n + 1)) % 2 == 0)
    ensure("its half", (1 << (n + 1)) >> 1 == 1 << n)


@claim("GREAT", "false of 40, beyond what is searched", source="", n=Integers())
def no_power_has_bit_40(alg: Any, n: int) -> None:
    ensure("not this one", 1 << n != 1 << 40)


@claim("SIGNED", "", source="", x=Integers(None), y=Integers(None))
def a_negative_has_a_last_bit(alg: Any, x: int, y: int) -> None:
    ensure("the last bit", (x ^ y) % 2 == (x + y) % 2)
    ensure("the last bit in common", (x & y) % 2 == (x % 2) * (y % 2))
    ensure("a natural", x & 6 >= 0)


@claim("UNSIGNED", "true of naturals only, far from 0", source="", x=Integers(None), y=Integers(-8))
def all_bits_are_natural(alg: Any, x: int, y: int) -> None:
    if x < -1000:
        ensure("a natural", x & y >= 0)


@pytest.mark.parametrize(
    "claim",
    [
        the_last_bit_is_that_of_the_sum,
        an_xor_is_at_most_the_sum,
        twice_a_power_is_a_power,
        a_negative_has_a_last_bit,
    ],
)
def test_true_claims_about_bits_are_proved(claim):
    verdict = decide(claim)
    assert (verdict.outcome, verdict.scope) == (Outcome.PROVED, Scope(ALL, ALL, stated(claim)))


@pytest.mark.parametrize(
    "claim",
    [no_number_has_bit_20, twice_is_not_at_all, no_power_has_bit_40, all_bits_are_natural],
)
def test_claims_about_bits_without_a_rule_are_unknown(claim):
    """The solver leaves `^`, `&` and 2^n uninterpreted, so a model need not be a counterexample."""
    assert decide(claim).outcome is Outcome.UNKNOWN


def test_replay_detects_a_sign_rule_valid_only_for_naturals(monkeypatch):
    monkeypatch.setattr(values, "_is_natural", lambda value: True)
    verdict = decide(a_negative_has_a_last_bit)
    assert verdict.outcome is Outcome.ERROR
    assert "SIGNED at every rank, replayed at" in verdict.reason
