"""A picture: one legend, and panels in a row, in a column, or placed as a matrix product."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from spec.pictures.boxes import Metrics, metrics
from spec.pictures.folding import MOST_BOXES, MOST_WIDTH, Folded, folded
from spec.pictures.legend import legend
from spec.pictures.panel import Panel, Product
from spec.pictures.placing import Drawn, beside, placed, stacked
from spec.pictures.svg import document
from spec.pictures.table import heading, table

MOST_BESIDE: Final = 760
"""The largest total width of panels side by side, in pixels. A phone can still show it."""

SPACE: Final = 28
BELOW: Final = 22
PADDING: Final = 8


def draw(given: Sequence[Panel] | Product) -> str:
    """The panels and their legend as one SVG file.

    >>> from spec.pictures.panel import numbers
    >>> draw([Panel("2:1", 2, numbers((0, 1)))]).count("<title>")
    2
    """
    panels = given.panels if isinstance(given, Product) else given
    shown = [folded(panel) for panel in panels]
    sizes = [metrics(one.part) for one in shown]
    whole = _product(given, shown, sizes) if isinstance(given, Product) else None
    if whole is None:
        above = [heading(given.name, (), 0)] if isinstance(given, Product) else []
        tables = _tables(panels, shown, sizes)
        width = max(one.width for one in tables)
        parts = [one.part for one in shown]
        whole = stacked([*above, *tables, legend(panels, parts, width)], BELOW)
    titles = [" ".join(filter(None, (one.title, one.subtitle))) for one in panels]
    name = [given.name] if isinstance(given, Product) else []
    label = " and ".join([*name, *titles])
    return document(
        whole.width + 2 * PADDING,
        whole.height + 2 * PADDING,
        label,
        placed(whole, PADDING, PADDING),
    )


def _tables(
    panels: Sequence[Panel], shown: Sequence[Folded], sizes: Sequence[Metrics]
) -> list[Drawn]:
    """Draw all tables in one part if they fit, otherwise each table in its own part.

    In one part, the tables are side by side, or the first table is beside a column of the others.
    """
    tables = [table(*each) for each in zip(panels, shown, sizes, strict=True)]
    if sum(one.width + SPACE for one in tables) - SPACE <= MOST_BESIDE:
        return [beside(tables, SPACE)]
    first, *others = tables
    if len(others) > 1:
        columns = [first, stacked(others, BELOW)]
        if first.width + SPACE + columns[1].width <= MOST_WIDTH:
            return [beside(columns, SPACE)]
    return tables


def _product(given: Product, shown: Sequence[Folded], sizes: Sequence[Metrics]) -> Drawn | None:
    """Draw A left of C with the same rows, B above C with the same columns, and a legend beside B.

    Return None if a table is not drawn whole, or if the tables together are too wide or have too
    many boxes.
    """
    a, b, c = sizes
    width, height = max(b.width, c.width), max(a.height, c.height)
    a, b = a._replace(height=height), b._replace(width=width)
    c = Metrics(c.boxes, width, height, c.upright)
    left, above, middle = (
        table(replace(panel, title=name), one, found)
        for name, panel, one, found in zip("ABC", given.panels, shown, (a, b, c), strict=True)
    )
    boxes = sum(len(one.boxes) for one in sizes)
    if (
        not all(one.is_whole for one in shown)
        or boxes > MOST_BOXES
        or left.width + SPACE + middle.width > MOST_WIDTH
    ):
        return None
    words = heading(given.name, (one.title for one in given.panels), left.width)
    corner = stacked([words, legend(given.panels, [one.part for one in shown], left.width)])
    begin = max(left.width, corner.width)
    end = begin + SPACE + max(above.width, middle.width)
    top = max(above.height, corner.height)
    body = [
        *placed(corner, 0, 0),
        *placed(above, end - above.width, top - above.height),
        *placed(left, begin - left.width, top + SPACE),
        *placed(middle, end - middle.width, top + SPACE),
    ]
    return Drawn(end, top + SPACE + max(left.height, middle.height), body)
