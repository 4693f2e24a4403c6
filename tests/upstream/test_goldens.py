"""The spec against answers of others: CuTe C++ 4.2, published examples, the tutorials."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from spec import LayoutError, parse_expression, parse_layout
from spec.coalesce import coalesce
from spec.modes import modes_of
from verif.upstream.deviation import JUDGES
from verif.upstream.findings_cpp import NESTED_DEEPER, OVER_REJECTED, STRIDE_OF_SIZE_1, WRONG
from verif.upstream.in_process import SPEC

GOLDENS = Path(__file__).parents[1] / "data" / "goldens"
OPERATIONS = {
    "blocked_product",
    "coalesce",
    "complement",
    "composition",
    "left_inverse",
    "logical_divide",
    "logical_product",
    "raked_product",
    "right_inverse",
    "zipped_divide",
}

EXPECTED = {
    "cpp42": {
        ("blocked_product", "agrees"): 20,
        ("blocked_product", "both refuse"): 6,
        ("blocked_product", "nested deeper"): 5,
        ("blocked_product", "over-rejected"): 8,
        ("blocked_product", "stride of size 1"): 1,
        ("coalesce", "agrees"): 49,
        ("complement", "agrees"): 70,
        ("complement", "both refuse"): 23,
        ("composition", "agrees"): 121,
        ("composition", "both refuse"): 20,
        ("composition", "over-rejected"): 7,
        ("composition", "stride of size 1"): 7,
        ("composition", "wrong"): 8,
        ("left_inverse", "agrees"): 46,
        ("left_inverse", "both refuse"): 7,
        ("left_inverse", "wrong"): 3,
        ("logical_divide", "agrees"): 31,
        ("logical_divide", "both refuse"): 10,
        ("logical_divide", "stride of size 1"): 1,
        ("logical_divide", "wrong"): 3,
        ("logical_product", "agrees"): 25,
        ("logical_product", "both refuse"): 9,
        ("logical_product", "over-rejected"): 1,
        ("logical_product", "wrong"): 3,
        ("raked_product", "agrees"): 16,
        ("raked_product", "both refuse"): 13,
        ("raked_product", "nested deeper"): 4,
        ("raked_product", "over-rejected"): 7,
        ("raked_product", "stride of size 1"): 1,
        ("raked_product", "wrong"): 1,
        ("right_inverse", "agrees"): 59,
        ("zipped_divide", "agrees"): 34,
        ("zipped_divide", "both refuse"): 6,
        ("zipped_divide", "stride of size 1"): 3,
        ("zipped_divide", "wrong"): 2,
    },
    "open": {
        ("blocked_product", "agrees"): 1,
        ("coalesce", "agrees"): 2,
        ("complement", "agrees"): 7,
        ("composition", "agrees"): 9,
        ("left_inverse", "agrees"): 2,
        ("logical_divide", "agrees"): 3,
        ("logical_product", "agrees"): 3,
        ("raked_product", "agrees"): 1,
        ("right_inverse", "agrees"): 4,
    },
    "seeds": {("coalesce", "agrees"): 2, ("composition", "agrees"): 4},
}


@cache
def categories(name):
    """Each golden of the operations, with what the comparison says."""
    goldens = json.loads((GOLDENS / f"{name}.json").read_text())
    return [(golden, category(golden)) for golden in goldens if golden["op"] in OPERATIONS]


def category(golden):
    arguments = tuple(map(value_of, golden["args"]))
    try:
        ours = SPEC.operations[golden["op"]](*arguments)
    except LayoutError:
        ours = None
    if golden.get("rejected"):
        return "both refuse" if ours is None else "over-rejected"
    theirs = parse_layout(golden["result"])
    if ours == theirs:
        return "agrees"
    # What differs is judged by what the operation is for, not by what the spec returns.
    if not JUDGES[golden["op"]](*arguments, theirs):
        return "wrong"
    if ours is None:
        return "refused, but right"
    if modes_of(ours) == modes_of(theirs):
        return "nested deeper"
    return "stride of size 1" if differ_at_size_1_only(ours, theirs) else "another function"


def differ_at_size_1_only(ours, theirs):
    return all(
        mine[0] == other[0] and (mine == other or mine[0] == 1)
        for mine, other in zip(modes_of(ours), modes_of(theirs), strict=True)
    )


def value_of(argument):
    if isinstance(argument, list):
        return tuple(map(value_of, argument))
    return parse_expression(argument).value if isinstance(argument, str) else argument


def in_category(wanted):
    """The goldens of CuTe C++ in a category, by operation."""
    found = {}
    for golden, label in categories("cpp42"):
        if label == wanted:
            found.setdefault(golden["op"], {})[tuple(golden["args"])] = golden.get("result")
    return found


def listed(table):
    return {operation: frozenset(arguments) for operation, arguments in table.items()}


def cases(table):
    return [(operation, arguments) for operation in table for arguments in sorted(table[operation])]


def answer_of_spec(operation, arguments):
    return SPEC.operations[operation](*map(value_of, arguments))


@pytest.mark.parametrize("name", EXPECTED)
def test_every_golden_is_in_its_category(name):
    found = Counter((golden["op"], label) for golden, label in categories(name))
    assert found == EXPECTED[name]


def test_wrong_results_of_cpp_are_listed():
    assert in_category("wrong") == WRONG


@pytest.mark.parametrize(
    ("category", "table"),
    [
        ("over-rejected", OVER_REJECTED),
        ("stride of size 1", STRIDE_OF_SIZE_1),
        ("nested deeper", NESTED_DEEPER),
    ],
)
def test_other_differences_are_listed(category, table):
    assert listed(in_category(category)) == table


@pytest.mark.parametrize(("operation", "arguments"), cases(OVER_REJECTED))
def test_what_cpp_refuses_the_spec_gets_right(operation, arguments):
    answer = answer_of_spec(operation, arguments)
    assert JUDGES[operation](*map(value_of, arguments), answer)


@pytest.mark.parametrize(("operation", "arguments"), cases(STRIDE_OF_SIZE_1))
def test_other_strides_of_size_1_are_the_same_function(operation, arguments):
    theirs = in_category("stride of size 1")[operation][arguments]
    assert coalesce(answer_of_spec(operation, arguments)) == coalesce(parse_layout(theirs))
