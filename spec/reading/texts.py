"""The entry point: recognize the format of a text by its beginning, and read the text."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from spec.atoms import mma_atom
from spec.atoms.copy import INSTRUCTION
from spec.errors import LayoutError
from spec.kinds import is_layout, is_swizzled
from spec.memory import machine_of
from spec.notation import parse_expression
from spec.parser import Literal
from spec.reading.atoms import TiledInstruction
from spec.reading.catlass import STARTS_CATLASS, read_catlass
from spec.reading.chain import OWN, family_of
from spec.reading.cute_code import STARTS_CODE, read_code
from spec.reading.cute_ir import STARTS_IR, STARTS_QUOTED, read_ir, read_quoted
from spec.reading.cute_ir_atoms import STARTS_ATOM, read_atom
from spec.reading.cute_print import CPP_START, read_print, starts_print
from spec.reading.cute_tiled import STARTS_TILED, read_tiled
from spec.reading.cute_types import STARTS, read_type
from spec.reading.elements import SPELLED, element_of, width_of
from spec.reading.errors import ReadingError
from spec.reading.fly_ir import STARTS_FLY, read_fly
from spec.reading.memref import STARTS_MEMREF, read_memref
from spec.reading.reading import Reading, Unit
from spec.reading.scanner import Scanner, Unknowns
from spec.reading.tlx import ROW_MAJOR, STARTS_CUTE, STARTS_DUMP, read_dump
from spec.reading.triton import STARTS_TRITON, read_triton
from spec.reading.triton_layouts import Encoding
from spec.reading.xla import STARTS_FORMATS, STARTS_HLO, STARTS_SHAPE, read_formats, read_xla
from spec.tla.layout import TlaLayout
from spec.xla.shape import XlaShape

LONGEST: Final = 1 << 20
"""The largest number of characters of a text."""

_ATOM: Final = (
    r"(?:cute::)?(SM(?:70|75|80|89|90)_\d+x\d+x\d+_\w+"
    r"|(?i:(?:v_|__builtin_amdgcn_)?mfma_)\w+)(?!\s*<)"
)
_MACHINE: Final = r"(?:sm_\d+[af]?|gfx\d\w*)\b"
_SWIZZLE: Final = r"(?:cute::)?Swizzle\s*[<(]"
_LABEL: Final = re.compile(r"\s*[A-Za-z][\w+#/ .,()\-]*?(?::[ \t]+|[ \t]{2,})(?=\S)")
LABEL: Final = re.compile(r"\s*(?:before|best|or|padded|tie|C\+\+|DSL)[ \t]+(?=\S)")
"""A pattern for the label of a line that `find swizzle` prints.

In the line, a layout and its costs follow the label.
"""

EXAMPLES: Final = (
    "a layout, as (4,8):(8,1); a C++ type, as Layout<Shape<_4>,Stride<_1>>; a type of compiler IR,"
    ' as !cute.layout<"4:1">; an array, as f32[8,128]{1,0}'
)


@dataclass(frozen=True)
class Options:
    """Facts that a text may lack: the tensor's shape, the element type, a swizzle's unit."""

    shape: tuple[int, ...] | None = None
    element: str | None = None
    unit: Unit | None = None
    aliases: Mapping[str, Encoding] = field(default_factory=dict[str, Encoding])


def read(
    text: str,
    *,
    shape: tuple[int, ...] | None = None,
    element: str | None = None,
    unit: Unit | None = None,
) -> Reading:
    """Read the value of a text: output of a compiler or a library, a type, or a constructor.

    `shape` is the tensor's shape, for a text that is only an encoding of Triton or a layout of JAX.
    `element` is the type of the elements, and `unit` is the unit of a swizzle's offsets, for a text
    that does not contain this information.

    Raises ReadingError, which is a LayoutError. The error shows the line and the column, the text
    found there, and what to write instead.

    >>> print(read("Layout<Shape<_128,_64>,Stride<_1,_128>>").value)
    (128,64):(1,128)
    >>> print(read("smem_ptr[16b](0x400) o Sw<3,3,3> o _0 o (_8,_64):(_64,_1)"))
    Sw<3,3,3> o 0 o (8,64):(64,1)  (tensor; CuTe C++ print; offsets in elements of 16 bits)
    >>> read("Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)").notes
    ('Sw<3,4,3> counts bytes; in elements of 16 bits it is Sw<3,3,3>',)
    >>> read("(?{div=8},_64):(_64,_1)").at(N1=16)
    Layout.parse('(16,64):(64,1)')
    >>> read("(8,x)")
    Traceback (most recent call last):
    spec.reading.errors.ReadingError: layout notation, line 1, column 4: expected a number \
(compilers print x for a number that they cannot calculate), found 'x)'
    """
    if len(text) > LONGEST:
        raise ReadingError(text, 0, f"at most {LONGEST} characters are read, not {len(text)}")
    found = element_of(element) if element else None
    if element and found is None:
        raise LayoutError(
            f"element={element!r} is not an element type: write one such as f16, bf16 or f32"
        )
    options = Options(shape, found[0] if found else None, unit)
    try:
        return _whole(text, 0, options)
    except ReadingError as error:
        label = LABEL.match(text) or _LABEL.match(text)
        if label is None:
            raise
        try:
            return _whole(text, label.end(), options, is_line=LABEL.match(text) is not None)
        except ReadingError as behind:
            raise max(error, behind, key=lambda one: one.position) from None


def _whole(text: str, position: int, options: Options, *, is_line: bool = False) -> Reading:
    """The value of the text from `position` to its end."""
    unknowns = Unknowns(text)
    scanner = Scanner(text, family_of(text), position, unknowns)
    reader = reader_at(scanner)
    problem: ReadingError | None = None
    if reader is not None:
        try:
            reading = reader(scanner, options)
            if is_line and scanner.at(r":\s"):
                return reading
            if scanner.spaced() == len(text):
                return reading
            scanner.fail("expected the end")
        except ReadingError as error:
            problem = error
        except LayoutError as error:
            # The text was read, but its parts do not fit each other. This error has no position, so
            # report the position of the text.
            problem = ReadingError(text, position, str(error), scanner.family)
    # The project's notation has no element types and no units. So do not try this notation if the
    # caller gave an element type or a unit.
    own = _of_notation(text, position) if options == Options(options.shape) else None
    if own is not None:
        return own
    if problem is not None:
        raise problem
    raise ReadingError(text, scanner.spaced(), "unknown notation", "", EXAMPLES)


def _of_notation(text: str, position: int) -> Reading | None:
    """The value of a text in this project's notation, or None for a text in another notation."""
    try:
        found = parse_expression(text[position:], ())
    except LayoutError:
        return None
    if not isinstance(found, Literal):
        return None
    value = found.value
    kind = (
        "array"
        if isinstance(value, XlaShape | TlaLayout)
        else "layout"
        if is_layout(value) or is_swizzled(value)
        else "element type"
        if isinstance(value, str)
        else "tiler"
    )
    unit: Unit = "elements" if kind in ("array", "layout") else "none"
    return Reading(kind, OWN, value, text, position, len(text), unit=unit)


Read = Callable[[Scanner, Options], Reading]


def reader_at(scanner: Scanner) -> Read | None:
    """Return the reader for the text at the scanner's position, or None if no format matches."""
    for regex, family, reader in _FAMILIES:
        if scanner.at(regex):
            scanner.family = family
            return reader
    if starts_print(scanner):
        return _print
    found = scanner.at(SPELLED)
    return _element if found is not None and element_of(found[0]) is not None else None


def _print(scanner: Scanner, options: Options) -> Reading:
    return read_print(scanner, options.unit, options.element)


def _element(scanner: Scanner, _: Options) -> Reading:
    start = scanner.spaced()
    found = scanner.match(SPELLED)
    element = element_of(found[0]) if found is not None else None
    assert found is not None
    assert element is not None
    name, note = element
    notes = (note,) if note else ()
    return Reading(
        "element type",
        "element type",
        name,
        found[0],
        start,
        scanner.position,
        name,
        width_of(name),
        notes=notes,
    )


def _atom(scanner: Scanner, _: Options) -> Reading:
    start = scanner.spaced()
    found = scanner.match(_ATOM)
    assert found is not None
    try:
        atom = mma_atom(found[1])
    except LayoutError as error:
        scanner.fail(str(error), position=start)
    return Reading(
        "matrix instruction", "CuTe C++ type", TiledInstruction(atom), found[0], start, found.end()
    )


def _copy(scanner: Scanner, _: Options) -> Reading:
    start = scanner.spaced()
    found = scanner.match(INSTRUCTION)
    assert found is not None
    return Reading(
        "copy instruction", "copy instruction", found[0], found[0], start, scanner.position
    )


def _machine(scanner: Scanner, _: Options) -> Reading:
    start = scanner.spaced()
    found = scanner.match(_MACHINE)
    assert found is not None
    machine = scanner.made(start, machine_of, found[0])
    return Reading("machine", "machine", machine, found[0], start, scanner.position)


def _triton(scanner: Scanner, options: Options) -> Reading:
    return read_triton(scanner, options.shape, options.aliases)


def _format(scanner: Scanner, options: Options) -> Reading:
    return read_formats(scanner, options.shape, options.element)


def _layout_alone(scanner: Scanner, _: Options) -> Reading:
    scanner.fail("expected an array before the XLA layout", "both, as f32[16,256]{1,0:T(8,128)}")


def _ir(scanner: Scanner, options: Options) -> Reading:
    return read_ir(scanner, options.unit, options.element)


def _fly(scanner: Scanner, options: Options) -> Reading:
    return read_fly(scanner, options.unit, options.element)


def _quoted(scanner: Scanner, options: Options) -> Reading:
    return read_quoted(scanner, options.unit, options.element)


def _row_major(scanner: Scanner, options: Options) -> Reading:
    scanner.match(STARTS_CUTE)
    reading = read_print(scanner, options.unit, options.element)
    return replace(reading, family="TLX dump", notes=(*reading.notes, ROW_MAJOR))


def _plainly(read_here: Callable[[Scanner], Reading]) -> Read:
    return lambda scanner, _: read_here(scanner)


_FAMILIES: Final[tuple[tuple[str, str, Read], ...]] = (
    (STARTS_FORMATS, "JAX", _format),
    (STARTS_IR, "CuTe IR", _ir),
    (STARTS_FLY, "FlyDSL IR", _fly),
    (STARTS_MEMREF, "MLIR", _plainly(read_memref)),
    (STARTS_ATOM, "CuTe IR", _plainly(read_atom)),
    (STARTS_QUOTED, "CuTe IR", _quoted),
    (STARTS_DUMP, "TLX dump", _plainly(read_dump)),
    (STARTS_CUTE, "TLX dump", _row_major),
    (STARTS_TRITON, "Triton layout", _triton),
    (rf"{STARTS_HLO}|{STARTS_SHAPE}", "XLA", _plainly(read_xla)),
    (STARTS_TILED, "print of a tiled copy or instruction", _plainly(read_tiled)),
    (_SWIZZLE, OWN, _print),
    (STARTS, "CuTe C++ type", _plainly(read_type)),
    (STARTS_CODE, "constructor of a layout", _plainly(read_code)),
    (_ATOM, "CuTe C++ type", _atom),
    (INSTRUCTION, "copy instruction", _copy),
    (_MACHINE, "machine", _machine),
    (r"\{\s*\d+\s*[,:}]", "XLA", _layout_alone),
    (STARTS_CATLASS, "CATLASS", _plainly(read_catlass)),
)
"""The families in the order in which they are tried, each with a pattern for its beginning."""

_HEADS: Final = re.compile(
    r"^#\w+ = #(?=tt)|!(?:cute|fly|cute_nvgpu)\.[a-z_0-9.]+\s*<|tlx\.dump_layout\s*@"
    r"|!?(?:ttg\.)?memdesc<|\btensor<|#ttg\.|(?<![\w.])(?:[fsuc]|bf)\d+\w*\[|\bpred\["
    r"|\b(?:cute::)?(?:Layout|ComposedLayout|Tensor|TiledCopy|TiledMMA)<|\bSw<|\bS<"
    rf"|\b(?:{CPP_START})"
    r"|Layout\(major_to_minor|(?<!\()\(++(?:_?\d|\?)|\[_?\d+:|\b_\d+:_?\d"
    rf"|\b{STARTS_TILED}",
    re.MULTILINE,
)


def read_all(text: str) -> Iterator[Reading]:
    """Read each value in a longer text, such as a dump or a log.

    Text between the values is skipped. An alias of MLIR, `#blocked = #ttg.blocked<..>`, can be used
    below its definition.

    >>> for reading in read_all('copy from !cute.layout<"8:1"> to f32[8]{0}; and no more'):
    ...     print(reading.family, reading.notation)
    CuTe IR 8:1
    XLA f32[8]{0}
    """
    return (found for found in read_each(text) if isinstance(found, Reading))


@dataclass(frozen=True)
class Unread:
    """A text that begins like a value, but cannot be read; often it is prose."""

    start: int
    error: LayoutError


def read_each(text: str) -> Iterator[Reading | Unread]:
    """Like `read_all`, but also yield an `Unread` for each text that only begins like a value.

    >>> [type(found).__name__ for found in read_each("(8,x):(1,8) and (_8,_4):(_4,_1)")]
    ['Unread', 'Reading', 'Reading']
    """
    position, aliases = 0, dict[str, Encoding]()
    while (found := _HEADS.search(text, position)) is not None:
        scanner = Scanner(text, family_of(text[found.start() : found.start() + 80]), found.start())
        reader = reader_at(scanner)
        position = found.end()
        if reader is None:
            continue
        try:
            reading = reader(scanner, Options(aliases=aliases))
        except LayoutError as error:
            yield Unread(found.start(), error)
            continue
        position = max(scanner.position, position)
        aliases |= reading.parts.get("aliases", {})
        yield reading
