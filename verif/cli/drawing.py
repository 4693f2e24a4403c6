"""The command `draw`: pictures of layouts, accesses and memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from spec.atoms import Atom, TiledMMA
from spec.bridges import Positioned
from spec.errors import LayoutError, NotationError
from spec.int_tuple import IntTuple
from spec.linear import LinearLayout
from spec.memory import NVIDIA, Machine, machine_of
from spec.pictures.banks import banks, same_phase
from spec.pictures.bits import matrix
from spec.pictures.offsets import panels, require_drawable
from spec.pictures.panel import Panel, Product
from spec.pictures.products import product
from spec.pictures.sectors import sectored
from spec.pictures.sheet import draw as drawn
from spec.pictures.takers import takers
from spec.pictures.text import alone, compared, shown
from verif.cli.operands import OnMachine, access, operand
from verif.cli.output import BadInputError, terminal_width
from verif.expression import evaluated, read
from verif.operations.kinds import ACCESSED, ELEMENT, INT_TUPLE, LAYOUT, POSITIONED
from verif.upstream.in_process import SPEC


def draw(
    layout: Annotated[str, typer.Argument(metavar="LAYOUT", help="A layout of rank 1 or 2.")],
    other: Annotated[
        str | None,
        typer.Argument(metavar="LAYOUT2", help="A second layout; differences are marked."),
    ] = None,
    tv: Annotated[
        str | None,
        typer.Option(
            "--tv", metavar="SHAPE", help="LAYOUT is a thread-value layout of a tile of this shape."
        ),
    ] = None,
    bank_element: Annotated[
        str | None,
        typer.Option(
            "--banks",
            metavar="TYPE",
            help="Show the bank of each element; TYPE is a type such as f16.",
        ),
    ] = None,
    sector_element: Annotated[
        str | None,
        typer.Option("--sectors", metavar="TYPE", help="Show the sector of each element."),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="TV[@BITS]",
            help="The accesses: --banks shows one phase of them, and --sectors shows one request.",
        ),
    ] = None,
    phase: Annotated[
        int | None,
        typer.Option(
            "--phase",
            metavar="N",
            help="Show phase or request N, instead of the first one with a conflict.",
        ),
    ] = None,
    machine: OnMachine = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Write an SVG or PNG file."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the tables as JSON.")] = False,
) -> None:
    """Show a layout, or two side by side, on the terminal or as an image.

    A layout of rank 1 or 2 is shown as CuTe prints it. Differences between two layouts are marked.
    The picture of a tiled XLA array shows its padding. A linear layout is shown as a matrix of
    bits. A matrix instruction shows the threads and values of A, B and C.

    With --tv (16,8), LAYOUT is a thread-value layout of a tile of that shape. Each element shows
    its thread and value; elements without a thread, or with several threads, are marked.

    With --banks f16, LAYOUT is a tile in shared memory. Each element shows its bank. With --by TV,
    each element that one phase accesses also shows its thread, and bank conflicts are marked. The
    default is the first phase with a conflict; --phase selects another phase. --sectors f16 shows
    the sectors of a tile in global memory, and with --by TV the sectors of one request.

    If the terminal is too narrow, the columns are split into bands, one below the other. PNG files
    need resvg-py (`pip install resvg-py`).

    Exit status: 0, 2 for bad input.

    Examples:
    layout-verif draw "(4,(2,2)):(2,(1,8))"
    layout-verif draw "(8,8):(8,1)" "Sw<3,0,3> o 0 o (8,8):(8,1)" -o swizzled.svg
    layout-verif draw --tv "(16,8)" "((4,8),(2,2)):((32,1),(16,8))" -o accumulator.png
    layout-verif draw SM80_16x8x16_F32F16F16F32_TN -o mma.svg
    """
    if json and output is not None:
        raise BadInputError("give --json or --output, not both")
    if output is not None:
        # Import the file writer only if a file is written.
        from verif.pages.images import require_image

        require_image(output)
    texts = [layout] if other is None else [layout, other]
    view = _View(tv, bank_element, sector_element, by, phase, machine)
    found = view.panels(texts)
    if found is None:
        layouts = [_drawable(text) for text in texts]
        if output is None and not json:
            plain = compared if other is not None else alone
            typer.echo(plain(*layouts, width=terminal_width()))
            return
        found = panels(*layouts)
    parts = found.panels if isinstance(found, Product) else found
    if json:
        # Import the JSON encoder only if it is needed.
        from verif.cli.records import encoded_picture

        typer.echo(encoded_picture(parts), nl=False)
        return
    if output is None:
        typer.echo(shown(parts, terminal_width()))
        return
    from verif.pages.images import write_image

    write_image(output, drawn(found))


@dataclass(frozen=True)
class _View:
    """The options that say what a picture shows."""

    tv: str | None
    banks: str | None
    sectors: str | None
    by: str | None
    phase: int | None
    machine: str | None

    def panels(self, texts: Sequence[str]) -> tuple[Panel, ...] | Product | None:
        """Return the panels of the layouts or of an instruction.

        Return None if each layout is to be shown as a plain table of its offsets.
        """
        if sum(option is not None for option in (self.tv, self.banks, self.sectors)) > 1:
            raise BadInputError("give only one of --tv (threads and values), --banks and --sectors")
        if self.banks is None and self.sectors is None:
            for name in ("by", "phase", "machine"):
                if getattr(self, name) is not None:
                    raise BadInputError(f"--{name} needs --banks or --sectors")
        if self.phase is not None and self.by is None:
            raise BadInputError("--phase needs --by")
        if self.tv is not None:
            tile = self._tile(self.tv)
            return tuple(takers(operand("draw", text, LAYOUT, tile), tile) for text in texts)
        if self.banks is not None:
            return tuple(same_phase(self._panels(banks, self.banks, texts), self.phase))
        if self.sectors is not None:
            return tuple(each(self.phase) for each in self._panels(sectored, self.sectors, texts))
        values = [evaluated(read(text), SPEC) for text in texts]
        if all(isinstance(value, LinearLayout) for value in values):
            return tuple(matrix(value) for value in values if isinstance(value, LinearLayout))
        match values:
            case [Atom() | TiledMMA() as instruction]:
                return product(instruction)
            case _:
                return None

    @staticmethod
    def _tile(text: str) -> IntTuple:
        """Return the tile that the user gave to `--tv`.

        If the user gave a layout instead of a tile, the error says what to write.
        """
        try:
            return operand("draw", text, INT_TUPLE)
        except NotationError:
            raise
        except LayoutError:
            raise BadInputError(
                f"--tv must be the shape of a tile, not {text}; LAYOUT is the thread-value layout:"
                " draw --tv '(16,8)' LAYOUT"
            ) from None

    def _panels(
        self, kind: Callable[..., Panel], element: str, texts: Sequence[str]
    ) -> Iterator[Callable[[int | None], Panel]]:
        """For each layout, yield a function that returns the panel of a phase or request."""
        bits = operand("draw", element, ELEMENT)
        on: Machine = NVIDIA if self.machine is None else machine_of(self.machine)
        taking, width = (None, None) if self.by is None else access("--by", self.by)
        for text in texts:
            memory: Any = operand("draw", text, ACCESSED)
            yield partial(kind, memory, bits, taking, width, on)


def _drawable(text: str) -> Positioned:
    """Return the layout of an expression. Raises LayoutError if the layout cannot be drawn."""
    layout = operand("draw", text, POSITIONED)
    require_drawable(layout)
    return layout
