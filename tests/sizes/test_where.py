"""The sizes at which a question holds: exactly those that enumeration finds, or said to be open."""

import pytest

from spec import Layout
from verif.questions.answer import Ruling
from verif.sizes.asked import answer_at, read_question_of
from verif.sizes.contrary import contrary
from verif.sizes.names import holds, read_sizes
from verif.sizes.sampled import beside_constants, least
from verif.sizes.source import Sized
from verif.sizes.where import where

pytestmark = pytest.mark.usefixtures("lemmas")

LONG = pytest.mark.long

EXACT = [
    ("M", "bijective_onto(logical_divide((M):(1), 12), M)", ("M % 12 == 0",)),
    ("M, N, ld", "injective((M,N):(1,ld))", ("N == 1 or ld >= M",)),
    ("M", "fits_int32((M,4):(4,1))", ("M <= 536870912",)),
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
            (
                "M, N, ld; ld >= M",
                "fits_int32((M,N):(1,ld))",
                ("N*ld + M - ld <= 2147483648",),
            ),
        )
    ),
]


@pytest.mark.parametrize(("names", "question", "conditions"), EXACT)
def test_it_is_exact_and_agrees_with_the_answers_at_sizes(names, question, conditions):
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
def test_what_is_enough_alone_is_said_to_be_no_more():
    found = where("injective(Sw<1,0,1> o 0 o (M,N):(1,ld))", "M, N, ld; N >= 2")
    assert (found.conditions, found.is_exact) == (("ld >= M",), False)
    assert len(found.proofs) == 1
    assert "whether it holds elsewhere is open" in found.reason


def test_what_no_two_conditions_tell_is_unknown():
    found = where("injective((M,N,K):(1,a,b))", "M, N, K, a, b")
    assert (found.conditions, found.proofs) == (None, ())
    assert "no divisibilities and bounds" in found.reason


def test_a_witness_is_stated_only_where_there_is_one_at_all_sizes():
    colliding, apart = Layout((9, 2), (1, 8)), Layout((8, 2), (1, 8))
    assert len(list(contrary("injective", [(colliding,)]))) == 1
    assert list(contrary("injective", [(colliding,), (apart,)])) == []
