"""The committed benchmark ratios cover every peer, and the page agrees with the measurements."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.asked import FIRST, KINDS
from benchmarks.audits import MEGABYTES
from benchmarks.audits import PEERS as COMPILERS
from benchmarks.rows import NAMES, Row, committed_rows, lost, table

ROOT = Path(__file__).parents[2]
REPORT = json.loads((ROOT / "reports" / "benchmarks.json").read_text())
PAGE = (ROOT / "reports" / "benchmarks.md").read_text()

OPERATIONS = (
    *("coalesce", "composition", "logical_divide", "complement", "right_inverse", "left_inverse"),
    "points by call",
)
RATIOS = {
    *(("operation", name, peer) for name in OPERATIONS for peer in ("pycute", "tensor-layouts")),
    *(("operation", f"{name}, new layouts", "pycute") for name in OPERATIONS[:-1]),
    *(
        ("operation", f"{name}, 1,000 modes", "pycute")
        for name in OPERATIONS[:-1]
        if name != "logical_divide"
    ),
    *(("arrays", f"offsets{kind}, 2^24", "NumPy's write") for kind in ("", ", swizzled")),
    *(("injective", kind, "islpy") for kind in (*KINDS, *FIRST.values())),
    ("injective", "2^16", "enumeration"),
    *(("start", name, "import pycute") for name in ("eval", "check", "draw", "--help")),
    ("start", "import spec", "import pycute"),
    ("process", "pycute's composition refuted", "CrossHair"),
    ("process", "pycute's composition refuted, D1", "CrossHair"),
    ("process", "P1: composition is A after B", "CrossHair"),
    ("process", "sweep D6 to 6 with two workers", "one worker"),
    ("touchstone", "C1: coalesce keeps the function", "touchstone-prover"),
    ("proving", "cold, wall-clock", "90 s"),
    ("proving", "unchanged, wall-clock", "3 s"),
    ("proving", "work of two workers", "two cores"),
    ("proving", "memory of the largest process", "1,024 MB"),
    *(
        ("audit", f"{family}, {name}", peer)
        for family, (_, peer) in COMPILERS.items()
        for name in ("small texts", *(f"{size} MB" for size in MEGABYTES))
    ),
}
"""For each ratio: its group, the name of its measurement, and its peer."""

CURVES = {
    *("coalesce, by rank", "all offsets, by size", "injective, by number of unknowns"),
    *("lemmas, by obligations", "40 lemmas, by workers, of the clock"),
}


def test_every_ratio_is_in_the_table_or_its_group_is_listed_as_not_measured():
    known = {(row["group"], row["name"], row["peer"]) for row in REPORT["rows"]}
    assert known <= RATIOS | {row for row in known if row[2] == "tensor-layouts"}
    missing = {group for group, _, _ in RATIOS - known}
    found = re.findall(r"Not measured: (.*)\.$", PAGE, re.MULTILINE)
    assert missing == set(found[0].split(", ") if found else ())


def test_every_group_has_a_ratio():
    assert {group for group, _, _ in RATIOS} == {*NAMES}


def test_the_page_lists_the_versions():
    assert all(f"{name} {number}" in PAGE for name, number in REPORT["versions"].items())


def test_the_table_shows_the_measurements():
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")][2:]
    assert len(rows) == len(REPORT["rows"])
    for row, line in zip(REPORT["rows"], rows, strict=True):
        assert f"| {row['group']}: {row['name']} | {row['peer']} | {row['ratio']:.2f} (" in line
        assert row["least"] <= row["ratio"] <= row["most"]


def test_every_curve_is_plotted():
    assert REPORT["growth"].keys() == CURVES
    assert (ROOT / "reports" / "growth.svg").read_text().startswith("<?xml")


def row(ratio):
    return Row("operation", "coalesce", "pycute", 1.0, ratio, ratio, ratio, ratio)


@pytest.mark.parametrize(("now", "expected"), [(2.0, []), (1.6, []), (1.5, ["2.00, now 1.50"])])
def test_a_worse_ratio_is_reported(now, expected, tmp_path):
    before = tmp_path / "before.json"
    before.write_text(json.dumps({"rows": [vars(row(2.0))]}))
    found = lost([row(now)], before)
    assert [line.removeprefix("lost: operation: coalesce / pycute: ") for line in found] == expected


def test_the_rows_of_an_unmeasured_group_are_retained(tmp_path):
    before = tmp_path / "before.json"
    before.write_text(json.dumps({"rows": [vars(row(2.0))]}))
    assert committed_rows(before, "operation") == [row(2.0)]
    assert committed_rows(before, "arrays") == []


def test_without_a_committed_table_nothing_is_lost(tmp_path):
    assert lost([row(0.1)], tmp_path / "none.json") == []


def test_the_table_lists_versions_and_unmeasured_groups():
    text = table([row(2.0)], {"islpy": "1.2"})
    assert "| operation: coalesce | pycute | 2.00 (2.00 to 2.00) |" in text
    assert "islpy 1.2" in text
    assert "Not measured: arrays, injective, start, process, touchstone, proving, audit." in text
    every = [replace(row(2.0), group=group) for group in NAMES]
    assert "Not measured" not in table(every, {})
