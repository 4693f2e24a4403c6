"""Decide statements by asking the questions that `layout-verif check` answers."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import prod
from typing import Final

from spec.errors import LayoutError
from spec.int_tuple import format_int_tuple
from spec.layout import Layout
from verif.audit.statement import Statement, Verdict
from verif.questions import Answer, Effort, Ruling, ask, read_question

EFFORT: Final = Effort(seconds=1.0)
"""The effort for each question: small, because one text may lead to thousands of questions."""

_UNDECIDED: Final = {Ruling.HOLDS: Verdict.HOLDS, Ruling.UNKNOWN: Verdict.UNKNOWN}


def decided(line: int, operation: str, claim: str, question: str) -> Statement:
    """Decide a statement by asking `question`; if the answer is no, the verdict is a fault.

    >>> decided(3, "layout", "no two elements share an offset", "injective((4,8):(1,3))").detail
    'A(3) = A(4) = 3'
    """
    answer = _answer(question)
    if isinstance(answer, str):
        return Statement(line, operation, claim, Verdict.UNKNOWN, answer)
    verdict = _UNDECIDED.get(answer.ruling, Verdict.FAULT)
    return Statement(line, operation, claim, verdict, answer.reason, question)


@lru_cache(maxsize=1 << 14)
def _answer(question: str) -> Answer | str:
    """Return the answer, or the text of the error that the question raises.

    The answers are cached, because an audited text can raise the same question many times.
    """
    try:
        return ask(read_question(question), EFFORT)
    except LayoutError as error:
        return str(error)


def covered(
    line: int,
    operation: str,
    tv: Layout,
    tile: tuple[int, ...],
    *,
    repeats_are_free: bool = False,
) -> Statement:
    """Decide whether each element of a tile belongs to equally many (thread, value) pairs.

    If each element belongs to several pairs, the verdict is a cost, or `holds` if
    `repeats_are_free`.

    >>> print(covered(1, "copy", Layout(((2, 2), 2), ((1, 0), 2)), (4,)).verdict)
    cost
    """
    shown = format_int_tuple(tile)
    claim = f"each element of the tile {shown} is taken equally often"
    once = decided(line, operation, claim, f"covers_once({tv}, {shown})")
    times, rest = divmod(tv.size, prod(tile))
    if once.verdict is not Verdict.FAULT or rest or times < 2:
        return once
    again = decided(line, operation, claim, f"covers_once({tv}, {shown}, {times})")
    if again.verdict is not Verdict.HOLDS:
        return once
    return again if repeats_are_free else replace(again, verdict=Verdict.COST)
