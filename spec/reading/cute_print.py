"""CuTe's prints, of C++ and of the DSL: layouts, swizzles, pointers, tensors, tilers.

    chain   = part { "o" part }
    part    = swizzle [ "_" pointer ] | pointer | tree [ ":" tree ] | "(" chain ")"
    swizzle = ( "Sw" | "S" | "Swizzle" ) "<" digits "," digits "," digits ">"
    pointer = [ space "_" ] "ptr[" digits "b](" ( address | "unset" ) ")"
            | "ptr<" element "," space [ "," "align<" digits ">" ] [ "," swizzle ] ">"
            | "raw_ptr(" address ":" element "," space .. ")" | address "@" space
            | "ArithTuple" tree
    tensor  = ( "tensor" | "Tensor" ) "<" chain ">"
    tree    = number | "(" list(chain) ")" | "[" chain { ";" chain } "]"

As printed by CUTLASS 3.x and 4.x, and by the CuTe DSL 4.2 to 4.8.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

from spec.composed import ComposedLayout
from spec.errors import LayoutError
from spec.layout import Layout
from spec.named import Made
from spec.reading.bytes import note_of, of_elements, swizzled
from spec.reading.elements import read_element, width_of
from spec.reading.numbers import read_number, starts_number
from spec.reading.reading import Reading, Unit, made
from spec.reading.scanner import Scanner
from spec.swizzle import Swizzle

CPP: Final = "CuTe C++ print"
DSL: Final = "CuTe DSL print"

_SWIZZLE: Final = r"(?:(?:cute::)?Swizzle\s*[<(]|(?:Sw|S)\s*<|SW_(?=-?\d))"
_NUMBERS: Final = r"\s*(-?\d{1,5})\s*[,_]\s*(-?\d{1,5})\s*[,_]\s*(-?\d{1,5})(?:\s*[>)](?:\{\})?)?"
_CPP_POINTER: Final = (
    r"(?:(gmem|smem|rmem|tmem)_)?ptr\[(\d+)b\]\((unset|nullptr|\(nil\)|0x[0-9a-fA-F]+)\)"
)
_CPP_START: Final = r"(?:(?:gmem|smem|rmem|tmem)_)?ptr\["
_DSL_POINTER: Final = r"!?(?:cute\.)?ptr\s*<"
_RAW_POINTER: Final = r"raw_ptr\s*\(\s*(0x[0-9a-fA-F]+)\s*:"
_AT_POINTER: Final = r"(0x[0-9a-fA-F]+)@(\w+)"

UNSAID: Final = (
    "the text does not say what the swizzle counts: it is read as of elements; if the layout goes"
    " to a pointer it counts bytes, see unit='bytes'"
)


@dataclass(frozen=True)
class Pointer:
    """A pointer: its memory, the width and type of its elements, its swizzle, which counts bytes."""

    space: str
    bits: int | None = None
    element: str | None = None
    swizzle: Swizzle | None = None
    address: int | None = None
    is_unset: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Start:
    """The coordinate at which a tensor of coordinates begins."""

    coordinate: Any


def starts_print(scanner: Scanner) -> bool:
    """Whether a print may stand here."""
    return scanner.at(
        rf"{_SWIZZLE}|{_CPP_START}|{_DSL_POINTER}|{_RAW_POINTER}|{_AT_POINTER}"
        r"|ArithTuple\s*\(|[tT]ensor\s*<\s*(?!\d+x)|\(|\["
    ) is not None or starts_number(scanner)


def read_print(scanner: Scanner, unit: Unit | None = None, element: str | None = None) -> Reading:
    """The value that is printed here.

    `unit` says what a swizzle counts where the text does not, `element` the type of the elements.

    >>> reading = read_print(Scanner("Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)", CPP))
    >>> print(reading)  # doctest: +NORMALIZE_WHITESPACE
    Sw<3,3,3> o 0 o (8,64):(64,1)  (swizzled layout; CuTe C++ print; offsets in elements of 16 bits;
    Sw<3,4,3> counts bytes; of elements of 16 bits it is Sw<3,3,3>)
    >>> print(read_print(Scanner("(32:1,16:1)", DSL)).value)
    (Layout.parse('32:1'), Layout.parse('16:1'))
    """
    start = scanner.spaced()
    is_tensor = scanner.match(r"[tT]ensor\s*<") is not None
    parts = _read_chain(scanner)
    if is_tensor:
        scanner.expect(">")
    text = scanner.text[start : scanner.position]
    found = Chain(scanner, start, text, unit, element).reading(parts)
    if is_tensor and found.kind not in ("tensor", "coordinate tensor"):
        scanner.fail(
            "expected a tensor: a pointer, or a coordinate, and its layout", position=start
        )
    return found


def _read_chain(scanner: Scanner) -> list[Any]:
    parts = _read_part(scanner)
    while scanner.match(r"o(?!\w)"):
        parts += _read_part(scanner)
    return parts


def _read_part(scanner: Scanner) -> list[Any]:
    """The values of a part; of a swizzle and its pointer both, of a chain in parentheses all."""
    start = scanner.spaced()
    if scanner.at(_SWIZZLE):
        swizzle = read_swizzle(scanner)
        if scanner.match(r"_(?=(?:gmem|smem|rmem|tmem)?_?ptr\[)"):
            pointer = _read_cpp_pointer(scanner)
            return [Pointer(pointer.space, pointer.bits, None, swizzle, pointer.address)]
        return [swizzle]
    if scanner.at(_CPP_START):
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
        # tensor-layouts prints the parts of a chain in parentheses.
        scanner.expect("(")
        inner = _read_chain(scanner)
        scanner.expect(")")
        return inner
    tree = _read_tree(scanner)
    if not scanner.at(r":(?!:)"):
        return [tree]
    scanner.expect(":")
    return [scanner.made(start, Layout, tree, _read_tree(scanner))]


def _read_tree(scanner: Scanner) -> Any:
    """A number, a tuple, or a tiler."""
    for opening, closing, separator in (("(", ")", ","), ("[", "]", ";")):
        if scanner.accept(opening):
            return scanner.sequence(lambda: _read_entry(scanner), closing, separator)
    return read_number(scanner)


def _read_entry(scanner: Scanner) -> Any:
    """An entry of a tuple: a tree, or a layout, which makes it a tiler."""
    start = scanner.spaced()
    tree = _read_tree(scanner)
    if not scanner.at(r":(?!:)"):
        return tree
    scanner.expect(":")
    return scanner.made(start, Layout, tree, _read_tree(scanner))


def read_swizzle(scanner: Scanner) -> Swizzle:
    """The swizzle that must stand here.

    >>> print(read_swizzle(Scanner("S<2,3,3>", DSL)))
    Sw<2,3,3>
    """
    start = scanner.spaced()
    if scanner.match(_SWIZZLE) is None:
        scanner.fail("expected a swizzle", "Sw<3,4,3>")
    numbers = scanner.match(_NUMBERS)
    if numbers is None:
        scanner.fail("expected the three numbers of a swizzle", "Sw<3,4,3>")
    return scanner.made(start, Swizzle, *map(int, numbers.groups()))


def _read_cpp_pointer(scanner: Scanner) -> Pointer:
    found = scanner.match(_CPP_POINTER)
    if found is None:
        scanner.fail("expected a pointer", "smem_ptr[16b](0x0) or smem_ptr[16b](unset)")
    address = int(found[3], 16) if found[3].startswith("0x") else None
    return Pointer(found[1] or "any", int(found[2]), address=address, is_unset=found[3] == "unset")


def read_dsl_pointer(scanner: Scanner) -> Pointer:
    """The pointer of the DSL, or of its IR, that must stand here: `ptr<f16, smem, align<16>>`."""
    if scanner.match(_DSL_POINTER) is None:
        scanner.fail("expected a pointer", "ptr<f16, smem, align<16>>")
    return read_pointee(scanner, ">")


def read_pointee(scanner: Scanner, closing: str | None, address: int | None = None) -> Pointer:
    """The element, memory, alignment and swizzle of a pointer, up to its closing sign.

    Without a closing sign it ends before what is quoted.
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
            r"#?(?:cute\.)?(?:address_space\s*<\s*)?(generic|gmem|smem|rmem|tmem|dsmem)>?"
        )
        if found is None:
            scanner.fail("expected the memory of a pointer", "gmem, smem, rmem or tmem")
        space = found[1]
    if closing is not None:
        scanner.expect(closing)
    notes = (note,) if note else ()
    return Pointer(space, width_of(element), element, swizzle, address, notes=notes)


@dataclass(frozen=True)
class Chain:
    """The parts of a print, made one value from the right to the left."""

    scanner: Scanner
    start: int
    text: str
    unit: Unit | None
    element: str | None

    def reading(self, parts: list[Any]) -> Reading:
        """The value of all parts. ReadingError where they are no value together."""
        pointer = parts[0] if isinstance(parts[0], Pointer) and not parts[0].is_unset else None
        begin = parts[0] if isinstance(parts[0], Start) else None
        rest = parts[1:] if pointer is not None or begin is not None else parts
        element = self.element or (pointer.element if pointer else None)
        bits = width_of(element) if element else pointer.bits if pointer else None
        notes = list(pointer.notes) if pointer else []
        if not rest:
            self._fail("expected a layout behind the pointer")
        if len(rest) == 1 and pointer is None and begin is None and not _is_layout(rest[0]):
            return self._alone(rest[0])
        form, bits = self._composed(rest, bits, element, notes)
        if pointer is not None and pointer.swizzle is not None:
            form = self._of_bytes(pointer.swizzle, bits, element, form, notes)
            notes += _aligned(pointer, pointer.swizzle)
            form = self._from_block(pointer, pointer.swizzle, bits, form)
        if pointer is not None and pointer.space == "tmem":
            notes.append("tensor memory: a step of 65536 is one lane")
        if begin is not None or (len(parts) > 1 and isinstance(parts[0], tuple)):
            notes.append("the coordinates begin at the origin here, not where the tensor begins")
        kind = "coordinate tensor" if begin is not None else "tensor" if pointer else _kind(form)
        unit: Unit = "none" if begin is not None else "elements"
        return self._made(kind, form, unit, element, bits, notes, pointer)

    def _from_block(self, pointer: Pointer, swizzle: Swizzle, bits: int | None, form: Any) -> Any:
        """The layout from the last multiple of the swizzle's block on, before the address."""
        if not swizzle.bits or pointer.address is None or bits is None:
            return form
        past = 8 * (pointer.address % swizzle.size)
        if past % bits != 0:
            self._fail(f"the address {pointer.address:#x} is no place of an element of {bits} bits")
        outer, _, inner = form.parts if isinstance(form, Made) else astuple_of(form)
        return made(ComposedLayout, outer, past // bits, inner)

    def _alone(self, value: Any) -> Reading:
        if isinstance(value, Swizzle):
            return self._made("swizzle", value, "none", None, None, [], None)
        if isinstance(value, Pointer):
            self._fail("expected a layout behind the pointer")
        kind = "tiler" if _has_layout(value) else "coordinate" if _has_none(value) else "shape"
        if isinstance(value, int) or value is None:
            kind = "integer"
        return self._made(kind, value, "none", None, None, [], None)

    def _composed(
        self, parts: list[Any], bits: int | None, element: str | None, notes: list[str]
    ) -> tuple[Any, int | None]:
        """The layout at the end, after what stands before it."""
        *before, form = (_unwrapped(part) for part in parts)
        if not _is_layout(form):
            self._fail("expected a layout at the end, as (8,64):(64,1)")
        while before:
            part = before.pop()
            if isinstance(part, Pointer):
                if not part.is_unset or not before or not isinstance(before[-1], Swizzle):
                    self._fail("a pointer stands in front, or between a swizzle and its layout")
                bits = part.bits if element is None else bits
                form = self._of_bytes(before.pop(), bits, element, form, notes)
            elif isinstance(part, Swizzle):
                form = self._of_unit(part, bits, element, form, notes)
            elif _is_layout(part):
                form = self.scanner.made(self.start, ComposedLayout, part, 0, form)
            elif before and isinstance(before[-1], Swizzle):
                form = self._of_unit(before.pop(), bits, element, form, notes, part)
            elif before and _is_layout(before[-1]):
                form = self.scanner.made(self.start, ComposedLayout, before.pop(), part, form)
            elif isinstance(part, tuple) and not before:
                return form, bits
            else:
                self._fail("an offset stands between a swizzle, or a layout, and a layout")
        return form, bits

    def _of_unit(
        self,
        swizzle: Swizzle,
        bits: int | None,
        element: str | None,
        form: Any,
        notes: list[str],
        offset: Any = 0,
    ) -> Any:
        """A swizzle that stands alone: of elements, unless the caller says that it counts bytes."""
        if isinstance(offset, tuple):
            self._fail("an offset that is a coordinate is not read: write the integer")
        if self.unit in (None, "elements"):
            if self.unit is None and swizzle.bits and is_dsl(self.text):
                notes.append(UNSAID)
            return self.scanner.made(self.start, ComposedLayout, swizzle, offset, form)
        if offset != 0:
            self._fail("a swizzle of bytes has no offset of elements")
        if self.unit == "bits":
            swizzle = Swizzle(swizzle.bits, swizzle.base + 3, swizzle.shift)
        return self._of_bytes(swizzle, bits, element, form, notes)

    def _of_bytes(
        self, swizzle: Swizzle, bits: int | None, element: str | None, form: Any, notes: list[str]
    ) -> Any:
        if bits is None:
            self._fail(
                f"{swizzle} counts bytes, and the width of an element is not said", "element="
            )
        try:
            moved = of_elements(swizzle, bits)
        except LayoutError as error:
            self._fail(str(error))
        if swizzle.bits:
            notes.append(note_of(swizzle, moved, bits, element))
        return swizzled(moved, form)

    def _made(
        self,
        kind: str,
        form: Any,
        unit: Unit,
        element: str | None,
        bits: int | None,
        notes: list[str],
        pointer: Pointer | None,
    ) -> Reading:
        found = tuple(self.scanner.unknowns.found)
        return Reading(
            kind, family_of(self.text), form, self.text, self.start, self.start + len(self.text),
            element, bits, unit, tuple(dict.fromkeys(notes)),
            tuple(one for one in found if self.start <= one.position < self.start + len(self.text)),
            {"space": pointer.space} if pointer else {},
        )  # fmt: skip

    def _fail(self, problem: str, instead: str = "") -> Any:
        self.scanner.fail(problem, instead, self.start)


def is_dsl(text: str) -> bool:
    """Whether a swizzle is printed as by the DSL, which writes `S<` also for one of bytes.

    >>> is_dsl("S<3,4,3> o 0 o (8,64):(64,1)"), is_dsl("Sw<3,4,3> o _0 o (_8,_64):(_64,_1)")
    (True, False)
    """
    return re.search(r"\bS<", text) is not None


def family_of(text: str) -> str:
    """The family of a print, by the signs that only one of them has.

    >>> family_of("(_8,_64):(_64,_1)"), family_of("(?,8):(8,1)"), family_of("8:1")
    ('CuTe C++ print', 'CuTe DSL print', 'CuTe print')
    """
    if re.search(r"\bSw<|b\]\(|\b_-?\d|Int<|E<", text):
        return CPP
    if re.search(r"\?|\bS<|[tT]ensor<|\[|ptr<", text):
        return DSL
    return "CuTe print"


def astuple_of(form: ComposedLayout) -> tuple[Swizzle | Layout, int, Layout | ComposedLayout]:
    """The parts of a composed layout."""
    return form.outer, form.offset, form.inner


def _aligned(pointer: Pointer, swizzle: Swizzle) -> list[str]:
    if not swizzle.bits:
        return []
    if pointer.address is not None and pointer.address % swizzle.size != 0:
        return [
            f"offsets count from the multiple of {swizzle.size} bytes before the address"
            f" {pointer.address:#x}, as the swizzle does"
        ]
    if pointer.address is not None:
        return []
    return [f"the address is taken as a multiple of {swizzle.size} bytes"]


def _kind(form: Any) -> str:
    match form:
        case Layout() | Made():
            is_composed = isinstance(form, Made) and form.make is ComposedLayout
            return "swizzled layout" if is_composed else "layout"
        case ComposedLayout():
            return "swizzled layout" if isinstance(form.outer, Swizzle) else "composed layout"
        case _:
            return "layout"


def _is_layout(form: Any) -> bool:
    if isinstance(form, Made):
        return form.make in (Layout, ComposedLayout)
    return isinstance(form, Layout | ComposedLayout)


def _has_layout(form: Any) -> bool:
    return any(map(_has_layout, form)) if isinstance(form, tuple) else _is_layout(form)


def _unwrapped(part: Any) -> Any:
    """The layout that stands in parentheses of its own."""
    is_alone = isinstance(part, tuple) and len(part) == 1 and _is_layout(part[0])
    return part[0] if is_alone else part


def _has_none(form: Any) -> bool:
    return any(map(_has_none, form)) if isinstance(form, tuple) else form is None
