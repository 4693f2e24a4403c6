"""Instructions in CuTe IR: matrix instructions, single or tiled, and descriptors of TMA.

    atom = "!cute_nvgpu." ( "sm80" | "sm90" | "sm100" ) ".mma<" sizes ", .. elem_type = (" types ")" .. ">"
         | "!cute_nvgpu.atom.universal_fma<" sizes .. ">"
         | "!cute_nvgpu.atom." name "<" .. "tma_gbasis = <" quoted ">" .. ">"
    tile = "!cute.tiled_mma<" atom ", atom_layout_MNK = <" quoted ">"
           [ ", permutation_MNK = <" quoted ">" ] ">"

This is the output of the CuTe DSL 4.4 to 4.8.
"""  # noqa: E501 - a rule of the grammar stays on its line

import re
from typing import Any, Final

from spec.atoms import Atom, Operand, TiledMMA, mma_atom, tiled_mma
from spec.atoms.mma import tensor_memory_atom
from spec.layout import Layout
from spec.reading.atoms import TiledInstruction
from spec.reading.cute_print import read_print
from spec.reading.elements import element_of
from spec.reading.reading import Reading
from spec.reading.scanner import Scanner
from spec.reading.trees import entries

FAMILY: Final = "CuTe IR"

STARTS_ATOM: Final = r"!?cute_nvgpu\.([a-z_0-9.]+)\s*<"

_NAMES: Final = {
    "s8": "S8",
    "u8": "U8",
    "s4": "S4",
    "u4": "U4",
    "u1": "U1",
    "s32": "S32",
    "f16": "F16",
    "bf16": "BF16",
    "f32": "F32",
    "f64": "F64",
    "f8e4m3fn": "E4M3",
    "f8e5m2": "E5M2",
}
"""Maps each element type to its spelling in the names of instructions."""


def read_atom(scanner: Scanner) -> Reading:
    """Read the instruction at the scanner's position.

    >>> text = "!cute_nvgpu.sm80.mma<16x8x16, elem_type = (f16, f16, f32) >"
    >>> print(read_atom(Scanner(text, FAMILY)).value.c)
    ((4,8),(2,2)):((32,1),(16,8)) of tile <16,8>
    """
    start = scanner.spaced()
    found = scanner.match(STARTS_ATOM)
    if found is None:
        scanner.fail("expected an instruction of CuTe IR", "!cute_nvgpu.sm80.mma<16x8x16, ..>")
    if "tma" in found[1]:
        form, kind = _read_basis(scanner), "descriptor of TMA"
    else:
        form = scanner.made(start, TiledInstruction, _read_instruction(scanner, found[1], start))
        kind = "matrix instruction"
    scanner.close("<", ">", r'(?:->|"[^"\n]*"|[^<>"])*([<>])')
    return Reading(kind, FAMILY, form, *scanner.since(start))


def read_tiled_instruction(scanner: Scanner, start: int) -> TiledInstruction:
    """Read the atom, the layout of the atoms, and the permutation, up to the closing `>`."""
    place = scanner.spaced()
    reading = read_atom(scanner)
    if not isinstance(reading.form, TiledInstruction) or isinstance(reading.form.atom, TiledMMA):
        scanner.fail("a tiled_mma must contain a matrix instruction", position=place)
    parts = dict[str, Any]()
    while scanner.accept(","):
        name = scanner.match(r"(atom_layout_MNK|permutation_MNK)\s*=\s*<")
        if name is None:
            scanner.fail("expected the layout of the atoms", 'atom_layout_MNK = <"..">')
        parts[name[1]] = _read_quoted(scanner)
        scanner.expect(">")
    atoms = parts.get("atom_layout_MNK")
    if not isinstance(atoms, Layout):
        scanner.fail("expected the layout of the atoms", 'atom_layout_MNK = <"..">')
    permutation = entries(parts.get("permutation_MNK", ())) or ()
    tiled = scanner.made(start, tiled_mma, reading.form.atom, atoms, permutation)
    return scanner.made(start, TiledInstruction, tiled)


def _read_quoted(scanner: Scanner) -> Any:
    scanner.expect('"')
    form = read_print(scanner).form
    scanner.expect('"')
    return form


def _read_instruction(scanner: Scanner, kind: str, start: int) -> Atom:
    sizes = scanner.match(r"(\d{1,4})x(\d{1,4})x(\d{1,4})")
    if sizes is None:
        scanner.fail(
            f"the instruction {kind} is not supported",
            "sm80.mma, sm90.mma, sm100.mma, universal_fma, or one of TMA",
            start,
        )
    m, n, k = (int(size) for size in sizes.groups())
    generation = re.match(r"sm(\d+)", kind)
    if generation is None and kind.endswith("universal_fma"):
        one = Operand(Layout((1, 1), (0, 0)), (1, 1))
        return Atom(kind, (1, 1, 1), Layout(1), one, one, one)
    if generation is not None and generation[1] == "100":
        blocks = _number(scanner, "num_cta", 1)
        return scanner.made(start, tensor_memory_atom, kind, (m, n, k), blocks)
    a, b, d = _read_types(scanner)
    if generation is not None and generation[1] == "90":
        side = _word(scanner, "frag_kind", "ss").upper()
        return scanner.made(start, mma_atom, f"SM90_{m}x{n}x{k}_{d}{a}{b}_{side}")
    return scanner.made(start, mma_atom, f"SM80_{m}x{n}x{k}_{d}{a}{b}{d}_TN")


def _read_types(scanner: Scanner) -> tuple[str, ...]:
    """The types of A, B and the result, as spelled in the names of instructions."""
    found = _ahead(scanner, r"elem_type\s*=\s*\(\s*(\w+)\s*,\s*(\w+)\s*,\s*(\w+)\s*\)")
    names: list[str] = []
    for spelling in found.groups() if found is not None else ():
        element = element_of(spelling)
        name = _NAMES.get(element[0]) if element is not None else None
        names += ["TF32" if spelling == "tf32" else name] if name else []
    if len(names) != 3:
        scanner.fail("expected the element types of an instruction", "elem_type = (f16, f16, f32)")
    return tuple(names)


def _number(scanner: Scanner, name: str, default: int) -> int:
    found = _ahead(scanner, rf"{name}\s*=\s*(\d{{1,4}})\b")
    return int(found[1]) if found is not None else default


def _word(scanner: Scanner, name: str, default: str) -> str:
    found = _ahead(scanner, rf"{name}\s*=\s*([a-z]\w*)")
    return found[1] if found is not None else default


def _ahead(scanner: Scanner, regex: str) -> re.Match[str] | None:
    """Search for a parameter before the next `>`. Return None if there is no such parameter."""
    end = scanner.text.find(">", scanner.position)
    return re.compile(regex).search(scanner.text, scanner.position, max(end, scanner.position))


def _read_basis(scanner: Scanner) -> Layout:
    """The box of a TMA descriptor: a map from places in shared memory to tensor coordinates."""
    place = re.compile(r"\btma_gbasis\s*=\s*<").search(scanner.text, scanner.position)
    if place is None:
        scanner.fail("expected the box of a TMA descriptor", 'tma_gbasis = <"..">')
    scanner.position = place.end()
    start = scanner.spaced()
    form = _read_quoted(scanner)
    scanner.expect(">")
    if not isinstance(form, Layout):
        scanner.fail("the box of a TMA descriptor must be a layout of coordinates", position=start)
    return form
