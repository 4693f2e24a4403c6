"""The command `upstream report`: the page of real implementations, `reports/upstream.html`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from verif.oracle.history import baselines, root_causes
from verif.pages.files import require_writable, write_whole
from verif.pages.upstream import report

PAGE: Final = Path("reports/upstream.html")


def report_command(
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE.html", help="Write it there.")
    ] = PAGE,
) -> None:
    """Write the page of real implementations: root causes by version, with bug reports to paste."""
    if output == PAGE:
        PAGE.parent.mkdir(exist_ok=True)
    require_writable(output)
    known = baselines()
    write_whole(output, report(known).encode())
    typer.echo(f"{output}: {len(root_causes(known))} root causes")
