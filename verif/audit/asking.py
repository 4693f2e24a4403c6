"""Statements that a question of `layout-verif check` decides."""

from __future__ import annotations

from typing import Final

from spec.errors import LayoutError
from verif.audit.statement import Statement, Verdict
from verif.questions import Effort, Ruling, ask, read_question

EFFORT: Final = Effort(seconds=1.0)
"""The effort for each question: a text may state thousands of them."""

_UNDECIDED: Final = {Ruling.HOLDS: Verdict.HOLDS, Ruling.UNKNOWN: Verdict.UNKNOWN}


def decided(
    line: int, operation: str, claim: str, question: str, refuted: Verdict = Verdict.FAULT
) -> Statement:
    """Decide a statement by its question; `refuted` is the verdict if the answer is no.

    >>> decided(3, "layout", "no two elements share an offset", "injective((4,8):(1,3))").detail
    'A(3) = A(4) = 3'
    """
    try:
        answer = ask(read_question(question), EFFORT)
    except LayoutError as error:
        return Statement(line, operation, claim, Verdict.UNKNOWN, str(error))
    verdict = _UNDECIDED.get(answer.ruling, refuted)
    return Statement(line, operation, claim, verdict, answer.reason, question)
