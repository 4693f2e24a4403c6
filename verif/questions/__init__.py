"""Yes/no questions about concrete layouts of any size; every "no" has a counterexample."""

from verif.kernel.own import require_own_packages

# The check comes first: the imports below need names that another package called `spec` lacks.
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
