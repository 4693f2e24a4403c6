"""Tables in plain text, side by side or in bands, with a star at each marked cell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from spec.bridges.positions import Positioned
from spec.drawing import Panel, differing
from spec.table import grid, table_lines

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
    >>> from spec.panels import takers
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
