"""Texts of TTGIR, written for these tests, and changes that make them wrong."""

import re
from pathlib import Path

_FOLDER = Path(__file__).parent / "texts"

TEXTS = {path.stem: path.read_text() for path in sorted(_FOLDER.glob("*.ttgir"))}

TRANSPOSE, MATMUL, AMD, SHAPES = (TEXTS[name] for name in ("transpose", "matmul", "amd", "shapes"))

_ELEMENTS = {"f16": "f32", "f32": "f16", "i32": "i64", "i1": "i8", "bf16": "f16", "i8": "i16"}


def plants(text):
    """Yield (kind, start, end, replacement) for changes. Most changes make the text wrong.

    A change doubles a size, a width, the end of a range, or a number of threads, warps or blocks.
    Or it replaces an axis, an order, an operand's number, an element type or an encoding. Or it
    sets a basis of a layout to 0, or moves a part beyond the end of its allocation.
    """
    yield from _in_types(text)
    yield from _in_encodings(text)
    body = text.index("module")
    for found in re.finditer(r"order = array<i32: (\d), (\d)>", text):
        yield "order", found.start(1), found.end(2), f"{found[2]}, {found[1]}"
    for found in re.finditer(r"(?:axis|opIdx|<\{dim) = (\d)", text):
        yield "number", *found.span(1), "1" if found[1] == "0" else "0"
    for found in re.finditer(r"(?:end|kWidth) = (\d+)", text[body:]):
        yield "double", body + found.start(1), body + found.end(1), str(2 * int(found[1]))
    for found in re.finditer(r'(?:num-warps|threads-per-warp|num-ctas)" = (\d+)', text):
        yield "module", *found.span(1), str(2 * int(found[1]))
    for found in re.finditer(r"memdesc_subslice %[\w#]+\[\d+, (\d+)\]", text):
        yield "part", *found.span(1), "4096"


def _in_types(text):
    aliases = re.findall(r"^#(\w+) = #ttg\.(\w+)", text, re.MULTILINE)
    shared = [name for name, kind in aliases if kind.endswith("_shared")]
    held = [name for name, kind in aliases if name not in shared and kind != "shared_memory"]
    for found in re.finditer(r"(?:tensor|memdesc|-> )<((?:\d+x)+)", text):
        yield from _each("size", found, "x")
    for found in re.finditer(r"<(?:\d+x)+(bf16|f16|f32|i32|i1|i8)[,>]", text):
        yield "element", *found.span(1), _ELEMENTS[found[1]]
    for found in re.finditer(r"tensor<[^#]*#(\w+)>", text):
        if others := [name for name in held if name != found[1] and found[1] in held]:
            yield "encoding", *found.span(1), others[0]
    for found in re.finditer(r"memdesc<[^#]*#(\w+), #smem", text):
        if others := [name for name in shared if name != found[1]]:
            yield "memory", *found.span(1), others[0]


def _in_encodings(text):
    head = text[: text.index("module")]
    for found in re.finditer(r"(?:warpsPerCTA|threadsPerWarp) = \[([\d, ]+)\]", head):
        yield from _each("threads", found, ", ")
    for line in re.finditer(r"#ttg\.linear<.*", head):
        for found in re.finditer(r"(?<=\[)\d+(?:, \d+)*(?=\])", line[0]):
            zeros = ", ".join("0" for _ in found[0].split(","))
            yield "basis", line.start() + found.start(), line.start() + found.end(), zeros


def _each(kind, found, separator):
    """For each number of a list, yield the change that doubles this number."""
    position = found.start(1)
    for piece in found[1].strip(separator).split(separator):
        yield kind, position, position + len(piece), str(2 * int(piece))
        position += len(piece) + len(separator)
