"""Claims about the patched source are proved for all integers.

Claims about the recursive version of the source, `twin.py`, are proved for every rank.
"""

import subprocess
import sys

import pycute
import pytest

from tests.oracle.checkouts import PYCUTE
from tests.patches.box import sample
from tests.patches.cases import PYTHON_PATCHES, TWIN, by_pycute, by_twin, flat, loaded, patched
from tests.patches.proofs import OPEN, PROVED, algebra_of, algebras, decided, places
from tests.patches.texts import between
from verif.deciding.decide import decide
from verif.deciding.selection import selected
from verif.kernel.verdict import ALL, Outcome

TITLES, _, *ROWS = (
    [cell.strip(" `") for cell in row.strip("|").split("|")]
    for row in between("README.md", "proofs").splitlines()
)

QUICK = {"(*) (*)", "(*) (*,*)", "(*,*) (*)", "(*) *"}
"""The profiles whose proof takes only a second or two."""


def cells():
    """Yield claim, profile and implementation of each README table cell that says `proved`."""
    for word, at, *outcomes in ROWS:
        for name, outcome in zip(TITLES[2:], outcomes, strict=True):
            if outcome == PROVED:
                marks = () if at in QUICK else pytest.mark.long
                yield pytest.param(word, at, name, marks=marks, id=f"{word} at {at}, {name}")


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("proved")
    return {name: patched(name, folder) for name in PYTHON_PATCHES}


def place(word, at):
    return next(
        (claim, chosen)
        for claim, chosen, shown in places()
        if (claim.id.rpartition(":")[2], shown) == (word, at)
    )


def test_the_page_has_every_profile():
    assert [row[:2] for row in ROWS] == [[c.id.rpartition(":")[2], at] for c, _, at in places()]
    gate = TITLES.index("pycute-gate")
    assert {row[gate] for row in ROWS} == {PROVED}


@pytest.mark.parametrize(("word", "at", "name"), [*cells()])
def test_cells_marked_proved_are_proved(word, at, name, packages):
    assert decided(name, algebras(packages)[name], *place(word, at)) == PROVED


def test_the_unpatched_text_is_not_proved():
    assert decided("4.2.0.0", algebra_of(PYCUTE, "4.2.0.0"), *place("P1c", "(*,*) (*)")) == OPEN


def test_the_twin_is_proved_for_every_rank():
    (twin,) = selected((f"{TWIN}:TWIN",))
    verdict = decide(twin.claim)
    assert verdict.outcome is Outcome.PROVED
    assert verdict.scope.ranks == ALL


def test_the_loop_does_what_the_twin_does(packages):
    module = loaded(packages["pycute-gate"], "looping")
    refused = 0
    for a, b in sample(1_000, 2):
        result = by_pycute(module, a, b)
        assert flat(result) == by_twin(a, b)
        refused += result is None
    assert 100 < refused < 900


def test_the_unpatched_loop_does_not():
    result = {(a, b): (by_pycute(pycute, a, b), by_twin(a, b)) for a, b in sample(1_000, 2)}
    assert any(r is not None and t is None for r, t in result.values())


def test_the_command_takes_a_claim_of_a_file():
    command = [sys.executable, "-m", "verif.cli.main", "upstream", "claims", f"pycute@{PYCUTE}"]
    done = subprocess.run(
        [*command, f"{TWIN}:LOOP"], capture_output=True, text=True, check=True, cwd=TWIN.parents[1]
    )
    assert done.stdout.startswith("LOOP  REFUTED  A = ")
