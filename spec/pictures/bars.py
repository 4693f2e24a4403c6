"""Bar charts, for example of the number of words that a phase needs from each bank."""

from typing import Final

from spec.pictures.panel import Bars, Key
from spec.pictures.svg import CHARACTER, group, lines, number, rectangle, text

WIDTH: Final = 18
"""The width of a bar in pixels, with the space beside it."""

MOST_IN_A_ROW: Final = 32
HEIGHT: Final = 64
"""The height of the highest bar in pixels."""

TALLEST_UNIT: Final = 14


def chart(bars: Bars, key: Key | None) -> tuple[float, float, list[str]]:
    """The width, the height and the elements of a bar chart. A row has at most 32 bars.

    >>> width, height, drawn = chart(Bars("words", ((0, 2, 1), (1, 0, 1))), Key("bank", 32))
    >>> width > 36, sum(">2<" in each for each in drawn)
    (True, 1)
    """
    body = group([text(0, 11, bars.title)], text_anchor="start")
    most = max(max(count, limit) for _, count, limit in bars.bars)
    unit = min(TALLEST_UNIT, HEIGHT / max(most, 1))
    top = 16.0
    for begin in range(0, len(bars.bars), MOST_IN_A_ROW):
        row = bars.bars[begin : begin + MOST_IN_A_ROW]
        base = top + 12 + unit * most
        body += _row(row, key, base, unit)
        top = base + 16
    width = max(len(bars.title) * CHARACTER, WIDTH * min(len(bars.bars), MOST_IN_A_ROW)) + 2
    return width, top, body


def _row(
    row: tuple[tuple[int, int, int], ...], key: Key | None, base: float, unit: float
) -> list[str]:
    limits = base - unit * max(limit for _, _, limit in row)
    filled: list[str] = []
    beyond: list[str] = []
    counts: list[str] = []
    indices: list[str] = []
    every = 1 if max(len(str(name)) for name, _, _ in row) < 3 else 2
    for n, (name, count, limit) in enumerate(row):
        x = n * WIDTH + 2
        style = "o" if key is None else f"c{name % key.colours}"
        if count:
            filled += lines(style, [rectangle(x, base - unit * count, WIDTH - 4, unit * count)])
            counts.append(text(x + WIDTH / 2 - 2, base - unit * count - 3, str(count)))
        if count > limit:
            height = unit * (count - limit)
            beyond.append(rectangle(x + 1, base - unit * count + 1, WIDTH - 6, height - 2))
        if n % every == 0:
            indices.append(text(x + WIDTH / 2 - 2, base + 12, str(name)))
    return [
        *group(filled, class_="o"),
        *lines("n conflict", beyond, stroke_width="2", stroke_dasharray="6 3"),
        *counts,
        *group(indices, class_="g", **{"font-size": "10"}),
        *lines("l", [f"M0 {number(base)}h{len(row) * WIDTH}"]),
        *lines("l", [f"M0 {number(limits)}h{len(row) * WIDTH}"], stroke_dasharray="1 3"),
    ]
