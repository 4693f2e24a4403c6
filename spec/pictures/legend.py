"""The legend of a picture: its colours, marks, lines, hatches and words."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from spec.pictures.panel import MISSED, Key, Panel, Style
from spec.pictures.placing import Drawn, stacked
from spec.pictures.svg import CHARACTER, group, lines, rectangle, text
from spec.pictures.table import mark_path, mark_style

SWATCH: Final = 20
"""The width of a colour's sample in pixels."""

HIGH: Final = 14
IN_A_ROW: Final = 16
NARROWEST: Final = 352


def legend(panels: Sequence[Panel], parts: Sequence[Panel], width: float) -> Drawn:
    """The legend of the panels: the colours of the drawn `parts`, and all marks and lines.

    >>> from spec.pictures.panel import numbers
    >>> panel = Panel("", 1, numbers((0, 9)))
    >>> any("colour: offset, modulo 8" in each for each in legend([panel], [panel], 0).body)
    True
    """
    most = int(max(NARROWEST, width) / CHARACTER)
    keys = dict.fromkeys(panel.key for panel in panels if panel.key is not None)
    drawn = [_colours(key, _used(parts, key)) for key in keys]
    drawn += [_sample(*each, most) for each in dict.fromkeys(_samples(panels))]
    return stacked(drawn, 4) if drawn else Drawn(0, 0, [])


def _used(panels: Sequence[Panel], key: Key) -> list[int]:
    """The colour numbers of the key that occur in cells or bars of the panels."""
    found: set[int] = set()
    for panel in panels:
        if panel.key == key:
            coloured = (Style.COLOURED, Style.HATCHED)
            cells = (cell for cell in panel.cells if cell.style in coloured)
            found |= {cell.number % key.colours for cell in cells}
            if panel.bars is not None:
                found |= {name % key.colours for name, count, _ in panel.bars.bars if count}
    return sorted(found)


def _colours(key: Key, used: list[int]) -> Drawn:
    """A sample of each colour with its number."""
    words = f"colour: {key.words}, modulo {key.colours}"
    body = group([text(0, 11, words)], text_anchor="start")
    swatches: list[str] = []
    names: list[str] = []
    for n, colour in enumerate(used):
        x, y = n % IN_A_ROW * SWATCH, 16 + n // IN_A_ROW * HIGH
        swatches += lines(f"c{colour}", [rectangle(x + 0.5, y, SWATCH, HIGH)])
        names.append(text(x + SWATCH / 2, y + 11, str(colour)))
    body += [*group(swatches, class_="o"), *group(names, class_="k")]
    rows = -(-len(used) // IN_A_ROW)
    wide = min(len(used), IN_A_ROW) * SWATCH + 1
    return Drawn(max(wide, len(words) * CHARACTER), 16 + rows * HIGH, body)


def _samples(panels: Sequence[Panel]) -> Iterator[tuple[tuple[str, ...], str]]:
    """A sample and its meaning, for each mark, line and hatch that the panels have."""
    for panel in panels:
        for style, words in panel.notes:
            if style is None:
                yield (), words
            elif any(cell.style is style for cell in panel.cells):
                yield tuple(_filled(style)), words
        if panel.marked:
            yield from _marks(panel)
        if len({cell.area for cell in panel.cells}) > 1:
            line = lines("l", [f"M0 {HIGH / 2}h{SWATCH}"], stroke_width="2")
            yield tuple(line), f"between {panel.area}"


def _marks(panel: Panel) -> Iterator[tuple[tuple[str, ...], str]]:
    """The drawn marks of a panel, each with its meaning.

    Marked cells with words and marked cells without words have different marks. A mark is left out
    if the panel has no cell with this mark.
    """
    forms = {not cell.words for i, cell in enumerate(panel.cells) if i in panel.marked}
    for is_empty, words in ((False, panel.mark.value), (True, MISSED)):
        if is_empty in forms:
            path = mark_path(panel.mark, 0, 0, SWATCH, HIGH, is_empty=is_empty)
            style = f"n {panel.mark.name.lower()}"
            yield tuple(lines(style, [path], **mark_style(panel.mark))), words


def _filled(style: Style) -> list[str]:
    place = [rectangle(0.5, 0.5, SWATCH - 1, HIGH - 1)]
    drawn = lines("p o", place)
    if style in (Style.HATCHED, Style.EMPTY):
        drawn += lines("h", place, fill="url(#lv-hatch)")
    return drawn


def _sample(drawn: tuple[str, ...], words: str, most: int) -> Drawn:
    """A sample with its meaning `words` beside it, or only the words if there is no sample."""
    left = SWATCH + 6 if drawn else 0
    wrapped = textwrap.wrap(words, most - int(left / CHARACTER))
    body = [
        *drawn,
        *group(
            [text(left, 11 + HIGH * n, line) for n, line in enumerate(wrapped)], text_anchor="start"
        ),
    ]
    return Drawn(left + max(map(len, wrapped)) * CHARACTER, HIGH * len(wrapped), body)
