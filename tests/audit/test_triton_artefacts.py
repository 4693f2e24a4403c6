"""The audit of TTGIR, compared with Triton's answers about files that Triton wrote.

ARTEFACTS names a folder with `triton/NAME.ttgir` and `triton/NAME.answers.json`.
"""

import json
import os
import random
import time
from collections import Counter
from pathlib import Path

import pytest

from spec.memory import Machine
from spec.reading import Distributed, Shared
from tests.audit.ttgir import plants
from verif.audit.statement import Verdict
from verif.audit.triton import audit, recognizes
from verif.audit.triton.accesses import access, cost, width_of
from verif.audit.triton.conversions import Reach, reach
from verif.audit.triton.types import bits_of, held, kept, layout_of, sized
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
"""Triton's answers, one operation each."""

ACCESSES = {
    "ttg.local_load": (("results", 0), ("operands", 0)),
    "ttg.local_store": (("operands", 0), ("operands", 1)),
    "ttg.local_alloc": (("operands", 0), ("results", 0)),
}
"""The places of the types of the tensor and of the memory, by operation."""


def test_linear_layouts_agree_with_triton():
    compared = set()
    for op in OPERATIONS:
        for value in (*op["operands"], *op["results"]):
            theirs = value.get("linear")
            kind = sized(value["type"])
            if not isinstance(theirs, dict) or kind.allocated != kind.shape:
                continue
            layout = layout_of(kind)
            assert isinstance(layout, Distributed | Shared), value["type"]
            ours = dict(layout.bases) if isinstance(layout, Distributed) else {}
            if isinstance(layout, Shared):
                ours = {"offset": layout.points}
            assert {name: [*map(list, points)] for name, points in ours.items() if points} == {
                name: points for name, points in theirs.items() if points
            }
            compared.add((kind.encoding, kind.shape))
    assert compared


def test_excess_wavefronts_agree_with_triton():
    compared = 0
    for op in OPERATIONS:
        if "conflicts" in op:
            tensor, memory = (sized(op[side][k]["type"]) for side, k in ACCESSES[op["op"]])
            one = access(held(tensor), kept(memory), bits_of(memory.element))
            found = cost(one, Machine(), width_of(one, Machine()))
            assert found.wavefronts // found.phases - 1 == op["conflicts"], op
            compared += 1
    assert compared


def test_trivial_conversions_agree_with_triton():
    compared = Counter()
    for op in OPERATIONS:
        if "trivial" in op:
            before, after = (held(sized(op[k][0]["type"])) for k in ("operands", "results"))
            far = reach(before, after)[0]
            assert (far <= Reach.REGISTERS) == op["trivial"], op
            compared[far] += 1
    assert compared


def test_every_file_is_read_and_has_no_fault():
    assert TEXTS
    for name, text in TEXTS.items():
        assert recognizes(text)
        bad = [one for one in audit(text) if one.verdict in (Verdict.FAULT, Verdict.NOT_READ)]
        assert not bad, name


def test_questions_have_the_verdicts_of_their_statements():
    asked = {one.question: one for text in TEXTS.values() for one in audit(text) if one.question}
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
