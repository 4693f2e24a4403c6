"""The command `draw`: the table of a layout, or of two side by side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from spec.composed import AnyLayout
from spec.drawing import require_drawable, svg
from spec.table import table
from verif.cli.tables import compared
from verif.expression import checked, evaluated, read
from verif.operations.kinds import ANY_LAYOUT, Signature
from verif.pages.files import require_writable, write_whole
from verif.upstream.in_process import SPEC


def draw(
    layout: Annotated[str, typer.Argument(metavar="LAYOUT", help="Of rank 1 or 2.")],
    other: Annotated[
        str | None,
        typer.Argument(metavar="LAYOUT2", help="Beside it; where they differ is marked."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE.svg", help="Write SVG there.")
    ] = None,
) -> None:
    """Show the table of a layout, or of two side by side, on the terminal or as SVG.

    Exit status: 0, 2 for bad input.
    """
    drawn = _layout(layout)
    beside = None if other is None else _layout(other)
    if output is None:
        typer.echo(table(drawn) if beside is None else compared(drawn, beside))
    else:
        require_writable(output)
        write_whole(output, svg(drawn, beside).encode())


def _layout(expression: str) -> AnyLayout:
    """The layout of an expression, not too large to be drawn."""
    (layout,) = checked("draw", Signature((ANY_LAYOUT,)), (evaluated(read(expression), SPEC),))
    assert isinstance(layout, AnyLayout)
    require_drawable(layout)
    return layout
