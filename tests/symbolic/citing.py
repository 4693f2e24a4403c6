"""Helpers for claims that cite other claims: build and prove them, or expect a failed proof."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import spec
from spec.layout import Layout
from verif.kernel.claim import claim
from verif.kernel.verbs import by, ensure
from verif.readings.domains import Index, Layouts
from verif.readings.numbers import Integers
from verif.symbolic.claims import prove_at_every_rank
from verif.symbolic.induction import UnprovedError
from verif.theory import THEORY

LAYOUT = {"A": Layouts(strides="natural"), "i": Index("A")}


def prove(judge, cites, *others):
    given = replace(THEORY, claims={other.id: other for other in others})
    return prove_at_every_rank(judge, cites, spec, given)


def assert_unproved(judge, cites, why=None):
    with pytest.raises(UnprovedError, match=why):
        prove(judge, cites)
    assert cites.contract not in judge.theorems


def citing(cited, arguments):
    """Return a false claim about a layout and a coordinate, which cites `cited` at `arguments`."""

    @claim("CITING", "", source="", **LAYOUT)
    def text(alg: Any, A: Layout, i: int) -> None:
        by(cited, *arguments(A, i))
        ensure("a layout is 0", A(i) == 0)

    return text


def of_integers(text):
    return claim("CITED", "", source="", x=Integers(), y=Integers())(text)
