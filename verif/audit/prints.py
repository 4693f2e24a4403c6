"""Layouts that CuTe prints, and C++ types: offsets, swizzles, coverage, and print against type.

A print may stand anywhere in a log. A type on the line below a print is the type of the printed
value, so both must be the same function.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from spec.composed import ComposedLayout
from spec.errors import LayoutError
from spec.layout import Layout
from spec.named import Made, Name
from spec.reading import Reading, TiledLayout, TornError
from spec.reading.atoms import TiledInstruction
from spec.reading.texts import Unread, read_each
from spec.reading.tiled import OutsideTileError
from spec.reading.trees import entries, has_leaf
from verif.audit.asking import covered, decided
from verif.audit.lines import Lines
from verif.audit.statement import Statement, Verdict

LAYOUTS: Final = ("layout", "swizzled layout", "composed layout", "tensor")
"""The kinds of values whose offsets are stated."""

KINDS: Final = (*LAYOUTS, "tiled copy", "matrix instruction")
"""The kinds of values that are audited."""

TYPE: Final = "CuTe C++ type"

FITS: Final = "every offset fits in 32 bits"
WHOLE: Final = "the swizzle moves whole elements"
INSIDE: Final = "every (thread, value) takes an element of the tile"
AGREE: Final = "the type is the function of the print above"

_RUN_TIME: Final = re.compile(r"(?<![\w@.<{])\d")
"""A number that C++ prints without `_`, as its type has no value."""

_BEGINS_LAYOUT: Final = re.compile(
    r"(?:[^\sA-Za-z?{}]|x|\?(?:\{[^{}]*\})?){1,400}(?<=[)\dx]):[(_\dx?]|Sw?<|.mem_ptr"
)
"""A text that begins as a layout does, also with `x` for a number that is not known."""


def recognizes(text: str) -> bool:
    """Return whether the text has a layout, a tiled copy or an instruction."""
    return any(
        found.kind in KINDS if isinstance(found, Reading) else _refuted(found) is not None
        for found in read_each(text)
    )


def audit(text: str) -> Iterator[Statement]:
    """Audit the prints of a text.

    >>> for one in audit("smem: Sw<1,0,3> o smem_ptr[16b](unset) o (_8,_8):(_8,_1)"):
    ...     print(one.verdict, one.claim)
    fault the swizzle moves whole elements
    """
    lines, above, end = Lines(text), None, 0
    for found in read_each(text):
        if found.start < end:
            continue
        line = lines.at(found.start)
        if isinstance(found, Unread):
            failed = _failed(text, line, found)
            if failed is not None:
                yield failed
                # What stands behind it on the line belongs to the same value.
                end = lines.end(found.start)
        elif found.kind in KINDS:
            agreement: list[Statement] = []
            if found.family == TYPE and above is not None and _is_below(text, above, found):
                agreement.append(_agreement(line, above, found))
            # A type that is the function of its print states nothing else.
            is_same = any(one.verdict is Verdict.HOLDS for one in agreement)
            yield from agreement if is_same else (*agreement, *_stated(line, found))
            above = found


def _failed(text: str, line: int, found: Unread) -> Statement | None:
    """Return a statement about a value that is not read, or None for what may be prose."""
    refuted = _refuted(found)
    if refuted is not None:
        operation, claim = refuted
        return Statement(line, operation, claim, Verdict.FAULT, str(found.error.__context__))
    if _BEGINS_LAYOUT.match(text, found.start):
        detail = str(found.error)
        return Statement(line, "layout", "the layout is read", Verdict.NOT_READ, detail)
    return None


def _refuted(found: Unread) -> tuple[str, str] | None:
    """Return the operation and the claim that are refuted by an error of the reader, or None."""
    match found.error.__context__:
        case TornError():
            return "swizzle", WHOLE
        case OutsideTileError():
            return "tiled copy", INSIDE
        case _:
            return None


def _stated(line: int, found: Reading) -> Iterator[Statement]:
    """Yield the statements of one value."""
    form = found.form
    if isinstance(form, TiledLayout):
        yield covered(line, "tiled copy", form.tv, form.tile)
    elif isinstance(form, TiledInstruction):
        for name, operand in _operands(form):
            # Several threads need an element of A or B.
            free = name in ("A", "B")
            yield covered(line, f"operand {name}", operand.tv, operand.tile, repeats_are_free=free)
    else:
        yield from _of_bytes(line, found)
        if not found.unknowns and _is_offsets(form):
            yield _fits(line, found)


def _of_bytes(line: int, found: Reading) -> Iterator[Statement]:
    """Yield that no element is torn, if a swizzle of bytes became a swizzle of elements."""
    note = next((note for note in found.notes if " counts bytes; of " in note), None)
    if note is not None:
        yield Statement(line, found.kind, WHOLE, Verdict.HOLDS, note)


def _is_offsets(form: Any) -> bool:
    """Return whether the values are numbers; a tensor of coordinates has other strides."""
    while isinstance(form, ComposedLayout):
        form = form.inner
    return isinstance(form, Layout) and not has_leaf(form.stride, _is_basis)


def _is_basis(leaf: object) -> bool:
    return not isinstance(leaf, int)


def _fits(line: int, found: Reading) -> Statement:
    one = decided(line, found.kind, FITS, f"fits_int32({found.notation})")
    strides = found.text.rpartition(":")[2]
    if one.verdict is not Verdict.FAULT or found.family != "CuTe C++ print":
        return one
    if not _RUN_TIME.search(strides):
        return one
    detail = f"{one.detail}; the print does not tell whether the strides have 32 or 64 bits"
    return Statement(line, found.kind, FITS, Verdict.UNKNOWN, detail, one.question)


def _operands(form: TiledInstruction) -> tuple[tuple[str, TiledLayout], ...]:
    return ("A", form.a), ("B", form.b), ("C", form.c)


def _is_below(text: str, above: Reading, found: Reading) -> bool:
    """Return whether only the word `type` and spaces are between a print and a type below it."""
    between = text[above.end : found.start].split()
    return above.family != TYPE and between in ([], ["type"])


def _agreement(line: int, above: Reading, found: Reading) -> Statement:
    """Decide whether a type is the function of the print above it.

    A type has unknown numbers in place of numbers at run time, which the print tells.
    """
    try:
        form = found.at(**dict(_numbers(found.form, above.form)))
        questions = [
            f"equal({one}, {other})"
            for one, other in zip(_functions(_placed(above)), _functions(form), strict=True)
        ]
    except (LayoutError, ValueError):
        detail = "the print and the type have different modes"
        return Statement(line, TYPE, AGREE, Verdict.UNKNOWN, detail)
    asked = [decided(line, TYPE, AGREE, question) for question in questions]
    return min(asked, key=lambda one: list(Verdict).index(one.verdict))


def _placed(found: Reading) -> Any:
    """Return the value of a print without its address, which no type has."""
    is_moved = any(note.startswith("offsets count from ") for note in found.notes)
    return replace(found.form, offset=0) if is_moved else found.form


def _functions(form: Any) -> tuple[str, ...]:
    """Return the layouts of a value in the notation."""
    if isinstance(form, TiledInstruction):
        return tuple(str(operand.tv) for _, operand in _operands(form))
    return (str(form.tv if isinstance(form, TiledLayout) else form),)


def _numbers(form: Any, value: Any) -> Iterator[tuple[str, int]]:
    """Yield the name of each unknown number, and the number at its place in another value.

    Raises ValueError if the values have different modes.
    """
    if isinstance(form, Name):
        yield form.name, value
        return
    parts = form.parts if isinstance(form, Made) else entries(form)
    if parts is None:
        return
    for part, other in zip(parts, _parts(value), strict=True):
        yield from _numbers(part, other)


def _parts(value: Any) -> tuple[Any, ...]:
    if isinstance(value, Layout):
        return value.shape, value.stride
    if isinstance(value, ComposedLayout):
        return value.outer, value.offset, value.inner
    return entries(value) or ()
