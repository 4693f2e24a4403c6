"""What `eval` and `check` share: options for all sizes, notes on texts, and answers as lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final

import typer

from spec.reading.expressions import Translated, translated, unknowns_of
from verif.cli.output import Status
from verif.expression import OPERATIONS
from verif.questions import QUESTIONS
from verif.questions.answer import Answer, Ruling

KNOWN = OPERATIONS.keys() | QUESTIONS.keys()

COLOURS: Final = {Ruling.HOLDS: "green", Ruling.REFUTED: "yellow", Ruling.UNKNOWN: "magenta"}

OF_RULING: Final = {
    Ruling.HOLDS: Status.YES,
    Ruling.REFUTED: Status.NO,
    Ruling.UNKNOWN: Status.UNKNOWN,
}
"""The exit status of an answer."""

ForAll = Annotated[
    str | None,
    typer.Option(
        "--for", metavar="NAMES", help="Names that stand for all integers: 'M, N; M % 128 == 0'."
    ),
]
Obligations = Annotated[
    Path | None,
    typer.Option("--smt2", metavar="DIR", help="With --for: write every obligation as SMT-LIB."),
]


def sized_text(expression: str, names: str | None) -> Translated | None:
    """Return the expression over the names of `--for` and over its unknown numbers.

    Return None if there are neither names nor unknown numbers.

    >>> sized_text("injective((?{div=8},4):(4,1))", None)
    Translated(text='injective((N1,4):(4,1))', names='N1; N1 % 8 == 0', \
notes=('? is N1, N1 % 8 == 0',))
    """
    if names is None and not unknowns_of(expression, KNOWN):
        return None
    found = translated(expression, names or "", KNOWN)
    say_notes(found.notes)
    return found


def say_notes(notes: Sequence[str]) -> None:
    """Print each note as a line on standard error, so that standard output has only the value."""
    for note in notes:
        typer.echo(f"note: {note}", err=True)


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
