"""The audit of TTGIR agrees with Triton's answers about files that Triton wrote.

ARTEFACTS names a folder with `triton/NAME.ttgir` and `triton/NAME.answers.json`.
"""

import json
import os
import random
import time
from pathlib import Path

import pytest

from tests.audit.peers.compared_ttgir import excess, is_trivial, layouts
from tests.audit.ttgir import plants
from verif.audit.statement import Verdict
from verif.audit.triton import audit, recognizes
from verif.questions import Effort, Ruling, ask, read_question

pytestmark = pytest.mark.skipif(
    "ARTEFACTS" not in os.environ, reason="ARTEFACTS names no folder of texts"
)

FOLDER = Path(os.environ.get("ARTEFACTS", ".")) / "triton"

TEXTS = {path.name: path.read_text() for path in sorted(FOLDER.glob("*.ttgir"))}

OPERATIONS = [
    op
    for path in sorted(FOLDER.glob("*.answers.json"))
    for op in (json.loads(path.read_text() or "{}").get("ops", ()))
]
"""The operations of all files, each with Triton's answers about this operation."""


def test_linear_layouts_agree_with_triton():
    compared = set()
    for op in OPERATIONS:
        for kind, ours, theirs in layouts(op):
            assert ours == theirs, kind.text
            compared.add((kind.encoding, kind.shape))
    assert compared


def test_excess_wavefronts_agree_with_triton():
    asked = [op for op in OPERATIONS if "conflicts" in op]
    assert asked
    assert [excess(op) for op in asked] == [op["conflicts"] for op in asked]


def test_trivial_conversions_agree_with_triton():
    asked = [op for op in OPERATIONS if "trivial" in op]
    assert asked
    assert [is_trivial(op) for op in asked] == [op["trivial"] for op in asked]


def test_every_file_is_read_and_has_no_fault():
    assert TEXTS
    for name, text in TEXTS.items():
        assert recognizes(text)
        bad = [one for one in audit(text) if one.verdict in (Verdict.FAULT, Verdict.NOT_READ)]
        assert not bad, name


def test_questions_have_the_verdicts_of_their_statements():
    every = [one for text in TEXTS.values() for one in audit(text)]
    asked = {
        one.question: one for one in every if one.question and one.verdict is not Verdict.UNKNOWN
    }
    assert asked
    for question, one in asked.items():
        holds = ask(read_question(question), Effort()).ruling is Ruling.HOLDS
        assert holds == (one.verdict is Verdict.HOLDS), one


def test_planted_changes_are_detected():
    count = faults = seen = 0
    for name, text in TEXTS.items():
        before = list(audit(text))
        found = [*plants(text)]
        for _, start, end, new in random.Random(name).sample(found, min(6, len(found))):
            after = list(audit(text[:start] + new + text[end:]))
            count += 1
            seen += after != before
            faults += any(one.verdict is Verdict.FAULT for one in after)
    assert count >= 5 * len(TEXTS)
    assert seen >= 0.99 * count
    assert faults >= 0.98 * count


def test_a_megabyte_takes_less_than_two_seconds_of_processor_time():
    text = max(TEXTS.values(), key=len)
    start, end = text.index("  tt.func"), text.rindex("}")
    body = text[start:end]
    functions = (body.replace("@", f"@f{k}", 1) for k in range(1_000_000 // len(body) + 1))
    long = f"{text[:start]}{''.join(functions)}}}\n"
    assert len(long) >= 1_000_000
    begun = time.process_time()
    assert len(list(audit(long))) > 1000
    assert time.process_time() - begun < 2
