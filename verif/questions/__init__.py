"""Yes/no questions about concrete layouts of any size, each refusal with its witness."""

from verif.questions.answer import Answer, Ruling, Witness
from verif.questions.effort import Effort
from verif.questions.question import QUESTIONS, Question, ask, read_question

__all__ = [
    "QUESTIONS",
    "Answer",
    "Effort",
    "Question",
    "Ruling",
    "Witness",
    "ask",
    "read_question",
]
