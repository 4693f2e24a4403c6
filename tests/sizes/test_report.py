"""reports/sizes.md agrees with the suite; a sample is measured again."""

import re
from pathlib import Path

import pytest

from tests.sizes.running import SECONDS, question_row
from tests.sizes.suite import EXPRESSIONS, QUESTIONS

pytestmark = pytest.mark.usefixtures("lemmas")

REPORT = (Path(__file__).parents[2] / "reports" / "sizes.md").read_text()

ROWS = [line.strip("| ").split(" | ") for line in REPORT.splitlines() if line.startswith("| `")]


WEAKENED = r"(\d+) questions.*?;\s(\d+) of them"


def test_the_report_has_every_row_with_its_verdict():
    suite = [(text, names, "proved") for _, names, text, _ in EXPRESSIONS]
    suite += [(text, names, verdict) for _, names, text, verdict, _ in QUESTIONS]
    assert [(one.strip("`"), other.strip("`"), said) for one, other, said, *_ in ROWS] == suite


def test_nine_of_ten_rows_take_under_two_seconds_and_slow_rows_are_listed():
    slow = [text for text, _, _, seconds, *_ in ROWS if float(seconds) >= SECONDS]
    assert len(slow) <= len(ROWS) // 10
    assert all(text in REPORT.split("The others:")[1].split("\n\n")[0] for text in slow)


def test_all_planted_errors_are_rejected():
    planted, refused = map(int, re.findall(r"(\d+) wrong\s+tables were planted, (\d+)", REPORT)[0])
    weakened, kept = map(int, re.findall(WEAKENED, REPORT, re.DOTALL)[0])
    assert planted == refused >= 100
    assert weakened == kept > 0


def test_a_measured_row_agrees_with_the_report():
    row = next(row for row in QUESTIONS if row[2].startswith("disjoint") and row[3] == "refuted")
    text, names, verdict, _, most, *counts = question_row(row)
    assert [f"`{text}`", f"`{names}`", verdict] in [one[:3] for one in ROWS]
    written = next(one for one in ROWS if one[0] == f"`{text}`")
    assert written[4:] == [str(most), *(f"{count:,}" for count in counts)]
