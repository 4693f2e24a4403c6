"""Compare the oracle with CuTe C++ 4.2, with published examples, and with tutorials."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from spec import Layout, parse_expression, parse_layout
from spec.coalesce import coalesce
from spec.complement import complement
from spec.modes import modes_of
from verif.oracle.baseline import committed, read_baseline
from verif.oracle.deviation import Kind, broken_condition, call_of, deviation
from verif.oracle.published import published
from verif.oracle.truth import is_right, truth
from verif.questions.program import UndecidedError
from verif.upstream.in_process import SPEC
from verif.upstream.outcome import Rejected

GOLDENS = Path(__file__).parents[1] / "data" / "goldens"
DEVIATIONS = (GOLDENS.parent / "deviations-of-cpp42.txt").read_text().splitlines()
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
        ("blocked_product", "form-only"): 6,
        ("blocked_product", "over-reject"): 8,
        ("coalesce", "agrees"): 49,
        ("complement", "agrees"): 70,
        ("complement", "both refuse"): 23,
        ("composition", "agrees"): 121,
        ("composition", "both refuse"): 20,
        ("composition", "form-only"): 7,
        ("composition", "over-reject"): 7,
        ("composition", "unsound-accept"): 7,
        ("composition", "wrong-result"): 1,
        ("left_inverse", "agrees"): 46,
        ("left_inverse", "both refuse"): 7,
        ("left_inverse", "undecided"): 2,
        ("left_inverse", "wrong-result"): 1,
        ("logical_divide", "agrees"): 31,
        ("logical_divide", "both refuse"): 10,
        ("logical_divide", "form-only"): 1,
        ("logical_divide", "unsound-accept"): 3,
        ("logical_product", "agrees"): 25,
        ("logical_product", "both refuse"): 9,
        ("logical_product", "over-reject"): 1,
        ("logical_product", "unsound-accept"): 3,
        ("raked_product", "agrees"): 16,
        ("raked_product", "both refuse"): 13,
        ("raked_product", "form-only"): 5,
        ("raked_product", "over-reject"): 7,
        ("raked_product", "unsound-accept"): 1,
        ("right_inverse", "agrees"): 59,
        ("zipped_divide", "agrees"): 34,
        ("zipped_divide", "both refuse"): 6,
        ("zipped_divide", "form-only"): 3,
        ("zipped_divide", "unsound-accept"): 2,
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
    "seeds": {
        ("coalesce", "agrees"): 2,
        ("composition", "agrees"): 4,
    },
}

UNEVEN = "composition(((8,4),6):((48,1),8), (6):(3))"
"""A composition that is a layout, although B's stride 3 does not divide the size 8 of A's mode."""


@cache
def judged(name):
    """Return each recorded call of the tested operations, its recorded answer and its deviation.

    The deviation is None if the answer is right.
    """
    goldens = json.loads((GOLDENS / f"{name}.json").read_text())
    return [judgement(golden) for golden in goldens if golden["op"] in OPERATIONS]


def judgement(golden):
    call = golden["op"], tuple(map(value_of, golden["args"]))
    recorded = Rejected("") if golden.get("rejected") else parse_layout(golden["result"])
    try:
        return call, recorded, deviation(*call, recorded)
    except UndecidedError:
        return call, recorded, "undecided"


def value_of(argument):
    if isinstance(argument, list):
        return tuple(map(value_of, argument))
    return parse_expression(argument).value if isinstance(argument, str) else argument


def category(recorded, found):
    if found is None:
        return "both refuse" if isinstance(recorded, Rejected) else "agrees"
    return "undecided" if found == "undecided" else str(found.kind)


def of_kind(*kinds):
    """Return the deviations of these kinds among the goldens of CuTe C++."""
    return [d for _, _, d in judged("cpp42") if d not in {None, "undecided"} and d.kind in kinds]


@pytest.mark.parametrize("name", EXPECTED)
def test_goldens_fall_into_the_expected_categories(name):
    found = Counter((call[0], category(*rest)) for call, *rest in judged(name))
    assert found == EXPECTED[name]


@pytest.mark.parametrize("name", EXPECTED)
def test_agreeing_goldens_equal_the_result_of_the_spec(name):
    agreeing = [(call, r) for call, r, d in judged(name) if d is None and isinstance(r, Layout)]
    assert agreeing
    for (operation, arguments), recorded in agreeing:
        assert SPEC.operations[operation](*arguments) == recorded


def test_the_deviations_of_cpp_are_listed():
    found = [f"{d.kind} {d.case} is {d.shown}".rstrip(": ") for d in of_kind(*Kind)]
    assert sorted(found) == DEVIATIONS


def test_undecided_goldens_are_not_left_inverses():
    """Whether left inverses exist is unknown here. The recorded layouts are not left inverses."""
    undecided = [(call, r) for call, r, found in judged("cpp42") if found == "undecided"]
    assert [operation for (operation, _), _ in undecided] == ["left_inverse"] * 2
    for call, recorded in undecided:
        assert not is_right(*call, truth(*call), recorded)


def test_wrong_goldens_of_cpp_have_a_known_cause():
    """Each call with a wrong answer violates the condition of a composition or inverse.

    A divide or product violates the condition of the composition that it contains.
    """
    baseline = read_baseline(committed("cute-cpp", "4.2.0.0"))
    cases = [finding.case for finding in baseline.findings]
    cases += [one.case for of in published() if of.implementation == "cute-cpp" for one in of.all]
    known = {
        (operation, broken_condition(refusal))
        for operation, arguments in map(call_of, cases)
        if (refusal := truth(operation, arguments).refusal) is not None
    }
    wrong = of_kind(Kind.UNSOUND_ACCEPT, Kind.WRONG_RESULT, Kind.WRONG_SIZE, Kind.CRASH)
    assert len(wrong) == 18
    for d in wrong:
        base = d.operation if d.operation == "left_inverse" else "composition"
        assert (base, d.condition) in known or d.case == UNEVEN, d.case


def test_the_spec_accepts_cases_that_cpp_wrongly_rejects():
    refused = of_kind(Kind.OVER_REJECT)
    assert len(refused) == 23
    for d in refused:
        a, b = d.arguments
        answer = SPEC.operations[d.operation](a, b)
        offsets = [answer(i) for i in range(answer.size)]
        if d.operation == "composition":
            assert offsets == [a.extended(b(i)) for i in range(b.size)]
        else:
            copies = complement(a, a.size * b.cosize)
            computed = [a(i) + copies.extended(b(k)) for k in range(b.size) for i in range(a.size)]
            assert sorted(offsets) == sorted(computed)


def test_goldens_of_another_form_are_the_same_function():
    """The results nest modes differently, or have another stride at a mode of size 1."""
    forms = of_kind(Kind.FORM_ONLY)
    assert len(forms) == 22
    for d in forms:
        ours = SPEC.operations[d.operation](*d.arguments)
        pairs = zip(modes_of(ours), modes_of(d.got), strict=True)
        assert coalesce(ours) == coalesce(d.got)
        assert all(one == other or one[0] == other[0] == 1 for one, other in pairs)
