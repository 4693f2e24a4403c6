"""A verdict never claims more than its evidence supports."""

from dataclasses import replace
from itertools import product

import pytest

from tests.kernel.test_judge import TRUE, FixedSolver
from verif.kernel.errors import ForgeryError
from verif.kernel.judge import Judge
from verif.kernel.obligation import Reply
from verif.kernel.said import Engine, Said
from verif.kernel.verdict import ALL, EVERYTHING, Counterexample, Outcome, Scope, Verdict

THEOREM = Judge(FixedSolver(Reply.UNSAT)).prove("T", "true", [TRUE])
COUNTEREXAMPLE = Counterexample({"A": "4:1"}, "3", ("1", "2"), "A(i) = i", minimal=True)
SCOPES = [Scope(ranks, n) for ranks, n in product((ALL, (), ("*",), ("*", "(*)")), (ALL, 5, 6))]


@pytest.mark.parametrize("outcome", [o for o in Outcome if o is not Outcome.PROVED])
def test_only_proved_has_a_theorem(outcome):
    with pytest.raises(
        ForgeryError, match=r"^a verdict must have a theorem if and only if it is PROVED$"
    ):
        Verdict(outcome, theorem=THEOREM, reason="so")


def test_proved_needs_a_theorem():
    with pytest.raises(
        ForgeryError, match=r"^a verdict must have a theorem if and only if it is PROVED$"
    ):
        Verdict(Outcome.PROVED)


@pytest.mark.parametrize("outcome", list(Outcome))
def test_no_verdict_can_be_replaced_by_proved(outcome):
    made = {
        Outcome.PROVED: {"theorem": THEOREM},
        Outcome.REFUTED: {"counterexample": COUNTEREXAMPLE},
    }
    verdict = Verdict(outcome, reason="so", **made.get(outcome, {}))
    if outcome is not Outcome.PROVED:
        with pytest.raises(ForgeryError):
            replace(verdict, outcome=Outcome.PROVED)


def test_refuted_needs_a_counterexample_and_nothing_else_has_one():
    message = r"^a verdict must have a counterexample if and only if it is REFUTED$"
    with pytest.raises(ForgeryError, match=message):
        Verdict(Outcome.REFUTED)
    with pytest.raises(ForgeryError, match=message):
        Verdict(Outcome.PROVED, theorem=THEOREM, counterexample=COUNTEREXAMPLE)


def test_unknown_needs_a_reason():
    with pytest.raises(ForgeryError, match=r"^an UNKNOWN verdict must have a reason$"):
        Verdict(Outcome.UNKNOWN)


@pytest.mark.parametrize("scope", SCOPES)
def test_a_scope_covers_itself_and_everything_covers_it(scope):
    assert scope.covers(scope)
    assert EVERYTHING.covers(scope)


def test_covering_is_an_order():
    for one, other, last in product(SCOPES, repeat=3):
        if one.covers(other) and other.covers(one):
            assert one == other
        if one.covers(other) and other.covers(last):
            assert one.covers(last)


@pytest.mark.parametrize("scope", [s for s in SCOPES if s != EVERYTHING])
def test_nothing_bounded_covers_everything(scope):
    assert not scope.covers(EVERYTHING)


def test_scopes_and_counterexamples_are_printed():
    assert str(EVERYTHING) == "ranks all, integers all"
    assert str(Scope(("*", "(*,*)"), 5)) == "ranks * (*,*), integers 5"
    assert str(COUNTEREXAMPLE) == "A = 4:1: A(i) = i (1 != 2)"


def test_scopes_print_bounds_of_the_claim_after_the_integers():
    assert Scope(ALL, 5).within == 5
    assert Scope(ALL, 5, ("n >= 1", "m >= 2")).within == "5, n >= 1, m >= 2"


def test_a_report_of_an_engine_is_printed_with_its_name():
    assert str(Said(Engine.SEARCH, "no failure")) == "search: no failure"
    assert str(Said(Engine.DECIDING, "no failure")) == "no failure"
