"""Every postcondition in a docstring of `spec` names its evidence.

The page and the README count the postconditions.
"""

from dataclasses import replace
from pathlib import Path

import pytest

import spec
from spec.coalesce import coalesce, coalesce_extended
from spec.complement import complement
from verif.claims.catalogue import catalogue
from verif.pages.promises import (
    PAGE,
    README,
    Kept,
    Promise,
    carried,
    counted,
    for_all,
    promises,
    promises_of,
    promises_page,
    share,
    unkept,
)

ROOT = Path(__file__).parents[2]

CLAIMS = {claim.id: claim for claim in catalogue()}
PROMISES = promises()

MOST_TESTED = 28
"""The largest allowed number of postconditions that are only tested. It should decrease."""


def test_every_postcondition_is_established_as_marked():
    assert {p.name: p.text for p in PROMISES if unkept(p, CLAIMS)} == {}


def test_the_number_of_postconditions_only_tested_does_not_grow():
    assert sum(promise.kept is Kept.TESTED for promise in PROMISES) <= MOST_TESTED


def test_postconditions_of_functions_classes_and_methods_are_found():
    assert {"composition", "Swizzle", "Layout.extended", "refine"} <= {p.name for p in PROMISES}


def postconditions_of(text):
    def function():
        """A docstring that is replaced by `text`."""

    function.__doc__ = text
    return [(one.text, one.marks) for one in promises_of("function", function)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A thing.", []),
        ("Post-conditions: a; b (C1).", [("a", ()), ("b", ("C1",))]),
        ("Post-conditions: f(x) (C1, P1c). g(x).", [("f(x)", ("C1", "P1c")), ("g(x)", ())]),
        (
            "Post-conditions: onto\n    0 .. 3\n    (tested).\n\n    More (C2).",
            [("onto 0 .. 3", ("tested",))],
        ),
        ("Post-conditions: x (contract).\nRaises ShapeError.", [("x", ("contract",))]),
    ],
)
def test_a_postcondition_is_a_clause_with_its_mark(text, found):
    assert postconditions_of(text) == found


@pytest.mark.parametrize(
    ("function", "marks", "reason"),
    [
        (coalesce, ("C1",), None),
        (coalesce, (), "it does not end in a mark"),
        (coalesce, ("C0",), "C0 is not a proved claim"),
        (coalesce, ("C1", "C7"), "C7 is not a proved claim"),
        (complement, ("C1",), "C1 does not name complement"),
        (spec.Layout.extended, ("I2m",), None),
        (coalesce_extended, ("contract",), None),
        (coalesce, ("contract",), "the theory has no contract"),
        (coalesce, ("tested",), None),
    ],
)
def test_an_unestablished_postcondition_is_reported_with_the_reason(function, marks, reason):
    assert unkept(Promise(function.__name__, function, "a promise", marks), CLAIMS) == reason


def test_claim_ids_inside_a_postcondition_are_not_read_as_markers():
    within = Promise("coalesce", coalesce, "a function (C1), and a normal form", ("C2",))
    assert unkept(within, CLAIMS) == "it has a mark inside"


def test_a_postcondition_has_full_scope_if_all_its_claims_have():
    one = Promise("coalesce", coalesce, "a promise", ("C1",))
    assert for_all(one, CLAIMS)
    assert not for_all(replace(one, marks=("C1", "G8")), CLAIMS)
    assert not for_all(replace(one, marks=("tested",)), CLAIMS)
    assert for_all(replace(one, marks=("C1", "G8")), CLAIMS, {"G8"})
    assert not for_all(replace(one, marks=("tested",)), CLAIMS, {"tested"})


def test_a_claim_lists_the_postconditions_that_name_it():
    assert {promise.name for promise in carried(CLAIMS["Q1"], PROMISES)} == {
        "logical_divide",
        "divides_evenly",
    }


def test_the_committed_page_is_computed_from_the_docstrings():
    assert (ROOT / PAGE).read_text() == promises_page()


def test_a_rocq_theorem_is_listed_after_the_profiles_of_its_claim():
    page = promises_page()
    rows = {line.split(" | ")[0]: line for line in page.splitlines() if line.startswith("| `")}
    assert "I6 (ranks" in rows["| `compatible`"]
    assert "; Rocq: every rank and nesting, all integers)" in rows["| `compatible`"]
    assert "Rocq" not in rows["| `domain_offset`"]
    assert rows["| `refine`"].endswith("| its contract |")


def test_the_share_in_the_readme_is_up_to_date():
    readme = (ROOT / README).read_text()
    assert share() in readme
    assert counted(readme) == readme


def test_an_outdated_share_is_replaced():
    old = "| claims | 7 |\n| promises in docstrings | 3: .. |\n| after | 8 |\n"
    row = f"| promises in docstrings | {share()} ([list](reports/promises.md)) |"
    assert counted(old) == f"| claims | 7 |\n{row}\n| after | 8 |\n"
