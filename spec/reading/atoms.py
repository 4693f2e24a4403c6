"""Matrix instructions in texts: the thread-value layouts of their operands."""

from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from spec.atoms import Atom, Operand
from spec.composition import composition
from spec.errors import LayoutError
from spec.layout import Layout, make_layout
from spec.reading.tiled import TiledLayout
from spec.reading.trees import entries


@dataclass(frozen=True)
class TiledInstruction:
    """A matrix instruction, or a tile of several: the thread-value layouts of its operands.

    >>> from spec.atoms import mma_atom
    >>> print(TiledInstruction(mma_atom("SM80_16x8x8_F16F16F16F16_TN")).c)
    ((4,8),(2,2)):((32,1),(16,8)) of tile <16,8>
    """

    atom: Atom

    def __post_init__(self) -> None:
        for operand in (self.atom.a, self.atom.b, self.atom.c):
            _tiled(operand)

    @property
    def a(self) -> TiledLayout:
        """The operand A, (m,k)."""
        return _tiled(self.atom.a)

    @property
    def b(self) -> TiledLayout:
        """The operand B, (n,k)."""
        return _tiled(self.atom.b)

    @property
    def c(self) -> TiledLayout:
        """The result C, (m,n)."""
        return _tiled(self.atom.c)

    def __str__(self) -> str:
        return f"A {self.a}; B {self.b}; C {self.c}"


def _tiled(operand: Operand) -> TiledLayout:
    return TiledLayout(operand.layout, operand.block)


def permuted(atom: Atom, permutation: Any) -> Atom:
    """The tile of atoms in which a layout permutes each of the modes m, n and k.

    A mode with a size or `_` is not permuted: the tile is repeated along it, as over a tensor.

    >>> from spec.atoms import mma_atom
    >>> atom = mma_atom("SM80_16x8x8_F16F16F16F16_TN")
    >>> print(permuted(atom, (16, Layout((2, 4, 2), (1, 4, 2)), 8)).c.layout)
    ((4,8),((2,2),2)):((64,1),((16,8),32))

    Source: CuTe atom/mma_atom.hpp, TiledMMA.
    """
    modes: tuple[Any, ...] = entries(permutation) or ()
    if all(not isinstance(mode, Layout) or mode.stride in (1, 0) for mode in modes):
        _require_repeats(modes, atom.shape)
        return atom
    sides = tuple(
        mode if isinstance(mode, Layout) else Layout(mode if isinstance(mode, int) else size)
        for mode, size in zip_longest(modes, atom.shape)
    )

    def operand(one: Operand, rows: int, columns: int) -> Operand:
        r, c = sides[rows], sides[columns]
        held = _tiled(one).on((r.size, c.size))
        places = make_layout(r, Layout(c.shape, _scaled(c.stride, r.size)))
        return Operand(composition(places, held), (r.size, c.size), one.times)

    return Atom(
        atom.name,
        (sides[0].size, sides[1].size, sides[2].size),
        atom.threads,
        operand(atom.a, 0, 2),
        operand(atom.b, 1, 2),
        operand(atom.c, 0, 1),
    )


def _scaled(stride: Any, by: int) -> Any:
    parts = entries(stride)
    return stride * by if parts is None else tuple(_scaled(part, by) for part in parts)


def _require_repeats(modes: tuple[Any, ...], shape: tuple[int, ...]) -> None:
    for mode, size in zip(modes, shape, strict=False):
        side = mode.size if isinstance(mode, Layout) else mode
        if side is not None and (not isinstance(side, int) or side % size != 0):
            raise LayoutError(f"a tile of {size} does not repeat along {side}")
