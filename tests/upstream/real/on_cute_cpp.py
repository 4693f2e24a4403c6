"""Compiled CuTe C++ agrees with the recorded answers, whatever the order of calls."""

import json
import random
from pathlib import Path
from types import SimpleNamespace

import pytest

from spec import Layout, parse_expression, parse_layout
from spec.parser import Literal
from tests.oracle.test_check import assert_root_cause
from tests.upstream.findings import assert_found, findings_of
from verif.claims.catalogue import catalogue
from verif.oracle.baseline import committed
from verif.search.concrete import Fails, run_concretely
from verif.upstream.cpp_text import CALLS
from verif.upstream.implementation import called, implementation
from verif.upstream.in_process import PREDICATES, MissingImplementationError
from verif.upstream.outcome import Crashed, Malformed, Rejected
from verif.upstream.recorded import LEFT_INVERSES

GOLDENS = Path(__file__).parents[2] / "data" / "goldens" / "cpp42.json"

OF_CPP = findings_of("cute-cpp")


@pytest.fixture(scope="module")
def cpp():
    return implementation("cute-cpp@4.2.0.0")


def operand(value):
    parsed = parse_expression(str(value))
    assert isinstance(parsed, Literal)
    return parsed.value


def test_goldens_agree_with_cute_cpp(cpp):
    goldens = json.loads(GOLDENS.read_text())
    cases = [(g["op"], tuple(map(operand, g["args"]))) for g in goldens]
    outcomes = cpp.apply_all(cases)
    assert len(outcomes) >= 600
    for golden, outcome in zip(goldens, outcomes, strict=True):
        if golden.get("rejected"):
            assert isinstance(outcome, Rejected | Malformed), golden
        else:
            assert str(outcome).removeprefix("malformed: ").split(", where")[0] == golden["result"]


def test_recorded_left_inverses_agree_with_cute_cpp(cpp):
    cases = [("left_inverse", (parse_layout(text),)) for text in LEFT_INVERSES]
    outcomes = [
        str(one).removeprefix("malformed: ").split(", where")[0] for one in cpp.apply_all(cases)
    ]
    assert outcomes == list(LEFT_INVERSES.values())


def test_false_claims_about_cute_cpp_fail_on_it(cpp):
    """Claims such as V5n and V7 are refuted on recorded answers of CuTe C++.

    Here the example arguments of each claim run on compiled code.
    """
    cute = called(cpp)
    algebra = SimpleNamespace(**cute.operations | dict(PREDICATES))
    accusing = [claim for claim in catalogue() if claim.accuses == cpp.name]
    assert {claim.id for claim in accusing} >= {"V5n", "V7"}
    for claim in accusing:
        assert claim.exhibits
        for arguments in claim.exhibits:
            assert isinstance(run_concretely(claim, algebra, arguments), Fails), claim.id


def test_published_findings_match_its_behaviour(cpp):
    assert len(OF_CPP.all) >= 9
    assert_found(OF_CPP, cpp)


def test_cute_cpp_has_the_operations_named_in_rows(cpp):
    """CuTe C++ has every operation but weakly_compatible, which only headers before 4.0 have."""
    assert CALLS.keys() - cpp.operations == {"weakly_compatible"}


def test_a_repeated_compiler_error_is_reported_for_every_call(cpp):
    """The same assertion fails for several calls in a file, but the compiler reports it once."""
    rejected = ("composition", (Layout((3, 2), (1, 5)), Layout(5, 1)))
    hidden = ("composition", (Layout((3, 2), (1, 5)), Layout((5,), (1,))))
    good = ("composition", (Layout((3, 2), (1, 5)), Layout(3, 1)))
    outcomes = cpp.apply_all([good, rejected, hidden, rejected, good, hidden])
    assert [type(one) for one in outcomes] == [
        Layout,
        Rejected,
        Rejected,
        Rejected,
        Layout,
        Rejected,
    ]
    assert outcomes[1] == Rejected("static assertion failed: Shape Divisibility Condition")


def test_the_outcome_of_a_case_is_independent_of_other_cases(cpp):
    random.seed(7)

    def layout():
        rank = random.randint(1, 2)
        shape = tuple(random.choice((2, 3, 4, 6)) for _ in range(rank))
        return Layout(shape, tuple(random.choice((0, 1, 2, 3, 6)) for _ in range(rank)))

    cases = [("composition", (layout(), layout())) for _ in range(40)]
    together = cpp.apply_all(cases)
    alone = [cpp.apply(*case) for case in cases[:12]]
    assert [type(one) for one in together[:12]] == [type(one) for one in alone]
    assert [one for one in together[:12] if isinstance(one, Layout)] == [
        one for one in alone if isinstance(one, Layout)
    ]
    assert {type(one) for one in together} == {Layout, Rejected}


def test_values_agree_with_the_spec(cpp):
    outcomes = cpp.apply_all(
        [
            ("evaluate", (Layout((4, 2), (2, 9)), 5)),
            ("slice_and_offset", ((None, 1), Layout((3, 2), (1, 5)))),
            ("compatible", (6, (2, 3))),
            ("idx2crd", ((1, 5), (3, (2, 3)))),
            ("size", (Layout((4, 2), (2, 9)), 1)),
            ("make_layout", (Layout(4), Layout(3))),
            ("composition", (Layout((8, 8)), (Layout(4), None))),
        ]
    )
    assert outcomes == [
        11,
        (Layout((3,), (1,)), 5),
        True,
        (1, (1, 2)),
        2,
        Layout((4, 3), (1, 1)),
        Layout((4, 8), (1, 8)),
    ]


def test_a_compile_error_is_reported_as_an_outcome(cpp):
    assert cpp.apply("size", (2**80,)) == Rejected(
        "an integer does not fit any integer type of C++"
    )
    assert cpp.apply("product", ((2**40, 2**40),)) == Malformed("long int is not a constant")
    assert isinstance(cpp.apply("composition", (Layout(4),)), Rejected)


ENDLESS = """
#pragma once
namespace cute {
template <int N> struct C {};
template <class...> struct tuple {};
template <class, class> struct Layout {};
struct Underscore {};
template <int N> auto again(C<N>) { return again(C<N + 1>{}); }
template <class T> auto size(T t) { return again(t); }
template <class T> auto product(T t) { return t; }
template <int N> constexpr int slow(C<N>) {
  int n = 0;
  for (long i = 0; i < 1L << 60; ++i) { n ^= 1; }
  return n;
}
template <class T> auto depth(T) { return C<slow(T{})>{}; }
template <class T> auto flatten(T) { static_assert(sizeof(T) == 0, "never"); return T{}; }
}
"""


def test_the_root_cause_of_a_known_deviation_is_found(cpp):
    id_ = "composition-unsound-accept-size-multiple-number-steps-within-mode-a"
    known = committed("cute-cpp", "4.2.0.0")
    assert_root_cause(cpp, known, "composition((4,6,8):(2,3,5), 6:3)", id_)


def test_user_headers_with_endless_recursion_are_reported(tmp_path):
    """An implementation made from a folder has only the operations that its headers define."""
    (tmp_path / "include" / "cute").mkdir(parents=True)
    (tmp_path / "include" / "cute" / "layout.hpp").write_text(ENDLESS)
    cute = implementation(f"cute-cpp@{tmp_path}")
    assert {"size", "product", "depth", "flatten"} < cute.operations
    assert "composition" not in cute.operations
    outcomes = cute.apply_all(
        [("product", (3,)), ("size", (3,)), ("product", (4,)), ("flatten", (1,))]
    )
    assert outcomes == [
        3,
        Crashed("endless template recursion"),
        4,
        Rejected("static assertion failed: never"),
    ]
    assert isinstance(cute.apply("depth", (3,)), Rejected | Crashed)
    assert cute.apply("composition", (3, 3)) == Rejected(f"cute-cpp {tmp_path} has no composition")


def test_headers_that_do_not_compile_are_rejected(tmp_path):
    (tmp_path / "cute").mkdir()
    (tmp_path / "cute" / "layout.hpp").write_text("#error not for this compiler\n")
    with pytest.raises(MissingImplementationError, match="cannot be compiled: #error not for this"):
        assert implementation(f"cute-cpp@{tmp_path}").operations


def test_a_missing_compiler_is_reported_in_one_line(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(MissingImplementationError, match=r"needs g\+\+, which is not installed"):
        implementation("cute-cpp@4.2.0.0")


def test_recast_takes_element_types(cpp):
    layouts = (Layout((8, 4), (1, 8)), 8, 32), (Layout((8, 4), (1, 8)), 16, 8)
    uneven = Layout((6, 4), (1, 6)), 16, 24
    outcomes = cpp.apply_all([("recast_layout", call) for call in (*layouts, uneven)])
    assert outcomes == [Layout((2, 4), (1, 2)), Layout((16, 4), (1, 16)), Layout((4, 4), (1, 4))]


def test_dynamic_and_static_integers_can_be_mixed(cpp):
    """Reproduce CUTLASS's issue 3513 and assign each error to the call that caused it."""
    whole = Layout((12, (4, 8)), (7, (1, 30)))
    split = Layout(((12, 4, 2), (1, 1, 3)), ((7, 1, 30), (896, 11, 90)))
    outcomes = cpp.apply_all(
        [
            ("logical_divide_by_dynamic", (whole, 128)),
            ("logical_divide_by_dynamic", (whole, whole)),
            ("composition_of_dynamic", (Layout((6, 2), (1, 7)), Layout(4, 2))),
            ("composition", (Layout((3, 2), (1, 5)), Layout(5, 1))),
            ("coalesce_of_dynamic", (Layout((4, 6), (1, 4)),)),
            ("coalesced_prepend", (Layout(6, 4), Layout(4))),
        ]
    )
    assert outcomes[0] == split
    assert split.size == 288
    assert [type(one) for one in outcomes[1:4]] == [Rejected, Layout, Rejected]
    assert outcomes[4:] == [Layout((4, 6), (1, 4)), Layout(24)]
