"""Combine the parts of a text of CuTe, `pointer o swizzle o offset o layout`, into one value."""

import re
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from spec.composed import ComposedLayout
from spec.errors import LayoutError
from spec.layout import Layout
from spec.named import Made
from spec.reading.bytes import note_of, of_elements
from spec.reading.elements import width_of
from spec.reading.reading import Reading, Unit, made, of_coordinates
from spec.reading.scanner import Scanner
from spec.reading.trees import entries, has_leaf, is_none
from spec.swizzle import Swizzle

CPP: Final = "CuTe C++ print"
DSL: Final = "CuTe DSL print"
OWN: Final = "layout notation"
"""The family of a text that shows no sign of a particular tool: the notation of this project."""

UNSAID: Final = (
    "the text does not say what the swizzle counts; elements are assumed. If the layout is applied"
    " to a pointer, the swizzle counts bytes: in Python, spec.read(text, unit='bytes') reads it so"
)


IN_PARENTHESES: Final = "a layout in parentheses, as Mojo prints it; a tiler of one mode is <8:1>"


@dataclass(frozen=True)
class Pointer:
    """A pointer: its memory space, the width and type of its elements, and its swizzle of bytes."""

    space: str
    bits: int | None = None
    element: str | None = None
    swizzle: Swizzle | None = None
    address: int | None = None
    bit: int = 0
    """The number of bits from the byte at `address` to the first element, if elements are small."""
    is_unset: bool = False
    notes: tuple[str, ...] = ()

    def __str__(self) -> str:
        of = self.element or (f"{self.bits} bits" if self.bits else "elements")
        swizzle = f", {self.swizzle} of bytes" if self.swizzle is not None else ""
        return f"a pointer to {of} in {self.space}{swizzle}"


def pointer_alone(scanner: Scanner, pointer: Pointer, start: int) -> Reading:
    """Return the `Reading` of a pointer that is not followed by a layout."""
    return Reading(
        "pointer",
        family_of(scanner.text[start : scanner.position]),
        pointer,
        *scanner.since(start),
        pointer.element,
        pointer.bits,
        notes=pointer.notes,
        parts={"space": pointer.space},
    )


_MISPLACED: Final = {
    True: "a pointer without an address is allowed only between a swizzle and its layout; if there "
    "is no swizzle, write only the layout",
    False: "a pointer with an address must be at the start, as in "
    "Sw<3,4,3>_smem_ptr[16b](0x400) o (8,64):(64,1)",
}
"""The error messages for a misplaced pointer. The key is True if the pointer has no address."""


@dataclass(frozen=True)
class Start:
    """The coordinate at which a coordinate tensor begins."""

    coordinate: Any


@dataclass(frozen=True)
class Chain:
    """Combines the parts of a printed text into one value, from right to left."""

    scanner: Scanner
    start: int
    text: str
    unit: Unit | None
    element: str | None

    def reading(self, parts: list[Any]) -> Reading:
        """Return the value of all parts, or raise ReadingError if they do not form a value."""
        pointer = parts[0] if isinstance(parts[0], Pointer) and not parts[0].is_unset else None
        begin = parts[0] if isinstance(parts[0], Start) else None
        rest = parts[1:] if pointer is not None or begin is not None else parts
        element = self.element or (pointer.element if pointer else None)
        bits = width_of(element) if element else pointer.bits if pointer else None
        notes = list(pointer.notes) if pointer else []
        if pointer is not None and not rest:
            return pointer_alone(self.scanner, pointer, self.start)
        if not rest:
            self._fail("expected a layout after the coordinate")
        if len(rest) == 1 and pointer is None and begin is None and not _is_layout(rest[0]):
            inside = _unwrapped(rest[0])
            if inside is rest[0] or family_of(self.text) == CPP or not self.text.startswith("("):
                return self._alone(rest[0])
            notes.append(IN_PARENTHESES)
        form, bits = self._composed(rest, bits, element, notes)
        if pointer is not None and pointer.swizzle is not None:
            form = self._of_bytes(pointer.swizzle, bits, element, form, notes)
            notes += _aligned(pointer, pointer.swizzle)
            form = self._from_block(pointer, pointer.swizzle, bits, form)
        if pointer is not None and pointer.space == "tmem":
            notes.append("tensor memory: a step of 65536 is one lane")
        kind = "tensor" if pointer else _kind(form)
        found = self._made(kind, form, "elements", element, bits, notes, pointer)
        if begin is not None:
            return of_coordinates(found, begin.coordinate)
        is_coordinates = len(parts) > 1 and isinstance(parts[0], tuple)
        return of_coordinates(found, parts[0]) if is_coordinates else found

    def _from_block(self, pointer: Pointer, swizzle: Swizzle, bits: int | None, form: Any) -> Any:
        """Set the offset to the distance of the address from the start of its swizzle block.

        A swizzle divides the memory into aligned blocks of `swizzle.size` bytes.
        """
        if not swizzle.bits or pointer.address is None or bits is None:
            return form
        past = 8 * (pointer.address % swizzle.size) + pointer.bit
        if past % bits != 0:
            self._fail(
                f"the address {pointer.address:#x} is not a multiple of the element size, {bits}"
                " bits"
            )
        outer, _, inner = form.parts if isinstance(form, Made) else _parts(form)
        return made(ComposedLayout, outer, past // bits, inner)

    def _alone(self, value: Any) -> Reading:
        if isinstance(value, Swizzle):
            return self._made("swizzle", value, "none", None, None, [], None)
        if isinstance(value, Pointer):
            return pointer_alone(self.scanner, value, self.start)
        kind = (
            "tiler"
            if has_leaf(value, _is_layout)
            else "coordinate"
            if has_leaf(value, is_none)
            else "shape"
        )
        if isinstance(value, int) or value is None:
            kind = "integer"
        return self._made(kind, value, "none", None, None, [], None)

    def _composed(
        self, parts: list[Any], bits: int | None, element: str | None, notes: list[str]
    ) -> tuple[Any, int | None]:
        """Compose the last part, a layout, with the parts in front of it.

        Return the result, and the number of bits of an element, if it is known.
        """
        *before, form = (_unwrapped(part) for part in parts)
        if not _is_layout(form):
            self._fail("expected a layout at the end, such as (8,64):(64,1)")
        while before:
            part = before.pop()
            if isinstance(part, Pointer):
                if not part.is_unset or not before or not isinstance(before[-1], Swizzle):
                    self._fail(_MISPLACED[part.is_unset])
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
                self._fail("an offset must follow a swizzle or a layout, and precede a layout")
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
        """Apply a swizzle that has no pointer next to it in the text.

        By default, the swizzle acts on offsets in elements. If the caller passes a unit, every
        swizzle without a pointer acts on offsets in this unit.
        """
        if isinstance(offset, tuple):
            self._fail("a coordinate as an offset is not supported: write the integer")
        if self.unit in (None, "elements"):
            if self.unit is None and swizzle.bits and is_dsl(self.text):
                notes.append(UNSAID)
            return self.scanner.made(self.start, ComposedLayout, swizzle, offset, form)
        if offset != 0:
            self._fail("an offset in elements cannot follow a swizzle that counts bytes or bits")
        return self._of_bytes(swizzle, bits, element, form, notes, self.unit)

    def _of_bytes(
        self,
        swizzle: Swizzle,
        bits: int | None,
        element: str | None,
        form: Any,
        notes: list[str],
        unit: Unit = "bytes",
    ) -> Any:
        if bits is None:
            problem = f"{swizzle} counts {unit}, and the width of an element is not known"
            self._fail(problem, "element='f16', or another type")
        try:
            moved = of_elements(swizzle, bits, unit)
        except LayoutError as error:
            self._fail(str(error))
        if swizzle.bits:
            notes.append(note_of(swizzle, moved, bits, element, unit))
        return made(ComposedLayout, moved, 0, form)

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
            tuple(one for one in found if self.start <= one.position < self.scanner.position),
            {"space": pointer.space} if pointer else {},
        )  # fmt: skip

    def _fail(self, problem: str, instead: str = "") -> NoReturn:
        self.scanner.fail(problem, instead, self.start)


def is_dsl(text: str) -> bool:
    """Whether the text has the DSL's sign `S<` for a swizzle, of elements or of bytes.

    >>> is_dsl("S<3,4,3> o 0 o (8,64):(64,1)"), is_dsl("Sw<3,4,3> o _0 o (_8,_64):(_64,_1)")
    (True, False)
    """
    return re.search(r"\bS<", text) is not None


def family_of(text: str) -> str:
    """Name the tool that printed a text, or the layout notation if no sign reveals the tool.

    >>> family_of("(_8,_64):(_64,_1)"), family_of("(?,8):(8,1)"), family_of("8:1")
    ('CuTe C++ print', 'CuTe DSL print', 'layout notation')
    """
    if re.search(r"\db\]|DescriptorIterator|counting_iter|\b_-?\d|Int<|E<", text):
        return CPP
    if re.search(r"\?|\bS<|[tT]ensor<|\[|ptr<", text):
        return DSL
    return OWN


def _parts(form: ComposedLayout) -> tuple[Swizzle | Layout, int, Layout | ComposedLayout]:
    """The outer function, the offset and the inner layout of a composed layout."""
    return form.outer, form.offset, form.inner


def _aligned(pointer: Pointer, swizzle: Swizzle) -> list[str]:
    if not swizzle.bits:
        return []
    if pointer.address is not None and (pointer.address % swizzle.size or pointer.bit):
        before = f"the multiple of {swizzle.size} bytes before the address {pointer.address:#x}"
        return [f"offsets count from {before}, where a block of the swizzle begins"]
    if pointer.address is not None:
        return []
    return [f"the address is assumed to be a multiple of {swizzle.size} bytes"]


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


def _unwrapped(part: Any) -> Any:
    """The part, without an extra pair of parentheses around a layout."""
    found = entries(part)
    return found[0] if found is not None and len(found) == 1 and _is_layout(found[0]) else part
