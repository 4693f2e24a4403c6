"""Yes/no questions about concrete layouts of any size. Every "no" comes with a witness."""

from verif.kernel.own import require_own_packages

# Check this before other imports need a `spec` that may be an unrelated package.
require_own_packages()

from verif.questions.answer import (  # noqa: E402
    Answer,
    Effort,
    Ruling,
    Witness,
)
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
