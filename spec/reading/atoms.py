"""Matrix instructions that were read: the thread-value layouts of their operands."""

from dataclasses import dataclass

from spec.atoms import Atom, Operand, TiledMMA
from spec.reading.tiled import TiledLayout


@dataclass(frozen=True)
class TiledInstruction:
    """A matrix instruction or a tile of instructions: the thread-value layouts of its operands.

    >>> from spec.atoms import mma_atom
    >>> print(TiledInstruction(mma_atom("SM80_16x8x8_F16F16F16F16_TN")).c)
    ((4,8),(2,2)):((32,1),(16,8)) of tile <16,8>
    """

    atom: Atom | TiledMMA

    def __post_init__(self) -> None:
        for operand in (self.atom.a, self.atom.b, self.atom.c):
            _tiled(operand)

    @property
    def a(self) -> TiledLayout:
        """The thread-value layout of operand A, for a tile of m by k elements."""
        return _tiled(self.atom.a)

    @property
    def b(self) -> TiledLayout:
        """The thread-value layout of operand B, for a tile of n by k elements."""
        return _tiled(self.atom.b)

    @property
    def c(self) -> TiledLayout:
        """The thread-value layout of the result C, for a tile of m by n elements."""
        return _tiled(self.atom.c)

    def __str__(self) -> str:
        return f"A {self.a}; B {self.b}; C {self.c}"


def _tiled(operand: Operand) -> TiledLayout:
    return TiledLayout(operand.layout, operand.block)
