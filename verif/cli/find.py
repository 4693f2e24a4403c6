"""The command `find swizzle`: the best swizzles of a tile, or the least padding, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from spec.errors import LayoutError
from spec.layout import Layout
from spec.memory.accesses import require_whole
from spec.swizzle import IDENTITY
from verif.cli.operands import access, operand
from verif.cli.printing import print_lines
from verif.english import counted
from verif.finding.accesses import Access, Costs
from verif.finding.code import in_cpp, in_python
from verif.finding.paddings import paddings
from verif.finding.swizzles import Swizzles, best_swizzles
from verif.operations.kinds import ELEMENT, LAYOUT

app = typer.Typer(
    name="find",
    help="Search for layouts: `find swizzle`.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)

MOST_TIES = 8
"""How many equally good swizzles to list."""

TV = "TV[@BITS]"


@app.callback()
def find() -> None:
    """Search for layouts that serve given accesses best."""


@app.command(name="swizzle")
def find_swizzle(
    smem: Annotated[str, typer.Option("--smem", metavar="LAYOUT", help="The tile, unswizzled.")],
    element: Annotated[str, typer.Option("--type", metavar="TYPE", help="As f16.")],
    store: Annotated[
        list[str] | None, typer.Option("--store", metavar=TV, help="Who stores what.")
    ] = None,
    load: Annotated[
        list[str] | None, typer.Option("--load", metavar=TV, help="Who loads what.")
    ] = None,
) -> None:
    """Find the best swizzles of a tile in shared memory, and the least padding.

    TV takes (thread, value) to 1-D coordinates of the tile; `@128` behind it asks for accesses of
    128 bits, as ldmatrix does; otherwise they are as wide as the layouts allow.

    Exit status: 0 if found, 2 for bad input.

    Example:
    layout-verif find swizzle --smem "(32,32):(32,1)" --type f32 --load "(32,32):(1,32)"
    """
    tile, kind = operand("find", smem, LAYOUT), operand("find", element, ELEMENT)
    assert isinstance(tile, Layout)
    accesses = [
        *_accesses("store", store or [], tile),
        *_accesses("load", load or [], tile),
    ]
    if not accesses:
        raise LayoutError("give --store or --load, any number of them")
    found = best_swizzles(tile, kind, accesses)
    print_lines(Console(), [Text(line) for line in _lines(tile, kind, accesses, found)])


def _accesses(name: str, texts: Sequence[str], tile: Layout) -> Iterator[Access]:
    for number, text in enumerate(texts, 1):
        label = name if len(texts) == 1 else f"{name} {number}"
        tv, width = access("find", text, tile.shape)
        require_whole(tile, tv)
        yield Access(label, tv, width)


def _lines(
    tile: Layout, element: str, accesses: Sequence[Access], found: Swizzles
) -> Iterator[str]:
    plain = found.of(IDENTITY)
    if plain is not None:
        yield f"before  {tile}: {_cost(accesses, plain.costs)}"
    else:
        yield f"before  {tile}: its accesses are not as wide as they must be"
    best = found.found[0]
    yield f"best    {best.swizzle} o 0 o {tile}: {_cost(accesses, best.costs)}"
    for other in found.front[1:]:
        yield f"or      {other.swizzle} o 0 o {tile}: {_cost(accesses, other.costs)}"
    padded = next((one for one in paddings(tile, element, accesses) if one.padding), None)
    if padded is not None:
        yield f"padded  {padded.layout}: {_cost(accesses, padded.costs)}"
    yield from _reasons(found)
    yield f"C++     {in_cpp(best.swizzle, tile)}"
    yield f"Python  {in_python(best.swizzle, tile)}"


def _cost(accesses: Sequence[Access], costs: Costs) -> str:
    """Return the wavefronts of each access, and their sum.

    The requests are shown with the access width, as each determines the other.
    """
    parts = (
        f"{each.name} {one.wavefronts} ({counted(one.requests, 'request')} of {one.width} bits)"
        for each, one in zip(accesses, costs.served, strict=True)
    )
    return f"{counted(costs.wavefronts, 'wavefront')}, {', '.join(parts)}"


def _reasons(found: Swizzles) -> Iterator[str]:
    """Yield lines on why no swizzle is better, and which ones are equally good."""
    best, costs = found.found[0], found.found[0].costs
    if costs.wavefronts == found.fewest:
        yield f"why     no layout takes fewer: {found.fewest} wavefronts bring just so many bytes"
    elif costs.wavefronts == costs.phases:
        phases = counted(costs.phases, "phase")
        yield f"why     no layout takes fewer by such accesses: {phases}, one each"
    else:
        yield f"why     no swizzle takes fewer: {costs.phases} at least, one a phase"
    yield (
        f"tried   all {found.tried} swizzles of {found.bits} bits; "
        f"{len(found.found)} take accesses of the widths that are asked for"
    )
    ties = [str(one.swizzle) for one in found.best if one is not best]
    if ties:
        more = f" and {len(ties) - MOST_TIES} more" if len(ties) > MOST_TIES else ""
        yield f"tie     {', '.join(ties[:MOST_TIES])}{more}"
