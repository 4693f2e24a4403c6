"""The picture of a question: a table of offsets, of threads in a tile, or of banks."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import Any, Final

from spec.drawing import Panel, require_drawable
from spec.errors import LayoutError
from spec.memory.machine import NVIDIA, Machine
from spec.panels import banks, takers
from verif.cli.drawing import alone, compared, shown
from verif.cli.output import NAME
from verif.expression import checked, formatted
from verif.operations.kinds import POSITIONED, Signature
from verif.questions.question import arguments, read_question


def picture(question: str, width: int | None = None) -> str | None:
    """Return the picture that `draw` shows for a question, or None if there is no picture.

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
        call = read_question(question)
        given = arguments(call)
        panel = _PANELS.get(call.name)
        if panel is not None:
            return shown([panel(*given)], width)
        layouts = [_drawable(one) for one in given if not isinstance(one, int | str)]
        if call.name == "equal" and len(layouts) == 2:
            return compared(*layouts, width=width)
    except LayoutError:
        return None
    return "\n".join(alone(one, width) for one in layouts)


def command(question: str) -> str:
    """Return the command that writes the picture of a question to a file.

    >>> print(command("covers_once((2,1):(1,2), (2,2))"))
    layout-verif draw --tv '(2,2)' '(2,1):(1,2)' -o picture.svg
    >>> print(command("conflict_free((8,8):(8,1), (8,8):(1,8), f32, 32)"))
    layout-verif draw --banks f32 --by '(8,8):(1,8)@32' '(8,8):(8,1)' -o picture.svg
    >>> print(command("conflict_free((8,8):(8,1), (8,8):(1,8), f32, _, gfx908)"))
    layout-verif draw --banks f32 --by '(8,8):(1,8)' --machine gfx908 '(8,8):(8,1)' -o picture.svg
    """
    call = read_question(question)
    match call.name, tuple(map(formatted, arguments(call))):
        case "covers_once", (tv, tile, *_):
            words = ("--tv", tile, tv)
        case "conflict_free", (smem, tv, element, *more):
            width, machine = (*more, "_", "_")[:2]
            by = tv if width == "_" else f"{tv}@{width}"
            on = () if machine == "_" else ("--machine", machine)
            words = ("--banks", element, "--by", by, *on, smem)
        case _, (layout, *_):
            words = (layout,)
        case _:
            raise AssertionError(question)
    return shlex.join((NAME, "draw", *words, "-o", "picture.svg"))


def _drawable(value: Any) -> Any:
    """Return the layout of a value, also of an array. Raises LayoutError if it is not drawable."""
    found: tuple[Any, ...] = checked("draw", Signature((POSITIONED,)), (value,))
    require_drawable(found[0])
    return found[0]


def _takers(tv: Any, tile: Any, _times: int = 1) -> Panel:
    return takers(tv, tile)


def _banks(
    smem: Any, tv: Any, element: str, bits: int | None = None, machine: Machine = NVIDIA
) -> Panel:
    return banks(smem, element, tv, bits, machine)


_PANELS: Final[dict[str, Callable[..., Panel]]] = {
    "covers_once": _takers,
    "conflict_free": _banks,
}
"""The questions about a tile, each with its panel."""
