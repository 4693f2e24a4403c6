"""The audit of TTGIR, compared with Triton's answers about the same texts.

The texts are random, or compiled from kernels of this project. Recorded answers of Triton are
compared in every run; `make test-audit` asks Triton itself. Two kinds of differences are allowed.
Counts may differ for the reasons in `why_counts_differ`. If several threads hold an element before
a conversion, Triton may call the conversion nontrivial, although each thread already has all
elements that it needs.
"""

import json
import re
import signal
from collections import Counter
from functools import cache

import pytest

from tests.audit.peers.asking import KEPT, answers, require
from tests.audit.peers.compared_ttgir import (
    enumerated_excess,
    excess,
    is_replicated,
    is_trivial,
    layouts,
    why_counts_differ,
)
from tests.audit.peers.drawn_ttgir import text_of, texts
from verif.audit.statement import Verdict
from verif.audit.triton import audit
from verif.audit.triton.types import bits_of, sized

EACH = 60
"""How many random texts Triton gets for each target and family of layouts."""

EARLIER = [json.loads(line) for line in (KEPT / "triton.jsonl").read_text().splitlines()]
"""Recorded answers of Triton, with the texts that they are about."""

KERNELS = ("transpose", "softmax", "matmul", "round_trip")
COMPILED = ("cuda:80", "cuda:90", "hip:gfx942", "hip:gfx950")

FAULTS = {Verdict.FAULT, Verdict.NOT_READ}


@cache
def fresh():
    """Return Triton's answers about random texts."""
    require("triton")
    return answers("of_triton", texts(EACH))


def operations(found):
    """Return the operations of all answers, and require that Triton accepts each text."""
    assert [one for one in found if "ops" not in one] == []
    return [op for one in found for op in one["ops"]]


def compare(ops):
    """Compare all answers of Triton with the audit, and count the kinds of answers."""
    count = Counter()
    for op in ops:
        for kind, ours, theirs in layouts(op):
            assert ours == theirs, kind.text
            count[kind.kind] += 1
        if "conflicts" in op:
            found = excess(op)
            assert found == op["conflicts"] or why_counts_differ(op), op
            count["conflicts", found == op["conflicts"], found > 0] += 1
        if "trivial" in op:
            found = is_trivial(op)
            assert found == op["trivial"] or (found and is_replicated(op)), op
            count["trivial", found == op["trivial"], found] += 1
    return count


def test_answers_that_triton_gave_are_ours():
    count = compare(operations([one["answer"] for one in EARLIER]))
    assert min(count[one] for one in count if isinstance(one, str)) >= 2
    assert count["conflicts", True, True] >= 10
    assert count["trivial", True, False] >= 10


def test_triton_answers_as_before():
    found = dict(zip(texts(EACH), fresh(), strict=True))
    assert [one for one in EARLIER if found[one["text"]] != one["answer"]] == []


def test_linear_layouts_conflicts_and_conversions_are_tritons():
    count = compare(operations(fresh()))
    families = {name: count[name] for name in count if isinstance(name, str)}
    assert families.keys() >= {"blocked", "slice", "linear", "dot_op", "nvidia_mma", "amd_mfma"}
    assert min(families.values()) >= 2 * EACH
    assert count["conflicts", True, True] >= 10 * EACH
    assert count["conflicts", True, False] >= 5 * EACH
    assert count["conflicts", False, True] + count["conflicts", False, False] <= EACH
    assert count["trivial", True, False] >= 10 * EACH
    assert count["trivial", True, True] >= 10


def test_our_counts_agree_with_the_definition_where_triton_differs():
    require("triton")
    reasons = Counter()
    for op in operations(fresh()):
        if "conflicts" in op and excess(op) != op["conflicts"]:
            assert excess(op) == enumerated_excess(op), op
            reasons[why_counts_differ(op)] += 1
    assert reasons.keys() == {"neighbours by several bits", "less than a word", "repeated lanes"}


def test_compiled_kernels_have_tritons_answers_and_no_fault():
    require("triton")
    kernels = [{"kernel": name, "target": target} for name in KERNELS for target in COMPILED]
    compiled = [one["text"] for one in answers("of_triton_kernels", kernels)]
    count = compare(operations(answers("of_triton", compiled)))
    assert count.keys() >= {"blocked", "dot_op", "nvidia_mma", "amd_mfma", "swizzled_shared"}
    assert count["conflicts", True, True] + count["conflicts", True, False] >= 4
    for text in compiled:
        assert not [one for one in audit(text) if one.verdict in FAULTS]


@pytest.mark.parametrize(
    ("target", "copy", "read"),
    [
        ("hip:gfx942", "global_load_lds_dword", "ds_read_u16"),
        ("hip:gfx950", "global_load_lds_dwordx4", "ds_read_b64_tr_b16"),
    ],
)
def test_the_instructions_of_amd_are_as_many_as_the_audit_counts(target, copy, read):
    """The kernel has four direct-to-LDS copies, and two loads of the second operand."""
    require("triton")
    case = {"kernel": "matmul", "target": target, "assembly": True}
    (answer,) = answers("of_triton_kernels", [case], TRITON_HIP_USE_ASYNC_COPY="1")
    banks = [one for one in audit(answer["text"]) if "bank serves" in one.claim]
    details = [one.detail for one in banks if one.operation == "ttg.async_copy_global_to_local"]
    copies = [int(found[1]) for one in details if (found := re.match(r"(\d+) copies", one))]
    assert len(copies) == 4
    # The audit counts the copies of all 4 warps; the assembly has the copies of one warp.
    assert answer["instructions"][copy] == sum(copies) // 4
    lanes, pattern = (
        (32, r"for (\d+) phases of 64") if "tr" in read else (64, r"in (\d+) phases of 16")
    )
    loads = [found[1] for one in banks if (found := re.search(pattern, one.detail))]
    assert len(loads) == 2
    assert answer["instructions"][read] == sum(map(int, loads)) * lanes // 64 // 4


@pytest.mark.parametrize(("target", "is_small"), [("hip:gfx942", False), ("cuda:80", True)])
def test_where_triton_ends_its_process_there_is_an_answer(target, is_small):
    """Triton's `bank_conflicts` fails an assertion for AMD, and for memory below 128 bytes."""
    require("triton")
    drawn = (text_of(seed, target, "blocked") for seed in range(1000))
    text = next(one for one in drawn if (bytes_of(one) < 128) == is_small)
    (answer,) = answers("of_triton", [{"text": text, "all": True}])
    assert answer["signal"] == signal.SIGABRT
    assert "inDim" in answer["assertion"]
    found = [one.verdict for one in audit(text) if "bank serves" in one.claim]
    assert len(found) == 3
    assert set(found) <= {Verdict.HOLDS, Verdict.COST}


def bytes_of(text):
    """Return the size in bytes of the buffer in a random text."""
    kind = sized(re.search(r"-> (!ttg\.memdesc<.*>)$", text, re.MULTILINE)[1])
    return kind.elements * bits_of(kind.element) // 8


def test_drawn_texts_have_no_fault():
    """Triton's verifier accepts these texts, so the audit must not report a fault."""
    for text in texts(3, first=10_000):
        assert not [one for one in audit(text) if one.verdict in FAULTS], text
