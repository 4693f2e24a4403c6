"""Mosaic's layouts of vectors in registers and of tiled memory.

    vpad  = bits ",{" offset "," offset "},(" rows "," columns ")" [ ",-1" | ",-2" ]
    tiled = "#tpu.tiled<" tile { tile } ",[" strides of tiles "]>"

A vector with the offsets {a,b} begins at row a and column b of its first tile. With `*` in place of
an offset, all rows or columns hold the same values. -1 inserts a dimension of size 1 as the last
dimension, and -2 as the second to last dimension.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final

from spec.errors import LayoutError
from spec.int_tuple import ceil_div, format_int_tuple
from verif.audit.asking import decided
from verif.audit.brackets import integers
from verif.audit.cut import cut_off
from verif.audit.mlir import Module, Operation, Value, read_all
from verif.audit.statement import Statement, Verdict
from verif.english import counted

SUBLANES: Final = 8
LANES: Final = 128
WORD: Final = 32
"""The number of bits of a word. A register of a TPU has 8 x 128 words."""

WIDTH: Final = "the layout has the width of the elements"
FULL: Final = "at least half of the places hold elements"
SAME: Final = "the value is used in the layout in which it is made"
MOVES: Final = "the change of layout moves nothing"
TYPED: Final = "each operand has the type with which its value is defined"
TILES: Final = "no two tiles share a place"

_VPAD: Final = re.compile(r'#tpu\.vpad<"(?:none|([^"]*))">')
_FIELDS: Final = re.compile(r"(\d+),\{(\*|\d+),(\*|\d+)\},\((\d+),(\d+)\)(?:,(-[12]))?")
_LIST: Final = r"{}_layout = \[((?:#tpu\.vpad<\"[^\"]*\">(?:, )?)*)\]"
_INS: Final = re.compile(_LIST.format("in"))
_OUTS: Final = re.compile(_LIST.format("out"))
_VECTOR: Final = re.compile(r"vector<((?:\d+x)+)([a-z]+\d+\w*)>")
_RESULT: Final = re.compile(r"\s*(%\w+)(?::\d+)? = ([\w.]+)")
_NAME: Final = re.compile(r"%\w+(?:#\d+)?")
_ALIAS: Final = re.compile(r"[!#](?!\w+\.)\w")
"""A pattern for an alias of a type or an attribute.

Different aliases may stand for the same type.
"""

_BETWEEN: Final = re.compile(r"[<({\[]|->|[>)}\]]|(?<=\s)(from|into|to)(?=\s)")
"""A pattern for a bracket, or for a word between two types."""

_TILED: Final = re.compile(
    r"memref<((?:\d+x)+)([a-z]+\d+)\w*, #tpu\.tiled<((?:\([\d,]+\))+),\[([\d,]*)\]>"
)


@dataclass(frozen=True)
class Vpad:
    """A layout of a vector, such as `32,{0,*},(8,128),-2`.

    `offsets` has None for the offset `*`. `implicit` is the end of the text: "-1", "-2" or empty.
    """

    bits: int
    offsets: tuple[int | None, int | None]
    tile: tuple[int, int]
    implicit: str
    text: str

    def registers(self, shape: tuple[int, ...]) -> int:
        """Return how many registers a vector takes in this layout, which must have no `*`.

        >>> vpad("32,{0,0},(8,128)").registers((32, 300))
        12
        """
        rows, columns = self._sides(shape)
        packed = WORD // self.bits
        # Tiles with fewer rows than a register stand side by side in the register.
        beside = max(1, SUBLANES * packed // self.tile[0])
        first, second = (0 if x is None else x for x in self.offsets)
        tiles = ceil_div(first + rows, self.tile[0]) * ceil_div(
            second + columns, self.tile[1] * beside
        )
        return prod(shape) // (rows * columns) * tiles

    def share(self, shape: tuple[int, ...]) -> float:
        """Return the number of elements divided by the number of places in the registers."""
        places = self.registers(shape) * SUBLANES * LANES * WORD // self.bits
        return prod(shape) / places

    def _sides(self, shape: tuple[int, ...]) -> tuple[int, int]:
        rows, columns = (1, 1, *shape)[-2:]
        if self.implicit == "-1":
            return columns, 1
        return (1 if self.implicit == "-2" else rows), columns

    def serves(self, other: Vpad) -> bool:
        """Return whether every vector that has this layout also has the layout `other`.

        >>> vpad("32,{0,*},(8,128)").serves(vpad("32,{0,64},(8,128)"))
        True
        """
        held = zip(self.offsets, other.offsets, strict=True)
        return (self.bits, self.tile, self.implicit) == (
            other.bits,
            other.tile,
            other.implicit,
        ) and all(one is None or one == two for one, two in held)

    def __str__(self) -> str:
        return self.text


def vpad(text: str) -> Vpad:
    """Read a layout. Raises LayoutError for any other text."""
    found = _FIELDS.fullmatch(text)
    if found is None:
        raise LayoutError(f"expected a layout such as 32,{{0,0}},(8,128), not {text!r}")
    bits, row, column, rows, columns = (int(x) if x != "*" else None for x in found.groups()[:5])
    if bits not in (1, 2, 4, 8, 16, 32) or not rows or not columns:
        raise LayoutError(f"a layout must have 1 to 32 bits and a non-empty tile, not {text!r}")
    return Vpad(bits, (row, column), (rows, columns), found[6] or "", text)


def recognizes(text: str) -> bool:
    """Return whether the text has Mosaic's operations or layouts."""
    return "#tpu." in text or ("tpu." in text and "vector<" in text)


def audit(text: str) -> Iterator[Statement]:
    """Audit the layouts of a module.

    >>> line = '%1 = math.exp %0 {out_layout = [#tpu.vpad<"32,{0,0},(8,128)">]} : vector<8x1xf32>'
    >>> for one in audit(line.replace("8x1xf32", "16x1xf32")):
    ...     print(one.verdict, one.detail)
    holds f32
    cost 2 registers, 1% of their places hold elements
    """
    for module in read_all(text):
        yield from _types(module)
        yield from cut_off(module)
    made: dict[str, str] = {}
    memories: set[str] = set()
    # If the compiler has inserted its changes of layout (`tpu.relayout`), each use of a value must
    # have the layout in which the value was made.
    disagreement = Verdict.FAULT if "tpu.relayout " in text else Verdict.COST
    for number, line in enumerate(text.split("\n"), 1):
        if "func.func" in line:
            made.clear()
        for found in _TILED.finditer(line):
            if found[0] not in memories:
                memories.add(found[0])
                yield from _tiled(number, found)
        try:
            yield from _operation(number, line, made, disagreement)
        except LayoutError as error:
            yield Statement(number, "vpad", "the layout is read", Verdict.NOT_READ, str(error))


def _types(module: Module) -> Iterator[Statement]:
    """Yield a fault for each use whose type is not the type of the value's definition.

    If there is no such use, yield one statement that holds.
    """
    made: dict[tuple[int | None, int], str] = {}
    first, count, faults = None, 0, 0
    for k, op in enumerate(module.operations):
        uses, result = _uses(op)
        if result:
            made[k, 0] = result
        for value, used in uses:
            defined = value.type or made.get((value.source, value.result), "")
            if not defined or _ALIAS.search(defined + used):
                continue
            first, count = first or op, count + 1
            if defined != used and "".join(defined.split()) != "".join(used.split()):
                faults += 1
                detail = f"{value.name} is defined as {defined}, and used as {used}"
                yield Statement(op.line, op.name, TYPED, Verdict.FAULT, detail)
    if first is not None and not faults:
        yield Statement(first.line, first.name, TYPED, Verdict.HOLDS, counted(count, "use"))


_Uses = tuple[list[tuple[Value, str]], str]
"""The operands with the types that the operation prints, and the type of the result.

If the operation prints no type for its result, an empty string stands for this type. If the format
of the operation does not say which operand has which type, the list is empty.
"""


def _uses(op: Operation) -> _Uses:
    """Return the types that an operation prints for its operands and its result."""
    types, values = list(op.operand_types), list(op.values)
    if not types or not values:
        return [], ""
    parts = [_parted(one) for one in types]
    if any(word for _, word, _ in parts):
        return _joined(op, parts[0]) if len(parts) == 1 else ([], "")
    if op.results and not op.result_types:
        return _uses_among_results(op.name, types, values)
    if op.name == "vector.store" and len(types) == 2 and len(values) > 1:
        # The stored value is the first operand, but its type is the last type.
        return [(values[1], types[0]), (values[0], types[1])], ""
    if op.name == "tpu.vector_store" and len(types) == 2:
        return [(values[0], types[0]), (values[-1], types[1])], ""
    return (list(zip(values, types, strict=True)) if len(types) == len(values) else []), ""


def _uses_among_results(name: str, types: Sequence[str], values: Sequence[Value]) -> _Uses:
    """Return the types of the operands and the result if the operation prints one list of types.

    For example, the only type of `vector.create_mask %n : vector<8xi1>` belongs to the result.
    """
    if name.endswith(("load", "transfer_read")):
        return [(values[0], types[0])], types[1] if len(types) == 2 else ""
    if name == "arith.select" and len(types) <= 2:
        condition = [(values[0], types[0])] if len(types) == 2 else []
        return condition + [(value, types[-1]) for value in values[1:]], types[-1]
    if name.startswith(("arith.", "math.")) and len(types) == 1:
        # A comparison prints the type of its operands. The result is a mask, whose type is not
        # printed.
        is_mask = name.startswith(("arith.cmp", "math.is"))
        return [(value, types[0]) for value in values], "" if is_mask else types[0]
    return [], ""


def _parted(text: str) -> tuple[str, str, str]:
    """Split `A from B` at the word between the types. For one type, the last two parts are empty.

    >>> _parted("f32 from vector<4xf32>")
    ('f32', 'from', 'vector<4xf32>')
    """
    depth = 0
    for found in _BETWEEN.finditer(text):
        if found[1] is None:
            depth += (found[0] in "<({[") - (found[0] in ">)}]")
        elif depth == 0:
            return text[: found.start()].rstrip(), found[1], text[found.end() :].lstrip()
    return text, "", ""


def _joined(op: Operation, parts: tuple[str, str, str]) -> _Uses:
    """Return the operands and the result of an operation that prints `A from B` or `A into B`.

    In `A from B`, the operand has the type B, and the result the type A. In `A into B`, the first
    operand has the type A, and the result the type B.
    """
    first, word, second = parts
    if word == "from":
        return [(op.values[0], second)], first
    if word == "into":
        # The second operand of an insertion or of `vector.reduction` has the type of the result.
        # The other operands of `memref.expand_shape` are sizes.
        count = 2 if "insert" in op.name or op.name == "vector.reduction" else 1
        return list(zip(op.values[:count], (first, second), strict=False)), second
    return [], ""


def _operation(
    number: int, line: str, made: dict[str, str], disagreement: Verdict
) -> Iterator[Statement]:
    """Yield the statements of one operation, and record the layouts of its results."""
    result = _RESULT.match(line)
    name = result[2] if result is not None else (line.split() or [""])[0]
    ins, outs = (_layouts(regex, line) for regex in (_INS, _OUTS))
    operands = _NAME.findall(line.partition(" {")[0].partition(" = ")[2 if result else 0])
    if name == "tpu.vector_store":
        # The stored value is the first operand, but the text prints this operand last.
        operands = operands[-1:] + operands[:-1]
    if name == "tpu.relayout" and len(ins) == len(outs) == 1:
        yield _relayout(number, name, ins[0], outs[0], MOVES, Verdict.COST)
    for operand, used in zip(operands, ins, strict=True) if len(operands) == len(ins) else ():
        if operand in made and used and made[operand]:
            yield _relayout(number, name, made[operand], used, SAME, disagreement)
    if result is None:
        return
    for k, layout in enumerate(outs):
        made[result[1] if len(outs) == 1 else f"{result[1]}#{k}"] = layout
    vectors = _VECTOR.findall(re.split(r" -> | to ", line.rpartition(" : ")[2])[-1])
    if len(vectors) == len(outs):
        for layout, (dims, element) in zip(outs, vectors, strict=True):
            yield from _held(number, name, layout, dims, element)


def _layouts(regex: re.Pattern[str], line: str) -> list[str]:
    """Return the texts of the layouts in the list that `regex` finds.

    The text is empty for a value that is not a vector.
    """
    found = regex.search(line)
    return _VPAD.findall(found[1]) if found is not None else []


def _relayout(
    number: int, name: str, one: str, other: str, claim: str, refuted: Verdict
) -> Statement:
    """Decide whether a value that is made in one layout may be used in the other layout."""
    if one == other or vpad(one).serves(vpad(other)):
        return Statement(number, name, claim, Verdict.HOLDS, one)
    return Statement(number, name, claim, refuted, f"made in {one}, used in {other}")


def _held(number: int, name: str, layout: str, dims: str, element: str) -> Iterator[Statement]:
    """Yield the statements about a result, unless it is a mask.

    The layout of a mask has the width of the elements that are masked, not the width of i1.
    """
    if not layout or element == "i1":
        return
    one, shape = vpad(layout), integers(dims)
    bits = _bits(element)
    if one.bits != bits:
        detail = f"an element of {element} has {bits} bits, the layout {layout} has {one.bits}"
        yield Statement(number, name, WIDTH, Verdict.FAULT, detail)
        return
    yield Statement(number, name, WIDTH, Verdict.HOLDS, element)
    if None in one.offsets:
        return
    registers, share = one.registers(shape), one.share(shape)
    # A vector needs at least one register, however few elements it has.
    verdict = Verdict.HOLDS if share >= 0.5 or registers == 1 else Verdict.COST
    detail = f"{counted(registers, 'register')}, {share:.0%} of their places hold elements"
    yield Statement(number, name, FULL, verdict, detail)


def _tiled(number: int, found: re.Match[str]) -> Iterator[Statement]:
    """Yield the statements about a tiled memory. `number` is the first line with this memory."""
    shape, strides = integers(found[1]), integers(found[4])
    tile = integers(found[3].partition(")")[0].lstrip("("))
    lead = len(shape) - len(tile)
    if lead < 0 or len(strides) != len(shape) or 0 in (*shape, *tile):
        detail = (
            "expected a size and a stride for each dimension, and a tile of equal or lower rank"
        )
        yield Statement(number, "memref", TILES, Verdict.NOT_READ, detail)
        return
    grid = (*shape[:lead], *map(ceil_div, shape[lead:], tile))
    places = prod(grid) * prod(tile)
    question = f"injective({format_int_tuple(grid)}:{format_int_tuple(strides)})"
    yield decided(number, "memref", TILES, question)
    share = prod(shape) / places
    verdict = Verdict.HOLDS if share >= 0.5 else Verdict.COST
    yield Statement(
        number, "memref", FULL, verdict, f"{share:.0%} of {places} places hold elements"
    )


def _bits(element: str) -> int:
    """Return the number of bits of an element type.

    >>> _bits("bf16"), _bits("f8E5M2")
    (16, 8)
    """
    return integers(element)[0]
