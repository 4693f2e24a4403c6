"""The command `find swizzle`: the best swizzles of a tile, the least padding, and the reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from spec.errors import LayoutError
from spec.layout import Layout
from spec.memory import MACHINES, NVIDIA, Machine, machine_of
from spec.memory.accesses import require_whole
from spec.swizzle import IDENTITY
from verif.cli.operands import OnMachine, access, operand
from verif.cli.output import print_lines
from verif.english import counted
from verif.finding.accesses import Access, Costs
from verif.finding.code import in_cpp, in_python
from verif.finding.paddings import Padded, paddings
from verif.finding.swizzles import Found, Swizzles, best_swizzles
from verif.operations.kinds import ELEMENT, LAYOUT
from verif.processes.waiting import waiting

app = typer.Typer(
    name="find",
    help="Search for layouts: `find swizzle`.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

MOST_TIES = 8
"""The largest number of equally good swizzles to list."""

TV = "TV[@BITS]"


@app.callback()
def find() -> None:
    """Find the best layouts for given accesses."""


@app.command(name="swizzle")
def find_swizzle(
    smem: Annotated[
        str, typer.Option("--smem", metavar="LAYOUT", help="The tile in shared memory, unswizzled.")
    ],
    element: Annotated[
        str, typer.Option("--type", metavar="TYPE", help="The element type, such as f16.")
    ],
    store: Annotated[
        list[str] | None,
        typer.Option("--store", metavar=TV, help="Thread-value layout of a store."),
    ] = None,
    load: Annotated[
        list[str] | None, typer.Option("--load", metavar=TV, help="Thread-value layout of a load.")
    ] = None,
    machine: OnMachine = None,
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
) -> None:
    """Find the best swizzles of a tile in shared memory, and the least padding.

    TV maps (thread, value) to 1-D coordinates of the tile. Append `@128` for accesses of 128 bits,
    as for ldmatrix; by default, accesses are as wide as the layouts allow. On some machines, loads
    and stores have different phases. For example, with --machine gfx942, loads use the phases of
    gfx942_read.

    Exit status: 0 if found, 2 for bad input.

    Example:
    layout-verif find swizzle --smem "(32,32):(32,1)" --type f32 --load "(32,32):(1,32)"
    """
    tile, kind = operand("--smem", smem, LAYOUT), _element_type(element)
    assert isinstance(tile, Layout)
    accesses = [
        *_accesses("store", store or [], tile, NVIDIA if machine is None else machine_of(machine)),
        *_accesses("load", load or [], tile, _reading(machine)),
    ]
    if not accesses:
        raise LayoutError("give at least one --store or --load")
    with waiting("trying swizzles and paddings"):
        found = best_swizzles(tile, kind, accesses)
        padded = next((one for one in paddings(tile, kind, accesses) if one.padding), None)
    if json:
        typer.echo(_json(tile, kind, accesses, found, padded), nl=False)
        return
    print_lines(Console(), [Text(line) for line in _lines(tile, accesses, found, padded)])


def _json(
    tile: Layout, element: str, accesses: Sequence[Access], found: Swizzles, padded: Padded | None
) -> bytes:
    # Import the JSON encoder only if it is needed.
    from verif.cli.records import SCHEMA_VERSION, SwizzleRecord, SwizzlesRecord
    from verif.pages.encoding import as_json

    def record(layout: str, costs: Costs) -> SwizzleRecord:
        served = tuple(one.wavefronts for one in costs.served)
        return SwizzleRecord(layout, costs.wavefronts, served)

    def swizzled(one: Found) -> SwizzleRecord:
        return record(f"{one.swizzle} o 0 o {tile}", one.costs)

    plain, best = found.of(IDENTITY), found.found[0]
    return as_json(
        SwizzlesRecord(
            SCHEMA_VERSION,
            str(tile),
            element,
            tuple(one.name for one in accesses),
            None if plain is None else record(str(tile), plain.costs),
            tuple(map(swizzled, (best, *found.front[1:]))),
            tuple(str(one.swizzle) for one in found.best if one is not best),
            None if padded is None else record(str(padded.layout), padded.costs),
            found.fewest,
            found.tried,
            in_cpp(best.swizzle, tile),
            in_python(best.swizzle, tile),
        )
    )


def _element_type(text: str) -> str:
    """Return the element type with this name. Raises LayoutError if there is no such type."""
    try:
        return operand("--type", text, ELEMENT)
    except LayoutError:
        raise LayoutError(f"{text!r} is not an element type, such as f16, bf16 or f32") from None


def _reading(machine: str | None) -> Machine:
    """Return the machine that models loads: `MACHINE_read` if it exists, otherwise `machine`.

    On some machines, loads and stores have different phases. Without `machine`, return NVIDIA.
    """
    if machine is None:
        return NVIDIA
    return MACHINES.get(f"{machine}_read") or machine_of(machine)


def _accesses(name: str, texts: Sequence[str], tile: Layout, machine: Machine) -> Iterator[Access]:
    for number, text in enumerate(texts, 1):
        label = name if len(texts) == 1 else f"{name} {number}"
        tv, width = access(f"--{name}", text, tile.shape)
        require_whole(tile, tv)
        yield Access(label, tv, width, machine)


def _lines(
    tile: Layout, accesses: Sequence[Access], found: Swizzles, padded: Padded | None
) -> Iterator[str]:
    plain = found.of(IDENTITY)
    if plain is not None:
        yield f"before  {tile}: {_cost(accesses, plain.costs)}"
    else:
        yield f"before  {tile}: it does not allow the access widths you asked for"
    best = found.found[0]
    yield f"best    {best.swizzle} o 0 o {tile}: {_cost(accesses, best.costs)}"
    for other in found.front[1:]:
        yield f"or      {other.swizzle} o 0 o {tile}: {_cost(accesses, other.costs)}"
    if padded is not None:
        yield f"padded  {padded.layout}: {_cost(accesses, padded.costs)}"
    yield from _reasons(found)
    yield f"C++     {in_cpp(best.swizzle, tile)}"
    yield f"DSL     {in_python(best.swizzle, tile)}"


def _cost(accesses: Sequence[Access], costs: Costs) -> str:
    """Return the wavefronts of each access, and their sum.

    The access width is shown, too, because it determines the number of requests.
    """
    parts = (
        f"{each.name} {one.wavefronts} ({counted(one.requests, 'request')} of {one.width} bits)"
        for each, one in zip(accesses, costs.served, strict=True)
    )
    return f"{counted(costs.wavefronts, 'wavefront')}, {', '.join(parts)}"


def _reasons(found: Swizzles) -> Iterator[str]:
    """Yield lines that say why no swizzle is better, and which swizzles are equally good."""
    best, costs = found.found[0], found.found[0].costs
    if costs.wavefronts == found.fewest:
        fewest = counted(found.fewest, "wavefront")
        yield f"why     optimal: {fewest} is the minimum for this many bytes"
    elif costs.wavefronts == costs.phases:
        phases = counted(costs.phases, "phase")
        yield f"why     optimal for accesses of these widths: one wavefront for each of {phases}"
    else:
        yield (
            f"why     the best of all swizzles; other layouts need at least {costs.phases} "
            "wavefronts, one for each phase"
        )
    yield (
        f"tried   all {found.tried} swizzles of {found.bits} bits; "
        f"{len(found.found)} allow the access widths you asked for"
    )
    ties = [str(one.swizzle) for one in found.best if one is not best]
    if ties:
        more = f" and {len(ties) - MOST_TIES} more" if len(ties) > MOST_TIES else ""
        yield f"tie     {', '.join(ties[:MOST_TIES])}{more}"
