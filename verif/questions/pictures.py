"""The picture of a question: it shows offsets, threads and values, banks, or sectors."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from html import escape
from typing import Any, Final

from spec.errors import LayoutError
from spec.memory import NVIDIA, Machine
from spec.parser import Call
from spec.pictures.banks import banks
from spec.pictures.offsets import panel, panels, require_drawable
from spec.pictures.panel import Panel
from spec.pictures.sectors import sectored
from spec.pictures.sheet import draw
from spec.pictures.takers import takers
from spec.pictures.text import alone, compared, shown
from verif.expression import checked, formatted
from verif.operations.kinds import POSITIONED, Signature
from verif.questions.memory import side_at_fault
from verif.questions.question import arguments, read_question

MOST_ROWS: Final = 32
"""A layout is shown as a whole table if it has at most MOST_ROWS * MOST_ROWS elements."""


def picture(question: str | Call, width: int | None = None) -> str | None:
    """Return the picture of a question as text, or None if the question cannot be drawn.

    >>> print(picture("covers_once((2,1):(1,2), (2,2))"))
    (2,1):(1,2) of (2,2)
              0       1
        +-------+-------+
     0  | T0 V0 |      *|
        +-------+-------+
     1  | T1 V0 |      *|
        +-------+-------+
    >>> picture("fits_int32((65536,65536):(65536,1))") is None
    True
    """
    try:
        call = read_question(question) if isinstance(question, str) else question
        found = _panel(call)
        if found is not None:
            return shown([found], width)
        layouts = _layouts(call)
    except LayoutError:
        return None
    if call.name == "equal" and len(layouts) == 2:
        return compared(*layouts, width=width)
    return "\n".join(
        shown([panel(one)], width) if one.size > MOST_ROWS * MOST_ROWS else alone(one, width)
        for one in layouts
    )


def picture_svg(question: Call) -> str | None:
    """Return the picture of a question as SVG, or None if the question cannot be drawn.

    >>> picture_svg(read_question("covers_once((2,1):(1,2), (2,2))")).count("<title>")
    4
    """
    try:
        found = _panel(question)
        if found is not None:
            return draw([found])
        layouts = _layouts(question)
        if question.name == "equal" and len(layouts) == 2:
            return draw(panels(*layouts))
        return draw([panel(one) for one in layouts]) if layouts else None
    except LayoutError:
        return None


def html(text: str, question: Call | None) -> str:
    """Return the answer to a question as HTML, with its picture if it can be drawn.

    >>> html("refuted: 1 < 2", None)
    '<p>refuted: 1 &lt; 2</p>'
    """
    drawn = None if question is None else picture_svg(question)
    return f"<p>{escape(text)}</p>{drawn or ''}"


def command(question: str) -> str:
    """Return the command that writes the picture of a question to a file.

    >>> print(command("covers_once((2,1):(1,2), (2,2))"))
    layout-verif draw --tv '(2,2)' '(2,1):(1,2)' -o picture.svg
    >>> print(command("conflict_free((8,8):(8,1), (8,8):(1,8), f32, 32)"))
    layout-verif draw --banks f32 --by '(8,8):(1,8)@32' '(8,8):(8,1)' -o picture.svg
    >>> print(command("vectorizes((8,8):(8,1), (8,8):(9,1), (8,8):(1,8), f32, 64)"))
    layout-verif draw --banks f32 --by '(8,8):(1,8)' '(8,8):(9,1)' -o picture.svg
    """
    call = read_question(question)
    given: tuple[Any, ...] = arguments(call)
    texts = tuple(formatted(one) for one in given[:4] if one is not None)
    machine = ("--machine", str(given[4])) if len(given) > 4 and call.name in _MEMORY else ()
    match call.name, texts:
        case "covers_once", (tv, tile, *_):
            words = ("--tv", tile, tv)
        case (("conflict_free" | "coalesced"), (memory, tv, element, *bits)):
            words = (_MEMORY[call.name], element, "--by", "@".join((tv, *bits)), *machine, memory)
        case "vectorizes", (*sides, tv, element):
            side = side_at_fault(*given)
            words = ("--banks", element, "--by", tv, *(sides if side is None else [sides[side]]))
        case name, (one, other, *_) if name in _OF_TWO:
            words = (one, other)
        case _, (layout, *_):
            words = (layout,)
        case _:
            raise AssertionError(question)
    return shlex.join(("layout-verif", "draw", *words, "-o", "picture.svg"))


_OF_TWO: Final = (
    *("bitcast", "compatible", "composable", "disjoint", "distributes", "equal", "same_bytes"),
)
"""The questions about two layouts. Their witness can be about either of them."""

_MEMORY: Final = {"conflict_free": "--banks", "coalesced": "--sectors"}
"""Maps each question about accesses to the option of `draw` that shows the accesses."""


def _panel(question: Call) -> Panel | None:
    """Return the picture of a question about a tile, or None for other questions."""
    kind = _PANELS.get(question.name)
    return None if kind is None else kind(*arguments(question))


def _layouts(question: Call) -> list[Any]:
    """Return the layouts of a question. Raises LayoutError if they are not drawable."""
    given = (one for one in arguments(question) if not isinstance(one, int | str))
    return [_drawable(one) for one in given]


def _drawable(value: Any) -> Any:
    """Return a value if it is a layout or an array that can be drawn. Raises LayoutError if not."""
    found: tuple[Any, ...] = checked("draw", Signature((POSITIONED,)), (value,))
    require_drawable(found[0])
    return found[0]


def _takers(tv: Any, tile: Any, _times: int = 1) -> Panel:
    return takers(tv, tile)


def _banks(
    smem: Any, tv: Any, element: str, bits: int | None = None, machine: Machine = NVIDIA
) -> Panel:
    return banks(smem, element, tv, bits, machine)


def _sectors(
    gmem: Any, tv: Any, element: str, bits: int | None = None, machine: Machine = NVIDIA
) -> Panel:
    return sectored(gmem, element, tv, bits, machine)


_PANELS: Final[dict[str, Callable[..., Panel]]] = {
    "covers_once": _takers,
    "conflict_free": _banks,
    "coalesced": _sectors,
}
"""Maps each question about a tile to the function that makes its panel."""
