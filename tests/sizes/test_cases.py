"""Tables of cases agree with the operation at all sizes, and wrong tables are not proved."""

from dataclasses import replace

import pytest

from spec import LayoutError
from spec.modes import modes_of
from spec.named_notation import holds
from verif.language.form import Builtin, walk
from verif.sizes.by_value import few_values
from verif.sizes.calculator import proved, tabled
from verif.sizes.case import Case
from verif.sizes.names import read_sizes
from verif.sizes.right import stated_value
from verif.sizes.sized import read_sized
from verif.sizes.statement import of_table
from verif.sizes.terms import NotForAllSizesError

pytestmark = pytest.mark.usefixtures("lemmas")

ONE_LINE = {
    "zipped_divide((M,N):(1,M), (128,64))": (
        "M, N",
        "((128,64),(ceil(M/128),ceil(N/64))):((1,M),(128,64*M))",
    ),
    "composition((M,N):(N,1), (N,M):(M,1))": ("M, N", "(N,M):(1,N)"),
    "as_layout(f32[M,N]{1,0})": ("M, N", "(M,N):(N,1)"),
    "idx2crd(i, (M,N,K))": (
        "M, N, K, i; i >= 0; i < M*N*K",
        "(i % M,floor(i/M) % N,floor(floor(i/M)/N))",
    ),
    "zipped_divide((M,k):(k,1), (128,8))": (
        "M, k; M == 128 or M == 256",
        "((128,8),(ceil(M/128),ceil(k/8))):((k,1),(128*k,8))",
    ),
    "zipped_divide((M,N):(1,M), (t,8))": (
        "M, N, t; M % t == 0",
        "((t,8),(M/t,ceil(N/8))):((1,M),(t,8*M))",
    ),
    "make_identity_layout((M,(N,3)))": ("M, N", "(M,(N,3)):(1@0,(1@0@1,1@1@1))"),
    "local_tile(make_identity_layout((M,N)), (128,64), (i,j))": (
        "M, N, i, j; i >= 0; i < ceil(M/128); j >= 0; j < ceil(N/64)",
        "<(128,64):(1@0,1@1),(128*i,64*j)>",
    ),
    "evaluate(make_identity_layout((M,(N,3))), (i,(j,2)))": (
        "M, N, i, j; i >= 0; i < M; j >= 0; j < N",
        "(i,(j,2))",
    ),
}

UNWRITTEN = {
    "linear_layout((4,M):(M,1))": "linear_layout takes no names of sizes",
    "physical_order(f32[M,8])": "`linear_index(ARRAY, INDEX)` is the position of one index",
    "table((M,4):(4,1))": "`evaluate(LAYOUT, COORDINATE)` is the offset of one coordinate",
    "xor_of((1,3), M)": "single bits of the sizes",
    "cosize((M,4):(4,1), M)": "a mode's index, must be a number",
    "as_xla_shape(zN(f16,M,8), f16)": "`equal(ARRAY, SHAPE)` compares the array",
    "evaluate(zN(f16,M,8), (_,0))": "convert the array by `as_layout`",
}
"""Expressions whose results cannot be written with names, and the advice in the error message."""


@pytest.mark.parametrize("expression", UNWRITTEN)
def test_a_result_that_cannot_be_written_with_names_says_what_to_write_instead(expression):
    table = tabled(expression, "M")
    assert table.proof is None
    assert UNWRITTEN[expression] in table.reason


def test_a_wrong_coordinate_is_not_proved():
    sized = read_sized(
        "evaluate(make_identity_layout((M,N)), (M - 1,1))", read_sizes("M, N; N >= 2")
    )
    assert proved(sized, (Case(None, "(M - 1,1)"),)) is not None
    for wrong in ("(M,1)", "(M - 1,0)", "(1,M - 1)", "(M - 1,1,1)", "M"):
        assert proved(sized, (Case(None, wrong),)) is None


@pytest.mark.parametrize("expression", ONE_LINE)
def test_a_table_of_one_line_is_found_and_proved(expression):
    names, result = ONE_LINE[expression]
    table = tabled(expression, names)
    assert table.cases == (Case(None, result),)
    assert table.proof is not None
    assert table.proof.theorem.replays > 0


def test_cases_that_are_bounds_of_one_name_are_sorted_by_their_bounds():
    table = tabled("tpu_format(bf16[M,300])", "M")
    assert [case.condition for case in table.cases] == ["M <= 2", "M <= 4", "otherwise"]


def test_a_name_with_few_values_gets_a_line_per_value():
    table = tabled("logical_divide((4,3):(7,1), t)", "t; 4 % t == 0")
    assert table.proof is not None
    for t in (1, 2, 4):
        for ours, theirs in zip(table.sized.at({"t": t}), stated_at(table, {"t": t}), strict=True):
            longer = ([m for m in modes_of(mode) if m[0] > 1] for mode in (ours, theirs))
            assert next(longer) == next(longer)


def test_tile_and_remainder_are_not_merged():
    """Dropping modes of size 1 makes (1,(2,3)) equal to (2,3), but they are different results."""
    sized = read_sized("logical_divide((2*M,3):(7,1), 2*M)", read_sizes("M"))
    wrong = Case(None, "(1,(2*M,3)):(7,(7,1))")
    assert proved(sized, (wrong,)) is None


def test_a_result_that_the_notation_cannot_express_is_unknown():
    table = tabled("evaluate(Sw<1,0,1> o 0 o (M,2):(2,1), (M - 1,1))", "M")
    assert table.proof is None
    assert "cannot express" in table.reason


def test_a_tile_that_depends_on_the_sizes_is_unknown():
    table = tabled("as_xla_shape(zN(f16,M,8), f16)", "M")
    assert table.proof is None
    assert "the tile (16*ceil(M/16),16) depends on the sizes" in table.reason


def test_few_values_are_derived_from_the_conditions():
    sizes = read_sizes("t, u, v, w; 12 % t == 0; t != 4; u <= 3; v < 3; v >= -1; w % 2 == 0")
    found = {name: few_values(sizes, name) for name in sizes.names}
    assert found == {"t": (1, 2, 3, 6, 12), "u": (1, 2, 3), "v": (-1, 0, 1, 2), "w": ()}


def stated_at(table, point):
    """Return the result that a table states at these sizes; None if it states a rejection."""
    numbers = table.sized.sizes.defined(point)
    sizes = table.sized.sizes
    for case in table.cases:
        where = case.where
        if where is None or any(
            all(holds(sizes.condition(c), numbers) for c in each) for each in where
        ):
            return None if case.result is None else stated_value(case.result, sizes, numbers)
    raise AssertionError("no case")


def test_a_table_with_rejections_agrees_with_the_calculator():
    table = tabled("composition((M,4):(4,1), 4:1)", "M")
    assert table.proof is not None
    assert [case.result is None for case in table.cases] == [False, False, True]
    assert "of its number of steps within a mode of A (M)" in table.cases[-1].refusal
    for point in table.sized.tried:
        try:
            found = table.sized.at(point)
        except LayoutError:
            found = None
        stated = stated_at(table, point)
        assert (found is None) == (stated is None)
        if found is not None:
            ours, theirs = ([m for m in modes_of(x) if m[0] != 1] for x in (found, stated))
            assert ours == theirs


def is_proved(expression, names, *cases):
    sized = read_sized(expression, read_sizes(names))
    try:
        return proved(sized, cases) is not None
    except LayoutError:
        return False


DIVIDE = "zipped_divide((M,N):(1,M), (128,64))"


@pytest.mark.parametrize(
    "wrong",
    [
        "((128,64),(ceil(M/128),ceil(N/64))):((1,M),(128,64*N))",
        "((128,64),(floor(M/128),ceil(N/64))):((1,M),(128,64*M))",
        "((128,64),(ceil(M/127),ceil(N/64))):((1,M),(128,64*M))",
        "((128,64),(M/128,ceil(N/64))):((1,M),(128,64*M))",
        "((128,64),(ceil(M/128),1)):((1,M),(128,64*M))",
        "(128,64,ceil(M/128)):(1,M,128)",
    ],
)
def test_a_wrong_result_is_not_proved(wrong):
    assert not is_proved(DIVIDE, "M, N", Case(None, wrong))


def test_a_weakened_condition_is_not_proved():
    right = Case((("ld == M",),), "M*N:1")
    rest = Case(None, "(M,N):(1,ld)")
    assert is_proved("coalesce((M,N):(1,ld))", "M, N, ld; ld >= M", right, rest)
    wrong = replace(right, where=(("ld <= M + 1",),))
    assert not is_proved("coalesce((M,N):(1,ld))", "M, N, ld; ld >= M", wrong, rest)


def test_a_wrong_rejection_is_not_proved():
    assert not is_proved(
        DIVIDE, "M, N", Case((("M <= 4",),), None), Case(None, ONE_LINE[DIVIDE][1])
    )


def test_unsatisfiable_conditions_have_no_table():
    with pytest.raises(NotForAllSizesError, match="no sizes that meet the conditions"):
        tabled("size((M,4))", "M; M < 1")


def test_the_statement_of_a_table_does_not_use_proving():
    sized = read_sized(DIVIDE, read_sizes("M, N"))
    stated = of_table(sized, (Case(None, ONE_LINE[DIVIDE][1]),))
    verbs = {term.name for term in walk(stated.function.body) if isinstance(term, Builtin)}
    assert verbs == {"attempt", "ensure"}
