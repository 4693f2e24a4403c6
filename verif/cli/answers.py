"""Answers to questions as lines of text, with their exit statuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import typer

from verif.cli.output import Status
from verif.questions.answer import Answer, Ruling

COLOURS: Final = {Ruling.HOLDS: "green", Ruling.REFUTED: "yellow", Ruling.UNKNOWN: "magenta"}

OF_RULING: Final = {
    Ruling.HOLDS: Status.YES,
    Ruling.REFUTED: Status.NO,
    Ruling.UNKNOWN: Status.UNKNOWN,
}
"""The exit status of an answer."""


@dataclass(frozen=True)
class Answered:
    """A question as the user wrote it, and its answer."""

    expression: str
    answer: Answer
    notes: tuple[str, ...] = ()
    """Conversions and assumptions for texts that are not in the notation."""


def answer_line(answered: Answered) -> str:
    """Return a line with the ruling, in its colour, the question and the reason.

    >>> typer.echo(answer_line(Answered("injective(4:2)", Answer(Ruling.HOLDS, "it is"))))
    holds    injective(4:2): it is
    """
    ruling = answered.answer.ruling
    head = typer.style(f"{ruling:7}", fg=COLOURS[ruling])
    question = " ".join(answered.expression.split())
    notes = f" ({'; '.join(answered.notes)})" if answered.notes else ""
    return f"{head}  {question}: {answered.answer.reason}{notes}"
