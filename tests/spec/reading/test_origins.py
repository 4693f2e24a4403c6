"""A coordinate tensor with a nonzero origin can be read, but questions and operations reject it."""

import pytest

from spec import LayoutError, read
from verif.expression import evaluated
from verif.expression import read as read_calculated
from verif.questions import Effort, Ruling, ask, read_question
from verif.testing import assert_equal
from verif.upstream.in_process import SPEC

TENSORS = (
    '!cute.coord_tensor<"{}", "(4,8):(1@0,1@1)">',
    "!fly.coord_tensor<{}, (4,8):(1E0,1E1)>",
    "tensor<{} o (4,8):(1@0,1@1)>",
    "ArithTuple{} o (4,8):(1@0,1@1)",
)


@pytest.mark.parametrize("tensor", TENSORS)
@pytest.mark.parametrize("begin", ["(0,16)", "(?,0)"])
def test_a_coordinate_tensor_has_its_origin_and_a_note(tensor, begin):
    reading = read(tensor.format(begin))
    assert reading.kind == "coordinate tensor"
    assert reading.origin[1] == int(begin[3:-1] or 0)
    assert any("at the origin here" in note for note in reading.notes)
    assert evaluated(read_calculated(tensor.format("(0,16)")), SPEC) is not None


@pytest.mark.parametrize("tensor", TENSORS)
def test_a_coordinate_tensor_that_begins_elsewhere_is_not_an_argument(tensor):
    zeros, other = tensor.format("(0,0)"), tensor.format("(0,16)")
    assert read(zeros).origin is None
    assert read(zeros).notes == ()
    assert ask(read_question(f"equal({zeros}, {zeros})"), Effort()).ruling is Ruling.HOLDS
    with pytest.raises(LayoutError, match=r"begins at \(0,16\) cannot be an argument"):
        read_question(f"equal({other}, {zeros})")
    with pytest.raises(LayoutError, match=r"write its layout, \(4,8\):\(1@0,1@1\)"):
        read_calculated(f"evaluate({other}, (1,2))")
    for given in (other, read(other)):
        with pytest.raises(LayoutError, match="cannot be an argument"):
            assert_equal(given, zeros)
