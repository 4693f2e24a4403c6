"""Yes/no questions about concrete layouts of any size, each refusal with its witness."""

from verif.kernel.own import require_own_packages

# Before these ask `spec` for what another does not have.
require_own_packages()

from verif.questions.answer import Answer, Ruling, Witness  # noqa: E402
from verif.questions.effort import Effort  # noqa: E402
from verif.questions.question import QUESTIONS, Question, ask, read_question  # noqa: E402

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
