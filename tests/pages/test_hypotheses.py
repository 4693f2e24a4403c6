"""The page of hypotheses has a row for each hypothesis, and failing cases are reproducible.

A row shows the first case in which the claim fails without the hypothesis, if there is one.
"""

import re
from pathlib import Path

import pytest

from tests.sampling import by_text, one_of_each
from verif.pages.hypotheses import (
    PAGE,
    Without,
    every_row,
    hypotheses_page,
    proved_claims,
    without_each,
)
from verif.pages.rendering import cell
from verif.search.exhaustive import search
from verif.upstream.in_process import SPEC

ROOT = Path(__file__).parents[2]
CLAIMS = {claim.id: claim for claim in proved_claims()}
ROW = re.compile(r"^\| (\w+) \| (.+?) \| (.+?) \| (.+) \|$", re.MULTILINE)


def committed_rows():
    """Return the rows of the committed page, grouped by claim."""
    rows = {}
    for name, label, at, outcome in ROW.findall((ROOT / PAGE).read_text()):
        if name in CLAIMS:
            rows.setdefault(name, []).append((label, at, outcome))
    return rows


COMMITTED = committed_rows()
NEEDED = [CLAIMS[name] for name, rows in COMMITTED.items() if all(at != "-" for _, at, _ in rows)]
"""Claims that need every hypothesis: if a hypothesis is removed, the claim fails in some case.

Every other claim has a hypothesis without which no case failed. Only a complete search can
reproduce the row of such a hypothesis, so the rows of these other claims are not compared.
"""


@pytest.mark.parametrize("claim", one_of_each(CLAIMS.values(), lambda one: (PAGE.stem, one.id)))
def test_every_hypothesis_has_a_row(claim):
    met = search(claim, SPEC.algebra, (9, 4), 10_000).hypotheses
    assert sorted(map(cell, met)) == sorted(label for label, _, _ in COMMITTED.get(claim.id, ()))


def test_most_hypotheses_are_needed():
    rows = [row for claim in COMMITTED.values() for row in claim]
    assert len(rows) >= 60
    assert 8 * sum(at == "-" for _, at, _ in rows) <= len(rows)
    assert len(NEEDED) >= 25


@pytest.mark.parametrize("claim", one_of_each(NEEDED, by_text))
def test_committed_rows_are_reproduced(claim):
    page = (ROOT / PAGE).read_text()
    for row in without_each(claim):
        assert f"| {row.line} |\n" in page


@pytest.mark.long
def test_without_its_order_d6_fails_where_two_steps_carry():
    (row,) = every_row((CLAIMS["D6"],))
    assert row.arguments == "A = (2,1):(-1,0), B = (2,2):(1,1), i = 3"
    assert row.outcome == "A^(B(i)) = sum of A^(w_k*c_k) (0 != -2)"


def test_the_page_separates_needed_from_unneeded_hypotheses():
    fails = Without("A", "x | y", "x = 1, y = 2", "x = y (1 != 2)")
    holds = Without("B", "z", None, "10 cases")
    needed, spare = hypotheses_page((holds, fails)).split("\n## ")
    assert needed.endswith("| A | x \\| y | `x = 1, y = 2` | x = y (1 != 2) |\n")
    assert spare.endswith("| B | z | - | 10 cases |\n")
