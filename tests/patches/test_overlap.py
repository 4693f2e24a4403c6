"""The claims about the overlap check of PyTorch's device meshes have the stated verdicts."""

import re

import pytest

from spec import Layout
from spec.modes import modes_of
from tests.patches.cases import PATCHES
from tests.patches.meshes import is_injective
from verif.deciding.decide import decide
from verif.deciding.selection import selected
from verif.kernel.verdict import ALL, Outcome

ROWS = re.findall(
    r"^\| ([A-Z]+) \| (\w+)(?: at `(.*?)`|, every rank) \|",
    (PATCHES / "torch-overlap.md").read_text(),
    re.MULTILINE,
)


def marked(row):
    return pytest.param(*row, marks=() if row[1] == "refuted" else pytest.mark.long)


@pytest.mark.parametrize(("id", "outcome", "at"), [marked(row) for row in ROWS])
def test_each_claim_is_decided_as_the_text_says(id, outcome, at):
    (chosen,) = selected((f"{PATCHES / 'overlap.py'}:{id}",))
    verdict = decide(chosen.claim)
    assert verdict.outcome is Outcome[outcome.upper()]
    if at:
        assert verdict.counterexample.arguments == {"A": at}
    else:
        assert verdict.scope.ranks == ALL


def test_every_claim_of_the_file_is_in_the_text():
    assert {row[0] for row in ROWS} == {
        choice.claim.id for choice in selected((str(PATCHES / "overlap.py"),))
    }


def test_comparing_modes_pairwise_does_not_decide_injectivity():
    layout = Layout.parse("(2,2,2):(1,2,3)")
    one, two, three = modes_of(layout)
    assert not is_injective(layout)
    for (s, d), (t, e) in ((one, two), (one, three), (two, three)):
        assert is_injective(Layout((s, t), (d, e)))
