"""The committed ratios are those of every peer, and what is told of them is what was measured."""

import json
from pathlib import Path

import pytest

from benchmarks.rows import Row, committed_rows, lost, table

ROOT = Path(__file__).parents[2]
REPORT = json.loads((ROOT / "reports" / "benchmarks.json").read_text())
PAGE = (ROOT / "reports" / "benchmarks.md").read_text()

PEERS = {
    *("pycute", "tensor-layouts", "islpy", "enumeration", "NumPy's write", "CrossHair"),
    *("one worker", "import pycute", "touchstone-prover"),
}


def test_every_peer_is_in_the_table_with_its_version():
    assert {row["peer"] for row in REPORT["rows"]} >= PEERS
    assert all(f"{name} {number}" in PAGE for name, number in REPORT["versions"].items())


def test_the_table_is_of_the_measurements():
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")][2:]
    assert len(rows) == len(REPORT["rows"])
    for row, line in zip(REPORT["rows"], rows, strict=True):
        assert f"| {row['group']}: {row['name']} | {row['peer']} | {row['ratio']:.2f} (" in line
        assert row["least"] <= row["ratio"] <= row["most"]


def test_the_plots_are_of_every_curve():
    assert REPORT["growth"].keys() >= {
        *("coalesce, by rank", "all offsets, by size", "injective, by number of unknowns"),
    }
    assert (ROOT / "reports" / "growth.svg").read_text().startswith("<?xml")


def row(ratio):
    return Row("operation", "coalesce", "pycute", 1.0, ratio, ratio, ratio, ratio)


@pytest.mark.parametrize(("now", "said"), [(2.0, []), (1.6, []), (1.5, ["2.00, now 1.50"])])
def test_a_ratio_that_lost_is_named(now, said, tmp_path):
    before = tmp_path / "before.json"
    before.write_text(json.dumps({"rows": [vars(row(2.0))]}))
    told = lost([row(now)], before)
    assert [line.removeprefix("lost: operation: coalesce / pycute: ") for line in told] == said


def test_a_group_that_is_not_measured_is_kept(tmp_path):
    before = tmp_path / "before.json"
    before.write_text(json.dumps({"rows": [vars(row(2.0))]}))
    assert committed_rows(before, "operation") == [row(2.0)]
    assert committed_rows(before, "arrays") == []


def test_without_a_committed_table_nothing_is_lost(tmp_path):
    assert lost([row(0.1)], tmp_path / "none.json") == []


def test_the_table_says_versions_and_what_is_missing():
    text = table([row(2.0)], {"islpy": "1.2"})
    assert "| operation: coalesce | pycute | 2.00 (2.00 to 2.00) |" in text
    assert "islpy 1.2" in text
    assert "Not measured: touchstone-prover." in text
    assert "Not measured" not in table([row(2.0)], {"touchstone-prover": "1.61.1"})
