"""An audit recognizes texts of real compilers, and `check` agrees with the audit's verdicts.

ARTEFACTS names the folder with the texts, which are not part of this repository.
"""

import os
from pathlib import Path

import pytest

from verif.audit.audit import audited
from verif.audit.statement import Verdict
from verif.questions import Effort, Ruling, ask, read_question

FOLDER = os.environ.get("ARTEFACTS")

FAMILIES = {
    "triton/*.ttgir": "TTGIR",
    "cute-dsl/[acgt]*.mlir": "CuTe IR",
    "cute-ir/*.mlir": "CuTe IR",
    "xla/*.hlo": "HLO",
    "xla/reports*.txt": "HLO",
    "mosaic/*.mlir": "Mosaic",
    "ck/*.txt": "CK",
    "tilelang/*.txt": "TileLang",
    "cute-cpp/*.txt": "CuTe prints",
    "cute-dsl/*.print.txt": "CuTe prints",
}
"""For each file pattern, the family of the texts in these files."""

NOT_READ = {"xla/reports*.txt": 2}
"""For each file pattern, the number of statements with the verdict "not read".

Two reports are from an old version of XLA, which prints no tiles.
"""

RULINGS = {
    Verdict.HOLDS: {Ruling.HOLDS},
    Verdict.FAULT: {Ruling.REFUTED},
    # Some questions ask whether there is a cost, and other questions ask how large the cost is.
    # So if the audit reports a cost, `check` may answer HOLDS or REFUTED.
    Verdict.COST: {Ruling.HOLDS, Ruling.REFUTED},
    Verdict.UNKNOWN: set(Ruling),
}
"""The answers of `check` that agree with a verdict."""

pytestmark = pytest.mark.skipif(FOLDER is None, reason="ARTEFACTS names no folder of texts")


@pytest.mark.parametrize("pattern", FAMILIES)
def test_texts_are_recognized_and_questions_agree_with_their_verdicts(pattern):
    files = sorted(Path(FOLDER or "").glob(pattern))
    assert files
    asked, not_read = {}, 0
    for file in files:
        found = audited(file.read_text())
        assert found.family == FAMILIES[pattern], file
        not_read += found.counts()[Verdict.NOT_READ]
        asked |= {
            one.question: (file, one)
            for one in found.statements
            if one.question and not one.unknowns
        }
    assert not_read == NOT_READ.get(pattern, 0)
    for question, (file, one) in asked.items():
        ruling = ask(read_question(question), Effort(seconds=1)).ruling
        assert ruling in RULINGS[one.verdict], f"{file}:{one.line}: {question}"
