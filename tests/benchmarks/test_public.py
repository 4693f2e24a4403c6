"""Audits of public kernels: tests of the reduced sources, the located lines and the report page."""

import json
import sys
from pathlib import Path

import msgspec
import pytest

from benchmarks.public import running
from benchmarks.public.page import MEANINGS, page
from benchmarks.public.records import Places, PublicRecord, kernels, pinned, text_record
from benchmarks.public.reducing import reduced
from verif.audit.audit import audited
from verif.audit.statement import Verdict

ROOT = Path(__file__).parents[2]
COMMITTED = msgspec.json.decode(
    (ROOT / "reports" / "audit-public.json").read_bytes(), type=PublicRecord
)


def test_the_page_is_that_of_the_committed_record():
    assert page(COMMITTED) == (ROOT / "reports" / "audit-public.md").read_text()


def test_every_listed_kernel_is_in_the_record_with_its_pinned_version():
    listed = {one.name: (one.package, pinned()[one.package], one.file) for one in kernels()}
    assert {one.name: (one.package, one.version, one.file) for one in COMMITTED.kernels} == listed
    assert len(listed) >= 10
    for one in kernels():
        assert set(one.paths) <= set(pinned())
        (record,) = (found for found in COMMITTED.kernels if found.name == one.name)
        assert [text.target for text in record.texts] == [*one.targets]


def test_the_statements_of_a_record_are_counted():
    for kernel in COMMITTED.kernels:
        for text in kernel.texts:
            for verdict in (Verdict.FAULT, Verdict.COST, Verdict.UNKNOWN, Verdict.NOT_READ):
                some = [one for one in text.statements if one.verdict == verdict.value]
                assert len(some) == text.counts[verdict.value]


def test_every_published_fault_and_cost_is_explained():
    unmet = [
        one.claim
        for kernel in COMMITTED.kernels
        for text in kernel.texts
        for one in text.statements
        if one.verdict in (Verdict.FAULT.value, Verdict.COST.value)
    ]
    assert set(unmet) <= set(MEANINGS)


MODULE = """\
import torch
import triton

@torch.compile
def plain(x):
    return x

@tuned(1)
@triton.jit
def kernel(p):
    # a comment
    return helper(p)

if torch.cuda.is_available():
    @triton.jit
    def helper(p): return p + 1
else:
    @triton.jit
    def helper(p): return p + 2
"""


def test_only_the_compiled_functions_of_a_module_are_taken_each_at_its_line():
    lines = reduced(MODULE, ["from op import exp"]).splitlines()
    assert lines[0] == "import triton; import triton.language as tl; from op import exp"
    kept = {k: line for k, line in enumerate(lines[1:], start=2) if line}
    assert kept == {
        9: "@triton.jit",
        10: "def kernel(p):",
        11: "    # a comment",
        12: "    return helper(p)",
        18: "@triton.jit",
        19: "def helper(p): return p + 2",
    }
    assert len(lines) == MODULE.count("\n")


def test_the_place_of_a_line_is_that_in_the_function_called():
    text = """\
#loc = loc("/some/kernel.py":7:1)
#loc1 = loc("/some/helper.py":31:4)
#loc2 = loc("x"(#loc1))
#loc3 = loc(callsite(#loc2 at #loc))
%0 = tt.load %p : tensor<8xf32, #b> loc(#loc3)
%1 = tt.load %p : tensor<8xf32, #b> loc(#loc)
%2 = tt.load %p : tensor<8xf32, #b> loc("/some/other.py":2:2)
%3 = tt.load %p : tensor<8xf32, #b>
%4 = f32[2]{0} copy(%3), metadata={op_name="jit(f)/add" stack_frame_id=2}
"""
    places = Places(text)
    found = [places.of(line) for line in range(5, 10)]
    assert found == ["helper.py:31", "kernel.py:7", "other.py:2", "", "jit(f)/add"]


def test_a_record_has_what_does_not_hold():
    text = "tile: (65536,65536):(65536,1)\nother: (8,8):(8,1)\n"
    record = text_record("here", text, audited(text), 0.04)
    assert record.counts == {"fault": 1, "cost": 0, "unknown": 0, "not read": 0, "holds": 1}
    (one,) = record.statements
    assert (one.line, one.verdict, record.seconds) == (1, "fault", 0.0)


def test_a_missing_compiler_is_one_line(capsys, monkeypatch):
    monkeypatch.setattr(running, "fetched", pytest.fail)
    given = ["--xla", "/no/python", "convolve2d"]
    assert running.main(given) == running.MISSING
    told = capsys.readouterr().err
    assert told.startswith(
        "audit-public: jax and jaxlib and libtpu must be installed in /no/python"
    )
    assert told.count("\n") == 1


def test_a_compiler_that_fails_is_one_line(monkeypatch, tmp_path):
    (kernel,) = (one for one in kernels() if one.name == "softmax")
    monkeypatch.setattr(running, "FOLDER", tmp_path)
    (tmp_path / "make_triton.py").write_text("raise ValueError('no such target')")
    with pytest.raises(running.MissingError, match=r"softmax was not compiled .*no such target"):
        running.compiled(kernel, sys.executable, tmp_path, tmp_path, tmp_path)
    assert json.loads((tmp_path / "kernel.json").read_text())["function"] == kernel.function


def test_an_unknown_kernel_is_refused(capsys):
    with pytest.raises(SystemExit):
        running.main(["nothing"])
    assert "no kernel is called nothing" in capsys.readouterr().err
