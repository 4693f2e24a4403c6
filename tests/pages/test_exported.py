"""Each claim is about functions that `spec` or `spec.xla` exports; a page lists these functions."""

from pathlib import Path

import pytest

import spec
from spec import Layout, coalesce
from spec.layout import make_layout
from spec.memory.turns import fewest_turns
from spec.thread_value import thread_value
from verif.claims.catalogue import catalogue
from verif.kernel.claim import claim
from verif.kernel.verbs import by, ensure_equal
from verif.pages.exported import (
    CALL,
    FUNCTIONS,
    PAGE,
    exported_page,
    speaks_of,
    spoken_of,
    unspoken,
)
from verif.readings.domains import Layouts
from verif.readings.numbers import Integers
from verif.readings.one_by_one import one_by_one

ROOT = Path(__file__).parents[2]

CLAIMS = {one.id: one for one in catalogue()}

MOST_UNSPOKEN = 29


@pytest.mark.parametrize("one", CLAIMS.values(), ids=CLAIMS)
def test_every_claim_is_about_an_exported_function(one):
    # Helper functions of XLA shapes, linear layouts and wavefronts are not operations.
    xla = (getattr(spec.xla, name) for name in spec.xla.__all__)
    others = (*xla, thread_value, fewest_turns)
    assert spoken_of(one) or any(speaks_of(one, function) for function in others)


def test_the_number_of_functions_without_a_proved_claim_does_not_grow():
    proved = [one for one in CLAIMS.values() if one.expect.scope is not None]
    assert len(unspoken(proved)) <= MOST_UNSPOKEN
    assert set(unspoken(())) == set(FUNCTIONS)


@pytest.mark.parametrize(
    ("name", "functions"),
    [
        *((name, {"composition", "make_layout"}) for name in ("D3", "D4", "D5", "D6", "D6p")),
        *((name, {"composition", "make_layout"}) for name in ("D1a", "D10", "D11")),
        *((name, {"linear_index"}) for name in ("X1", "X1r", "X4", "X7", "X8", "X9", "X9h", "B1")),
    ],
)
def test_known_claims_are_about_the_expected_functions(name, functions):
    assert functions <= set(spoken_of(CLAIMS[name]))


def doubled(a):
    return make_layout(a, a)


@claim("T1", "a helper's text is the claim's", source="a test", A=Layouts(), n=Integers())
def helped(alg, A, n):
    by("nothing", spec.complement(A, 4), coalesce(A))
    ensure_equal("twice", doubled(A).size, alg.size(A) * A(n) * n)


@claim("T2", "a reading's text is the claim's", source="a test", A=Layouts())
def read(alg, A):
    ensure_equal("itself", one_by_one(alg, Layout(4, 1), A), A.cosize)


@claim("T3", "a function that is called is not a subject", source="a test", n=Integers())
def silent(alg, n):
    ensure_equal("itself", n, n)


@pytest.mark.parametrize(
    ("one", "functions"),
    [
        (helped, ("make_layout", "size", CALL)),
        (read, ("Layout", "composition", "make_layout", "Layout.cosize")),
        (silent, ()),
    ],
)
def test_functions_named_by_a_claim_or_its_helpers_are_found(one, functions):
    assert spoken_of(one) == functions


def test_the_committed_page_is_computed_from_the_claims():
    assert (ROOT / PAGE).read_text() == exported_page()
