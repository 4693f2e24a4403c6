"""Tables in plain text, side by side, a star at each cell that is marked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import zip_longest
from typing import Final

from spec.bridges.positions import Positioned, rows_of
from spec.drawing import Panel, differing
from spec.table import table

GAP: Final = " " * 4

HEAD: Final = 3
"""The lines above the first row: the layout, the indices of the columns, a rule."""


def compared(a: Positioned, b: Positioned) -> str:
    """Both tables, as CuTe prints them but for the stars.

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
    return _beside(_starred(a, marked), _starred(b, marked))


def shown(panels: Sequence[Panel]) -> str:
    """One table, or two side by side.

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
    return _beside(*map(_lines, panels))


def _beside(*tables: Sequence[str]) -> str:
    widths = [max(map(len, lines)) for lines in tables]
    rows = zip_longest(*tables, fillvalue="")
    return "\n".join(
        GAP.join(f"{line:{width}}" for line, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def _lines(one: Panel) -> list[str]:
    width = max(len(str(one.columns - 1)), *(len(cell.text) for cell in one.cells))
    rule = " " * 4 + ("+" + "-" * (width + 2)) * one.columns + "+"
    lines = [one.title, " " * 4 + "".join(f"  {n:{width}} " for n in range(one.columns))]
    for m in range(one.rows):
        places = range(m, len(one.cells), one.rows)
        cells = (f"| {one.cells[i].text:>{width}}{' *'[i in one.marked]}" for i in places)
        lines += [rule, f"{m:2}  {''.join(cells)}|"]
    return [*lines, rule]


def _starred(layout: Positioned, marked: Collection[int]) -> list[str]:
    lines = table(layout).splitlines()
    rows = rows_of(layout)
    for m in range(rows):
        head, *cells, end = lines[HEAD + 2 * m].split("|")
        starred = (
            cell[:-1] + "*" if m + rows * n in marked else cell for n, cell in enumerate(cells)
        )
        lines[HEAD + 2 * m] = "|".join((head, *starred, end))
    return lines
