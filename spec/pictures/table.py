"""A panel as SVG: its title, its table or a part of the table, a map of the table, and its bars.

The map is drawn only if a part of the table is left out.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final

from spec.pictures.bars import chart
from spec.pictures.boxes import LINE, Box, Metrics
from spec.pictures.folding import Folded
from spec.pictures.panel import Mark, Panel, Style
from spec.pictures.placing import Drawn, placed, stacked
from spec.pictures.svg import (
    CHARACTER,
    TITLE_CHARACTER,
    box,
    group,
    lines,
    number,
    rectangle,
    text,
)

TITLE_LINE: Final = 18
NARROWEST_TITLE: Final = 36
"""The least number of characters at which a title is wrapped.

If a table is wider, its title is wrapped at the width of the table.
"""

OVERVIEW: Final = 160
"""The greatest width and the greatest height of an overview, in pixels."""


def table(panel: Panel, shown: Folded, found: Metrics) -> Drawn:
    """Draw a whole panel, or a part of the panel with a map of the whole table.

    `found` has the boxes of the part that is shown.

    >>> from spec.pictures.boxes import metrics
    >>> from spec.pictures.panel import numbers
    >>> panel = Panel("A", 1, numbers((7,)))
    >>> drawn = table(panel, Folded(panel), metrics(panel))
    >>> sum("7</text>" in each for each in drawn.body), drawn.height
    (1, 66.0)
    """
    parts = [_cells(shown.part, found)]
    if shown.steps:
        parts.append(_map(shown, panel))
    elif not shown.is_whole:
        parts.append(_overview(shown.part, panel))
    if panel.bars is not None:
        parts.append(Drawn(*chart(panel.bars, panel.key)))
    return stacked(
        [heading(panel.title, (panel.subtitle,), max(part.width for part in parts)), *parts]
    )


def heading(name: str, others: Iterable[str], width: float) -> Drawn:
    """A heading: `name` in bold, then `others` below. Lines are wrapped at `width` pixels."""
    most = max(NARROWEST_TITLE, int(width / TITLE_CHARACTER))
    bold = textwrap.wrap(name, most)
    plain = [line for words in others for line in textwrap.wrap(words, most)]
    wrapped = [*bold, *plain]
    body = group(
        [
            text(0, TITLE_LINE * (n + 1) - 4, line, **_weight(is_bold=n < len(bold)))
            for n, line in enumerate(wrapped)
        ],
        font_size="13",
        text_anchor="start",
    )
    longest = max(map(len, wrapped), default=0)
    return Drawn(longest * TITLE_CHARACTER, TITLE_LINE * len(wrapped), body)


def _weight(*, is_bold: bool) -> dict[str, str]:
    return {"font_weight": "bold"} if is_bold else {}


def _cells(part: Panel, found: Metrics) -> Drawn:
    """The indices of rows and columns, and the boxes with their texts, borders and marks."""
    row, column = part.corner
    left = (len(str(row + part.rows - 1)) + 1) * CHARACTER
    width, height = found.width * part.columns, found.height * part.rows
    every = _spacing((len(str(column + part.columns - 1)) + 1.4) * CHARACTER, found.width)
    indices = [
        text(left + (c + 0.5) * found.width, LINE - 2, str(column + c))
        for c in range(0, part.columns, every)
    ]
    every = _spacing(LINE, found.height)
    middle = LINE + found.height / 2 + 4
    sides = [
        text(left - 4, r * found.height + middle, str(row + r)) for r in range(0, part.rows, every)
    ]
    inner = Drawn(
        width,
        height,
        [*_boxes(part, found), *_texts(found), *_borders(part, found), *_marks(part, found)],
    )
    return Drawn(
        left + width + 2,
        LINE + height + 2,
        [
            *group(indices, class_="g"),
            *group(sides, class_="g", **{"text-anchor": "end"}),
            *placed(inner, left, LINE + 1),
        ],
    )


def _spacing(needed: float, width: float) -> int:
    """The least power of two n such that indices do not touch if every n-th index is printed.

    `needed` is the width of an index, and `width` the width of a cell.
    """
    every = 1
    while every * width < needed:
        every *= 2
    return every


def _place(one: Box, found: Metrics) -> str:
    return rectangle(
        one.column * found.width,
        one.row * found.height,
        one.columns * found.width,
        one.rows * found.height,
    )


def _boxes(part: Panel, found: Metrics) -> list[str]:
    drawn: list[str] = []
    hatched: list[str] = []
    for one in found.boxes:
        place = _place(one, found)
        drawn.append(box(_fill(part, one), place, _hover(part, one)))
        if one.first.style in (Style.HATCHED, Style.EMPTY):
            hatched.append(place)
    over = lines("h", hatched, fill="url(#lv-hatch)", pointer_events="none")
    return group([*drawn, *over], class_="o")


def _fill(part: Panel, one: Box) -> str:
    if part.key is None or one.first.style in (Style.PLAIN, Style.EMPTY):
        return "p"
    return f"c{one.first.number % part.key.colours}"


def _hover(part: Panel, one: Box) -> str:
    """The text shown when the pointer is over a box: the coordinates and the words."""
    row, column = part.corner[0] + one.row, part.corner[1] + one.column
    first, last = (row, column), (row + one.rows - 1, column + one.columns - 1)
    where = f"({row},{column})" + (f"-({last[0]},{last[1]})" if first != last else "")
    return f"{where}: {' '.join(one.lines)}"


def _texts(found: Metrics) -> list[str]:
    """The texts of the boxes: black on colours, and running upwards if the boxes are tall."""
    on_colours: list[str] = []
    others: list[str] = []
    for one in found.boxes:
        of = on_colours if one.first.style in (Style.COLOURED, Style.HATCHED) else others
        x = (one.column + one.columns / 2) * found.width
        y = (one.row + one.rows / 2) * found.height
        if found.upright:
            x, y = -y, x
        y += 4 - LINE * (len(one.lines) - 1) / 2
        of += [text(x, y + LINE * n, line) for n, line in enumerate(one.lines) if line]
    turned = {"transform": "rotate(-90)"} if found.upright else {}
    return [
        *group(on_colours, class_="k", **{"pointer-events": "none"}, **turned),
        *group(others, class_="g", **{"pointer-events": "none"}, **turned),
    ]


def _borders(part: Panel, found: Metrics) -> list[str]:
    """Heavy lines between cells of different areas, and around the table."""
    frame = rectangle(0, 0, part.columns * found.width, part.rows * found.height)
    return lines("l", [frame, *_edges(part, found.width, found.height)], stroke_width="2")


def _edges(part: Panel, w: float, h: float) -> list[str]:
    """The lines between cells of different areas. Each cell has width `w` and height `h`."""
    paths: list[str] = []
    for c in range(1, part.columns):
        apart = [part.at(r, c).area != part.at(r, c - 1).area for r in range(part.rows)]
        paths += [f"M{number(c * w)} {number(a * h)}V{number(b * h)}" for a, b in _spans(apart)]
    for r in range(1, part.rows):
        apart = [part.at(r, c).area != part.at(r - 1, c).area for c in range(part.columns)]
        paths += [f"M{number(a * w)} {number(r * h)}H{number(b * w)}" for a, b in _spans(apart)]
    return paths


def _spans(flags: list[bool]) -> Iterator[tuple[int, int]]:
    """The start and the end of each run of true values."""
    begin = None
    for at, flag in enumerate([*flags, False]):
        if flag and begin is None:
            begin = at
        elif not flag and begin is not None:
            yield begin, at
            begin = None


def mark_style(mark: Mark) -> dict[str, str]:
    """The stroke attributes of a mark. Marks also differ in shape, not only in colour."""
    if mark is Mark.CONFLICT:
        return {"stroke_width": "2", "stroke_dasharray": "6 3"}
    return {"stroke_width": "2"}


def mark_path(
    mark: Mark, x: float, y: float, width: float, height: float, *, is_empty: bool = False
) -> str:
    """The SVG path of a mark in a box: a corner if the mark is a difference, otherwise a frame.

    If the box has no words, two diagonals cross the frame.
    """
    if mark is Mark.DIFFERS:
        corner = min(8.0, height / 2)
        return (
            f"M{number(x + width - corner)} {number(y + 1)}h{number(corner - 1)}v{number(corner)}"
        )
    w, h = width - 2.4, height - 2.4
    frame = rectangle(x + 1.2, y + 1.2, w, h)
    if not is_empty:
        return frame
    return f"{frame}m0 0l{number(w)} {number(h)}m0-{number(h)}l-{number(w)} {number(h)}"


def _marks(part: Panel, found: Metrics) -> list[str]:
    paths = [
        mark_path(
            part.mark,
            one.column * found.width,
            one.row * found.height,
            one.columns * found.width,
            one.rows * found.height,
            is_empty=not one.first.words,
        )
        for one in found.boxes
        if one.marked
    ]
    return lines(f"n {part.mark.name.lower()}", paths, **mark_style(part.mark))


def _map(shown: Folded, whole: Panel) -> Drawn:
    """A map of all blocks of the table. It shows how each block differs from the drawn block."""
    part, steps = shown.part, shown.steps
    steps = (("shown", *steps[0][1:]), *steps[1:])
    wide = max(len(words) for row in steps for words in row) * CHARACTER + 8
    labels = [f"{r * part.rows}" for r in range(len(steps))]
    left = (max(map(len, labels)) + 1) * CHARACTER
    high = LINE + 6
    caption = (
        f"{whole.rows} x {whole.columns} in blocks of {part.rows} x {part.columns}:"
        " a cell says what to add to the block shown above"
    )
    if any("^" in words for row in steps for words in row):
        caption += " (^: XOR)"
    top = [
        text(left + (c + 0.5) * wide, LINE - 2, str(c * part.columns)) for c in range(len(steps[0]))
    ]
    sides = [text(left - 4, LINE + high * (r + 0.7), label) for r, label in enumerate(labels)]
    cells = [
        text(left + (c + 0.5) * wide, LINE + high * (r + 0.7), words or "+0")
        for r, row in enumerate(steps)
        for c, words in enumerate(row)
    ]
    width, height = wide * len(steps[0]), high * len(steps)
    empty = _places(whole, lambda i: whole.cells[i].style is Style.EMPTY)
    padding = [
        rectangle(left + c * across, LINE + r * down, w * across, h * down)
        for across, down in [(wide / part.columns, high / part.rows)]
        for r, c, h, w in empty
    ]
    grid = [rectangle(left, LINE, width, height)]
    grid += [f"M{number(left + c * wide)} {LINE}v{number(height)}" for c in range(1, len(steps[0]))]
    grid += [
        f"M{number(left)} {number(LINE + r * high)}h{number(width)}" for r in range(1, len(steps))
    ]
    body = [
        *group(top, class_="g"),
        *group(sides, class_="g", **{"text-anchor": "end"}),
        *lines("h", padding, fill="url(#lv-hatch)", opacity=".6"),
        *lines("l o", grid),
        *cells,
        *lines("l", [rectangle(left, LINE, wide, high)], stroke_width="2"),
    ]
    return _captioned(caption, Drawn(left + width + 2, LINE + height + 2, body))


def _places(panel: Panel, chosen: Callable[[int], bool]) -> list[tuple[int, int, int, int]]:
    """Rectangles that cover the chosen cells, each as first row, first column, height and width."""
    rows = [
        tuple(_spans([chosen(c * panel.rows + r) for c in range(panel.columns)]))
        for r in range(panel.rows)
    ]
    found: list[tuple[int, int, int, int]] = []
    for spans, again in groupby(enumerate(rows), lambda pair: pair[1]):
        first, *others = (r for r, _ in again)
        found += [(first, a, 1 + len(others), b - a) for a, b in spans]
    return found


def _captioned(caption: str, part: Drawn) -> Drawn:
    most = max(NARROWEST_TITLE, int(part.width / CHARACTER))
    wrapped = textwrap.wrap(caption, most)
    body = group(
        [text(0, (LINE + 3) * (n + 1) - 4, line) for n, line in enumerate(wrapped)],
        text_anchor="start",
    )
    width = max(map(len, wrapped)) * CHARACTER
    return stacked([Drawn(width, (LINE + 3) * len(wrapped), body), part], 2)


def _overview(part: Panel, whole: Panel) -> Drawn:
    """The outline of the whole table with its marked cells, and the outline of the drawn part."""
    scale = min(4.0, OVERVIEW / whole.columns, OVERVIEW / whole.rows)

    def places(chosen: Callable[[int], bool]) -> list[str]:
        return [
            rectangle(c * scale, r * scale, w * scale, h * scale)
            for r, c, h, w in _places(whole, chosen)
        ]

    def is_marked(i: int) -> bool:
        return i in whole.marked and bool(whole.cells[i].words)

    def is_missed(i: int) -> bool:
        return i in whole.marked and not whole.cells[i].words

    # A mark is an outline without a filling. Each row gets its own outline, so that the inside of
    # a tall rectangle is marked, too.
    marked = [
        rectangle(c * scale, (r + k) * scale, w * scale, scale)
        for r, c, h, w in _places(whole, is_marked)
        for k in range(h)
    ]
    marked += [
        mark_path(whole.mark, c * scale, r * scale, w * scale, h * scale, is_empty=True)
        for r, c, h, w in _places(whole, is_missed)
    ]
    row, column = part.corner
    has_plain = any(cell.style is Style.PLAIN and cell.words for cell in whole.cells)

    def is_in_use(i: int) -> bool:
        return has_plain and whole.cells[i].style is Style.COLOURED and i not in whole.marked

    def is_empty(i: int) -> bool:
        return whole.cells[i].style is Style.EMPTY

    outline = [
        rectangle(0, 0, whole.columns * scale, whole.rows * scale),
        rectangle(column * scale, row * scale, part.columns * scale, part.rows * scale),
    ]
    caption = (
        f"above: rows {row}-{row + part.rows - 1} and columns {column}-{column + part.columns - 1}"
        f" of {whole.rows} x {whole.columns}"
    )
    body = [
        *lines("h", places(is_empty), fill="url(#lv-hatch)"),
        *lines("l o", _edges(whole, scale, scale)),
        *lines("u", places(is_in_use), fill="currentColor", fill_opacity=".5"),
        *lines(f"n {whole.mark.name.lower()}", marked, stroke_width="1"),
        *lines("l", outline, stroke_width="1.5"),
    ]
    return _captioned(caption, Drawn(whole.columns * scale + 2, whole.rows * scale + 2, body))
