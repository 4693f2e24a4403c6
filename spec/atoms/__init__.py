"""Atoms: matrix instructions, and which thread holds which element according to the ISA."""

from spec.atoms.mma import Atom, Operand, mma_atom
from spec.atoms.rules import ldmatrix, mma_fragment
from spec.atoms.tiled import tiled_mma

__all__ = ["Atom", "Operand", "ldmatrix", "mma_atom", "mma_fragment", "tiled_mma"]
