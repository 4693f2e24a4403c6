"""The seeds reproduce the committed questions, and our answers to them agree with islpy's."""

from benchmarks.asked import KINDS, committed, drawn
from verif.questions.answer import Effort, Ruling
from verif.questions.injective import injective


def test_the_committed_questions_are_reproduced_from_their_seeds():
    assert [(one.kind, one.layout) for one in committed()] == drawn()
    assert {one.kind for one in committed()} == KINDS.keys()


def test_each_question_is_answered_like_islpy_without_a_solver():
    for _, layout, is_injective in committed():
        answer = injective(layout, Effort(seconds=0.0))
        assert (answer.ruling is Ruling.HOLDS) == is_injective
        assert answer.ruling is not Ruling.UNKNOWN
