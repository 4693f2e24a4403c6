"""Numbers known only at run time get names and conditions."""

import pytest

from spec import Layout, LayoutError, read
from spec.reading import ReadingError
from spec.reading.expressions import read_expression, translated, unknowns_of
from tests.spec.reading.samples import UNKNOWN


@pytest.mark.parametrize(("text", "notation", "names"), UNKNOWN)
def test_an_unknown_number_gets_a_name_and_a_condition(text, notation, names):
    reading = read(text)
    assert reading.names == names
    if notation is not None:
        assert reading.notation == notation
    with pytest.raises(LayoutError, match="unknown numbers"):
        _ = reading.value


def test_given_numbers_determine_the_value():
    reading = read("(?{div=8},?):(?{i64 div=16},1)")
    assert reading.at(N1=16, N2=3, N3=32) == Layout((16, 3), (32, 1))
    assert [one.bits for one in reading.unknowns] == [32, 32, 64]
    with pytest.raises(LayoutError, match="N1 must be a multiple of 8, but N1=4"):
        reading.at(N1=4, N2=3, N3=32)
    with pytest.raises(LayoutError, match="give a number for each of N1, N2, N3"):
        reading.at(N1=8)


def test_the_unknown_numbers_of_a_memory_reference_are_its_own():
    reading = read('!cute.memref<f32, gmem, align<16>, "(?,?{div=64}):(?{i64 div=64},1)">')
    assert reading.names == "N1, N2, N3; N2 % 64 == 0; N3 % 64 == 0"
    assert reading.at(N1=5, N2=64, N3=128) == Layout((5, 64), (128, 1))


def test_names_used_in_the_text_are_not_reused():
    found = translated("size(ptr[32b](0x0) o (?,4):(4,1))", "N1; N1 <= 8", {"size"})
    # The unknown number gets the name N1. The second argument declares N1 with a condition.
    assert (found.text, found.names) == ("size((N1,4):(4,1))", "N1; N1 <= 8")
    other = translated("equal((N1,4):(4,1), ptr[32b](0x0) o (?,4):(4,1))", "N1", {"equal"})
    assert other.text == "equal((N1,4):(4,1), (N2,4):(4,1))"
    assert other.names == "N1, N2"


def test_unknown_numbers_of_an_expression_are_listed():
    assert [one.name for one in unknowns_of("equal((?,4):(4,1), (4,?):(1,4))", {"equal"})] == [
        "N1",
        "N2",
    ]
    with pytest.raises(ReadingError, match="--for 'N1; N1 % 8 == 0'"):
        read_expression("size((?{div=8},4):(4,1))", {"size"})


@pytest.mark.parametrize(
    "text", ["make_layout((?, 4))", "Layout<Shape<int,_4>>", "(?@0,1@1)", "(8,x):(1,8)"]
)
def test_ambiguous_texts_are_rejected(text):
    with pytest.raises(LayoutError):
        read(text)
