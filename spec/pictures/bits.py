"""The matrix of a linear layout over F2: how each bit of the argument changes the image."""

from spec.linear import LinearLayout
from spec.pictures.panel import Cell, Key, Panel, Style

INPUTS = Key("bit of the argument", 32)
NOTES = ((None, "column k, row j: bit j of the image of 2^k; an image is the XOR of columns"),)


def matrix(linear: LinearLayout) -> Panel:
    """A row for each bit of the image, and a column for each bit of the argument.

    >>> [cell.text for cell in matrix(LinearLayout((1, 3))).cells]
    ['1', '0', '1', '1']
    """
    rows = max(1, *(column.bit_length() for column in linear.columns), 1)
    cells = tuple(
        Cell((("", column >> j & 1),), k, Style.COLOURED if column >> j & 1 else Style.PLAIN)
        for k, column in enumerate(linear.columns)
        for j in range(rows)
    )
    return Panel(f"columns {linear.columns}", rows, cells, key=INPUTS, notes=NOTES)
