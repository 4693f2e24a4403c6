"""The strategies draw accepted and rejected arguments, and shrink them to small arguments."""

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, find, given, seed, settings

from spec import Layout, LayoutError
from spec.composition import composition
from spec.modes import modes_of
from tests.search import claims_for_search as claims
from verif.claims.exactness import composition_is_exact
from verif.readings.groups import cuts
from verif.search import strategies as cute
from verif.search.strategies import sample
from verif.theory.layouts.groups import groups_value
from verif.upstream.in_process import SPEC

quiet = settings(
    database=None,
    deadline=None,
    max_examples=200,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def accepted_and_refused(strategy, operation):
    counts = Counter()

    @seed(4)
    @settings(quiet)
    @given(strategy)
    def run(arguments):
        try:
            operation(*arguments)
        except LayoutError:
            counts["refused"] += 1
        else:
            counts["accepted"] += 1

    run()
    return counts["accepted"], counts["refused"]


def test_admissible_and_inadmissible_pairs_are_drawn():
    accepted, refused = accepted_and_refused(cute.composition_pairs(), composition)
    assert accepted >= 40
    assert refused >= 40


@pytest.mark.parametrize(("strides", "least"), [("positive", 1), ("natural", 0)])
def test_strides_have_the_requested_sign(strides, least):
    @seed(4)
    @settings(quiet)
    @given(cute.layouts(strides))
    def run(layout):
        assert all(d >= least for _, d in modes_of(layout))

    run()


def is_coalescable(layout):
    modes = modes_of(layout)
    return len(modes) == 2 and modes[1][1] == modes[0][0] * modes[0][1] != 0


@pytest.mark.parametrize(
    ("wanted", "modes", "largest_size"),
    [
        (is_coalescable, 2, 1),
        (lambda a: a.size > 1, 1, 2),
        (lambda a: a.cosize > 5, 1, 6),
    ],
    ids=["coalescable", "size", "cosize"],
)
def test_strategies_shrink_to_small_layouts(wanted, modes, largest_size):
    found = find(cute.layouts("natural"), wanted, settings=quiet, random=Random(4))
    assert len(modes_of(found)) == modes
    assert found.size <= largest_size


def test_drawn_refinements_fit_b_and_are_mostly_right():
    found = Counter()

    @seed(4)
    @settings(quiet)
    @given(cute.arguments_of(composition_is_exact))
    def run(arguments):
        a, b, groups = arguments["A"], arguments["B"], arguments["G"]
        assert cuts(modes_of(b), groups)
        right = all(groups_value(groups, x) == a.extended(b(x)) for x in range(b.size))
        found[right] += 1

    run()
    assert found[True] > 60
    assert found[False] > 20


@seed(4)
@settings(quiet, max_examples=50)
@given(cute.arguments_of(claims.true))
def test_drawn_arguments_lie_in_the_domains(arguments):
    assert list(arguments) == ["A", "i"]
    assert 0 <= arguments["i"] < arguments["A"].size


ALGEBRA = SPEC.algebra


def test_a_true_claim_holds_on_every_sample():
    found = sample(claims.true, ALGEBRA, 60, seed=3)
    assert found.satisfied == 60
    assert found.failure is None
    assert found.witness is not None


def test_a_sample_without_a_conclusion_does_not_count():
    found = sample(claims.early, ALGEBRA, 60, seed=3)
    assert all(one["A"].size > 1 for one in found.satisfying)
    assert len(found.satisfying) == found.satisfied < found.cases


def test_a_failure_is_shrunk():
    found = sample(claims.false, ALGEBRA, 60, seed=3)
    assert found.failure is not None
    assert found.failure.arguments == {"A": Layout((1,), (1,)), "x": 1}


def test_a_failure_that_needs_two_layouts_is_found():
    found = sample(claims.distributes, ALGEBRA, 500, seed=3)
    assert found.failure is not None
    assert sum(found.failure.arguments["A"].shape) <= 8


@pytest.mark.parametrize("claim", [claims.true, claims.false, claims.ceil], ids=lambda c: c.id)
def test_sampling_is_determined_by_the_seed(claim, capsys):
    assert sample(claim, ALGEBRA, 30, seed=5) == sample(claim, ALGEBRA, 30, seed=5)
    assert capsys.readouterr() == ("", "")


def test_unsatisfiable_hypotheses_are_not_an_error():
    found = sample(claims.empty, ALGEBRA, 20, seed=1)
    assert found.satisfied == 0
    assert found.cases > 0
    assert found.failure is None
