"""`where` finds all sizes at which a question holds, or reports that its answer is incomplete."""

import pytest

from spec import Layout
from spec.errors import LayoutError
from spec.named_notation import holds
from verif.cli.sizes import where_line
from verif.questions.answer import Ruling
from verif.sizes.asked import answer_at, asked, read_question_of
from verif.sizes.contrary import contrary
from verif.sizes.names import read_sizes
from verif.sizes.sampled import beside_constants, least
from verif.sizes.sized import Sized
from verif.sizes.where import where

pytestmark = pytest.mark.usefixtures("lemmas")

LONG = pytest.mark.long

EXACT = [
    ("M", "bijective_onto(logical_divide((M):(1), 12), M)", ("M % 12 == 0",)),
    ("M, N, ld", "injective((M,N):(1,ld))", ("N == 1 or ld >= M",)),
    ("M", "fits_int32((M,4):(4,1))", ("M <= 536870912",)),
    ("d", "conflict_free((32,8):(d + 8,1), (32,8):(1,32), f32, 32)", ("d % 2 != 0",)),
    *(
        pytest.param(*row, marks=LONG)
        for row in (
            ("M, N", "covers((M,N):(1,M), 81)", ("M*N >= 81",)),
            ("M, N", "compatible((M,N), (N,M))", ("M == N",)),
            ("M, N", "bijective_onto((M,N):(N,1), M*N)", ()),
            ("M, N", "bijective_onto((M,N):(1,M), 128*N)", ("M == 128",)),
            ("M, N", "equal((M,N):(1,M), (M,N):(N,1))", ("M == 1 or N == 1",)),
            ("M, N", "injective((M,N,2):(1,M,N))", ("M == 1",)),
            ("M", "injective((M,4):(1,-4))", ("M <= 4",)),
            ("M, N", "injective((M,N):(-1,4))", ("M <= 4 or N == 1",)),
            ("M, N", "disjoint((8*M):(1), (8):(N))", ("N >= 8*M",)),
            ("M, N", "distributes((M,N):(N,1), (2,2):(1,2))", ("M >= 4 or M <= 2",)),
            ("M, N", "fits_int32((M,N):(1,M))", ("M*N <= 2147483648",)),
            ("d", "aligned((64,64):(8,d), 8)", ("d % 8 == 0",)),
            (
                "ld; ld >= 32",
                "conflict_free((32,32):(ld,1), (32,32):(1,32), f32)",
                ("ld % 8 != 0",),
            ),
            (
                "ld; ld >= 8",
                "vectorizes((16,8):(ld,1), (16,8):(8,1), (16,8):(1,16), f16, 128)",
                ("ld % 8 == 0",),
            ),
            ("M, N", "covers(Sw<3,4,3> o 0 o (16*M,64):(64,1), 1024*N)", ("M >= N",)),
            ("m", "bijective_onto(Sw<3,4,3> o 0 o (16*m,64):(64,1), 4096)", ("m == 4",)),
            ("M, N, d", "injective(Sw<1,0,1> o 0 o (M,N):(1,d))", ("N == 1 or d >= M",)),
            (
                "M, N, ld; ld >= M",
                "fits_int32((M,N):(1,ld))",
                ("N*ld + M - ld <= 2147483648",),
            ),
        )
    ),
]


@pytest.mark.parametrize(("names", "question", "conditions"), EXACT)
def test_where_finds_the_exact_conditions(names, question, conditions):
    found = where(question, names)
    assert (found.conditions, found.is_exact) == (conditions, True)
    assert len(found.proofs) == 1 + len(conditions)
    sizes = read_sizes(names)
    sized = Sized(question, sizes, read_question_of(question, sizes))
    parts = [sizes.condition(text) for text in conditions]
    for point in least(sizes, 300) + beside_constants(sizes, question, 100):
        there = all(holds(part, point) for part in parts)
        assert (answer_at(sized, point).ruling is Ruling.HOLDS) == there


@pytest.mark.long
def test_where_tries_each_size_if_there_are_few():
    found = where("injective((N,3):(2,5))", "N; N <= 7; N % 2 == 0")
    assert (found.conditions, found.is_exact) == (("N <= 4",), True)
    assert found.reason == "calculated at each of the 2 sizes that the conditions admit"
    found = where("injective((N,3):(2,9))", "N; N <= 7")
    assert (found.conditions, found.is_exact) == ((), True)


def test_a_sufficient_condition_is_not_reported_as_exact():
    found = where("disjoint(Sw<1,0,1> o 0 o (8*M):(1), Sw<1,0,1> o 0 o (8):(N))", "M, N")
    assert (found.conditions, found.is_exact) == (("N >= 8*M",), False)
    assert len(found.proofs) == 1
    assert "where N >= 8*M, which is sufficient: " in where_line(found)
    assert "it may hold at other sizes too" in found.reason


def test_a_condition_of_sectors_is_sufficient_only():
    """If the condition is false, rows may share a sector. Then no rule decides the question."""
    found = where("coalesced((4,8):(K,1), (4,8):(8,1), f32)", "K; K >= 8; K <= 2048")
    assert (found.is_exact, len(found.proofs)) == (False, 1)
    assert "which is sufficient" in where_line(found)


@pytest.mark.parametrize("conditions", ["H % 128 == 0", "H % 128 == 0; H <= 1024"])
def test_where_ignores_sizes_at_which_the_answer_is_unknown(conditions):
    """If 8 divides S, no matrix of the first array has padding rows, so the bytes are the same.

    At sizes such as S=257, H=512, the arrays have too many elements to enumerate.
    """
    question = "bitcast(f32[B,S,H]{2,1,0:T(8,128)}, f32[B*S,H]{1,0:T(8,128)})"
    found = where(question, f"B, S, H; {conditions}")
    assert (found.conditions, found.is_exact) == (("S % 8 == 0",), False)
    assert "it may hold at other sizes too" in found.reason
    assert len(found.proofs) == 1


def test_a_sufficient_condition_has_only_the_parts_that_its_proof_needs():
    """If K is 1, the stride b has no effect, so the layout is injective where (M,N):(1,a) is."""
    found = where("injective((M,N,K):(1,a,b))", "M, N, K, a, b; M >= 2")
    assert (found.conditions, found.is_exact) == (("K == 1", "N == 1 or a >= K*M"), False)
    assert len(found.proofs) == 1


def test_an_error_in_a_proof_is_reported_in_words():
    question = "bitcast(f32[B,S,H]{2,1,0:T(8,128)}, f32[B*S,H]{1,0:T(8,128)})"
    found = asked(question, "B, S, H; H % 128 == 0; B == 1")
    assert found.ruling is Ruling.UNKNOWN
    assert found.reason.endswith("open: an array may not be a layout at some sizes")


def test_where_is_unknown_if_no_two_conditions_suffice():
    found = where("injective((M,N,K):(1,a,b))", "M, N, K, a, b")
    assert (found.conditions, found.proofs) == (None, ())
    assert "no condition of divisibilities and bounds" in found.reason


def test_where_proves_that_a_question_never_holds():
    found = where("injective((M,4):(1,0))", "M")
    assert (found.conditions, found.is_exact, len(found.proofs)) == (None, True, 1)


def test_where_is_open_if_all_tries_fail_without_a_witness():
    found = where("composable((M,4):(4,1), 4:1)", "M; M == 3")
    assert (found.conditions, found.is_exact, found.proofs) == (None, False, ())
    assert "may hold at other sizes" in found.reason


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("coalesced((M,4):(4,1))", r"^coalesced takes 3 to 5 arguments, not 1: write coalesced\("),
        (
            "coalesced((M,4):(4,1), (M,8):(8,1), f32)",
            r" makes no sense at M=1: \(thread, value\) \(0,7\) takes",
        ),
    ],
)
def test_a_question_that_never_makes_sense_is_rejected(question, message):
    with pytest.raises(LayoutError, match=message):
        where(question, "M")


def test_a_witness_is_stated_only_if_it_exists_at_all_sizes():
    colliding, apart = Layout((9, 2), (1, 8)), Layout((8, 2), (1, 8))
    assert len(list(contrary("injective", [(colliding,)]))) == 1
    assert list(contrary("injective", [(colliding,), (apart,)])) == []


def test_the_line_repeats_the_conditions_that_limit_the_sizes():
    within = where_line(where("injective((M,N):(1,ld))", "M, N, ld; ld >= M"))
    assert "injective((M,N):(1,ld)) for M, N, ld; ld >= M, everywhere: " in within
    without = where_line(where("injective((M,N):(1,ld))", "M, N, ld; ld < M; N >= 2"))
    assert "refuted" in without
    assert "injective((M,N):(1,ld)) for M, N, ld; ld < M; N >= 2, everywhere: " in without
    unclear = where_line(where("injective((M,N,K):(1,a,b))", "M, N, K, a, b; b >= M"))
    assert "injective((M,N,K):(1,a,b)) for M, N, K, a, b; b >= M: no condition" in unclear
