"""Sectors of global memory: the elements and the sectors that one request of a warp touches."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from spec.composed import AnyLayout
from spec.errors import LayoutError, numeral
from spec.layout import Layout
from spec.memory.accesses import bits_of, columns
from spec.memory.by_enumeration import requests_of, sectors
from spec.memory.machine import NVIDIA, Machine
from spec.memory.served import Sectors
from spec.memory.taken import taken
from spec.pictures.offsets import offsets_in, require_drawable
from spec.pictures.panel import Bars, Cell, Key, Panel, Style

KEY: Final = Key("sector s", 32)
NOTES: Final = (
    (None, "T3 s5: thread 3 takes an element in sector 5 in the request that is shown"),
    (Style.HATCHED, "fetched with its sector, but not used by this request"),
    (Style.PLAIN, "a sector that this request does not touch"),
)
MOST_BARS: Final = 64


class Request(NamedTuple):
    """One request: which thread takes each of its elements, and the number of the request.

    `all` counts the sectors of all requests together.
    """

    takers: dict[int, int]
    number: int
    all: Sectors

    @property
    def subtitle(self) -> str:
        """The subtitle: the sectors touched and needed by all requests, and the request shown."""
        touched, fewest = numeral(self.all.sectors), numeral(self.all.fewest)
        of = numeral(self.all.requests)
        return f"{touched} sectors, {fewest} needed; request {self.number} of {of}"


def sectored(
    gmem: AnyLayout,
    element: str,
    tv: Layout | None = None,
    width: int | None = None,
    machine: Machine = NVIDIA,
    request: int | None = None,
) -> Panel:
    """The elements of a tensor in global memory, each with its sector, and coloured by sector.

    If tv is given, the panel shows only one request: the elements that the request accesses, with
    their threads, and the other elements of the fetched sectors. Without `request`, the panel shows
    the first request that touches more sectors than its elements need, or else request 0.

    Pre-conditions: gmem has rank 1 or 2 and at most MOST_CELLS elements, and its offsets count
    elements; if tv is given, the pre-conditions of `sectors`.

    >>> columns, threads = Layout((4, 2), (8, 1)), Layout((4, 1), (1, 0))
    >>> shown = sectored(columns, "f32", threads)
    >>> [cell.text for cell in shown.cells], shown.subtitle
    (['T0 s0', 'T1 s1', 'T2 s2', 'T3 s3', '0', '1', '2', '3'], \
'4 sectors, 1 needed; request 0 of 1')
    """
    require_drawable(gmem)
    bits = bits_of(element)
    title, rows = f"{gmem} {element}", gmem[0].size
    places = [x * bits // (8 * machine.sector) for x in offsets_in(gmem)]
    if tv is None:
        cells = tuple(Cell((("", sector),), sector) for sector in places)
        return Panel(title, rows, cells, key=KEY, run=8 * machine.sector // bits)
    _, bits, access = taken(gmem, tv, element, width, machine)
    offsets = columns(gmem, tv)
    groups = requests_of(offsets, access // bits, machine)
    found = sectors(offsets, bits, access, machine)

    def takers(number: int) -> dict[int, int]:
        threads, values = groups[number]
        return {tv(t, v): t for t in reversed(threads) for v in values}

    if request is None:
        request = first_wasteful(takers, len(groups), places, bits, machine)
    if not 0 <= request < len(groups):
        raise LayoutError(
            f"there are requests 0 to {len(groups) - 1}, but no request {numeral(request)}"
        )
    shown = Request(takers(request), request, found)
    return panel_of(title, rows, places, shown, bits, access // bits, machine)


def first_wasteful(
    takers: Callable[[int], dict[int, int]],
    requests: int,
    places: Sequence[int],
    bits: int,
    machine: Machine,
) -> int:
    """The number of the first request that touches more sectors than its elements need.

    If there is no such request, the number is 0.

    `takers(number)` maps each element of a request to the thread that takes the element. `places`
    has the sector of each element.
    """

    def is_wasteful(number: int) -> bool:
        found = takers(number)
        return len({places[x] for x in found}) > -(-len(found) * bits // (8 * machine.sector))

    return next(filter(is_wasteful, range(requests)), 0)


def panel_of(
    title: str,
    rows: int,
    places: Sequence[int],
    request: Request,
    bits: int,
    run: int,
    machine: Machine,
) -> Panel:
    """The table of the sectors of all elements, with the accesses of a request.

    `request.takers` maps the place of an element in the table to the thread that takes the element.
    Elements that the request does not take are not in `request.takers`.
    """
    takers = request.takers
    touched = {places[x] for x in takers}

    def cell(x: int, sector: int) -> Cell:
        if x in takers:
            return Cell((("T", takers[x]), ("s", sector)), sector)
        style = Style.HATCHED if sector in touched else Style.PLAIN
        return Cell((("", sector),), sector, style)

    used: dict[int, int] = dict.fromkeys(sorted(touched), 0)
    for x in takers:
        used[places[x]] += bits
    bars = tuple((sector, count // 8, machine.sector) for sector, count in used.items())
    title_of_bars = f"bytes used of the {machine.sector} bytes of each sector in this request"
    return Panel(
        title,
        rows,
        tuple(cell(x, sector) for x, sector in enumerate(places)),
        key=KEY,
        subtitle=request.subtitle,
        run=run,
        notes=NOTES,
        bars=Bars(title_of_bars, bars) if len(bars) <= MOST_BARS else None,
    )
