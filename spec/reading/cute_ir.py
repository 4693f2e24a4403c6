"""Types of CuTe IR and of FlyDSL's dialect: `!cute.layout<"(4,8):(1,4)">`, `!fly.layout<..>`.

    type   = "!cute." kind "<" quoted ">" | "!cute.memref<" pointee { "," part } "," quoted ">"
           | "!cute.coord_tensor<" quoted "," quoted ">"
           | "!cute.tiled_copy<" .. "layout_copy_tv = <" quoted ">, tiler_mn = <" quoted ">>"
           | "!fly." kind "<" chain ">"
    kind   = "layout" | "composed_layout" | "shape" | "stride" | "coord" | "int_tuple" | "tile"
           | "swizzle"
    quoted = '"' chain '"'

This is the output of the CuTe DSL 4.2 to 4.8; spec/reading/cute_print.py defines `chain`.
"""

import re
from dataclasses import replace
from typing import Any, Final

from spec.reading.chain import Chain
from spec.reading.cute_print import read_pointee, read_print
from spec.reading.reading import Reading, Unit
from spec.reading.scanner import Scanner
from spec.reading.tiled import TiledLayout

FAMILY: Final = "CuTe IR"

STARTS_IR: Final = r"!?(cute|fly)\.([a-z_]+)\s*<"

_KINDS: Final = (
    "layout",
    "composed_layout",
    "shape",
    "stride",
    "coord",
    "int_tuple",
    "tile",
    "swizzle",
)


def read_ir(scanner: Scanner, unit: Unit | None = None, element: str | None = None) -> Reading:
    """Read the type at the scanner's position.

    >>> print(read_ir(Scanner('!cute.layout<"(?{div=8},8):(8,1)">', FAMILY)).notation)
    (N1,8):(8,1)
    >>> text = '!cute.memref<f16, smem, align<128>, S<2,4,3>, "(8,32):(32,1)">'
    >>> reading = read_ir(Scanner(text, FAMILY))
    >>> reading.notation, reading.notes[0]
    ('Sw<2,3,3> o 0 o (8,32):(32,1)', 'Sw<2,4,3> counts bytes; of f16 it is Sw<2,3,3>')
    """
    start = scanner.spaced()
    found = scanner.match(STARTS_IR)
    if found is None:
        scanner.fail("expected a type of CuTe IR", '!cute.layout<"(4,8):(1,4)">')
    dialect, kind = found.groups()
    family = FAMILY if dialect == "cute" else "FlyDSL IR"
    if kind == "memref":
        reading = _read_memref(scanner, element)
    elif kind == "coord_tensor":
        _read_quoted(scanner, unit, element)
        scanner.expect(",")
        reading = replace(_read_quoted(scanner, unit, element), kind="coordinate tensor")
    elif kind == "tiled_copy":
        reading = _read_tiled_copy(scanner, start)
    elif kind in _KINDS:
        reading = _read_quoted(scanner, unit, element)
    else:
        scanner.fail(
            f"the type {kind} has no layout that is read",
            f"one of {', '.join(_KINDS)}, memref, coord_tensor, tiled_copy",
            start,
        )
    scanner.expect(">")
    text = scanner.text[start : scanner.position]
    return replace(reading, family=family, text=text, start=start, end=scanner.position)


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
    """The layout and the tile of a copy; the atom described in front of them is skipped."""
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
