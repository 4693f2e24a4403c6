"""The results that `spec` computes for operations of CuTe IR agree with their result types."""

import os
from collections import Counter
from pathlib import Path

import pytest

from tests.spec.reading.statements import Statement, counts, statements

CORPUS = os.environ.get("CUTE_IR")
"""A folder of CuTe IR, for example dumps of the DSL with CUTE_DSL_KEEP=ir,ir-debug."""

DOCUMENTED = {
    # If all strides of a layout are 0, the DSL's inverse has the stride 0.
    "differs: left_inverse",
    # In `spec`, a composition by mode keeps the modes for which there is no tiler.
    "differs: composition",
}

TEXT = (Path(__file__).parents[2] / "data" / "statements.mlir").read_text()


def test_operations_have_their_types_with_aliases_written_out():
    found = list(statements(TEXT))
    memref = '!cute.memref<f16, gmem, align<16>, "(?{div=8},64):(64,1)">'
    layout = '!cute.layout<"(?{div=8},64):(64,1)">'
    assert found[0] == Statement("get_layout", "", (memref,), layout)
    assert [one.operation for one in found if one.attributes] == ["size"]
    assert [one.operation for one in found if one.result is None] == ["zipped_divide"]
    assert found[-1].result == '!cute.layout<"((4,4)):((4,16))">'
    assert len(found) == 17


def test_each_result_is_calculated_or_has_a_reason():
    assert counts(TEXT) == {
        "same": 8,
        "fits": 1,
        "another form": 1,
        "differs: composition": 1,
        "differs: left_inverse": 1,
        "refused: composition": 1,
        "not calculated: attributes": 1,
        "not calculated: get_iter": 1,
        "not read: the result has no type here": 1,
        "not read: a type": 1,
    }


@pytest.mark.skipif(not CORPUS, reason="CUTE_IR names no folder of CuTe IR")
def test_the_results_of_a_corpus_differ_in_documented_ways_only():
    found = Counter[str]()
    for path in sorted(Path(CORPUS).rglob("*.mlir")):
        found += counts(path.read_text())
    assert found["same"] > 0
    assert {one for one in found if one.startswith("differs")} <= DOCUMENTED
    wrong = sum(n for one, n in found.items() if one.startswith("differs"))
    assert 100 * wrong <= found["same"], found
