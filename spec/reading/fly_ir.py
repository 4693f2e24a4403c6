"""Types of FlyDSL's dialect: `!fly.layout<(4,8):(1,4)>`, `!fly.memref<f16, shared, 8:1>`.

    type   = "!fly." kind "<" chain ">"
           | "!fly.memref<" element "," space "," chain { "," part } ">"
           | "!fly.ptr<" element "," space { "," part } ">"
           | "!fly.coord_tensor<" chain "," chain ">"
    kind   = "layout" | "composed_layout" | "int_tuple" | "tile" | "swizzle" | "basis"
    space  = "generic" | "global" | "shared" | "register"
    part   = "align<" digits ">" | swizzle

This is the output of FlyDSL 0.5. spec/reading/cute_print.py defines `chain`, which has no quotes
here. A tile has `|` between its modes. FlyDSL prints a coordinate as `1E0`, CuTe as `1@0`.
"""

from dataclasses import replace
from typing import Any, Final

from spec.reading.chain import Pointer, pointer_alone
from spec.reading.cute_print import read_print, read_swizzle
from spec.reading.elements import read_element, width_of
from spec.reading.reading import Reading, Unit, of_coordinates
from spec.reading.scanner import Scanner

FAMILY: Final = "FlyDSL IR"

STARTS_FLY: Final = r"!?fly\.([a-z_]+)\s*<"

_KINDS: Final = ("layout", "composed_layout", "int_tuple", "tile", "swizzle", "basis")


def read_fly(scanner: Scanner, unit: Unit | None = None, element: str | None = None) -> Reading:
    """Read the value of the type at the scanner's position.

    >>> print(read_fly(Scanner("!fly.memref<f16, shared, (8,4):(4,1), align<16>>", FAMILY)))
    (8,4):(4,1)  (tensor; FlyDSL IR; offsets in elements of f16)
    """
    start = scanner.spaced()
    found = scanner.match(STARTS_FLY)
    if found is None:
        scanner.fail("expected a type of FlyDSL", "!fly.layout<(4,8):(1,4)>")
    if found[1] in ("memref", "ptr"):
        reading = _read_memory(scanner, start, found[1])
    elif found[1] == "coord_tensor":
        begin = read_print(scanner).form
        scanner.expect(",")
        reading = of_coordinates(read_print(scanner), begin)
    elif found[1] in _KINDS:
        # A swizzle in front of a layout acts on offsets in elements, not in bytes.
        reading = read_print(scanner, unit or "elements", element)
    else:
        scanner.fail(
            f"the type {found[1]} is not supported",
            f"one of {', '.join(_KINDS)}, memref, ptr, coord_tensor",
            start,
        )
    scanner.expect(">")
    return reading.of_family(FAMILY, *scanner.since(start))


def _read_memory(scanner: Scanner, start: int, kind: str) -> Reading:
    """Read a tensor, or a pointer without a layout."""
    element, note = read_element(scanner)
    scanner.expect(",")
    space = scanner.match(r"(?:generic|global|shared|register)\b|#[\w.]+")
    if space is None:
        scanner.fail("expected a memory", "generic, global, shared or register")
    reading: Any = None
    if kind == "memref":
        scanner.expect(",")
        reading = read_print(scanner, "elements")
    while scanner.accept(","):
        place = scanner.spaced()
        if scanner.match(r"align\s*<\s*\d+\s*>") is None and read_swizzle(scanner).bits:
            scanner.fail(
                "it is unknown whether the swizzle of a pointer counts bytes or elements",
                "the swizzle in the layout, S<3,3,3> o 0 o ..",
                place,
            )
    bits, notes = width_of(element), (note,) if note else ()
    if reading is None:
        pointer = Pointer(space[0], bits, element, notes=notes)
        return pointer_alone(scanner, pointer, start)
    return replace(
        reading,
        kind="tensor",
        element=element,
        bits=bits,
        unit="elements",
        notes=(*reading.notes, *notes),
        parts={"space": space[0]},
    )
