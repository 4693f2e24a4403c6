"""Functions such as `ensure` act on the current run of a claim. Malformed claims are rejected."""

import pytest

from verif.kernel.claim import Expectation, claim, proved, unknown
from verif.kernel.errors import ClaimError
from verif.kernel.verbs import (
    OnNumbers,
    accepted,
    assume,
    attempt,
    ensure,
    ensure_equal,
    running,
    same,
)
from verif.kernel.verdict import EVERYTHING, Outcome
from verif.readings.numbers import Integers


class Listing:
    """A fake run of a claim that records the calls of its methods."""

    def __init__(self):
        self.calls = []

    def assume(self, label, condition):
        self.calls.append(("assume", label, condition))

    def ensure(self, label, condition, values):
        self.calls.append(("ensure", label, condition, values))


def test_assume_and_ensure_are_sent_to_the_current_run():
    listing = Listing()
    with running(listing):
        assume("a", True)
        ensure("b", False)
        ensure_equal("c", 1, 2)
    assert listing.calls == [
        ("assume", "a", True),
        ("ensure", "b", False, ()),
        ("ensure", "c", False, (1, 2)),
    ]


def test_same_compares_numbers_by_equality():
    class Numbers(OnNumbers):
        calls = ()

        def ensure(self, label, condition, values):
            self.calls += ((label, condition, values),)

    numbers = Numbers()
    with running(numbers):
        same("a", (1, 2), (1, 2))
        same("b", (1, 2), (1,))
    assert numbers.calls == (("a", True, ((1, 2), (1, 2))), ("b", False, ((1, 2), (1,))))


def test_accepted_requires_every_value():
    assert accepted(0, ())
    assert not accepted(1, None)
    assert accepted()


def test_runs_are_nested():
    outer, inner = Listing(), Listing()
    with running(outer):
        with pytest.raises(ZeroDivisionError), running(inner):
            _ = 1 / 0
        assume("a", True)
    assert (len(outer.calls), len(inner.calls)) == (1, 0)


def test_assume_outside_a_run_raises_an_error():
    with pytest.raises(LookupError):
        assume("a", True)


def test_attempt_returns_none_only_for_value_errors():
    assert attempt(int, "1") == 1
    assert attempt(int, "x") is None
    with pytest.raises(ZeroDivisionError):
        attempt(lambda: 1 // 0)


def test_domains_must_match_the_arguments():
    message = r"^T: after its first parameter, the claim must take \(j\), .*; it takes \(i\)$"
    with pytest.raises(ClaimError, match=message):

        @claim("T", "", source="", j=Integers())
        def text(alg, i):
            ensure("so", True)


@pytest.mark.parametrize("changed", [{"title": "a\nb"}, {"source": "\x1b"}])
def test_quoted_fields_of_a_claim_must_be_one_line(changed):
    names = {"id": "T", "title": "", "source": "", **changed}
    with pytest.raises(ClaimError, match=r"one line each$"):
        claim(**names, i=Integers())(lambda alg, i: None)


@pytest.mark.parametrize(
    "id", ["A\nB", "", "D6  PROVED  ranks all, integers all", "D6 ", "\u0421\u0031", "D6\u200b"]
)
def test_an_invalid_id_is_rejected(id):
    with pytest.raises(ClaimError, match="is not a valid id"):
        claim(id, "", source="", i=Integers())(lambda alg, i: None)


@pytest.mark.parametrize("label", ["so\n  D6  PROVED", "so\x1b[1A", 5])
@pytest.mark.parametrize("verb", [assume, ensure])
def test_a_label_must_be_one_line(verb, label):
    with running(Listing()), pytest.raises(ClaimError, match="a label must be one line"):
        verb(label, True)


def test_expectations_have_outcome_scope_and_reason():
    assert proved() == Expectation(Outcome.PROVED, EVERYTHING)
    assert str(proved()) == "PROVED (ranks all, integers all)"
    assert str(unknown("too hard")) == "UNKNOWN"
    assert unknown("too hard").reason == "too hard"
