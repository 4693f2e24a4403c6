"""The answer to `tma_box` is yes if and only if the tensor map breaks no rule of TMA."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec import Layout, LayoutError
from spec.atoms.tma import broken_rules, tensor_map
from verif.questions import Effort, Ruling, ask, read_question

SPANS = {0: "none", 32: "32B", 64: "64B", 128: "128B"}


@given(
    st.tuples(st.sampled_from((1, 8, 4096)), st.sampled_from((1, 64, 60, 4096))),
    st.sampled_from((64, 60, 512)),
    st.tuples(st.sampled_from((0, 1, 128, 300)), st.sampled_from((8, 6, 64, 256))),
    st.sampled_from(("f16", "f32", "s8", "s4")),
    st.sampled_from([*SPANS]),
)
def test_a_box_is_accepted_if_no_rule_is_broken(shape, lead, box, element, span):
    gmem = Layout(shape, (lead, 1))
    answer = ask(
        read_question(f"tma_box({gmem}, ({box[0]},{box[1]}), {element}, {span})"), Effort()
    )
    broken = broken_rules(tensor_map(gmem, box, element, SPANS[span]))
    assert (answer.ruling is Ruling.HOLDS) == (broken == ())
    if broken:
        assert answer.reason == f"TMA does not accept the tensor map: {broken[0]}"


def test_a_tensor_without_neighbours_is_refuted():
    answer = ask(read_question("tma_box((64,64):(128,2), (8,64), f16)"), Effort())
    assert answer.reason.startswith(
        "TMA does not accept the tensor map: inner stride: 0 modes have stride 1"
    )


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        ("tma_box((64,64):(64,1), (8,64), f16, 16)", "must be 0, 32, 64 or 128 bytes, not 16"),
        ("tma_box((64,64):(64,1), 8, f16)", "sizes of the box: 1"),
        ("tma_box((64,(8,8)):(64,(1,8)), (8,64), f16)", "no mode may be nested"),
    ],
)
def test_a_box_that_makes_no_sense_is_rejected(question, problem):
    with pytest.raises(LayoutError, match=problem):
        ask(read_question(question), Effort())
