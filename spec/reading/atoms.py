"""Matrix instructions that were read: the thread-value layouts of their operands."""

from dataclasses import dataclass
from typing import Any

from spec.atoms import Atom, Operand
from spec.layout import Layout
from spec.reading.scanner import Scanner
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


def require_no_permutation(
    scanner: Scanner, start: int, permutation: Any, shape: tuple[int, ...]
) -> None:
    """Reject a permutation of atoms; a size that the tile divides only repeats the tile."""
    modes: tuple[Any, ...] = entries(permutation) or ()
    for mode, size in zip(modes, shape, strict=False):
        size_of = mode.size if isinstance(mode, Layout) and mode.stride in (1, 0) else mode
        if size_of is not None and (not isinstance(size_of, int) or size_of % size != 0):
            scanner.fail("an instruction whose tile is permuted by a layout is not read", "", start)
