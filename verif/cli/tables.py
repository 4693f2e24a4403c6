"""Tables in plain text, side by side, a star at each cell that is marked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from spec.bridges.positions import Positioned
from spec.drawing import Panel, differing
from spec.table import grid, table_lines

GAP: Final = " " * 4


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
    return _beside(table_lines(a, marked), table_lines(b, marked))


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
    texts = [cell.text for cell in one.cells]
    width = max(map(len, (str(one.columns - 1), *texts)))
    return grid(one.title, one.rows, texts, width, one.marked)
