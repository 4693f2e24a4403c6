"""Obligations become theorems of Rocq: true obligations are proved, and false ones are not."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from verif.certify.gallina import UnprintableError
from verif.certify.obligations.certificate import certified
from verif.certify.obligations.relevance import relevant
from verif.certify.obligations.rocq import TACTICS, Goal, check, prepare, text
from verif.certify.obligations.statement import parsed, statement
from verif.kernel.obligation import FALSE, Obligation, Reply
from verif.solvers.process import z3_solver
from verif.theory import THEORY

BROKEN = 3
"""The number of broken obligations of each kind that are tried.

Each obligation takes long, because all tactics must fail.
"""

MONOTONE = Obligation(
    "products of what is larger",
    (("a", 0), ("b", 0), ("f.modes.i", 1), ("unused", 0)),
    ("(<= 2 a)", "(not (= unused 3))", "(= (f.modes.i 0) b)", "(<= 1 b)"),
    "(<= (+ 1 b) (* a (f.modes.i 0)))",
)


def test_statement_has_every_hypothesis_and_then_the_goal():
    assert statement(MONOTONE) == (
        "forall (a : Z) (b : Z) (f_modes_i : Z -> Z) (unused : Z),\n"
        "(2 <= a) ->\n"
        "(~ (unused = 3)) ->\n"
        "((f_modes_i 0) = b) ->\n"
        "(1 <= b) ->\n"
        "((1 + b) <= (a * (f_modes_i 0)))"
    )


@pytest.mark.parametrize(
    "goal",
    ["(div a 2)", "(<= a a a)", "(= a)", "()", "(<= a 1", "(<= a 1))", "a b", "(or a a)", "c"],
)
def test_an_unprintable_goal_is_rejected(goal):
    with pytest.raises(UnprintableError):
        statement(Obligation("", (("a", 0),), (), goal))


def test_terms_are_parsed_with_their_nesting():
    assert parsed("(<= (+ 1 (f x y)) z)") == ("<=", ("+", "1", ("f", "x", "y")), "z")


def test_goal_of_dead_hypotheses_is_false():
    assert statement(Obligation("", (), ("(not false)",), FALSE)) == "(~ False) ->\nFalse"


def test_clashing_names_are_made_distinct():
    clash = Obligation("", (("f.x", 0), ("f<x", 0), ("Z", 0)), (), "(<= f.x (+ f<x Z))")
    assert statement(clash) == "forall (f_x : Z) (f_x' : Z) (Z_ : Z),\n(f_x <= (f_x' + Z_))"


def test_irrelevant_hypotheses_are_omitted_from_the_proof_only():
    (core,) = relevant([MONOTONE])
    assert 1 not in core
    printed = text([Goal("it", MONOTONE, core)])
    assert statement(MONOTONE) in printed
    assert printed.count("Qed.") == 1
    assert printed.endswith("Print Assumptions everything.\n")


def test_the_theorem_shown_in_the_document_is_printed():
    document = (
        Path(__file__).parents[2] / "docs" / "explanation" / "certify-obligations.md"
    ).read_text()
    (shown,) = re.findall(r"^```\n(Lemma .*?)^```$", document, re.MULTILINE | re.DOTALL)
    used = (0, 2, 3)
    needed = replace(
        MONOTONE,
        symbols=MONOTONE.symbols[:3],
        hypotheses=tuple(MONOTONE.hypotheses[k] for k in used),
    )
    goals = [Goal(f"NAME/{k:04}", needed, *relevant([needed])) for k in range(8)]
    assert shown in text(goals)


def test_a_goal_among_the_hypotheses_needs_only_that_one():
    assert relevant([replace(MONOTONE, goal="(<= 1 b)")]) == ((3,),)


def test_all_hypotheses_are_relevant_where_nothing_follows():
    assert relevant([replace(MONOTONE, goal="(<= b 7)")]) == ((0, 1, 2, 3),)


def test_hints_stay_few():
    assert len((TACTICS / "Hints.v").read_text().splitlines()) <= 200


@pytest.mark.long
def test_true_obligations_are_closed_and_false_ones_stay_open():
    false = Obligation("too much", (("x", 0),), ("(<= 1 x)",), "(<= 2 x)")
    dead = Obligation("dead", (("x", 0),), ("(<= 1 x)", "(<= x 0)"), FALSE)
    named = {"good/0001": MONOTONE, "bad/0001": false, "dead/0001": dead}
    found = certified(1, named, jobs=1)
    assert (found.closed, found.open) == (2, ("bad/0001",))
    assert sum(found.ways.values()) == 2


def negated(obligation: Obligation) -> Iterator[Obligation]:
    yield replace(obligation, goal=f"(not {obligation.goal})")


def with_a_fact_dropped(obligation: Obligation) -> Iterator[Obligation]:
    for fact in obligation.hypotheses:
        rest = tuple(one for one in obligation.hypotheses if one != fact)
        yield replace(obligation, hypotheses=rest)


@pytest.mark.long
@pytest.mark.parametrize("broken", [negated, with_a_fact_dropped])
def test_a_broken_obligation_of_a_lemma_stays_open(broken, decisions):
    """The tested obligations are false: Z3 finds a model of the negation of each."""
    (lemma,) = (c for c in THEORY.contracts if c.id == "digits_count_to_their_number")
    live = [d.obligation for d in decisions.lemma(lemma).discharges if not d.obligation.is_dead]
    live.sort(key=lambda obligation: len(obligation.hypotheses))
    wrong = [one for obligation in live for one in broken(obligation)]
    false = [one for one in wrong if z3_solver().check(one.query(), 1.0).reply is Reply.SAT]
    named = {f"{broken.__name__}/{number}": one for number, one in enumerate(false[:BROKEN])}
    assert len(named) == BROKEN
    assert certified(1, named, jobs=1).open == tuple(named)


@pytest.mark.long
def test_a_wrong_core_does_not_leave_a_true_goal_open(tmp_path: Path):
    prepare(tmp_path)
    assert check([Goal("it", MONOTONE, (1,))], tmp_path, "wrong").open == ()
