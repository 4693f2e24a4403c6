"""A picture: one legend, and panels side by side or, if this is too wide, below each other."""

from collections.abc import Sequence
from typing import Final

from spec.pictures.folding import folded
from spec.pictures.legend import legend
from spec.pictures.panel import Panel
from spec.pictures.svg import document
from spec.pictures.table import Drawn, placed, stacked, table

MOST_BESIDE: Final = 760
"""The width in pixels up to which panels stand side by side: a phone can still show it."""

SPACE: Final = 28
PADDING: Final = 8


def draw(panels: Sequence[Panel]) -> str:
    """The panels and their legend as one SVG file.

    >>> from spec.pictures.panel import numbers
    >>> draw([Panel("2:1", 2, numbers((0, 1)))]).count("<title>")
    2
    """
    shown = [folded(panel) for panel in panels]
    tables = [table(*each) for each in zip(panels, shown, strict=True)]
    if sum(one.width + SPACE for one in tables) - SPACE <= MOST_BESIDE:
        tables = [_beside(tables)]
    width = max(one.width for one in tables)
    whole = stacked([*tables, legend(panels, [one.part for one in shown], width)], 22)
    label = " and ".join(" ".join(filter(None, (one.title, one.subtitle))) for one in panels)
    return document(
        whole.width + 2 * PADDING,
        whole.height + 2 * PADDING,
        label,
        placed(whole, PADDING, PADDING),
    )


def _beside(parts: Sequence[Drawn]) -> Drawn:
    body: list[str] = []
    left = 0.0
    for part in parts:
        body += placed(part, left, 0)
        left += part.width + SPACE
    return Drawn(left - SPACE, max(part.height for part in parts), body)
