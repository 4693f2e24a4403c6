"""Types of CuTe IR: `!cute.layout<"(4,8):(1,4)">`, `!cute.memref<..>`, `!cute.tiled_copy<..>`.

    type   = "!cute." kind "<" quoted ">" | "!cute.memref<" pointee { "," part } "," quoted ">"
           | "!cute.ptr<" pointee { "," part } ">" | "!cute.i32<divby " digits ">"
           | "!cute.coord_tensor<" quoted "," quoted ">"
           | "!cute.tiled_copy<" .. "layout_copy_tv = <" quoted ">, tiler_mn = <" quoted ">>"
           | tile | atom
    kind   = "layout" | "composed_layout" | "shape" | "stride" | "coord" | "int_tuple" | "tile"
           | "swizzle" | "arith_tuple_iter"
    quoted = '"' chain '"'

This is the output of the CuTe DSL 4.2 to 4.8. spec/reading/cute_print.py defines `chain`, and
spec/reading/cute_ir_atoms.py defines `tile` and `atom`.
"""

import re
from dataclasses import replace
from typing import Any, Final

from spec.named import Name
from spec.reading.chain import Chain, pointer_alone
from spec.reading.cute_ir_atoms import read_tiled_instruction
from spec.reading.cute_print import read_pointee, read_print
from spec.reading.reading import Reading, Unit, of_coordinates
from spec.reading.scanner import Scanner
from spec.reading.tiled import TiledLayout

FAMILY: Final = "CuTe IR"

STARTS_IR: Final = r"!?cute\.([a-z_0-9]+)\s*<"

STARTS_QUOTED: Final = r"<\s*\""
"""A pattern for the start of a quoted value, as in the parameter `tiler_mn = <"[16:1;64:1]">`."""

_KINDS: Final = (
    "layout",
    "composed_layout",
    "shape",
    "stride",
    "coord",
    "int_tuple",
    "tile",
    "swizzle",
    "arith_tuple_iter",
)


def read_ir(scanner: Scanner, unit: Unit | None = None, element: str | None = None) -> Reading:
    """Read the type at the scanner's position.

    >>> print(read_ir(Scanner('!cute.layout<"(?{div=8},8):(8,1)">', FAMILY)).notation)
    (N1,8):(8,1)
    >>> text = '!cute.memref<f16, smem, align<128>, S<2,4,3>, "(8,32):(32,1)">'
    >>> reading = read_ir(Scanner(text, FAMILY))
    >>> reading.notation, reading.notes[0]
    ('Sw<2,3,3> o 0 o (8,32):(32,1)', 'Sw<2,4,3> counts bytes; in elements of f16 it is Sw<2,3,3>')
    """
    start = scanner.spaced()
    found = scanner.match(STARTS_IR)
    if found is None:
        scanner.fail("expected a type of CuTe IR", '!cute.layout<"(4,8):(1,4)">')
    kind = found[1]
    if kind == "ptr":
        return replace(pointer_alone(scanner, read_pointee(scanner, ">"), start), family=FAMILY)
    if re.fullmatch(r"i(8|16|32|64)", kind) is not None:
        return _read_integer(scanner, start, int(kind[1:]))
    if kind == "tiled_mma":
        form = read_tiled_instruction(scanner, start)
        reading = Reading("matrix instruction", FAMILY, form)
    elif kind == "memref":
        reading = _read_memref(scanner, element)
    elif kind == "coord_tensor":
        begin = _read_quoted(scanner, unit, element).form
        scanner.expect(",")
        reading = of_coordinates(_read_quoted(scanner, unit, element), begin)
    elif kind == "tiled_copy":
        reading = _read_tiled_copy(scanner, start)
    elif kind in _KINDS:
        reading = _read_quoted(scanner, unit, element)
    else:
        scanner.fail(
            f"the type {kind} is not supported",
            f"one of {', '.join(_KINDS)}, ptr, memref, coord_tensor, tiled_copy, tiled_mma",
            start,
        )
    scanner.expect(">")
    return reading.of_family(FAMILY, *scanner.since(start))


def read_quoted(scanner: Scanner, unit: Unit | None = None, element: str | None = None) -> Reading:
    """The value in the angle brackets at the scanner's position.

    >>> print(read_quoted(Scanner('<"(4,8):(1,4)">', FAMILY)).value)
    (4,8):(1,4)
    """
    start = scanner.spaced()
    scanner.expect("<")
    reading = _read_quoted(scanner, unit, element)
    scanner.expect(">")
    return reading.of_family(FAMILY, *scanner.since(start))


def _read_integer(scanner: Scanner, start: int, bits: int) -> Reading:
    """An integer that is known only at run time, with a known divisor."""
    divisor = scanner.integer("a divisor") if scanner.match(r"divby\b") is not None else 1
    scanner.expect(">")
    unknown = scanner.unknowns.new(start, max(divisor, 1), bits)
    return Reading(
        "integer",
        FAMILY,
        Name(unknown.name),
        *scanner.since(start),
        unknowns=(unknown,),
    )


def _read_quoted(scanner: Scanner, unit: Unit | None, element: str | None) -> Reading:
    is_quoted = scanner.accept('"')
    reading = read_print(scanner, unit, element)
    if is_quoted:
        scanner.expect('"')
    return reading


def _read_memref(scanner: Scanner, element: str | None) -> Reading:
    start = scanner.position
    pointer = read_pointee(scanner, None)
    scanner.accept(",")
    inner = _read_quoted(scanner, "elements", element)
    return Chain(scanner, start, inner.text, None, element).reading([pointer, inner.form])


def _read_tiled_copy(scanner: Scanner, start: int) -> Reading:
    """The layout and the tile of a copy.

    The description of the atom comes first, and is skipped.
    """
    parts = dict[str, Any]()
    for name in ("layout_copy_tv", "tiler_mn"):
        place = re.compile(rf"\b{name}\s*=\s*<").search(scanner.text, scanner.position)
        if place is None:
            scanner.fail(f"expected {name} of a tiled copy", f'{name} = <"..">')
        scanner.position = place.end()
        parts[name] = _read_quoted(scanner, None, None).form
        scanner.expect(">")
    form = scanner.made(start, TiledLayout, parts["layout_copy_tv"], parts["tiler_mn"])
    return Reading("tiled copy", FAMILY, form)
