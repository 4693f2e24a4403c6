"""A cited lemma whose condition is not known yet is applied when the condition becomes known."""

from __future__ import annotations

from typing import Any

import pytest

from spec.composition import no_carry
from spec.layout import Layout
from spec.modes import modes_of
from tests.symbolic.citing import assert_unproved, prove
from verif.kernel.claim import claim
from verif.kernel.verbs import assume, by, ensure
from verif.readings.domains import Index, Layouts
from verif.theory.composition.one_mode import image_value

PIECES = {"A": Layouts(), "P": Layouts(strides="natural"), "i": Index("P")}


@claim("KNOWN-FIRST", "no carry is known when the images are observed", source="", **PIECES)
def known_first(alg: Any, A: Layout, P: Layout, i: int) -> None:
    by("value_is_natural", modes_of(P), i)
    assume("no carry", no_carry(modes_of(A), modes_of(P)))
    images = image_value(modes_of(A), modes_of(P), i)
    ensure("A is linear", A.extended(P(i)) == images)


@claim("KNOWN-LATER", "no carry is known after the images are observed", source="", **PIECES)
def known_later(alg: Any, A: Layout, P: Layout, i: int) -> None:
    by("value_is_natural", modes_of(P), i)
    images = image_value(modes_of(A), modes_of(P), i)
    assume("no carry", no_carry(modes_of(A), modes_of(P)))
    ensure("A is linear", A.extended(P(i)) == images)


@pytest.mark.parametrize("stated", [known_first, known_later], ids=lambda claim: claim.id)
def test_a_lemma_applies_once_its_condition_becomes_known(judge, stated):
    assert "a_is_linear_on_pieces_that_do_not_carry" in prove(judge, stated).by


def test_a_lemma_whose_condition_stays_unknown_does_not_apply(judge):
    @claim("UNKNOWN", "nothing says that there is no carry", source="", **PIECES)
    def stated(alg: Any, A: Layout, P: Layout, i: int) -> None:
        by("value_is_natural", modes_of(P), i)
        images = image_value(modes_of(A), modes_of(P), i)
        ensure("A is linear", A.extended(P(i)) == images)

    assert_unproved(judge, stated, "A is linear")
