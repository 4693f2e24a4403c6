"""The installed pycute with each patch applied accepts no wrong composition."""

import doctest
import re

import pycute
import pytest

from spec import Layout
from tests.oracle.checkouts import only
from tests.patches.box import CAUTIOUS, RIGHT, WRONG, judged, lefts, rights, sample
from tests.patches.cases import (
    CASES,
    PATCHES,
    PYTHON_PATCHES,
    by_pycute,
    is_composition,
    loaded,
    patched,
)
from tests.patches.texts import between, table_of_cases
from verif.oracle.baseline import committed, read_baseline
from verif.oracle.check import check
from verif.upstream.implementation import implementation

SAMPLE = 1_000


@pytest.fixture(scope="module")
def packages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("patched")
    return {name: patched(name, folder) for name in PYTHON_PATCHES}


@pytest.fixture(scope="module")
def composers(packages):
    """Return the composers by name: the installed pycute first, then each patched one."""

    def composer(module):
        return lambda a, b: by_pycute(module, a, b)

    modules = {n: loaded(package, n.replace("-", "_")) for n, package in packages.items()}
    return {name: composer(module) for name, module in {"4.2.0.0": pycute, **modules}.items()}


def test_the_session_in_the_text_prints_the_shown_output():
    page = (PATCHES / "pycute.md").read_text()
    (session,) = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    block = doctest.DocTestParser().get_doctest(session, {}, "pycute.md", None, 0)
    assert doctest.DocTestRunner().run(block) == (0, 2)


@pytest.mark.parametrize("name", PYTHON_PATCHES)
def test_a_patch_quotes_little(name):
    lines = (PATCHES / f"{name}.diff").read_text().splitlines()[2:]
    added = sum(line.startswith("+") for line in lines)
    assert sum(not line.startswith("+") for line in lines) <= added


def test_the_table_in_the_text_matches_the_cases(composers):
    assert between("pycute.md", "cases") == table_of_cases(composers)


def test_the_figures_in_the_page_match_the_box():
    rows = between("pycute.md", "box").splitlines()[2:]
    numbers = {
        cells[0]: [[int(n.replace(",", "")) for n in cell.split("/")] for cell in cells[1:]]
        for cells in ([cell.strip() for cell in row.strip("| ").split("|")] for row in rows)
    }
    page = (PATCHES / "README.md").read_text()
    assert (
        f"{sum(numbers['4.2.0.0'][1]):,} of\n{len(lefts()) * len(rights()):,} small cases" in page
    )
    assert all(numbers[name][1:4:2] == [[0, 0], [0]] for name in PYTHON_PATCHES)
    assert numbers["pycute-complete"] == numbers["spec"]


def test_cases_decided_by_upstream_keep_their_outcome(composers):
    layouts = {words: (Layout.parse(a), Layout.parse(b)) for words, a, b in CASES}
    for name in PYTHON_PATCHES:
        for words, (a, b) in layouts.items():
            r = composers[name](a, b)
            assert r is None or is_composition(a, b, r)
            if words.startswith(("paper", "cutlass 2113", "cutlass 2432")):
                assert r is not None
            if words.startswith(("cutlass 3177", "cutlass 2955")):
                assert r is None


def test_no_case_of_the_box_is_wrong_and_none_is_lost(composers):
    counts, lost = judged(sample(SAMPLE, 1), composers)
    assert counts.total() == SAMPLE * len(composers)
    assert counts["4.2.0.0", "in A", WRONG] > 5
    for name in PYTHON_PATCHES:
        places = ("in A", "beyond")
        assert [counts[name, place, WRONG] for place in places] == [0, 0]
        assert counts[name, "in A", RIGHT] > counts["4.2.0.0", "in A", RIGHT]
        assert lost[name] == 0
    assert not any(counts["pycute-complete", place, CAUTIOUS] for place in ("in A", "beyond"))


@pytest.mark.parametrize(
    "name", ["pycute-gate", pytest.param("pycute-complete", marks=pytest.mark.long)]
)
def test_the_oracle_finds_no_composition_that_is_accepted_and_wrong(name, tmp_path, monkeypatch):
    # A fifth of the usual number of cases gives the same result.
    monkeypatch.setattr("verif.oracle.examined.MOST", 200)
    package = patched(name, tmp_path)
    only(package, ("composition",))
    known = read_baseline(committed("pycute", "4.2.0.0"))
    real = implementation(f"pycute@{package}")
    try:
        found = check(real, 600.0, known)
    finally:
        real.stop()
    of_it = [one for one in found.record.findings if one.operation == "composition"]
    assert {one.kind for one in of_it} <= {"over-reject", "form-only"}
    assert not found.new
    assert found.record.repaired["composition"] > 50
    assert {"pycute-composition-carry", "pycute-composition-loses-elements"} <= {
        fault.id for fault in found.record.gone
    }
