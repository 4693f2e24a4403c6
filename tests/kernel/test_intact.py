"""What a user's file changes of the project is seen, whatever it is."""

from __future__ import annotations

import sys

import pytest

import spec
from verif.claims.catalogue import claims_in
from verif.kernel.errors import ClaimError
from verif.kernel.intact import altered, state
from verif.kernel.judge import Judge
from verif.kernel.verdict import Outcome
from verif.theory import THEORY


@pytest.fixture(scope="module")
def before():
    return state()


def test_nothing_is_altered_by_nothing(before):
    assert altered(before) is None


@pytest.mark.parametrize(
    ("owner", "name", "value"),
    [
        (spec, "composition", lambda A, B: A),
        (Judge, "ask", lambda self, obligation: None),
        (Outcome, "worse", 1),
        (spec.coalesce, "__code__", spec.complement.__code__),
        (spec.coalesce, "__defaults__", (1,)),
    ],
    ids=["function", "method", "attribute", "code", "defaults"],
)
def test_what_is_altered_is_seen(before, monkeypatch, owner, name, value):
    monkeypatch.setattr(owner, name, value, raising=False)
    assert altered(before) is not None


def test_another_reading_is_seen(before, monkeypatch):
    monkeypatch.setitem(THEORY.readings, spec.flatten, lambda lifter: None)
    assert altered(before) is not None


def test_an_environment_of_solvers_is_seen(before, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    assert altered(before) == "environment.PYTHONPATH"


FILE = """
import spec, sys, types
from verif import Integers, claim, ensure

{change}

@claim("EVIL", "every integer is small", source="", i=Integers())
def every_integer_is_small(alg, i):
    ensure("small", i <= 1000)
"""


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("spec.composition = lambda A, B: A", r"spec\.composition"),
        ("sys.modules['spec.evil'] = types.ModuleType('spec.evil')", r"spec\.evil"),
    ],
)
def test_a_file_that_changes_the_project_is_refused(tmp_path, monkeypatch, change, named):
    monkeypatch.setattr(spec, "composition", spec.composition)
    monkeypatch.setitem(sys.modules, "spec.evil", None)
    monkeypatch.delitem(sys.modules, "spec.evil")
    path = tmp_path / "evil.py"
    path.write_text(FILE.format(change=change))
    with pytest.raises(ClaimError, match=f"{named} is not what it was"):
        claims_in(path)
