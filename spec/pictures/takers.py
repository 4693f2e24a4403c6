"""Threads and values: which thread takes each element of a tile, and as which value."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from spec.errors import LayoutError, numeral
from spec.int_tuple import IntTuple, format_int_tuple
from spec.layout import Layout
from spec.memory.accesses import require_two_modes
from spec.memory.machine import NVIDIA
from spec.pictures.offsets import MOST_CELLS, offsets_in, require_drawable
from spec.pictures.panel import Cell, Key, Mark, Panel, Style

THREADS: Final = Key("thread T", 32)
WORDS: Final = (None, "T3 V0-7: thread 3 takes these elements as its values 0 to 7")
HOLE: Final = Cell((), style=Style.PLAIN, area=-1)

Takers = Mapping[int, Sequence[tuple[int, int]]]
"""Maps each element to the (thread, value) pairs that take the element."""


def takers(tv: Layout, tile: IntTuple) -> Panel:
    """The elements of a tile, each with the thread and value that take it, coloured by thread.

    An element that no thread takes has an empty cell. Marks show these elements, and the elements
    that are taken more than once.

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
    taken_by = takers_of(tv, MOST_CELLS)
    outside = [x for x in taken_by if not 0 <= x < whole.size]
    if outside:
        t, v = taken_by[outside[0]][0]
        raise LayoutError(
            f"value {v} of thread {t} has 1-D coordinate {numeral(outside[0])}, outside the"
            f" {whole.size} elements of {format_int_tuple(tile)}"
        )
    title = f"{tv} of {format_int_tuple(tile)}"
    return panel_of(title, whole[0].size, range(whole.size), taken_by)


def takers_of(tv: Layout, most: int) -> Takers:
    """The (thread, value) pairs that take each element.

    Errors: LayoutError if there are more than `most` pairs.
    """
    if tv.size > most:
        raise LayoutError(
            f"at most {most} (thread, value) pairs can be drawn, but {tv} has {numeral(tv.size)}"
        )
    taken_by: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    threads = tv[0].size
    for place, x in enumerate(offsets_in(tv)):
        v, t = divmod(place, threads)
        taken_by[x].append((t, v))
    return taken_by


def panel_of(
    title: str, rows: int, elements: Iterable[int], taken_by: Takers, times: int = 1
) -> Panel:
    """The table of some elements, each with the first (thread, value) pair that takes it.

    `elements` has the elements column by column. Marks show the elements that are not taken exactly
    `times` times. The cell of a marked element also says how many other pairs take the element.
    """
    found = [taken_by.get(x, ()) for x in elements]
    marked = frozenset(n for n, who in enumerate(found) if len(who) != times)
    cells = tuple(_taken(who, times) for who in found)
    return Panel(
        title,
        rows,
        cells,
        marked,
        Mark.FAULT,
        THREADS,
        run=len(cells),
        area="warps",
        notes=(WORDS,),
    )


def _taken(who: Sequence[tuple[int, int]], times: int) -> Cell:
    """The cell of an element, with the first pair (thread, value) that takes the element.

    If the number of pairs that take the element is not `times`, the cell also says how many other
    pairs take the element.
    """
    if not who:
        return HOLE
    (t, v), *others = who
    more = f" +{len(others)}" if others and len(who) != times else ""
    return Cell((("T", t), ("V", v)), t, area=t // NVIDIA.threads, more=more)
