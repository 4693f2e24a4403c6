"""Explain an operation step by step, mode by mode, as CuTe's documentation does.

Most operations are explained by compositions. In composition(A, B), a mode n:w of B first takes
every w-th element of A: A's shape is divided by w, from the left. Then the mode keeps the first n
of these elements. If A's shape cannot be divided by w, the mode n:w is cut into pieces instead. A
piece ends where the steps of n:w leave a mode of A. If the sizes of the pieces divide n, the result
is still a layout.
"""

from collections.abc import Callable, Iterator
from typing import Final

from spec.by_mode import parted, tile_of
from spec.coalesce import coalesce_extended
from spec.complement import complement
from spec.composition import (
    Tiler,
    composition,
    images,
    largest_residue,
    quotients,
    refine,
)
from spec.divide import flat_divide, logical_divide, tiled_divide, zipped_divide
from spec.errors import LayoutError, numeral
from spec.explained_modes import OF_ONE_LAYOUT, complemented
from spec.int_tuple import format_int_tuple
from spec.layout import Layout, make_layout
from spec.modes import Modes, joined, layout_of, modes_of
from spec.notation import format_tiler
from spec.products import (
    blocked_product,
    filled_up,
    flat_product,
    logical_product,
    raked_product,
    tiled_product,
    zipped_product,
)
from spec.taking import is_int_tuple

Lines = Iterator[str]
"""The lines of an explanation; the steps inside another step are indented."""

DIVIDES: Final[dict[str, Callable[[Layout, Tiler], Layout]]] = {
    divide.__name__: divide for divide in (logical_divide, zipped_divide, tiled_divide, flat_divide)
}
"""The divide functions by name."""

PRODUCTS: Final[dict[str, Callable[[Layout, Tiler], Layout]]] = {
    made.__name__: made for made in (logical_product, zipped_product, tiled_product, flat_product)
}
"""The product functions that take a tiler, by name."""

RANKED: Final[dict[str, Callable[[Layout, Layout], Layout]]] = {
    made.__name__: made for made in (blocked_product, raked_product)
}
"""The product functions that pair the modes of two layouts, by name."""

EXPLAINED: Final = (
    *("composition", *DIVIDES, *PRODUCTS, *RANKED),
    *("complement", *OF_ONE_LAYOUT),
)
"""The operations whose steps are explained."""


def explain(operation: str, a: Layout, b: Tiler = None) -> str:
    """Explain the steps of an operation on A, or on A and B, up to the error if one is raised.

    Pre-conditions: the operation is a composition, a divide, a product, `complement`, `coalesce` or
    an inverse. `coalesce` and the inverses take one layout.

    >>> print(explain("composition", Layout((6, 2), (8, 2)), Layout((4, 3), (3, 1))))
    composition((6,2):(8,2), (4,3):(3,1))
    mode 4:3 of B:
      every 3rd element of A: (6,2):(8,2) / 3 is (2,2):(24,2)
      the first 4 of these: (2,2):(24,2)
    mode 3:1 of B:
      every element of A: (6,2):(8,2)
      the first 3 of these: 3:8
    together, in mode 6:8 of A: the steps of B add up to at most 5, below the mode's size
    = ((2,2),3):((24,2),8)

    Source: CuTe 02_layout_algebra.md, Computing Composition, Division.
    """
    if operation not in EXPLAINED:
        raise LayoutError(f"explain supports only {', '.join(EXPLAINED)}, not {operation}")
    alone = operation in OF_ONE_LAYOUT
    if alone and b is not None:
        raise LayoutError(f"explain takes one layout for {operation}")
    other = format_int_tuple(b) if is_int_tuple(b) else format_tiler(b)
    lines = [f"{operation}({a})" if alone else f"{operation}({a}, {other})"]
    try:
        lines += OF_ONE_LAYOUT[operation](a) if alone else _steps(operation, a, b)
    except LayoutError as refusal:
        lines.append(f"refused: {refusal}")
    return "\n".join(lines)


def _steps(operation: str, a: Layout, b: Tiler) -> Lines:
    """The steps of an operation on A and B, followed by the operation's result."""
    if operation == "composition":
        yield from _composed(a, b)
    elif operation == "complement":
        if not is_int_tuple(b):
            raise LayoutError("the cotarget of a complement must be an integer or a shape")
        yield from complemented(a, b)
    elif operation in RANKED:
        yield from _paired(operation, a, b)
    elif operation in DIVIDES:
        yield from _divided(a, b)
        if b is not None and operation != "logical_divide":
            yield f"logical_divide is {logical_divide(a, b)}"
            yield f"{operation} puts the tiles of all modes before the rests of all modes:"
        yield f"= {DIVIDES[operation](a, b)}"
    else:
        yield from _multiplied(a, b)
        if b is not None and operation != "logical_product":
            yield f"logical_product is {logical_product(a, b)}"
            yield f"{operation} puts the blocks of all modes before the copies of all modes:"
        yield f"= {PRODUCTS[operation](a, b)}"


def _multiplied(a: Layout, b: Tiler) -> Lines:
    """The steps of a logical product."""
    if isinstance(b, tuple):
        yield from _by_mode(a, b, _multiplied)
    elif b is None:
        yield f"{a} is left as it is"
    else:
        tiler = tile_of(b)
        room = a.size * tiler.cosize
        copies = complement(a, room)
        yield f"complement({a}, {numeral(room)}) goes from copy to copy: {copies}"
        yield f"composition({copies}, {tiler}):"
        yield from _indented(_composed_with(copies, tiler))


def _paired(operation: str, a: Layout, b: Tiler) -> Lines:
    """The steps of a blocked or raked product, and its result."""
    if b is None or isinstance(b, tuple):
        raise LayoutError(f"argument 2 of {operation} must be a layout, not {format_tiler(b)}")
    tiler = tile_of(b)
    block, copies = (filled_up(one, max(a.rank, tiler.rank)) for one in (a, tiler))
    if (block, copies) != (a, tiler):
        yield f"both get {block.rank} modes: {block} and {copies}"
    yield from _multiplied(block, copies)
    yield f"logical_product is {logical_product(block, copies)}"
    yield f"{operation} pairs each mode of the block with its copies:"
    yield f"= {RANKED[operation](a, tiler)}"


def _composed(a: Layout, b: Tiler) -> Lines:
    """The steps of a composition, and its result."""
    if isinstance(b, tuple):
        yield from _by_mode(a, b, _composed)
        yield f"= {composition(a, b)}"
    elif b is None:
        yield f"= {a}, which is left as it is"
    else:
        yield from _composed_with(a, tile_of(b))


def _composed_with(a: Layout, b: Layout) -> Lines:
    modes = coalesce_extended(modes_of(a)) if modes_of(a) else ()
    if modes and layout_of(modes) != a:
        yield f"A is coalesced: {layout_of(modes)}"
    groups: list[Modes] = []
    for n, w in modes_of(b) if modes else ():
        yield f"mode {n}:{w} of B:"
        if w < 0:
            # The composition raises an error for this mode, before it looks at the next modes.
            break
        pieces = refine(modes, n, w, len(modes))
        yield from _indented(_one_mode(modes, n, w, pieces))
        groups.append(pieces)
    else:
        if len(groups) > 1:
            yield from _together(modes, joined(tuple(groups)))
    yield f"= {composition(a, b)}"


def _one_mode(modes: Modes, n: int, w: int, pieces: Modes) -> Lines:
    """The lines that explain what the mode n:w of B does in a composition."""
    divided = _divided_out(modes, w)
    images_of_pieces = layout_of(images(modes, pieces))
    if divided is None:
        if len(pieces) == 1:
            yield f"none of the {n} steps of {w} carries out of a mode of A"
        else:
            steps = ", then ".join(f"{t} steps of {v}" for t, v in pieces)
            yield f"it is cut where its steps carry out of a mode of A: {steps}"
        yield f"A of these: {images_of_pieces}"
        return
    if w > 1:
        yield f"every {_ordinal(w)} element of A: {layout_of(modes)} / {w} is {layout_of(divided)}"
    else:
        yield f"every element of A: {layout_of(modes)}" if w else "the first element of A, again"
    yield f"the first {n} of these: {images_of_pieces}"


def _divided_out(modes: Modes, w: int) -> Modes | None:
    """The modes of the layout that has every w-th element of A.

    w is divided by the sizes of the modes of A, one after the other. The division fails at a mode
    before the last if neither the mode's size nor the quotient so far is a multiple of the other.
    In this case, return None.
    """
    if w == 0:
        return ()
    found: list[tuple[int, int]] = []
    for k, (s, d) in enumerate(modes):
        if k == len(modes) - 1:
            found.append((max(1, s // w), d * w))
        elif s % w == 0:
            found += [(s // w, d * w)] if s != w else []
            w = 1
        elif w % s == 0:
            w //= s
        else:
            return None
    return tuple(found)


def _together(modes: Modes, pieces: Modes) -> Lines:
    """Yield a line for each mode of A except the last: the largest sum of B's steps in this mode.

    Stop after the first mode whose size the sum reaches, because the sum carries out of this mode.
    """
    while modes[1:]:
        s, d = modes[0]
        reached = largest_residue(pieces, s)
        below = "below the mode's size" if reached < s else "and carry out of the mode"
        yield (
            f"together, in mode {s}:{d} of A: the steps of B add up to at most {numeral(reached)},"
            f" {below}"
        )
        if reached >= s:
            return
        modes, pieces = modes[1:], quotients(pieces, s)


def _divided(a: Layout, b: Tiler) -> Lines:
    """The steps of a logical divide."""
    if isinstance(b, tuple):
        yield from _by_mode(a, b, _divided)
    elif b is None:
        yield f"{a} is left as it is"
    else:
        tile = tile_of(b)
        rest = complement(tile, a.size)
        both = make_layout(tile, rest)
        yield f"complement({tile}, {numeral(a.size)}) goes from tile to tile: {rest}"
        yield f"composition({a}, {both}):"
        yield from _indented(_composed_with(a, both))


def _by_mode(
    a: Layout, tilers: tuple[Tiler, ...], steps: Callable[[Layout, Tiler], Lines]
) -> Lines:
    """The steps of each mode that has a tiler."""
    reached, kept = parted(a, tilers)
    for k, (mode, tiler) in enumerate(reached):
        yield f"mode {k} of A, {mode}, by {format_tiler(tiler)}:"
        yield from _indented(steps(mode, tiler))
    for k, mode in enumerate(kept, len(reached)):
        yield f"mode {k} of A, {mode}, is kept"


def _indented(lines: Lines) -> Lines:
    for line in lines:
        yield f"  {line}"


def _ordinal(n: int) -> str:
    """The ordinal of n.

    >>> [_ordinal(n) for n in (2, 3, 4, 11, 21, 112)]
    ['2nd', '3rd', '4th', '11th', '21st', '112th']
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{'th' if 11 <= n % 100 <= 13 else ending}"
