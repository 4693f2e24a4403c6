"""Atoms: instructions of a whole warp, and which thread holds what, by the rules of the ISA."""

from spec.atoms.mma import Atom, Operand, mma_atom
from spec.atoms.rules import ldmatrix, mma_fragment
from spec.atoms.tiled import tiled_mma

__all__ = ["Atom", "Operand", "ldmatrix", "mma_atom", "mma_fragment", "tiled_mma"]
