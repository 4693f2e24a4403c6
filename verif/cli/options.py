"""The options of questions and expressions for all sizes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

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
