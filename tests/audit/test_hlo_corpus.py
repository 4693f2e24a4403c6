"""Audit HLO files that XLA wrote, in the subfolder `xla` of the folder that ARTEFACTS names."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from verif.audit.hlo import audit, compare, recognizes
from verif.audit.hlo.program import modules
from verif.audit.statement import Verdict

FOLDER = os.environ.get("ARTEFACTS", "")
pytestmark = pytest.mark.skipif(not FOLDER, reason="ARTEFACTS names no folder of artefacts")
FILES = sorted(Path(FOLDER, "xla").glob("*")) if FOLDER else []
HLO = [path for path in FILES if path.suffix == ".hlo" and ".before." not in path.name]


def before(path: Path) -> Path:
    return path.with_name(path.name.rsplit(".", 2)[0] + ".before.hlo")


PAIRS = [path for path in HLO if before(path).exists()]
named = pytest.mark.parametrize("path", HLO, ids=lambda path: path.name)
compared = pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.name)


@pytest.mark.parametrize("path", [p for p in FILES if p.suffix == ".hlo"], ids=lambda p: p.name)
def test_each_instruction_is_read(path):
    text = path.read_text()
    assert recognizes(text)
    found = list(modules(text))
    assert [m.unread for m in found] == [[]] * len(found)
    lines = re.findall(r"^\s*(?:ROOT )?%?[\w.\-]+ = ", text, re.MULTILINE)
    assert sum(len(c.instructions) for m in found for c in m.computations.values()) == len(lines)


@named
def test_programs_that_xla_wrote_have_no_fault(path):
    found = list(audit(path.read_text()))
    assert [s for s in found if s.verdict in {Verdict.FAULT, Verdict.NOT_READ}] == []
    bitcasts = [s for s in found if s.operation == "bitcast"]
    assert {s.verdict for s in bitcasts} <= {Verdict.HOLDS}
    assert all(s.detail for s in bitcasts)


@compared
def test_no_program_is_compiled_wrongly(path):
    found = list(compare(before(path).read_text(), path.read_text()))
    assert {s.verdict for s in found} <= {Verdict.HOLDS, Verdict.UNKNOWN}


def test_almost_all_results_use_the_elements_that_the_program_uses():
    found = [next(compare(before(p).read_text(), p.read_text())) for p in PAIRS]
    count = Counter(s.verdict for s in found)
    assert count[Verdict.HOLDS] >= 0.9 * len(found)


@compared
def test_each_planted_order_of_a_bitcast_is_detected(path):
    text, first = path.read_text(), before(path).read_text()

    def statements(one: str):
        return [(s.line, s.claim, s.verdict, s.detail) for s in (*audit(one), *compare(first, one))]

    was = statements(text)
    for place in re.finditer(r"\]\{(\d,\d)[^}]*\} bitcast\(", text):
        a, b = place[1].split(",")
        assert statements(f"{text[: place.start(1)]}{b},{a}{text[place.end(1) :]}") != was


def test_reported_sizes_follow_from_the_shapes():
    found = list(audit(Path(FOLDER, "xla", "reports-from-issues.txt").read_text()))
    sizes = [s for s in found if "reported" in s.claim]
    assert {s.verdict for s in sizes} == {Verdict.HOLDS, Verdict.NOT_READ}
    assert sum(s.verdict is Verdict.HOLDS for s in sizes) == 14
