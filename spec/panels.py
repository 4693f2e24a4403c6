"""Panels of a tile: which thread takes each element, and which shared-memory bank holds it."""

from collections import defaultdict

from spec.composed import AnyLayout
from spec.drawing import MOST_CELLS, Cell, Panel, require_drawable
from spec.errors import LayoutError, numeral
from spec.int_tuple import IntTuple, format_int_tuple
from spec.layout import Layout
from spec.memory.accesses import bits_of, columns, require_two_modes
from spec.memory.by_enumeration import contenders
from spec.memory.machine import NVIDIA, Machine
from spec.memory.taken import taken


def takers(tv: Layout, tile: IntTuple) -> Panel:
    """The elements of a tile, each with the thread and value that take it, coloured by thread.

    Marks show the elements that no thread takes, whose cells are empty, and the elements that are
    taken more than once.

    Pre-conditions: tv has two modes, threads and values, and maps to 1-D coordinates of the tile;
    the tile has rank 1 or 2 and at most MOST_CELLS elements.

    >>> shown = takers(Layout((2, 2), (1, 4)), (2, 3))
    >>> [cell.text for cell in shown.cells], sorted(shown.marked)
    (['T0 V0', 'T1 V0', '', '', 'T0 V1', 'T1 V1'], [2, 3])

    Source: CuTe print_latex.hpp, print_latex of thread-value layouts.
    """
    require_two_modes(tv)
    whole = Layout(tile)
    require_drawable(whole)
    if tv.size > MOST_CELLS:
        raise LayoutError(
            f"at most {MOST_CELLS} (thread, value) can be drawn, but {tv} has {numeral(tv.size)}"
        )
    taken_by: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for v in range(tv[1].size):
        for t in range(tv[0].size):
            taken_by[tv(t, v)].append((t, v))
    outside = [x for x in taken_by if not 0 <= x < whole.size]
    if outside:
        t, v = taken_by[outside[0]][0]
        raise LayoutError(
            f"value {v} of thread {t} has 1-D coordinate {numeral(outside[0])}, outside the"
            f" {whole.size} elements of {format_int_tuple(tile)}"
        )
    found = [taken_by[x] for x in range(whole.size)]
    marked = frozenset(x for x, who in enumerate(found) if len(who) != 1)
    title = f"{tv} of {format_int_tuple(tile)}"
    return Panel(title, whole[0].size, tuple(map(_taken, found)), marked)


def _taken(who: list[tuple[int, int]]) -> Cell:
    """The first (thread, value) that takes an element, and how many other pairs take it."""
    if not who:
        return Cell("")
    (t, v), *others = who
    return Cell(f"T{t} V{v}" + (f" +{len(others)}" if others else ""), t)


def banks(
    smem: AnyLayout,
    element: str,
    tv: Layout | None = None,
    width: int | None = None,
    machine: Machine = NVIDIA,
) -> Panel:
    """The elements of a tile in shared memory, each with its bank, and coloured by bank.

    If tv is given, marks show the elements in conflict in the first phase with a conflict: another
    word of the same bank is needed at the same time.

    Pre-conditions: smem has rank 1 or 2 and at most MOST_CELLS elements, at offsets in elements; if
    tv is given, the pre-conditions of `wavefronts`.

    >>> rows, threads = Layout((4, 8), (8, 1)), Layout((4, 1), (1, 0))
    >>> shown = banks(rows, "f32", threads, machine=Machine(banks=8))
    >>> [cell.text for cell in shown.cells[:4]], sorted(shown.marked)
    (['0', '0', '0', '0'], [0, 1, 2, 3])
    """
    require_drawable(smem)
    bits = bits_of(element)
    places = (smem(x) * bits // machine.bank_bits % machine.banks for x in range(smem.size))
    cells = tuple(Cell(str(bank), bank) for bank in places)
    if tv is None:
        return Panel(f"{smem} {element}", smem[0].size, cells)
    _, bits, access = taken(smem, tv, element, width, machine)
    contending = contenders(columns(smem, tv), bits, access, machine)
    marked = frozenset(tv(t, v) for t, v in contending)
    return Panel(f"{smem} {element}", smem[0].size, cells, marked)
