"""Banks of shared memory: the bank of each element, and the accesses of one phase."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from spec.composed import AnyLayout
from spec.errors import LayoutError, numeral
from spec.layout import Layout
from spec.memory.accesses import Columns, bits_of, columns
from spec.memory.by_enumeration import Word, by_bank, phases_of
from spec.memory.lanes import in_order, served_thread
from spec.memory.machine import NVIDIA, Machine
from spec.memory.taken import taken
from spec.pictures.offsets import offsets_in, require_drawable
from spec.pictures.panel import Bars, Cell, Key, Mark, Panel, Style

NOTES: Final = (
    (None, "T3 b12: thread 3 takes an element in bank 12 in the phase that is shown"),
    (Style.PLAIN, "a bank that is not needed in this phase"),
)


class Phase(NamedTuple):
    """One phase of shared-memory accesses: its words, its number, and totals over all phases."""

    words: list[Word]
    number: int
    phases: int
    wavefronts: int

    @property
    def subtitle(self) -> str:
        """The subtitle: the wavefronts taken and needed by all phases, and the phase shown."""
        plural = "" if self.wavefronts == 1 else "s"
        needed = f"{numeral(self.wavefronts)} wavefront{plural}, {numeral(self.phases)} needed"
        return f"{needed}; phase {self.number} of {numeral(self.phases)}"


def banks(
    smem: AnyLayout,
    element: str,
    tv: Layout | None = None,
    width: int | None = None,
    machine: Machine = NVIDIA,
    phase: int | None = None,
) -> Panel:
    """The elements of a tile in shared memory, each with its bank, and coloured by bank.

    If tv is given, one phase of its accesses is shown: the elements that this phase accesses, with
    their threads, and the words of each bank. Without `phase`, the first phase with a conflict is
    shown, or phase 0 if there is none. Marks show the elements in conflict: their bank must serve
    another word in the same phase.

    Pre-conditions: smem has rank 1 or 2 and at most MOST_CELLS elements, and its offsets count
    elements; if tv is given, the pre-conditions of `wavefronts`.

    >>> rows, threads = Layout((4, 8), (8, 1)), Layout((4, 1), (1, 0))
    >>> shown = banks(rows, "f32", threads, machine=Machine(banks=8))
    >>> [cell.text for cell in shown.cells[:5]], sorted(shown.marked), shown.subtitle
    (['T0 b0', 'T1 b0', 'T2 b0', 'T3 b0', '1'], [0, 1, 2, 3], \
'4-way: 4 wavefronts, 1 needed; phase 0 of 1')
    """
    require_drawable(smem)
    bits, key = bits_of(element), Key("bank", machine.banks)
    title, rows = f"{smem} {element}", smem[0].size
    places = [x * bits // machine.bank_bits % machine.banks for x in offsets_in(smem)]
    if tv is None:
        cells = tuple(Cell((("", bank),), bank) for bank in places)
        run = max(1, machine.bank_bits // bits)
        return Panel(title, rows, cells, key=key, run=run, modulus=machine.banks)
    _, bits, access = taken(smem, tv, element, width, machine)
    offsets = in_order(columns(smem, tv), access, machine)
    shown = phase_of(offsets, bits, access, machine, phase)
    takers: dict[int, int] = {}
    for word in shown.words:
        thread = served_thread(word.thread, access, machine)
        takers.setdefault(tv(thread, word.value), thread)
    return panel_of(title, rows, places, takers, shown, access // bits, machine)


def panel_of(
    title: str,
    rows: int,
    places: Sequence[int],
    takers: dict[int, int],
    phase: Phase,
    run: int,
    machine: Machine,
) -> Panel:
    """The table of the banks of all elements.

    If the phase accesses an element, the table also shows the thread that accesses the element.
    `takers` maps the place of the element in the table to this thread.
    """
    found = by_bank(phase.words, machine)
    busy = {bank for bank, words in found.items() if len(words) > 1}
    ways = max(map(len, found.values()), default=1)
    cells = tuple(
        Cell((("T", takers[x]), ("b", bank)), bank)
        if x in takers
        else Cell((("", bank),), bank, Style.PLAIN)
        for x, bank in enumerate(places)
    )
    needed = tuple((bank, len(found.get(bank, ())), 1) for bank in range(machine.banks))
    said = f"{ways}-way" if ways > 1 else "no conflict in this phase"
    if phase.wavefronts == phase.phases:
        said = "conflict-free"
    return Panel(
        title,
        rows,
        cells,
        frozenset(x for x in takers if places[x] in busy),
        Mark.CONFLICT,
        Key("bank", machine.banks),
        f"{said}: {phase.subtitle}",
        run,
        notes=NOTES,
        bars=Bars("words per bank in this phase; a wavefront serves one per bank", needed),
        modulus=machine.banks,
        phase=(phase.number, phase.phases),
    )


def phase_of(
    offsets: Columns, bits: int, width: int, machine: Machine, number: int | None = None
) -> Phase:
    """Return the phase with this number, by default the first with a conflict, or else phase 0.

    Pre-conditions: the values can be accessed `width` bits at a time; `offsets` has the threads in
    the order of the machine's phases.
    """
    found = list(phases_of(offsets, bits, width, machine))
    ways = [max(map(len, by_bank(words, machine).values())) for words in found]
    if number is None:
        number = next((n for n, several in enumerate(ways) if several > 1), 0)
    if not 0 <= number < len(found):
        raise LayoutError(f"there are phases 0 to {len(found) - 1}, but no phase {numeral(number)}")
    return Phase(found[number], number, len(found), sum(ways))


def same_phase(
    panels: Iterable[Callable[[int | None], Panel]], phase: int | None = None
) -> list[Panel]:
    """The panels of several layouts, all for the same phase.

    Each entry of `panels` is a function that takes the number of a phase, or None for the first
    phase with a conflict, and returns the panel. Without `phase`, the first layout with a conflict
    determines the phase. If a layout has another number of phases, because its accesses have
    another width, its panel shows its own first phase with a conflict.

    >>> tv, tile = Layout((8, 2), (1, 8)), Layout((8, 8), (8, 1))
    >>> shown = same_phase([lambda phase: banks(tile, "f32", tv, 32, phase=phase)] * 2, 1)
    >>> [panel.subtitle for panel in shown] == ["2-way: 4 wavefronts, 2 needed; phase 1 of 2"] * 2
    True
    """
    given = list(panels)
    found = [each(phase) for each in given]
    if phase is not None:
        return found
    chosen = next((panel.phase for panel in found if panel.marked), None)
    if chosen is None:
        return found
    return [
        each(chosen[0]) if panel.phase is not None and panel.phase[1] == chosen[1] else panel
        for each, panel in zip(given, found, strict=True)
    ]
