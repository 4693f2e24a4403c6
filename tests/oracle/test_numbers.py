"""The numbers in the explanation of a deviation are right for the call and for its result."""

import pytest

from spec import Layout
from verif.oracle.deviation import Kind, call_of, deviation
from verif.oracle.numbers import numbers

EXPLAINED = [
    ("right_inverse((2,2):(1,2))", "2:1", "the size of the result is 2, but should be at least 4"),
    ("right_inverse((2,2):(2,1))", "2:1", "the result(1) = 1, A(1) = 2, but should be 1"),
    ("right_inverse((2,3):(1,2))", "2:9", "the result(1) = 9, but A has 6 elements"),
    ("right_inverse(2:-1)", "1:-1", ""),
    ("max_common_layout(4:1, 8:1)", "4:2", "the result(1) = 2, A(2) = 2, but should be 1"),
    ("max_common_layout(4:1, 4:1)", "4:4", "the result(1) = 4, but A has 4 elements"),
    (
        "max_common_layout((2,2):(1,2), (2,2):(1,4))",
        "(2,2):(1,2)",
        "the result(2) = 2, B(2) = 4, but should be 2",
    ),
    ("max_common_layout(4:1, 4:1)", "2:1", "the size of the result is 2, but should be at least 4"),
]


@pytest.mark.parametrize(("case", "result", "words"), EXPLAINED)
def test_an_inverse_is_explained_by_its_law(case, result, words):
    found = deviation(*call_of(case), Layout.parse(result))
    assert ("" if found is None else numbers(found)) == words


def test_a_right_result_of_another_form_is_not_explained():
    found = deviation("right_inverse", (Layout((2, 3), (1, 1)),), Layout(3, 2))
    assert found.kind is Kind.FORM_ONLY
    assert numbers(found) == ""
