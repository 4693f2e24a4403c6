"""Texts that CuTe C++ and the DSL print: layouts, swizzles, pointers, tensors, tilers.

    chain   = part { "o" part }
    part    = swizzle [ "_" pointer ] | pointer | tree [ ":" tree ] | layout type | "(" chain ")"
    swizzle = ( "Sw" | "S" | "Swizzle" ) "<" digits "," digits "," digits ">"
    pointer = [ space "_" ] "ptr[" digits "b](" ( address | "unset" ) ")"
            | [ space "_" ] "subptr[" digits "b](" address "." bits ")"
            | space "_[" digits "b]" [ "(" lane "." column | address ")" ]
            | ( "GMMA" | "UMMA" ) "::DescriptorIterator" | "counting_iter(" number ")"
            | "ptr<" element "," space [ "," "align<" digits ">" ] [ "," swizzle ] ">"
            | "raw_ptr(" address ":" element "," space .. ")" | address "@" space
            | "ArithTuple" tree
    tensor  = ( "tensor" | "Tensor" ) "<" chain ">" | "tensor(" chain ", data=" elements ")"
    tree    = number | "(" list(chain) ")" | "[" chain { ( ";" | "|" ) chain } "]"

This is the output of CUTLASS 3.x and 4.x, and of the CuTe DSL 4.2 to 4.8.
"""

import re
from dataclasses import replace
from typing import Any, Final

from spec.layout import Layout
from spec.reading.chain import Chain, Pointer, Start
from spec.reading.cute_types import LAYOUT_TYPE, read_type
from spec.reading.elements import read_element, width_of
from spec.reading.numbers import read_number, starts_number
from spec.reading.reading import Reading, Unit
from spec.reading.scanner import Scanner
from spec.swizzle import Swizzle

_SWIZZLE: Final = r"(?:(?:cute::)?Swizzle\s*[<(]|(?:Sw|S)\s*<|SW_(?=-?\d))"
_NUMBERS: Final = r"\s*(-?\d{1,5})\s*[,_]\s*(-?\d{1,5})\s*[,_]\s*(-?\d{1,5})"
_SPACE: Final = r"(?:(?P<space>gmem|smem|rmem|tmem)_)"
_ADDRESS: Final = r"(?P<address>unset|nullptr|\(nil\)|0x[0-9a-fA-F]+)"
_CPP_POINTER: Final = (
    rf"{_SPACE}?(?P<sub>sub)?ptr\[(?P<bits>\d+)b\]\({_ADDRESS}(?(sub)\.(?P<bit>\d+))\)"
)
_BARE_POINTER: Final = (
    r"(?P<space>gmem|smem|rmem|tmem)_\[(?P<bits>\d+)b\]"
    # For a pointer to tensor memory, `print` writes the lane and the column, and `<<` writes one
    # number.
    r"(?:\(0x[0-9a-fA-F]+\.[0-9a-fA-F]+\)|\(\d+\))?"
)
_ITERATOR: Final = (
    r"(?:SM90::)?[GU]MMA::DescriptorIterator(?!\w)|counting_iter\((?P<begin>_?-?\d+)\)"
)
CPP_START: Final = (
    r"(?:(?:gmem|smem|rmem|tmem)_)?(?:sub)?ptr\[|(?:gmem|smem|rmem|tmem)_\[\d"
    r"|(?:SM90::)?[GU]MMA::DescriptorIterator(?!\w)|counting_iter\("
)
"""A pattern for the beginning of a pointer or an iterator that C++ prints."""

_DSL_POINTER: Final = r"!?(?:cute\.)?ptr\s*<"
_RAW_POINTER: Final = r"raw_ptr\s*\(\s*(0x[0-9a-fA-F]+)\s*:"
_WITH_DATA: Final = r"tensor\s*\((?=\s*raw_ptr\b)"
"""A pattern for the beginning of a tensor that is printed with its elements."""

_SPACES: Final = "generic|gmem|smem|rmem|tmem|dsmem"
_AT_POINTER: Final = r"(0x[0-9a-fA-F]+)@(\w+)"


def starts_print(scanner: Scanner) -> bool:
    """Whether a text printed by CuTe may start at the scanner's position."""
    return scanner.at(
        rf"{_SWIZZLE}|{CPP_START}|{_DSL_POINTER}|{_RAW_POINTER}|{_AT_POINTER}|{_WITH_DATA}"
        r"|ArithTuple\s*\(|[tT]ensor\s*<\s*(?!\d+x)|\(|\["
    ) is not None or starts_number(scanner)


def read_print(scanner: Scanner, unit: Unit | None = None, element: str | None = None) -> Reading:
    """Read the printed text at the scanner's position.

    `unit` is the unit of a swizzle's offsets if the text does not determine it. `element` is the
    type of the elements.

    >>> reading = read_print(Scanner("Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)", ""))
    >>> print(reading)  # doctest: +NORMALIZE_WHITESPACE
    Sw<3,3,3> o 0 o (8,64):(64,1)  (swizzled layout; CuTe C++ print; offsets in elements of 16 bits;
    Sw<3,4,3> counts bytes; in elements of 16 bits it is Sw<3,3,3>)
    >>> print(read_print(Scanner("(32:1,16:1)", "")).value)
    (Layout.parse('32:1'), Layout.parse('16:1'))
    """
    start = scanner.spaced()
    opened = scanner.match(r"[tT]ensor\s*<") or scanner.match(_WITH_DATA)
    parts = _read_chain(scanner)
    if opened is not None and opened[0].endswith("<"):
        scanner.expect(">")
    elif opened is not None:
        scanner.expect(",")
        scanner.expect("data=")
        scanner.close("(", ")", r"[^()]*([()])")
    text = scanner.text[start : scanner.position]
    found = Chain(scanner, start, text, unit, element).reading(parts)
    if opened is not None and found.kind not in ("tensor", "coordinate tensor"):
        scanner.fail(
            "expected a tensor: a pointer or a coordinate, and then its layout", position=start
        )
    return found


def _read_chain(scanner: Scanner) -> list[Any]:
    parts = _read_part(scanner)
    while scanner.match(r"o(?!\w)"):
        parts += _read_part(scanner)
    return parts


def _read_part(scanner: Scanner) -> list[Any]:
    """The values of a part: a single value, or all values of a chain in parentheses."""
    start = scanner.spaced()
    if scanner.at(_SWIZZLE):
        swizzle = read_swizzle(scanner)
        if scanner.match(r"_(?=(?:gmem|smem|rmem|tmem|ptr|subptr)[_\[])"):
            return [replace(_read_cpp_pointer(scanner), swizzle=swizzle, is_unset=False)]
        return [swizzle]
    if scanner.at(CPP_START):
        return [_read_cpp_pointer(scanner)]
    if scanner.at(_DSL_POINTER):
        return [read_dsl_pointer(scanner)]
    raw = scanner.match(_RAW_POINTER)
    if raw is not None:
        return [read_pointee(scanner, ")", int(raw[1], 16))]
    raw = scanner.match(_AT_POINTER)
    if raw is not None:
        return [Pointer(raw[2], address=int(raw[1], 16))]
    if scanner.match(r"ArithTuple(?=\s*\()"):
        return [Start(_read_tree(scanner))]
    if scanner.at(rf"\(\s*{_SWIZZLE}"):
        # The library tensor-layouts prints the parts of a chain in parentheses.
        scanner.expect("(")
        inner = _read_chain(scanner)
        scanner.expect(")")
        return inner
    if scanner.at(LAYOUT_TYPE):
        return [read_type(scanner).value]
    tree = _read_tree(scanner)
    if not scanner.at(r":(?!:)"):
        return [tree]
    scanner.expect(":")
    return [scanner.made(start, Layout, tree, _read_tree(scanner))]


def _read_tree(scanner: Scanner) -> Any:
    """A number, a tuple, or a tiler."""
    for opening, closing, separator in (("(", ")", ","), ("[", "]", ";|")):
        if scanner.accept(opening):
            return scanner.sequence(lambda: _read_entry(scanner), closing, separator)
    return read_number(scanner)


def _read_entry(scanner: Scanner) -> Any:
    """An entry of a tuple: a tree or a layout. A tuple with a layout is a tiler."""
    start = scanner.spaced()
    tree = _read_tree(scanner)
    if not scanner.at(r":(?!:)"):
        return tree
    scanner.expect(":")
    return scanner.made(start, Layout, tree, _read_tree(scanner))


def read_swizzle(scanner: Scanner) -> Swizzle:
    """Read the swizzle at the scanner's position.

    >>> print(read_swizzle(Scanner("S<2,3,3>", "")))
    Sw<2,3,3>
    """
    start = scanner.spaced()
    name = scanner.match(_SWIZZLE)
    if name is None:
        scanner.fail("expected a swizzle", "Sw<3,4,3>")
    numbers = scanner.match(_NUMBERS)
    if numbers is None:
        scanner.fail("expected the three numbers of a swizzle", "Sw<3,4,3>")
    closing = {"<": ">", "(": ")"}.get(name[0][-1])
    if closing is not None:
        scanner.expect(closing)
        scanner.accept("{}")
    return scanner.made(start, Swizzle, *map(int, numbers.groups()))


def _read_cpp_pointer(scanner: Scanner) -> Pointer:
    iterator = scanner.match(_ITERATOR)
    if iterator is not None:
        return _iterator(iterator)
    found = scanner.match(_BARE_POINTER)
    if found is not None:
        return Pointer(found["space"], int(found["bits"]))
    found = scanner.match(_CPP_POINTER)
    if found is None:
        scanner.fail(
            "expected a pointer",
            "smem_ptr[16b](0x0), smem_ptr[16b](unset) or tmem_[32b](0x0000.0000)",
        )
    text = found["address"]
    return Pointer(
        found["space"] or "any",
        int(found["bits"]),
        address=int(text, 16) if text.startswith("0x") else None,
        bit=int(found["bit"] or 0),
        is_unset=text == "unset",
    )


def _iterator(found: re.Match[str]) -> Pointer:
    """Return a pointer that represents an iterator over matrix descriptors or over numbers."""
    if found["begin"] is None:
        note = "an offset counts units of 128 bits, in which a descriptor of a matrix advances"
        return Pointer("smem", 128, notes=(note,))
    begin = found["begin"].lstrip("_")
    return Pointer("any", notes=(f"the value at an offset is {begin} plus the offset",))


def read_dsl_pointer(scanner: Scanner) -> Pointer:
    """Read a pointer of the DSL or its IR, such as `ptr<f16, smem, align<16>>`.

    Raises ReadingError if no pointer starts here.
    """
    if scanner.match(_DSL_POINTER) is None:
        scanner.fail("expected a pointer", "ptr<f16, smem, align<16>>")
    return read_pointee(scanner, ">")


def read_pointee(scanner: Scanner, closing: str | None, address: int | None = None) -> Pointer:
    """Read the element, memory space, alignment and swizzle of a pointer, up to the sign `closing`.

    If `closing` is None, the pointer ends before a comma that is followed by a quoted layout.
    """
    element, note = read_element(scanner)
    space, swizzle = "any", None
    while not (closing is None and scanner.at(r',\s*"')) and scanner.accept(","):
        if scanner.match(r"(?:assumed_)?align\s*<\s*\d+\s*>"):
            continue
        if scanner.at(_SWIZZLE):
            swizzle = read_swizzle(scanner)
            continue
        found = scanner.match(
            rf"#?(?:cute\.)?(?:address_space\s*<\s*({_SPACES})\s*>|({_SPACES})\b)"
        )
        if found is None:
            scanner.fail("expected the memory space of a pointer", "gmem, smem, rmem or tmem")
        space = found[1] or found[2]
    if closing is not None:
        scanner.expect(closing)
    notes = (note,) if note else ()
    return Pointer(space, width_of(element), element, swizzle, address, notes=notes)
