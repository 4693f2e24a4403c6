"""The argument with which commands take claims and lemmas."""

from __future__ import annotations

from typing import Annotated, Final

import typer

NAMES: Final = "ID|LEMMA|FILE.py|FILE.py:NAME"

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar=NAMES,
        help="Claims by id, lemmas by name, or your file: all its claims, or one claim or lemma.",
    ),
]
