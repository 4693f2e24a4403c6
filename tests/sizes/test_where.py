"""The sizes at which a question holds: exactly those that enumeration finds, or said to be open."""

import pytest

from verif.questions.answer import Ruling
from verif.sizes.asked import answer_at, read_question_of
from verif.sizes.names import holds, read_sizes
from verif.sizes.source import Sized
from verif.sizes.where import where

pytestmark = pytest.mark.usefixtures("lemmas")

EXACT = [
    ("M", "bijective_onto(logical_divide((M):(1), 12), M)", ("M % 12 == 0",)),
    ("M, N", "covers((M,N):(1,M), 81)", ("M*N >= 81",)),
    ("M, N", "compatible((M,N), (N,M))", ("M == N",)),
    ("M, N", "bijective_onto((M,N):(N,1), M*N)", ()),
]


@pytest.mark.parametrize(("names", "question", "conditions"), EXACT)
def test_it_is_exact_and_agrees_with_the_answers_at_sizes(names, question, conditions):
    found = where(question, names)
    assert (found.conditions, found.is_exact) == (conditions, True)
    assert len(found.proofs) == 1 + len(conditions)
    sizes = read_sizes(names)
    sized = Sized(question, sizes, read_question_of(question, sizes))
    parts = [sizes.condition(text) for text in conditions]
    for m in range(1, 40, 1 if len(sizes.names) == 1 else 3):
        for n in range(1, 40, 3) if "N" in names else (1,):
            point = {"M": m, "N": n} if "N" in names else {"M": m}
            there = all(holds(part, point) for part in parts)
            assert (answer_at(sized, point).ruling is Ruling.HOLDS) == there


def test_what_is_enough_alone_is_said_to_be_no_more():
    found = where("injective((M,N):(1,ld))", "M, N, ld; N >= 2")
    assert (found.conditions, found.is_exact) == (("ld >= M",), False)
    assert len(found.proofs) == 1
    assert "whether it holds elsewhere is open" in found.reason


def test_what_needs_an_or_is_unknown():
    found = where("injective((M,N):(1,ld))", "M, N, ld")
    assert (found.conditions, found.proofs) == (None, ())
    assert "no divisibilities and bounds" in found.reason
