"""Attacks that change the meaning of a name between reading and running a claim."""

import pytest

from verif.deciding.decide import decide
from verif.kernel.claim import claim
from verif.kernel.verbs import ensure
from verif.kernel.verdict import Outcome
from verif.readings.numbers import Integers

LARGE = 10**6

NUMBER = 1


def with_a_default(n, k=NUMBER):
    return k


def with_another_default(n, k=1):
    return k


def by_a_name(n, *, k=1):
    return k


with_another_default.__defaults__ = (3,)
by_a_name.__kwdefaults__["k"] = 3

NUMBER = 2


@pytest.mark.parametrize(
    ("helper", "wrong"), [(with_a_default, 2), (with_another_default, 1), (by_a_name, 1)]
)
def test_a_default_is_the_value_that_the_function_has(helper, wrong):
    @claim("DEFAULT", "", source="", n=Integers())
    def text(alg, n):
        if n > LARGE:
            ensure("wrong", helper(n) == wrong)
        ensure("small or large", n >= 0)

    assert decide(text).outcome is Outcome.REFUTED


def test_a_text_is_not_proved_with_the_former_values_of_its_names(monkeypatch):
    @claim("FORMER", "", source="", n=Integers())
    def text(alg, n):
        if n > LARGE:
            ensure("the former", NUMBER == 2)
        ensure("small or large", n >= 0)

    assert decide(text).outcome is Outcome.PROVED
    monkeypatch.setitem(globals(), "NUMBER", 3)
    verdict = decide(text)
    assert verdict.outcome is Outcome.ERROR
    assert "`NUMBER` has changed since `text` was read" in verdict.reason


def test_a_text_is_not_proved_with_the_former_helper(monkeypatch):
    @claim("HELPER", "", source="", n=Integers())
    def text(alg, n):
        ensure("as before", with_a_default(n) == 1)

    assert decide(text).outcome is Outcome.PROVED
    monkeypatch.setitem(globals(), "with_a_default", with_another_default)
    assert decide(text).outcome in (Outcome.ERROR, Outcome.REFUTED)
