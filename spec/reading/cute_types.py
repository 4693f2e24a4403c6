"""Types of CuTe C++, demangled or as written: `Layout<Shape<_128,_64>,Stride<_1,_128>>`.

    type     = [ "const" ] name [ "<" list(argument) ">" ] { "*" | "&" | "const" } [ "{}" ]
    argument = type | [ "(" type ")" ] digits [ "u" ] [ "l" ]
    name     = identifier { "::" identifier }

Demanglers differ: GCC 12, Clang 17 and NVCC 12 write the same number as 8ul, (int)8 and 8.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn, cast

from spec.atoms import Atom, Operand, TiledMMA, mma_atom, tiled_mma
from spec.basis import E
from spec.composed import ComposedLayout
from spec.errors import LayoutError
from spec.layout import Layout, Major, make_layout
from spec.named import Name
from spec.reading.atoms import TiledInstruction
from spec.reading.bytes import note_of, of_elements
from spec.reading.elements import element_of, width_of
from spec.reading.reading import Reading, made
from spec.reading.scanner import Scanner
from spec.reading.smem_atoms import SMEM_ATOM, SMEM_ATOMS, STARTS_SMEM_ATOM
from spec.reading.tiled import TiledLayout
from spec.reading.trees import entries, has_leaf, is_none
from spec.recast import upcast
from spec.swizzle import Swizzle

FAMILY: Final = "CuTe C++ type"

_TUPLES: Final = ("tuple", "Shape", "Stride", "Step", "Coord", "Tile", "ArithmeticTuple")
_STATIC: Final = ("C", "Int", "constant", "integral_constant")
_RUNTIME: Final = {
    **dict.fromkeys(("int", "unsigned", "unsigned int", "int32_t", "uint32_t"), 32),
    **dict.fromkeys(("long", "unsigned long", "long long", "unsigned long long"), 64),
    **dict.fromkeys(("int64_t", "uint64_t", "size_t", "ptrdiff_t"), 64),
    **dict.fromkeys(("short", "unsigned short", "int16_t", "uint16_t"), 16),
}
_VALUES: Final = (
    *("Layout", "ComposedLayout", "Tensor", "Swizzle", "TiledCopy", "Underscore", "ScaledBasis"),
    *("MMA_Atom", "TiledMMA"),
    *("E", "smem_ptr_flag_bits", *_TUPLES, *_STATIC),
)


_ONE: Final = Operand(Layout((1, 1), (0, 0)), (1, 1))

MULTIPLY_ADD: Final = Atom("UniversalFMA", (1, 1, 1), Layout(1), _ONE, _ONE, _ONE)
"""The instruction with which a thread multiplies and adds a single element."""

STARTS: Final = rf"(?:const\s+)?(?:(?:cute::|std::)*(?:{'|'.join(_VALUES)})\s*<|{STARTS_SMEM_ATOM})"
"""A pattern for the start of a type that has a value."""

LAYOUT_TYPE: Final = r"(?:cute::)?Layout\s*<"
"""A pattern for the start of a layout's type."""


@dataclass(frozen=True)
class Node:
    """A type: its name without namespaces, its arguments, and its position."""

    name: str
    arguments: "tuple[Node, ...]"
    start: int
    is_pointer: bool = False


@dataclass(frozen=True)
class Flag:
    """An unset pointer to shared memory, with the number of bits of its elements."""

    bits: int


def read_type(scanner: Scanner) -> Reading:
    """Read the type at the scanner's position.

    >>> text = "cute::Layout<cute::tuple<cute::C<8>, int>, cute::tuple<int, cute::C<1> > >"
    >>> reading = read_type(Scanner(text, FAMILY))
    >>> reading.notation, reading.names
    ('(8,N1):(N2,1)', 'N1, N2')
    >>> print(read_type(Scanner("Layout<Shape<_128,_64>,Stride<_1,_128>>", FAMILY)).value)
    (128,64):(1,128)
    """
    start = scanner.spaced()
    node = read_node(scanner)
    return Meaning(scanner, start).reading(node)


def read_node(scanner: Scanner) -> Node:
    """Read the type or the number at the scanner's position."""
    scanner.match(r"const\b")
    start = scanner.spaced()
    number = scanner.match(r"(?:\([\w: ]+\)\s*)?(-?\d+)[uUlL]*(?!\w)")
    if number is not None:
        return Node(str(scanner.whole(number, 1)), (), start)
    words = scanner.match(r"(?:(?:unsigned|signed|long|short|int|char)\b\s*)+")
    if words is not None:
        name = " ".join(words[0].split())
    else:
        found = scanner.match(r"(?:::)?((?:[A-Za-z_]\w*\s*::\s*)*)([A-Za-z_]\w*)")
        if found is None:
            scanner.fail("expected a type or a number", "cute::C<8>, Int<8>, _8 or int")
        name = found[2]
    arguments: tuple[Node, ...] = ()
    if scanner.accept("<"):
        arguments = scanner.sequence(lambda: read_node(scanner), ">")
    is_pointer = False
    while (sign := scanner.match(r"\*|&+|const\b|\[\d*\]|\{\s*\}")) is not None:
        is_pointer = is_pointer or sign[0] == "*"
    return Node(name, arguments, start, is_pointer)


class Meaning:
    """Evaluates types, and records what was assumed or converted."""

    def __init__(self, scanner: Scanner, start: int) -> None:
        self._scanner = scanner
        self._start = start
        self.notes: list[str] = []
        self.bits: int | None = None
        self.element: str | None = None
        self.space = ""

    def reading(self, node: Node) -> Reading:
        """Return the `Reading` of a whole type."""
        form = self.value(node)
        kinds = {
            "Layout": "layout",
            "ComposedLayout": "swizzled layout",
            "Tensor": "tensor",
            "Swizzle": "swizzle",
            "TiledCopy": "tiled copy",
            "TiledMMA": "matrix instruction",
            "MMA_Atom": "matrix instruction",
        }
        other = "swizzled layout" if isinstance(form, ComposedLayout) else "shape"
        kind = kinds.get(node.name, other)
        if kind == "shape" and has_leaf(form, _is_layout):
            kind = "tiler"
        elif kind == "shape" and has_leaf(form, is_none):
            kind = "coordinate"
        if isinstance(form, Flag):
            self._fail(
                node,
                "a pointer without an address has no value: also paste the layout of the tensor",
            )
        return Reading(
            kind,
            FAMILY,
            form,
            self._scanner.text[self._start : self._scanner.position],
            self._start,
            self._scanner.position,
            self.element,
            self.bits,
            "elements" if kind in ("layout", "swizzled layout", "tensor") else "none",
            tuple(self.notes),
            tuple(one for one in self._scanner.unknowns.found if one.position >= self._start),
            {"space": self.space} if self.space else {},
        )

    def value(self, node: Node) -> Any:
        """The value of a type: a number, a tuple, a layout or a swizzle, for example."""
        name, arguments = node.name, node.arguments
        if name.lstrip("-").isdigit():
            return int(name)
        if name.startswith("_") and name[1:].isdigit():
            return int(name[1:])
        if name in _STATIC and arguments:
            return self._number(arguments[-1])
        if name in _RUNTIME and not arguments:
            # Each runtime number gets its own name, because two numbers of type `int` may differ.
            return Name(self._scanner.unknowns.new(node.start, 1, _RUNTIME[name]).name)
        if name in _TUPLES:
            return tuple(map(self.value, arguments))
        if name in ("Underscore", "_", "X"):
            return None
        if name == "ScaledBasis":
            return self._basis(node)
        if name == "E":
            return self._scanner.made(node.start, E, *map(self._number, arguments))
        if name == "Swizzle":
            return self._swizzle(node)
        if name == "Layout":
            return self._layout(node)
        if name == "ComposedLayout":
            return self._composed(node)
        if name == "smem_ptr_flag_bits":
            return Flag(self._number(arguments[0]))
        if name == "smem_ptr_flag":
            return Flag(1)
        if name == "smem_sparse_ptr_flag_bits":
            self._fail(node, "layouts of sparse elements are not supported")
        if name in ("LayoutLeft", "GenColMajor"):
            return Major.LEFT
        if name in ("LayoutRight", "GenRowMajor"):
            return Major.RIGHT
        if name == "Tensor":
            return self._tensor(node)
        if name == "TiledCopy":
            return self._tiled_copy(node)
        if name in ("MMA_Atom", "TiledMMA"):
            return self._instruction(node)
        if re.fullmatch(SMEM_ATOM, name):
            return self._smem_atom(node)
        return self._fail(
            node,
            f"{name} is not a layout, a shape, a number or a swizzle",
            "Layout<..>, Shape<..> or Int<8>",
        )

    def _number(self, node: Node) -> int:
        value = self.value(node)
        if not isinstance(value, int):
            self._fail(node, "expected a static number")
        return value

    def _several(self, node: Node, least: int, most: int, what: str) -> tuple[Node, ...]:
        count = len(node.arguments)
        if not least <= count <= most:
            self._fail(node, f"{node.name} has {count} arguments", what)
        return node.arguments

    def _basis(self, node: Node) -> Any:
        scale, *path = self._several(node, 2, 16, "ScaledBasis<Int<1>,0>")
        if scale.name in _RUNTIME and not scale.arguments:
            self._fail(node, "a coordinate stride with an unknown factor is not supported")
        n, modes = self._number(scale), tuple(map(self._number, path))
        return self._scanner.made(node.start, lambda: n * cast("int", E(*modes)))

    def _swizzle(self, node: Node) -> Swizzle:
        numbers = map(self._number, self._several(node, 2, 3, "Swizzle<3,4,3>"))
        bits, base, *shift = numbers
        return self._scanner.made(node.start, Swizzle, bits, base, *(shift or [bits]))

    def _layout(self, node: Node) -> Any:
        parts = self._several(node, 1, 2, "Layout<Shape<..>,Stride<..>>")
        shape, *stride = map(self.value, parts)
        is_compact = not stride or isinstance(stride[0], Major)
        if is_compact and has_leaf(shape, lambda leaf: isinstance(leaf, Name)):
            self._fail(node, "a compact stride of unknown sizes is not supported", "the stride")
        return self._scanner.made(node.start, make_layout if is_compact else Layout, shape, *stride)

    def _composed(self, node: Node) -> Any:
        first, middle, last = map(
            self.value, self._several(node, 3, 3, "ComposedLayout<Swizzle<..>,Int<0>,Layout<..>>")
        )
        if isinstance(middle, Flag):
            if not isinstance(first, Swizzle):
                self._fail(node, "expected a swizzle before the pointer")
            self.bits = middle.bits
            return self._of_bytes(node, first, last)
        if not isinstance(middle, int):
            self._fail(node, "expected an integer between a swizzle and its layout")
        return self._scanner.made(node.start, ComposedLayout, first, middle, last)

    def _of_bytes(self, node: Node, swizzle: Swizzle, form: Any) -> Any:
        if self.bits is None:
            self._fail(node, f"{swizzle} counts bytes, and the element type is not known")
        try:
            moved = of_elements(swizzle, self.bits)
        except LayoutError as error:
            self._fail(node, str(error))
        if swizzle.bits:
            self.notes.append(note_of(swizzle, moved, self.bits, self.element))
        return made(ComposedLayout, moved, 0, form)

    def _smem_atom(self, node: Node) -> Any:
        """A layout such as `Layout_K_SW128_Atom<T>` or `Layout_SW128_Atom<T, Major::K>`."""
        name, arguments = node.name.removesuffix("_Bits"), node.arguments
        if name.endswith("SpAtom"):
            self._fail(node, "layouts of sparse elements are not supported")
        has_major = name not in SMEM_ATOMS and len(arguments) == 2
        if has_major:
            name = name.replace("_", f"_{arguments[1].name}_", 1)
        instead = "GMMA::Layout_K_SW128_Atom<half_t>"
        if name not in SMEM_ATOMS:
            self._fail(node, f"CuTe defines no layout {node.name} with these arguments", instead)
        self.bits = 1
        if node.name.endswith("_Bits"):
            self._several(node, 0, 0, f"{node.name}{{}}")
        else:
            count = 2 if has_major else 1
            self._set_element(self._several(node, count, count, instead)[0])
        swizzle, of_bits = SMEM_ATOMS[name]
        layout = self._scanner.made(node.start, upcast, of_bits, self.bits)
        return self._of_bytes(node, swizzle, layout)

    def _set_element(self, node: Node) -> None:
        """Set the type and the width of the elements from a type in C++."""
        found = None if node.is_pointer or node.arguments else element_of(node.name)
        if found is None:
            self._fail(node, f"{node.name} is not an element type", "half_t, float or uint8_t")
        self.element, note = found
        self.bits = width_of(self.element)
        self.notes += [note] if note else []

    def _tensor(self, node: Node) -> Any:
        engine, layout = self._several(node, 2, 2, "Tensor<Engine,Layout<..>>")
        swizzle: Node | None = None
        for part in _walked(engine):
            if part.name.endswith("_ptr") and part.name != "swizzle_ptr":
                self.space = part.name.removesuffix("_ptr")
            if part.name == "swizzle_ptr" and part.arguments:
                swizzle = part.arguments[0]
            element = element_of(part.name)
            pointed = part.is_pointer or engine.name == "ArrayEngine"
            if element is not None and pointed and self.element is None:
                self.element, note = element
                self.notes += [note] if note else []
        self.bits = width_of(self.element) if self.element else None
        form = self.value(layout)
        if swizzle is None:
            return form
        found = self._swizzle(swizzle)
        if found.bits:
            self.notes.append(f"the address is assumed to be a multiple of {found.size} bytes")
        return self._of_bytes(node, found, form)

    def _tiled_copy(self, node: Node) -> TiledLayout:
        _, tv, tiler = self._several(node, 3, 3, "TiledCopy<Copy_Atom<..>,Layout<..>,Shape<..>>")
        return self._scanner.made(node.start, TiledLayout, self.value(tv), self.value(tiler))

    def _instruction(self, node: Node) -> TiledInstruction:
        """The instruction of a type that is a tile of atoms, an atom, or the name of an atom."""
        if node.name == "TiledMMA":
            self._several(node, 2, 3, "TiledMMA<MMA_Atom<..>,Layout<..>>")
            return self.tiled_mma(node.start, node.arguments)
        operation = node
        if node.name == "MMA_Atom":
            (operation,) = self._several(node, 1, 1, "MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>")
        return self._scanner.made(node.start, TiledInstruction, self._atom(operation))

    def tiled_mma(self, start: int, types: Sequence[Node]) -> TiledInstruction:
        """The tile of atoms that the types describe.

        `types` has the type of the atom. The type of the layout of the atoms and the type of the
        permutation may follow.
        """
        if not 1 <= len(types) <= 3:
            self._scanner.fail("expected an atom, a layout of atoms and a permutation", "", start)
        first, *others = types
        atom = self._instruction(first).atom
        if isinstance(atom, TiledMMA):
            self._fail(first, "expected an atom, not a tile of atoms")
        atoms = self.value(others[0]) if others else 1
        moved = entries(self.value(others[1])) if others[1:] else None
        tiled = self._scanner.made(start, tiled_mma, atom, atoms, moved or ())
        return self._scanner.made(start, TiledInstruction, tiled)

    def _atom(self, node: Node) -> Atom:
        if node.name == "UniversalFMA":
            return MULTIPLY_ADD
        # C++ prints a wgmma atom as SM90::GMMA::MMA_.., but `read_node` has dropped the namespace,
        # so put SM90 back. An atom of tcgen05 has its sizes in its template arguments.
        name = re.sub(r"^MMA_", "SM90_", node.name)
        if name.startswith("SM100_"):
            name += f"<{','.join(argument.name for argument in node.arguments)}>"
        return self._scanner.made(node.start, mma_atom, name)

    def _fail(self, node: Node, problem: str, instead: str = "") -> NoReturn:
        self._scanner.fail(problem, instead, node.start)


def _walked(node: Node) -> Iterator[Node]:
    yield node
    for argument in node.arguments:
        yield from _walked(argument)


def _is_layout(leaf: object) -> bool:
    return isinstance(leaf, Layout | ComposedLayout)
