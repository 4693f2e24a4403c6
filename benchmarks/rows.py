"""Rows of the table of ratios, and the rows that got worse since the committed report."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LOST: Final = 1.3
"""A ratio may be smaller than the committed ratio by this factor, because times vary."""

NAMES: Final = (
    *("operation", "arrays", "injective", "start", "process", "touchstone", "proving", "audit"),
)
"""The groups of ratios, in the order of the table."""

TOUCHSTONE_PROVER: Final = "touchstone-prover"


@dataclass(frozen=True)
class Row:
    """One comparison: median seconds of this project and of its peer, and the ratio with its range.

    If the peer gave no answer, `note` has the reason.
    """

    group: str
    name: str
    peer: str
    ours: float
    theirs: float
    ratio: float
    least: float
    most: float
    note: str = ""

    @property
    def key(self) -> str:
        return f"{self.group}: {self.name} / {self.peer}"


BELOW: Final = """\
Where pycute is faster: pycute checks no layout that it makes, and merges modes in loops. Here each
layout is checked when it is made, and the operations are the recursions on lists of modes that
the proofs are about. `coalesce` and a divide are small compared with these two costs. A layout
caches its size and its modes: each operation is measured on layouts with filled caches, and on new
layouts. A recursion is as deep as the list of modes is long, and each step copies the remaining
modes. Time and memory grow with the square of the number of modes, so layouts may have at most
1,024 modes and parentheses; pycute takes 10,000 modes. A command parses its input and imports more
than pycute's one module.
For an unchanged catalogue the cached verdicts are shown, and the row is marked so; all other rows
prove everything again. In one profiled run without cached verdicts, cvc5 takes three eighths of the
seconds, and two fifths of this time go to the 129 questions that cvc5 gives up on after a long
time. The searches for counterexamples take three tenths, Z3 takes a sixth, and symbolic execution
and replays take the remainder. Each worker is busy 98 % of the time. Other processes ran on
the machine during the measurement; ratios of processor seconds, measured in turns, tolerate this.
touchstone-prover cannot read a class of another file, so it gets a function that computes the same
from two modes.

The rows of `audit` are about the same texts on both sides, and about different amounts of work.
Triton parses and verifies a text, and answers three questions; the audit decides more than these.
The DSL's verifier and XLA's parser are compiled C++. They read a text and compare types; XLA's
parser decides nothing about layouts. The audit decides each statement, with a witness. All times
grow in proportion to the size of the text."""


def table(rows: Sequence[Row], versions: Mapping[str, str]) -> str:
    """Return the rows as Markdown."""
    listed = ", ".join(f"{name} {number}" for name, number in versions.items())
    lines = [
        "# Ratios",
        "",
        "Written by `make bench`. A ratio is the peer's processor seconds divided by ours,",
        "measured in turns in one run; above 1 we are faster. The table shows the median,",
        "the least and the greatest ratio.",
        "",
        "| what | peer | ratio | ours, s | peer, s | |",
        "| --- | --- | ---: | ---: | ---: | --- |",
    ]
    for row in rows:
        ratio = f"{row.ratio:.2f} ({row.least:.2f} to {row.most:.2f})"
        times = f"{row.ours:.4f} | {row.theirs:.4f}"
        lines.append(f"| {row.group}: {row.name} | {row.peer} | {ratio} | {times} | {row.note} |")
    lacking = [name for name in NAMES if name not in {row.group for row in rows}]
    missing = f" Not measured: {', '.join(lacking)}." * bool(lacking)
    return "\n".join(
        [
            *lines,
            "",
            BELOW,
            "",
            f"Python {sys.version.split()[0]}, {listed}.{missing}",
            "",
            "![Growth](growth.svg)",
            "",
        ]
    )


def committed_rows(report: Path, group: str) -> list[Row]:
    """Return the rows of a group from the committed report."""
    return [Row(**row) for row in json.loads(report.read_text())["rows"] if row["group"] == group]


def committed_curves(report: Path) -> dict[str, dict[str, list[tuple[int, float]]]]:
    """Return the curves of growth from the committed report."""
    return json.loads(report.read_text())["growth"]


def lost(rows: Sequence[Row], before: Path) -> list[str]:
    """Return a message for each ratio that got worse by more than the factor `LOST`."""
    if not before.exists():
        return []
    known = {
        row["group"] + row["name"] + row["peer"]: row["ratio"]
        for row in json.loads(before.read_text())["rows"]
    }
    return [
        f"lost: {row.key}: {known[key]:.2f}, now {row.ratio:.2f}"
        for row in rows
        if (key := row.group + row.name + row.peer) in known and row.ratio * LOST < known[key]
    ]
