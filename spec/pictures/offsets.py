"""The table of offsets, as CuTe prints it, for one layout or for two with their differences."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from spec.bridges.positions import Positioned, Positions, rows_of
from spec.errors import LayoutError, numeral
from spec.int_tuple import IntTuple, product
from spec.pictures.padding import padded
from spec.pictures.panel import Cell, Panel
from spec.pictures.sheet import draw
from spec.swizzled import offsets_of
from spec.table import rank_of

MOST_CELLS: Final = 65_536


def svg(layout: Positioned, other: Positioned | None = None) -> str:
    """The table of a layout as SVG, or two tables with the differing cells marked.

    Pre-conditions: each layout has rank 2, or rank 1 (drawn as one column), and at most MOST_CELLS
    coordinates.

    >>> from spec.layout import Layout
    >>> svg(Layout((2, 3), (3, 1))).count("<title>")
    6
    """
    return draw(panels(layout, other))


def panels(layout: Positioned, other: Positioned | None = None) -> tuple[Panel, ...]:
    """The table of a layout, with the padding of its tiles, or the tables of two layouts.

    Pre-conditions: the pre-conditions of `svg`.
    """
    if other is None:
        return (padded(layout) or panel(layout),)
    marked = differing(layout, other)
    return tuple(replace(panel(each), marked=marked) for each in (layout, other))


def differing(a: Positioned, b: Positioned) -> frozenset[int]:
    """The 1-D coordinates that only one layout has, or whose offsets differ.

    Pre-conditions: the pre-conditions of `svg`.

    >>> from spec.layout import Layout
    >>> sorted(differing(Layout((2, 3), (3, 1)), Layout((2, 4), (3, 2))))
    [2, 3, 4, 5, 6, 7]
    """
    require_drawable(a)
    require_drawable(b)
    common = min(a.size, b.size)
    beyond = range(common, max(a.size, b.size))
    pairs = zip(offsets_in(a), offsets_in(b), strict=False)
    return frozenset(beyond) | {i for i, (x, y) in enumerate(pairs) if x != y}


def require_drawable(layout: Positioned) -> None:
    """Raise LayoutError unless the layout has rank 1 or 2 and at most MOST_CELLS coordinates."""
    if layout.rank not in (1, 2):
        raise LayoutError(f"only rank 1 or 2 can be drawn, but {rank_of(layout)}")
    if layout.size > MOST_CELLS:
        raise LayoutError(
            f"at most {MOST_CELLS} cells can be drawn, but {layout} has {numeral(layout.size)}"
        )


def offsets_in(layout: Positioned) -> list[int]:
    """The offsets of all 1-D coordinates. For layouts, this is faster than one call per coordinate.

    >>> from spec.layout import Layout
    >>> offsets_in(Layout((2, 3), (3, 1)))
    [0, 3, 1, 4, 2, 5]
    """
    if isinstance(layout, Positions):
        return [layout(i) for i in range(layout.size)]
    return offsets_of(layout)


def panel(layout: Positioned) -> Panel:
    """The table of a layout, with lines between the blocks of its innermost modes.

    Pre-conditions: the pre-conditions of `svg`.
    """
    require_drawable(layout)
    rows, area = rows_of(layout), areas(layout.shape)
    found = enumerate(offsets_in(layout))
    cells = (Cell((("", x),), x, area=area(*divmod(i, rows))) for i, x in found)
    return Panel(str(layout), rows, tuple(cells), area="blocks of innermost modes")


def areas(shape: IntTuple) -> Callable[[int, int], int]:
    """Return a function that maps (column, row) to the number of the innermost block there.

    >>> area = areas(((2, 2), (4, 2)))
    >>> [area(0, 0), area(3, 1), area(4, 0), area(0, 2), area(4, 2)]
    [0, 0, 1, 2, 3]
    """
    modes = shape if isinstance(shape, tuple) and shape else (shape,)
    rows, *columns = [mode[0] if isinstance(mode, tuple) and mode else mode for mode in modes]
    high, wide = product(rows), product(columns[0] if columns else 1)
    across = -(-product(modes[1]) // wide) if len(modes) > 1 else 1
    return lambda column, row: row // high * across + column // wide
