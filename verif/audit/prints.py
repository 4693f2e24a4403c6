"""Audit layouts that CuTe prints, and C++ types.

A printed layout may stand anywhere in a log. A type on the line below may be the type of the
printed value. So the audit decides whether the type and the printed layout are the same function.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from spec.composed import ComposedLayout
from spec.errors import LayoutError
from spec.layout import Layout
from spec.named import Made, Name
from spec.reading import Reading, TiledLayout, TornError
from spec.reading.atoms import TiledInstruction
from spec.reading.cute_tiled import LABEL, STARTS_TILED
from spec.reading.texts import Unread, read_each
from spec.reading.tiled import OutsideTileError
from spec.reading.trees import entries, has_leaf
from verif.audit.asking import covered, decided
from verif.audit.lines import Lines
from verif.audit.statement import Statement, Verdict

LAYOUTS: Final = ("layout", "swizzled layout", "composed layout", "tensor")
"""The kinds of values that map coordinates to offsets."""

KINDS: Final = (*LAYOUTS, "tiled copy", "matrix instruction")
"""The kinds of values that are audited."""

TYPE: Final = "CuTe C++ type"

FITS: Final = "every offset fits in 32 bits"
WHOLE: Final = "the swizzle moves whole elements"
INSIDE: Final = "every (thread, value) maps to an element of the tile"
READ: Final = "the layout is read"
READ_TILED: Final = "the tiled copy or the instruction is read"
AGREE: Final = "the type is the same function as the print above"

_RUN_TIME: Final = re.compile(r"(?<![\w@.<{])\d")
"""A number that C++ prints without `_`, because the number is known only at run time."""

LONGEST: Final = 1 << 16
"""The largest number of characters in a line, or in several lines that are read together."""

MOST_LINES: Final = 50
"""The largest number of lines over which a type may extend."""

_MAY_HOLD: Final = re.compile(
    r"\)\s*:\s*[(_\d?]|\b_\d+\s*:\s*_?\d|\bo\s+\d+\s*:"
    r"|\b(?:Layout|ComposedLayout|Tensor|TiledCopy|TiledMMA|MMA_Atom)\s*<"
)
"""A line can begin a block with a layout only if this pattern or `_TILED` matches the line."""

_TILED: Final = re.compile(rf"\b{STARTS_TILED}\s*$")
_NEXT: Final = re.compile(r"\bTiled[_ ]?(?:Copy|MMA)\s*$")
"""Matches a line that begins the next tiled copy or tiled instruction."""

_LABELLED: Final = re.compile(rf"\b(?:{LABEL}|{STARTS_TILED})")

_ALONE: Final = re.compile(
    r"\b((?:TiledLayout|LayoutCopy|Layout[ABC])_TV|TV Layout (?:tiled|[ABC])):\s*$"
)
"""Matches the label of a layout that cannot be read without the other lines of its value."""

_STAMP: Final = re.compile(
    r"\b(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?(?![\w:])"
)
"""Matches a time, with or without a date. Loggers write another time at each line."""

_BEGINS_TILED: Final = re.compile(rf"(?!Copy){STARTS_TILED}\s*{LABEL}")
"""Matches the first lines of a tiled copy or an instruction. A copy's atom makes no statement."""

_BEGINS_LAYOUT: Final = re.compile(
    r"(?:[^\sA-Za-z?{}]|x|\?(?:\{[^{}]*\})?){1,400}(?<=[)\dx]):[(_\dx?]|Sw?<|.mem_(?:sub)?ptr"
    r"|.mem_\[\d+b\]|[GU]MMA::DescriptorIterator|counting_iter\("
    r"|(?:cute::)?(?:Composed)?Layout\s*<|cute::Tiled"
)
"""Matches a text that begins like a layout. `x` or `?` may stand for an unknown number."""


def recognizes(text: str) -> bool:
    """Return whether the text has a layout, a tiled copy or an instruction."""
    return any(part.is_known for block in blocks(text) for part in _parts(block.text))


def audit(text: str) -> Iterator[Statement]:
    """Audit the layouts, tiled copies and instructions that are printed in a text.

    >>> for one in audit("smem: Sw<1,0,3> o smem_ptr[16b](unset) o (_8,_8):(_8,_1)"):
    ...     print(one.verdict, one.claim)
    fault the swizzle moves whole elements
    """
    above: Part | None = None
    for block in blocks(text):
        parts = _parts(block.text)
        if not block.follows:
            above = None
        for part in parts:
            stated = part.statements
            if above is not None and part.is_type:
                agreement = _agreement(above, part)
                # If the type and the layout printed above it are the same function, omit the other
                # statements about the type.
                stated = (
                    (agreement,) if agreement.verdict is Verdict.HOLDS else (agreement, *stated)
                )
            for one in stated:
                yield replace(one, line=block.line + part.line)
            above = None
        if parts and parts[-1].is_print:
            above = parts[-1]


@dataclass(frozen=True)
class Block:
    """Lines that are read together.

    `follows` is true if only blank lines separate the block from the block before it, or from the
    beginning of the text.
    """

    line: int
    text: str
    follows: bool


def blocks(text: str) -> Iterator[Block]:
    r"""Yield the blocks that may have a layout.

    A block has several lines if it is a tiled copy, or a type that is printed on several lines.

    >>> for block in blocks("copy: TiledCopy\n Tiler_MN: (_4)\nprose\n(_4,_2):(_2,_1)"):
    ...     print(block.line, block.follows)
    1 True
    4 False
    """
    lines = _STAMP.sub("", text).split("\n")
    first, follows = 0, True
    while first < len(lines):
        last = _last(lines, first)
        if last is not None:
            yield Block(first + 1, _joined(lines[first : last + 1]), follows)
        follows = last is not None or (follows and not lines[first].strip())
        first = (first if last is None else last) + 1


def _joined(lines: Sequence[str]) -> str:
    r"""Return the text of a block. If it is a tiled copy, remove the log's prefix from its lines.

    >>> _joined(["[rank0]: TiledCopy", "[rank0]:   Tiler_MN: (_4)"])
    '[rank0]: TiledCopy\nTiler_MN: (_4)'
    """
    head, *rest = lines
    starts = (_label_below(head, line) or 0 for line in rest)
    return "\n".join((head, *(line[start:] for line, start in zip(rest, starts, strict=True))))


def _label_below(head: str, line: str) -> int | None:
    """Return where the label begins in a line below `head`, the first line of a tiled copy.

    In a log, both lines may begin with the same prefix. Return None if the line has no such label.
    """
    found = _LABELLED.search(line)
    is_below = found is not None and head.startswith(line[: found.start()].rstrip())
    return found.start() if found is not None and is_below else None


def _last(lines: Sequence[str], first: int) -> int | None:
    """Return the last line of the block that begins at a line, or None if no block begins there."""
    last = first
    if _TILED.search(lines[first]):
        while (
            last + 1 < len(lines)
            and _label_below(lines[first], lines[last + 1]) is not None
            and _NEXT.search(lines[last + 1]) is None
        ):
            last += 1
        return last
    if not _MAY_HOLD.search(lines[first]):
        return None
    depth = _depth(lines[first])
    while depth > 0 and last + 1 < min(len(lines), first + MOST_LINES):
        last += 1
        depth += _depth(lines[last])
    return last if depth <= 0 else first


def _depth(line: str) -> int:
    """Return how many more brackets `<` than `>` a line has."""
    return line.count("<") - line.count(">")


@dataclass(frozen=True, eq=False)
class Part:
    """One value in a block, or one text that was not read, with the statements about it."""

    line: int
    statements: tuple[Statement, ...]
    reading: Reading | None = None
    is_type: bool = False
    """Whether this is a type that begins its block. The word `type` may stand before it."""
    is_print: bool = False
    """Whether this is a print at the end of its block."""

    @property
    def is_known(self) -> bool:
        """Whether the part is a value, not prose.

        A part is a value if `reading` is not None, or if one of the statements about the part has a
        verdict other than NOT_READ.
        """
        return any(one.verdict is not Verdict.NOT_READ for one in self.statements) or (
            self.reading is not None
        )


@lru_cache(maxsize=1 << 12)
def _parts(block: str) -> tuple[Part, ...]:
    """Read the values of a block. Cached, because programs often print the same lines."""
    if len(block) > LONGEST:
        detail = f"the line is too long: {len(block)} characters; at most {LONGEST} are read"
        return (Part(0, (Statement(1, "layout", READ, Verdict.NOT_READ, detail),)),)
    parts: list[Part] = []
    lines, end = Lines(block), 0
    for found in read_each(block):
        if found.start < end:
            continue
        line = lines.at(found.start) - 1
        if isinstance(found, Unread):
            failed = _failed(block, found)
            if failed is not None:
                parts.append(Part(line, (failed,)))
                end = _end_of_unread(block, found.start, lines)
        elif (label := _ALONE.search(block, 0, found.start)) is not None:
            detail = f"{label[1]} stands without the other lines of its tiled copy or instruction"
            unread = Statement(1, "tiled print", READ_TILED, Verdict.NOT_READ, detail)
            parts.append(Part(line, (unread,), found))
        elif found.kind in KINDS:
            is_type = found.family == TYPE
            parts.append(
                Part(
                    line,
                    tuple(_stated(found)),
                    found,
                    is_type and block[: found.start].split() in ([], ["type"]),
                    not is_type and not block[found.end :].strip(),
                )
            )
    return tuple(parts)


def _end_of_unread(block: str, start: int, lines: Lines) -> int:
    """Return the end of a value that is not read.

    A tiled copy or instruction ends where the next tiled copy or instruction begins, or else at the
    end of the block. Any other value ends at the end of its line.
    """
    if _BEGINS_TILED.match(block, start) is None:
        return lines.end(start)
    following = re.compile(STARTS_TILED).search(block, lines.end(start))
    return len(block) if following is None else following.start()


def _failed(text: str, found: Unread) -> Statement | None:
    """Return a statement about a text that could not be read, or None if the text may be prose."""
    refuted = _refuted(found)
    if refuted is not None:
        operation, claim = refuted
        return Statement(1, operation, claim, Verdict.FAULT, str(found.error.__context__))
    if _BEGINS_TILED.match(text, found.start):
        return Statement(1, "tiled print", READ_TILED, Verdict.NOT_READ, str(found.error))
    if _BEGINS_LAYOUT.match(text, found.start):
        return Statement(1, "layout", READ, Verdict.NOT_READ, str(found.error))
    return None


def _refuted(found: Unread) -> tuple[str, str] | None:
    """If the reader's error refutes a claim, return the operation and this claim, or else None."""
    match found.error.__context__:
        case TornError():
            return "swizzle", WHOLE
        case OutsideTileError():
            return "tiled copy", INSIDE
        case _:
            return None


def _stated(found: Reading) -> Iterator[Statement]:
    """Yield the statements of one value."""
    form = found.form
    if isinstance(form, TiledLayout):
        yield covered(1, "tiled copy", form.tv, form.tile)
    elif isinstance(form, TiledInstruction):
        for name, operand in _operands(form):
            # Several threads need the same element of a factor A or B, so repeats are not a cost.
            free = name in ("A", "B")
            yield covered(1, f"operand {name}", operand.tv, operand.tile, repeats_are_free=free)
    else:
        yield from _of_bytes(found)
        if not found.unknowns and _is_offsets(form):
            yield _fits(found)


def _of_bytes(found: Reading) -> Iterator[Statement]:
    """If the reader converted a swizzle from bytes, state that the swizzle moves whole elements."""
    note = next((note for note in found.notes if " counts bytes; in elements of " in note), None)
    if note is not None:
        yield Statement(1, found.kind, WHOLE, Verdict.HOLDS, note)


def _is_offsets(form: Any) -> bool:
    """Return whether the values of a layout are numbers, rather than coordinates."""
    while isinstance(form, ComposedLayout):
        form = form.inner
    return isinstance(form, Layout) and not has_leaf(form.stride, _is_basis)


def _is_basis(leaf: object) -> bool:
    return not isinstance(leaf, int)


def _fits(found: Reading) -> Statement:
    one = decided(1, found.kind, FITS, f"fits_int32({found.notation})")
    strides = found.text.rpartition(":")[2]
    if one.verdict is not Verdict.FAULT or found.family != "CuTe C++ print":
        return one
    if not _RUN_TIME.search(strides):
        return one
    detail = f"{one.detail}; the print does not tell whether the strides have 32 or 64 bits"
    return Statement(1, found.kind, FITS, Verdict.UNKNOWN, detail, one.question)


def _operands(form: TiledInstruction) -> tuple[tuple[str, TiledLayout], ...]:
    return ("A", form.a), ("B", form.b), ("C", form.c)


@lru_cache(maxsize=1 << 12)
def _agreement(above: Part, part: Part) -> Statement:
    """Decide whether the layout in a type is the same function as the layout printed above it.

    A number known only at run time is unknown in the type. The printed layout shows its value.
    """
    found, over = part.reading, above.reading
    assert found is not None
    assert over is not None
    try:
        form = found.at(**dict(_numbers(found.form, over.form)))
        questions = [
            f"equal({one}, {other})"
            for one, other in zip(_functions(_placed(over)), _functions(form), strict=True)
        ]
    except (LayoutError, ValueError):
        detail = "the print and the type have different modes"
        return Statement(1, TYPE, AGREE, Verdict.UNKNOWN, detail)
    asked = [decided(1, TYPE, AGREE, question) for question in questions]
    worst = min(asked, key=lambda one: list(Verdict).index(one.verdict))
    if worst.verdict is not Verdict.FAULT:
        return worst
    detail = f"{worst.detail}; the text does not say whether both are the same object"
    return replace(worst, verdict=Verdict.UNKNOWN, detail=detail)


def _placed(found: Reading) -> Any:
    """Return the printed value without its address, because a type has no address."""
    is_moved = any(note.startswith("offsets count from ") for note in found.notes)
    return replace(found.form, offset=0) if is_moved else found.form


def _functions(form: Any) -> tuple[str, ...]:
    """Return the layouts that describe a value, as texts that the calculator can read."""
    if isinstance(form, TiledInstruction):
        return tuple(str(operand.tv) for _, operand in _operands(form))
    return (str(form.tv if isinstance(form, TiledLayout) else form),)


def _numbers(form: Any, value: Any) -> Iterator[tuple[str, int]]:
    """Yield each name in `form`, with the number that stands at the same place in `value`.

    Raises ValueError if `form` and `value` have different modes.
    """
    if isinstance(form, Name):
        yield form.name, value
        return
    parts = form.parts if isinstance(form, Made) else entries(form)
    if parts is None:
        return
    for part, other in zip(parts, _components(value), strict=True):
        yield from _numbers(part, other)


def _components(value: Any) -> tuple[Any, ...]:
    if isinstance(value, Layout):
        return value.shape, value.stride
    if isinstance(value, ComposedLayout):
        return value.outer, value.offset, value.inner
    return entries(value) or ()
