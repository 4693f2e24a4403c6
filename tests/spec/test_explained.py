"""Explanations end with the result of the operation or with its error."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import spec
from spec import Layout, LayoutError, explain
from spec.explained import DIVIDES, EXPLAINED, PRODUCTS, RANKED
from spec.explained_modes import OF_ONE_LAYOUT
from spec.modes import modes_of
from tests.spec.strategies import layouts

OPERATIONS = ("composition", *DIVIDES, *PRODUCTS, *RANKED)


@example("composition", Layout((2, 1), (0, 1)), Layout((1, 3), (-1, 1)))
@given(st.sampled_from(OPERATIONS), layouts(), layouts() | st.integers(1, 8))
def test_the_last_line_is_the_result_or_the_error(operation, A, B):
    last = explain(operation, A, B).splitlines()[-1]
    try:
        assert last == f"= {getattr(spec, operation)(A, B)}"
    except LayoutError as refusal:
        assert last == f"refused: {refusal}"


def outcome(operation, *arguments):
    """Call the operation, and return the line with which its explanation must end."""
    try:
        return f"= {getattr(spec, operation)(*arguments)}"
    except LayoutError as refusal:
        return f"refused: {refusal}"


@given(layouts(), st.integers(1, 100) | st.tuples(st.integers(1, 8), st.integers(1, 8)))
def test_the_modes_of_a_complement_fill_the_gaps(A, size):
    *lines, last = explain("complement", A, size).splitlines()
    assert last == outcome("complement", A, size)
    filled = [
        Layout.parse(shown)
        for shown in re.findall(r"so (\d+:\d+)$", "\n".join(lines), re.MULTILINE)
    ]
    if not last.startswith("refused"):
        assert last == f"= {spec.coalesce(spec.make_layout(*filled))}"


@given(st.sampled_from(list(OF_ONE_LAYOUT)), layouts())
def test_an_operation_on_one_layout_ends_with_its_result(operation, A):
    assert explain(operation, A).splitlines()[-1] == outcome(operation, A)


@given(layouts())
def test_coalescing_says_something_about_each_mode(A):
    lines = explain("coalesce", A).splitlines()[1:-1]
    assert len(lines) == len(modes_of(A))
    kept = sum("stays" in line or "is the last" in line for line in lines)
    assert kept == len(modes_of(spec.coalesce(A))) or spec.size(A) == 1


def test_every_explained_operation_is_exported():
    assert all(callable(getattr(spec, name)) for name in EXPLAINED)


def test_an_argument_too_many_is_rejected():
    with pytest.raises(LayoutError, match="explain takes one layout for coalesce"):
        explain("coalesce", Layout(4), 2)


@given(layouts(), layouts())
def test_the_steps_for_the_modes_of_b_form_the_result(A, B):
    text = explain("composition", A, B)
    if "refused" in text:
        return
    shown = re.findall(r"^  (?:the first \d+|A) of these: (.*)$", text, re.MULTILINE)
    composed = [spec.composition(A, Layout(n, w)) for n, w in modes_of(B)]
    assert list(map(Layout.parse, shown)) == composed


@pytest.mark.parametrize("operation", ["size", "", "explain"])
def test_explaining_an_unsupported_operation_is_rejected(operation):
    with pytest.raises(LayoutError, match="explain supports only composition, logical_divide"):
        explain(operation, Layout(4), 2)
