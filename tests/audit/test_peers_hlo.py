"""Compare the audit of HLO with XLA's parser, XLA's compilers and StableHLO's verifier.

XLA parses random shapes with layouts and prints them. StableHLO verifies random instructions: some
are valid, others have changed dimensions. XLA compiles random programs that move elements, for the
CPU and for a TPU. No TPU is needed, because XLA compiles from a description of the TPU. One
difference is allowed: XLA's parser accepts a bitcast to any layout, and the audit does not.
Recorded answers of XLA are compared in every run.
"""

import json
import re
from collections import Counter
from functools import cache

import pytest

from tests.audit.peers.asking import KEPT, answers, require
from tests.audit.peers.drawn_hlo import cases
from verif.audit.hlo import audit, compare
from verif.audit.hlo.program import modules
from verif.audit.hlo.shapes import UnreadError, leaves, read_shape
from verif.audit.statement import Verdict

MANY = {"formats": 150, "instructions": 100, "programs": 3}
"""How many random cases there are of each kind."""

EARLIER = [json.loads(line) for line in (KEPT / "xla.jsonl").read_text().splitlines()]

FAULTS = {Verdict.FAULT, Verdict.NOT_READ}


@cache
def fresh():
    """Return random cases with XLA's answers."""
    require("jax", "libtpu")
    asked = [one for some in cases(**MANY).values() for one in some]
    return [*zip(asked, answers("of_xla", asked), strict=True)]


def kept():
    return [(one["case"], one["answer"]) for one in EARLIER]


PAIRS = pytest.mark.parametrize("pairs", [kept, fresh])


def is_taken(answer):
    """Whether XLA accepts a text. XLA rejects a wrong reshape by ending its process."""
    return "printed" in answer


@PAIRS
def test_shapes_are_read_and_refused_and_printed_as_by_xla(pairs):
    count = Counter()
    for case, answer in pairs():
        if "shape" not in case:
            continue
        try:
            ours = str(read_shape(case["shape"]))
        except UnreadError:
            assert not is_taken(answer), case
        else:
            assert is_taken(answer), case
            assert f"%p = {ours} parameter(0)" in answer["printed"]
        count[is_taken(answer)] += 1
    assert count[True] == count[False] >= 20


@PAIRS
def test_dimensions_that_stablehlo_refuses_are_faults(pairs):
    count = Counter()
    for case, answer in pairs():
        if "verify" in case:
            bad = [one for one in audit(case["text"]) if one.verdict in FAULTS]
            assert bool(bad) != is_taken(answer), case["text"]
            count[is_taken(answer)] += 1
    assert min(count[True], count[False]) >= 15


def compiled(pairs):
    found = [(case, answer) for case, answer in pairs if "program" in case]
    assert {case["target"] for case, _ in found} == {"cpu", "v5e"}
    return found


@PAIRS
def test_compiled_programs_have_no_fault_and_move_what_they_must(pairs):
    count = Counter()
    for case, answer in compiled(pairs()):
        statements = [*audit(answer["after"])]
        assert not [one for one in statements if one.verdict in FAULTS]
        found = [*compare(answer["before"], answer["after"])]
        assert [one.verdict for one in found] == [Verdict.HOLDS] * len(case["program"])
        for one in statements:
            count[one.operation, one.verdict] += 1
            # XLA replaces each reshape or transpose that moves nothing by a bitcast.
            if one.operation in ("reshape", "transpose") and "moves no element" in one.claim:
                assert one.verdict is Verdict.COST
    assert count["bitcast", Verdict.HOLDS] >= 10


@PAIRS
def test_arguments_and_results_have_xlas_sizes(pairs):
    for case, answer in compiled(pairs()):
        (module,) = modules(answer["after"])
        instructions = module.entry.instructions.values()
        arguments = sum(one.shape.bytes for one in instructions if one.opcode == "parameter")
        (root,) = (one.shape for one in instructions if one.is_root)
        results = sum(leaf.bytes for _, leaf in leaves(root))
        # On a CPU, a tuple stores an 8-byte pointer for each result. On a TPU, the pointers of a
        # tuple take 512 bytes together.
        table = 8 * len(case["program"]) if case["target"] == "cpu" else 512
        assert answer["bytes"] == [arguments, results + table]


def test_instructions_and_operands_are_those_of_xlas_parser():
    texts = [answer["after"] for _, answer in compiled(fresh())]
    parsed = answers("of_xla", [{"text": one} for one in texts])
    for text, answer in zip(texts, parsed, strict=True):
        (module,) = modules(text)
        for name, theirs in answer["instructions"].items():
            found = module.computations[name].instructions
            ours = {
                key: [] if one.opcode in ("parameter", "constant") else [*one.operands]
                for key, one in found.items()
            }
            assert ours == dict(theirs)


def test_changed_layouts_of_bitcasts_are_faults_that_xlas_parser_takes():
    changed = []
    for _, answer in compiled(fresh()):
        text = answer["after"]
        for place in re.finditer(r"\[([\d,]+)\]\{(\d),(\d)[^}]*\} bitcast\(", text):
            sizes = place[1].split(",")
            a, b = place[2], place[3]
            if "1" not in (sizes[int(a)], sizes[int(b)]):
                turned = f"{text[: place.start(2)]}{b},{a}{text[place.end(3) :]}"
                changed.append((answer["before"], turned))
    assert len(changed) >= 10
    assert all(map(is_taken, answers("of_xla", [{"text": one} for _, one in changed])))
    for before, text in changed:
        # The audit of the changed program, or its comparison with the other program, finds a fault.
        found = (*audit(text), *compare(before, text))
        assert any(one.verdict in FAULTS for one in found)


def test_xla_answers_as_before():
    require("jax", "libtpu")
    again = answers("of_xla", [one["case"] for one in EARLIER])
    assert again == [one["answer"] for one in EARLIER]
