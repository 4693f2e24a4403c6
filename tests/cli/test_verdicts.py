"""Verdicts as lines of text: the exact table, and its colours."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from spec import Layout
from tests.pages.verdicts import DECIDED
from verif.cli.output import print_lines
from verif.cli.verdicts import claim_lines, progress, verdict_lines
from verif.deciding.decide import decide
from verif.deciding.decided import Decided, summary
from verif.kernel.claim import EXPECT_PROOF, REFUTED, Expectation, claim, proved, unknown
from verif.kernel.verbs import ensure, ensure_equal
from verif.kernel.verdict import Outcome, Scope, Verdict
from verif.readings.domains import Layouts, flat

CURE = (
    "cite the missing lemma, by(LEMMA, ...) in a claim or LEMMA(...) in a lemma, or add the"
    " missing assume(...)"
)

TABLE = f"""\
   id     verdict  scope  time   claim
   FALSE  REFUTED         0.1 s  every layout is the identity
      A = (2):(0) at 1: the offset (0 != 1); replayed on spec 1.0
!  OPEN   UNKNOWN         2.0 s  nobody knows
      every rank: open: the size
          OPEN at every rank, path 1: the size
          to show: total(A_1) = 1 + span(A_1)
          known:   length_A_1 >= 1; and 1 more, which -v shows
          against: span(A_1) = 5
      expected PROVED (ranks all, integers all)
      next: {CURE} (layout-verif help unknown not-implied)

2 claims: 1 refuted, 1 unknown, 1 NOT as expected
"""


def printed(lines, **options):
    console = Console(file=io.StringIO(), **options)
    print_lines(console, lines)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [20, 80, 200])
def test_the_table_does_not_depend_on_the_width(width):
    assert printed(verdict_lines(DECIDED), width=width) == TABLE


def test_verbose_output_shows_the_facts_of_a_path():
    text = printed(verdict_lines(DECIDED, verbose=True))
    assert "          known:   length_A_1 >= 1; length_b_2 >= 1\n" in text


def test_a_proof_at_profiles_shows_why_every_rank_failed():
    @claim("ZERO", "A takes 0 to 0", source="", A=Layouts(flat(1)))
    def at_zero(alg, A):
        ensure_equal("zero", A(0), 0)

    verdict = decide(at_zero)
    short = f"every rank: open: zero\n      next: {CURE}"
    assert short in printed(verdict_lines([Decided(at_zero, verdict)]), width=200)
    there = replace(at_zero, expect=proved(ranks=("(*)",)))
    assert "next" not in printed(verdict_lines([Decided(there, verdict)]), width=200)


def test_verdicts_are_coloured_and_unexpected_ones_bold_on_a_terminal():
    text = printed(verdict_lines(DECIDED), force_terminal=True, color_system="standard")
    assert "FALSE  \x1b[33mREFUTED\x1b[0m" in text
    assert "\x1b[1m!  OPEN   \x1b[0m\x1b[1;35mUNKNOWN\x1b[0m" in text


def test_a_failure_by_a_rejection_says_how_to_assume_acceptance():
    @claim("DOWN", "a mode with a negative stride is composed", source="", A=Layouts(flat(1)))
    def composed(alg, A):
        ensure("composed", alg.composition(A, Layout(2, -1)).size == 2)

    shown = printed(verdict_lines([Decided(composed, decide(composed))]), width=200)
    assert "next: if the operation may reject its arguments, write R = attempt(alg.op, ..)" in shown


def test_a_failure_by_a_division_by_zero_names_the_divisor():
    @claim("BY-0", "each size is divisible", source="", A=Layouts(flat(1)))
    def divided(alg, A):
        ensure("divided", A.size // 0 == 1)

    shown = printed(verdict_lines([Decided(divided, decide(divided))]), width=200)
    assert "next: the code divides by 0: correct the divisor D, or, if D is 0 only" in shown
    assert "attempt" not in shown


def test_claims_are_listed_with_expected_verdicts():
    assert printed(claim_lines([d.claim for d in DECIDED])) == (
        "FALSE  REFUTED  every layout is the identity\n"
        "OPEN   PROVED   nobody knows  (ranks all, integers all)\n"
    )


def test_progress_is_one_line_per_claim_without_a_terminal():
    console = Console(file=io.StringIO())
    with progress(console, len(DECIDED)) as show:
        for decided in DECIDED:
            show(decided)
    first, *lines = console.file.getvalue().splitlines()
    assert first == "deciding 2 claims and the lemmas that they cite"
    assert lines == ["FALSE: REFUTED", "OPEN: UNKNOWN"]


def test_progress_is_a_bar_that_is_cleared_on_a_terminal():
    console = Console(file=io.StringIO(), force_terminal=True, width=80)
    with progress(console, len(DECIDED)) as show:
        for decided in DECIDED:
            show(decided)
    text = console.file.getvalue()
    assert "2/2" in text
    assert text.endswith("\x1b[1A\x1b[2K")


@pytest.mark.parametrize(
    ("expect", "verdict", "passes"),
    [
        (unknown("it is hard"), Verdict(Outcome.UNKNOWN, reason="given up"), True),
        (EXPECT_PROOF, Verdict(Outcome.UNKNOWN, reason="given up"), False),
        (proved(), Verdict(Outcome.UNKNOWN, scope=Scope("all", "all"), reason="given up"), False),
        (REFUTED, Verdict(Outcome.ERROR), False),
        (REFUTED, Verdict(Outcome.VACUOUS), False),
        (Expectation(Outcome.VACUOUS), Verdict(Outcome.VACUOUS), True),
        (Expectation(Outcome.VACUOUS, Scope("all", "all")), Verdict(Outcome.VACUOUS), False),
        (
            Expectation(Outcome.VACUOUS, Scope(("(*)",), "all")),
            Verdict(Outcome.VACUOUS, scope=Scope("all", "all")),
            True,
        ),
        (
            Expectation(Outcome.VACUOUS, Scope("all", "all")),
            Verdict(Outcome.VACUOUS, scope=Scope(("(*)",), "all")),
            False,
        ),
    ],
)
def test_a_verdict_is_compared_with_its_expectation(expect, verdict, passes):
    claim = type(DECIDED[0].claim)("X", "x", "here", expect, {}, lambda alg: None)
    assert Decided(claim, verdict).as_expected is passes


def test_the_summary_counts_verdicts():
    assert summary(()) == "0 claims: all as expected"
    assert summary(DECIDED[:1]) == "1 claim: 1 refuted, all as expected"
    assert summary(DECIDED) == "2 claims: 1 refuted, 1 unknown, 1 NOT as expected"


def test_a_refuted_claim_shows_no_advice_for_a_proof():
    lines = list(verdict_lines(DECIDED, verbose=True))
    refuted = [d for d in DECIDED if d.verdict.outcome is Outcome.REFUTED]
    (unknown_verdict,) = (d.verdict for d in DECIDED if d.verdict.outcome is Outcome.UNKNOWN)
    said = [replace(d, verdict=replace(d.verdict, said=unknown_verdict.said)) for d in refuted]
    assert any("next: " in str(line) for line in lines)
    assert "next: " not in printed(verdict_lines(said, verbose=True))


def test_a_counterexample_of_no_exhaustive_search_may_not_be_the_smallest():
    (refuted,) = (d for d in DECIDED if d.verdict.outcome is Outcome.REFUTED)
    found = replace(refuted.verdict.counterexample, minimal=False)
    larger = replace(refuted, verdict=replace(refuted.verdict, counterexample=found))
    words = "; a smaller counterexample may exist"
    assert words in printed(verdict_lines([larger]))
    assert words not in printed(verdict_lines([refuted]))
