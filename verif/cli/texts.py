"""Texts in other notations on the command line: unknown numbers get names, notes are printed."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from spec.reading.expressions import Translated, translated, unknowns_of
from verif.expression import OPERATIONS
from verif.questions import QUESTIONS

KNOWN = OPERATIONS.keys() | QUESTIONS.keys()


def sized_text(expression: str, names: str | None) -> Translated | None:
    """Return the expression over the names of `--for` and its unknown numbers, or None if neither.

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
    """Print each note as a line on standard error, as standard output contains only the value."""
    for note in notes:
        typer.echo(f"note: {note}", err=True)
