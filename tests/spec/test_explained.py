"""Explanations end with the result of the operation or with its error."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import spec
from spec import Layout, LayoutError, explain
from spec.explained import DIVIDES
from spec.modes import modes_of
from tests.spec.strategies import layouts

OPERATIONS = ("composition", *DIVIDES)


@example("composition", Layout((2, 1), (0, 1)), Layout((1, 3), (-1, 1)))
@given(st.sampled_from(OPERATIONS), layouts(), layouts() | st.integers(1, 8))
def test_the_last_line_is_the_result_or_the_error(operation, A, B):
    last = explain(operation, A, B).splitlines()[-1]
    try:
        assert last == f"= {getattr(spec, operation)(A, B)}"
    except LayoutError as refusal:
        assert last == f"refused: {refusal}"


@given(layouts(), layouts())
def test_the_steps_for_the_modes_of_b_form_the_result(A, B):
    text = explain("composition", A, B)
    if "refused" in text:
        return
    shown = re.findall(r"^  (?:the first \d+|A) of these: (.*)$", text, re.MULTILINE)
    composed = [spec.composition(A, Layout(n, w)) for n, w in modes_of(B)]
    assert list(map(Layout.parse, shown)) == composed


@pytest.mark.parametrize("operation", ["complement", "", "explain"])
def test_explaining_an_unsupported_operation_is_rejected(operation):
    with pytest.raises(LayoutError, match="cannot be explained, only composition, logical_divide"):
        explain(operation, Layout(4), 2)
