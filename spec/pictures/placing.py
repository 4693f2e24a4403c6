"""Parts of a picture: their elements, and where they are placed."""

from typing import Final, NamedTuple

from spec.pictures.svg import group, number

GAP: Final = 14
"""The space in pixels between a table and the part below it."""


class Drawn(NamedTuple):
    """A part of a picture, with a corner at (0, 0): its width, its height and its elements."""

    width: float
    height: float
    body: list[str]


def placed(part: Drawn, x: float, y: float) -> list[str]:
    """The elements of a part, moved to a place."""
    if x == y == 0:
        return part.body
    return group(part.body, transform=f"translate({number(x)} {number(y)})")


def stacked(parts: list[Drawn], gap: float = GAP) -> Drawn:
    """Put parts below each other.

    >>> stacked([Drawn(30, 10, []), Drawn(20, 10, [])], gap=5)
    Drawn(width=30, height=25.0, body=[])
    """
    body: list[str] = []
    top = 0.0
    for part in parts:
        body += placed(part, 0, top)
        top += part.height + gap
    return Drawn(max(part.width for part in parts), top - gap, body)


def beside(parts: list[Drawn], gap: float) -> Drawn:
    """Put parts side by side.

    >>> beside([Drawn(30, 10, []), Drawn(20, 10, [])], gap=5)
    Drawn(width=55.0, height=10, body=[])
    """
    body: list[str] = []
    left = 0.0
    for part in parts:
        body += placed(part, left, 0)
        left += part.width + gap
    return Drawn(left - gap, max(part.height for part in parts), body)
