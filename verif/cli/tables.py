"""Two tables of offsets side by side in plain text, a star at each cell that differs."""

from __future__ import annotations

from collections.abc import Collection
from itertools import zip_longest
from typing import Final

from spec.composed import AnyLayout
from spec.drawing import differing
from spec.table import table

GAP: Final = " " * 4

HEAD: Final = 3
"""The lines above the first row: the layout, the indices of the columns, a rule."""


def compared(a: AnyLayout, b: AnyLayout) -> str:
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
    left, right = _starred(a, marked), _starred(b, marked)
    width = max(map(len, left))
    pairs = zip_longest(left, right, fillvalue="")
    return "\n".join(f"{one:{width}}{GAP}{other}".rstrip() for one, other in pairs)


def _starred(layout: AnyLayout, marked: Collection[int]) -> list[str]:
    lines = table(layout).splitlines()
    rows = layout[0].size
    for m in range(rows):
        head, *cells, end = lines[HEAD + 2 * m].split("|")
        starred = (
            cell[:-1] + "*" if m + rows * n in marked else cell for n, cell in enumerate(cells)
        )
        lines[HEAD + 2 * m] = "|".join((head, *starred, end))
    return lines
