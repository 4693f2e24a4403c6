"""Tiled copies and matrix instructions: a thread-value layout and its tile."""

from dataclasses import dataclass

from spec.composition import Tiler, composition
from spec.divide import zipped_divide
from spec.errors import LayoutError, ShapeError, numeral
from spec.int_tuple import IntTuple, ceil_div, format_int_tuple, product
from spec.layout import Layout, make_layout
from spec.memory.accesses import require_two_modes
from spec.notation import format_tiler
from spec.reading.trees import entries


class OutsideTileError(ShapeError):
    """Raised for a thread-value layout with an element outside its tile."""


@dataclass(frozen=True)
class TiledLayout:
    """A thread-value layout of a tile: from (thread, value) to the 1-D coordinate in the tile.

    Pre-conditions: `tv` has two modes and stays within the tile.

    >>> copy = TiledLayout(Layout(((8, 16), 8), ((128, 1), 16)), (Layout(16), Layout(64)))
    >>> copy.tile, copy.tv.size
    ((16, 64), 1024)
    """

    tv: Layout
    tiler: Tiler

    def __post_init__(self) -> None:
        require_two_modes(self.tv)
        tiles = entries(self.tiler)
        if not tiles or any(tile is None for tile in tiles):
            raise LayoutError(
                f"a tile must have a size in each mode, not {format_tiler(self.tiler)}"
            )
        if self.tv.cosize > product(self.tile):
            raise OutsideTileError(
                f"{self.tv} reaches {numeral(self.tv.cosize)} elements, more than the tile"
                f" {format_int_tuple(self.tile)} has"
            )

    @property
    def tile(self) -> tuple[int, ...]:
        """The sizes of the tile's modes."""
        return tuple(
            tile.size if isinstance(tile, Layout) else product(tile)
            for tile in entries(self.tiler) or ()
        )

    def on(self, shape: IntTuple) -> Layout:
        """The thread-value layout of a whole tensor, over which the tile is repeated.

        Pre-conditions: the tile divides the shape, mode by mode.
        Post-conditions: the result maps (thread, (value, tile..)) to the 1-D coordinate of an
        element of the tensor, and CuTe's partition gives this element to the thread (tested).

        >>> copy = TiledLayout(Layout(((8, 16), 8), ((128, 1), 16)), (16, 64))
        >>> print(copy.on((16, 64)))
        ((8,16),8):((128,1),16)
        >>> print(copy.on((64, 64)))
        ((8,16),(8,4)):((512,1),(64,16))
        >>> copy.on((64, 32))
        Traceback (most recent call last):
        spec.errors.ShapeError: the tile (16,64) does not divide the tensor (64,32): mode 1 has 32 \
elements, which 64 does not divide
        """
        tiles = entries(self.tiler) or ()
        if shape == self.tile and not any(isinstance(tile, Layout) for tile in tiles):
            return self.tv
        modes = shape if isinstance(shape, tuple) else (shape,)
        self._require_divides(modes)
        tiler = (*tiles, *(1,) * (len(modes) - len(tiles)))
        divided = zipped_divide(Layout(modes), tiler)
        held = composition(divided[0], self.tv)
        rest = [mode for mode in divided[1] if mode.size > 1]
        return make_layout(held[0], make_layout(held[1], *rest) if rest else held[1])

    def _require_divides(self, modes: tuple[IntTuple, ...]) -> None:
        name = f"the tile {format_int_tuple(self.tile)} does not divide the tensor"
        name += f" {format_int_tuple(modes)}"
        if len(modes) < len(self.tile):
            raise ShapeError(f"{name}, which has fewer modes")
        for k, (mode, side) in enumerate(zip(modes, self.tile, strict=False)):
            size = product(mode)
            if ceil_div(size, side) * side != size:
                raise ShapeError(
                    f"{name}: mode {k} has {numeral(size)} elements, which {numeral(side)}"
                    " does not divide"
                )

    def __str__(self) -> str:
        return f"{self.tv} of tile {format_tiler(self.tiler)}"
