"""Yes/no questions about concrete layouts of any size. Every "no" comes with a witness."""

from verif.kernel.own import require_own_packages

# Check first that `spec` is this project's package, because the other imports need it.
require_own_packages()

from verif.questions.answer import (  # noqa: E402
    Answer,
    Effort,
    Ruling,
    Witness,
)
from verif.questions.question import QUESTIONS, Question, ask, read_question  # noqa: E402


def _shown(answer: Answer) -> str:
    # Import late, because only notebooks draw answers.
    from verif.questions.pictures import html

    return html(str(answer), answer.question)


# `Answer` cannot define this method itself, because `verif.questions.pictures` imports `Answer`.
Answer._repr_html_ = _shown  # pyright: ignore[reportPrivateUsage] - the name is IPython's

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
