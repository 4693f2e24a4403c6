"""Tiled copies and matrix instructions, as CuTe C++ and the DSL print them line by line.

    text = head { label ":" value } [ head { label ":" value } ]

A head is a name such as `TiledCopy`. The second head names the atom: `Copy_Atom` after `TiledCopy`,
or `MMA_Atom` after `TiledMMA`. Any other head, or a label that already has a value, begins the next
text.
The labels of a tiled copy are `Tiler_MN` and `TiledLayout_TV` in C++, and `Tiler MN` and `TV
Layout tiled` in the DSL. The labels of an instruction are `ThrID`, `Shape_MNK`, `LayoutA_TV`,
`LayoutB_TV` and `LayoutC_TV`; a tiled instruction also has `ThrLayoutVMNK` and `PermutationMNK`.
This is the output of CUTLASS 3.x and 4.x, and of the CuTe DSL 4.2 to 4.8.
"""

from collections.abc import Sequence
from typing import Any, Final

from spec.atoms import Atom, Operand, tiled_mma
from spec.layout import Layout, make_layout
from spec.reading.atoms import TiledInstruction
from spec.reading.cute_print import read_print
from spec.reading.elements import element_of
from spec.reading.reading import Reading
from spec.reading.scanner import Scanner
from spec.reading.tiled import TiledLayout
from spec.reading.trees import entries

FAMILY: Final = "print of a tiled copy or instruction"

STARTS_TILED: Final = r"(?:Tiled[_ ]?(?:Copy|MMA)|(?:MMA|Copy)[_ ]Atom)\b(?!\s*<)"

LABEL: Final = (
    r"(Tiler[_ ]MN|TiledLayout_TV|TV Layout tiled|ThrID|ValLayout(?:Src|Dst|Ref)"
    r"|TV Layout (?:Src|Dst|Ref)|Thr ?Layout ?VMNK|Permutation ?MNK|Shape[_ ]MNK|Layout[ABC]_TV"
    r"|TV Layout [ABC]|Value ?[tT]ype|AtomLayoutMNK|LayoutCopy_TV|ShapeTiler_MN)\s*:"
)


def read_tiled(scanner: Scanner) -> Reading:
    """Read the tiled copy or the instruction at the scanner's position.

    >>> text = "TiledCopy Tiler_MN: (_16,_64) TiledLayout_TV: ((_8,_16),_8):((_128,_1),_16)"
    >>> reading = read_tiled(Scanner(text, FAMILY))
    >>> reading.kind, print(reading.value)
    ((8,16),8):((128,1),16) of tile <16,64>
    ('tiled copy', None)
    """
    start = scanner.spaced()
    heads: list[str] = []
    lines: dict[str, Any] = {}
    element = note = None
    while True:
        head = scanner.at(STARTS_TILED)
        if head is not None and _continues(heads, head[0]):
            scanner.expect(head[0])
            heads.append(head[0])
            continue
        label = scanner.at(LABEL)
        if label is None or (name := _name(label[1])) in lines:
            break
        scanner.expect(label[0])
        if name == "element":
            found = scanner.match(r"(\d+)b|[\w:]+")
            known = element_of(found[0]) if found is not None and found[1] is None else None
            element, note = known or (None, None)
            lines[name] = element
            continue
        place = scanner.spaced()
        form = read_print(scanner).form
        if name not in NO_LAYOUTS and not isinstance(form, Layout):
            scanner.fail(f"{label[1]} must be a layout", "(32,8):(8,1)", place)
        lines[name] = form
    if "tiler" in lines and "tv" in lines:
        form = scanner.made(start, TiledLayout, lines["tv"], lines["tiler"])
        kind = "tiled copy"
    elif {"A", "B", "C", "shape"} <= lines.keys():
        form, kind = _instruction(scanner, start, lines), "matrix instruction"
    elif heads and all("Copy" in head and "Atom" in head for head in heads):
        scanner.fail("a copy atom alone has no tile", "the tiled copy")
    else:
        scanner.fail(
            "expected the lines of a tiled copy or of an instruction",
            "Tiler_MN and TiledLayout_TV, or Shape_MNK and LayoutA_TV, LayoutB_TV, LayoutC_TV",
        )
    notes = (note,) if note else ()
    return Reading(kind, FAMILY, form, *scanner.since(start), element, notes=notes)


NO_LAYOUTS: Final = ("tiler", "permutation", "shape")
"""The lines whose values are tuples of sizes or tilers, and not layouts."""


def _continues(heads: Sequence[str], head: str) -> bool:
    """Whether `head` belongs to the same value as the heads before it, `heads`.

    >>> _continues(["TiledCopy"], "Copy_Atom"), _continues(["Copy_Atom"], "TiledMMA")
    (True, False)
    """
    if not heads:
        return True
    is_atom = "Atom" in head and "Tiled" in heads[-1]
    return is_atom and ("Copy" in head) == ("Copy" in heads[-1])


def _name(label: str) -> str:
    """The name of a line: the same name for the label in C++ and the label in the DSL.

    >>> _name("TV Layout tiled"), _name("LayoutA_TV"), _name("Thr Layout VMNK")
    ('tv', 'A', 'threads')
    """
    names = {
        "Tiler_MN": "tiler",
        "ShapeTiler_MN": "tiler",
        "TiledLayout_TV": "tv",
        "LayoutCopy_TV": "tv",
        "TV_Layout_tiled": "tv",
        "ThrID": "lanes",
        "Shape_MNK": "shape",
    }
    label = label.replace(" ", "_")
    if label in names:
        return names[label]
    if label.lower().startswith("value"):
        return "element"
    if label.startswith("Permutation"):
        return "permutation"
    if label.startswith("Thr"):
        return "threads"
    if label.startswith("Layout"):
        return label[len("Layout")]
    return label[-1] if label.startswith("TV_Layout_") and len(label) == 11 else label


def _instruction(scanner: Scanner, start: int, lines: dict[str, Any]) -> TiledInstruction:
    shape = entries(lines["shape"])
    if shape is None or len(shape) != 3 or not all(isinstance(size, int) for size in shape):
        scanner.fail("the shape of an instruction must be (M,N,K)", position=start)
    m, n, k = (int(size) for size in shape)
    lanes = lines["lanes"] if "lanes" in lines else scanner.made(start, _threads, lines["C"])
    # If an instruction has a single thread, the DSL 4.8 prints its thread layout as 1:0.
    threads = Layout(lanes.size) if lanes.size == 1 else lanes
    atom = Atom(
        "the instruction",
        (m, n, k),
        threads,
        Operand(lines["A"], (m, k)),
        Operand(lines["B"], (n, k)),
        Operand(lines["C"], (m, n)),
    )
    if "threads" not in lines:
        return scanner.made(start, TiledInstruction, atom)
    atoms = scanner.made(start, _by_atoms, lines["threads"], threads.size)
    moved = entries(lines.get("permutation")) or ()
    tiled = scanner.made(start, tiled_mma, atom, atoms, moved)
    return scanner.made(start, TiledInstruction, tiled)


def _threads(tv: Layout) -> Layout:
    """The layout n:1, where n is the number of threads of `tv`."""
    return Layout(tv[0].size)


def _by_atoms(threads: Layout, lanes: int) -> Layout:
    """The layout of the atoms along m, n and k, in the order of their threads.

    Each atom has `lanes` threads. The layout maps an atom to its first thread divided by `lanes`.

    >>> print(_by_atoms(Layout((32, 2, 2, 1), (1, 32, 64, 0)), 32))
    (2,2,1):(1,2,0)
    """
    modes = [threads[k] for k in (1, 2, 3)]
    return make_layout(
        *(Layout(mode.size, mode(1) // lanes if mode.size > 1 else 0) for mode in modes)
    )
