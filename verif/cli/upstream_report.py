"""The command `upstream report`: the page of real implementations, `upstream.html`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from verif.oracle.history import baselines, faults_over_versions
from verif.pages.files import (
    default_folder,
    require_folder,
    require_own,
    require_writable,
    write_whole,
)
from verif.pages.upstream import report

PAGE: Final = Path("upstream.html")


def report_command(
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE.html", help="The file to write."),
    ] = None,
) -> None:
    """Write a page about real implementations: faults by version, with bug reports to paste.

    Exit status: 0, 2 for bad input.
    """
    page = output or default_folder() / PAGE
    if output is None:
        require_folder(page.parent)
        require_own(page)
    require_writable(page)
    known = baselines()
    write_whole(page, report(known).encode())
    faults = sum(of.number for of in faults_over_versions(known))
    typer.echo(f"{page}: {faults} faults")
