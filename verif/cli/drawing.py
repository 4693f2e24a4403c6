"""The command `draw`: the table of a layout, or of two layouts side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Annotated, Final

import typer

from spec.bridges import Positioned
from spec.drawing import Panel, differing, require_drawable, svg
from spec.drawing import draw as drawn
from spec.memory import NVIDIA, machine_of
from spec.panels import banks, takers
from spec.table import grid, table_lines
from verif.cli.operands import OnMachine, access, operand
from verif.cli.output import BadInputError, terminal_width
from verif.operations.kinds import ANY_LAYOUT, ELEMENT, INT_TUPLE, LAYOUT, POSITIONED


def draw(
    layout: Annotated[str, typer.Argument(metavar="LAYOUT", help="A layout of rank 1 or 2.")],
    other: Annotated[
        str | None,
        typer.Argument(metavar="LAYOUT2", help="A second layout; differences are marked."),
    ] = None,
    tv: Annotated[
        str | None,
        typer.Option(
            "--tv", metavar="SHAPE", help="LAYOUT is a thread-value layout of a tile of this shape."
        ),
    ] = None,
    element: Annotated[
        str | None,
        typer.Option(
            "--banks", metavar="TYPE", help="Show the bank of each element, of a type such as f16."
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="TV[@BITS]",
            help="With --banks: mark the bank conflicts of these accesses.",
        ),
    ] = None,
    machine: OnMachine = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE.svg", help="Write an SVG file.")
    ] = None,
) -> None:
    """Show the table of a layout, or of two side by side, on the terminal or as SVG.

    With --tv (16,8), LAYOUT is a thread-value layout of a tile of that shape. Each element shows
    its thread and value; elements that no thread or several threads take are marked. With --banks
    f16, LAYOUT is a tile in shared memory. Each element shows its bank; with --by TV, the elements
    in conflict are marked, in the first phase with a bank conflict.

    If the terminal is too narrow, the columns are split into bands, one below the other.

    Exit status: 0, 2 for bad input.

    Examples:
    layout-verif draw "(4,(2,2)):(2,(1,8))"
    layout-verif draw "(8,8):(8,1)" "Sw<3,0,3> o 0 o (8,8):(8,1)" -o swizzled.svg
    """
    if output is not None and output.suffix not in (".svg", ""):
        raise BadInputError(f"{output}: draw writes SVG; name the file {output.stem}.svg")
    texts = [layout] if other is None else [layout, other]
    panelled = _panelled(tv, element, by, machine)
    if panelled is not None:
        panels = tuple(map(panelled, texts))
        text = shown(panels, terminal_width()) if output is None else drawn(panels)
    else:
        layouts = [_drawable(text) for text in texts]
        plain = compared if other is not None else alone
        text = plain(*layouts, width=terminal_width()) if output is None else svg(*layouts)
    if output is None:
        typer.echo(text)
    else:
        # Import the file writer only if a file is written.
        from verif.pages.files import require_writable, write_whole

        require_writable(output)
        write_whole(output, text.encode())


def _panelled(
    tv: str | None, element: str | None, by: str | None, machine: str | None
) -> Callable[[str], Panel] | None:
    """Return a function from a text to its panel, or None for the table of offsets."""
    if by is not None and element is None:
        raise BadInputError("--by needs --banks")
    if machine is not None and element is None:
        raise BadInputError("--machine needs --banks")
    if tv is not None and element is not None:
        raise BadInputError(
            "give --tv, which shows threads and values, or --banks, which shows banks, not both"
        )
    if tv is not None:
        tile = operand("draw", tv, INT_TUPLE)
        return lambda text: takers(operand("draw", text, LAYOUT, tile), tile)
    if element is not None:
        kind = operand("draw", element, ELEMENT)
        taking, width = (None, None) if by is None else access("draw", by)
        drawn_on = NVIDIA if machine is None else machine_of(machine)
        return lambda text: banks(operand("draw", text, ANY_LAYOUT), kind, taking, width, drawn_on)
    return None


def _drawable(text: str) -> Positioned:
    """Return the layout of an expression, if it is small enough to draw."""
    layout = operand("draw", text, POSITIONED)
    require_drawable(layout)
    return layout


GAP: Final = " " * 4


def compared(a: Positioned, b: Positioned, width: int | None = None) -> str:
    """Return both tables as CuTe prints them, with stars. No line is wider than `width`.

    >>> from spec.layout import Layout
    >>> print(compared(Layout((2, 2), (1, 2)), Layout((2, 2), (2, 1))))
    (2,2):(1,2)      (2,2):(2,1)
          0   1            0   1
        +---+---+        +---+---+
     0  | 0 | 2*|     0  | 0 | 1*|
        +---+---+        +---+---+
     1  | 1*| 3 |     1  | 2*| 3 |
        +---+---+        +---+---+
    """
    marked = differing(a, b)
    return _beside((table_lines(a, marked), table_lines(b, marked)), width)


def alone(layout: Positioned, width: int | None = None) -> str:
    """Return the table as CuTe prints it, in bands of columns if it is wider than `width`."""
    lines = table_lines(layout)
    return "\n".join(lines if width is None else _bands(lines, width))


def shown(panels: Sequence[Panel], width: int | None = None) -> str:
    """Return one table, or two side by side. No line is wider than `width`.

        >>> from spec.layout import Layout
        >>> from spec.memory import NVIDIA, machine_of
    from spec.panels import takers
        >>> print(shown([takers(Layout((2, 1), (1, 2)), (2, 2))]))
        (2,1):(1,2) of (2,2)
                  0       1
            +-------+-------+
         0  | T0 V0 |      *|
            +-------+-------+
         1  | T1 V0 |      *|
            +-------+-------+
    """
    return _beside(tuple(map(_lines, panels)), width)


def _beside(tables: Sequence[Sequence[str]], width: int | None) -> str:
    """Place the tables side by side, or below each other if that is too wide."""
    widths = [max(map(len, lines)) for lines in tables]
    if width is not None and sum(widths) + len(GAP) * (len(tables) - 1) > width:
        return "\n".join(line for lines in tables for line in _bands(lines, width))
    rows = zip_longest(*tables, fillvalue="")
    return "\n".join(
        GAP.join(f"{line:{width}}" for line, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _bands(table: Sequence[str], width: int) -> list[str]:
    """Split a table into bands of columns that fit into `width`."""
    title, *lines = table
    rule = lines[-1]
    corners = [at for at, corner in enumerate(rule) if corner == "+"]
    margin, cell = corners[0], corners[1] - corners[0]
    most = max(1, (width - margin - 1) // cell)
    bands = [corners[k : k + most + 1] for k in range(0, len(corners) - 1, most)]
    return [title, *(_cut(line, rule, band) for band in bands for line in lines)]


def _cut(line: str, rule: str, band: Sequence[int]) -> str:
    """Return the part of a line between the corners of a band, after the row's number."""
    # A row number may be wider than its column.
    wider = max(0, len(line) - len(rule))
    margin = rule.index("+") + wider
    return line[:margin] + line[band[0] + wider : band[-1] + wider + 1]


def _lines(one: Panel) -> list[str]:
    texts = [cell.text for cell in one.cells]
    width = max(map(len, (str(one.columns - 1), *texts)))
    return grid(one.title, one.rows, texts, width, one.marked)
