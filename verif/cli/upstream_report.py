"""The command `upstream report`: the page of real implementations, `upstream.html`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from verif.oracle.history import baselines, root_causes
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
        typer.Option("--output", "-o", metavar="FILE.html", help="Write it there."),
    ] = None,
) -> None:
    """Write the page of real implementations: root causes by version, with bug reports to paste.

    Exit status: 0, 2 for bad input.
    """
    page = output or default_folder() / PAGE
    if output is None:
        require_folder(page.parent)
        require_own(page)
    require_writable(page)
    known = baselines()
    write_whole(page, report(known).encode())
    typer.echo(f"{page}: {len(root_causes(known))} root causes")
