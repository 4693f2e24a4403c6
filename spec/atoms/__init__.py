"""Atoms: matrix instructions and copies, and which thread holds which element.

Read the modules in this order: rules, mma, tiled; copy, copies.
"""

from spec.atoms.copies import (
    TiledCopy,
    get_layoutD_TV,
    get_layoutS_TV,
    make_tiled_copy,
    make_tiled_copy_A,
    make_tiled_copy_B,
    make_tiled_copy_C,
    make_tiled_copy_D,
    make_tiled_copy_S,
    partition_D,
    partition_S,
    retile,
    tidfrg_D,
    tidfrg_S,
)
from spec.atoms.copy import CopyAtom, copy_atom
from spec.atoms.mma import Atom, Operand, mma_atom
from spec.atoms.rules import ldmatrix, mma_fragment
from spec.atoms.tiled import (
    TiledMMA,
    get_layoutA_TV,
    get_layoutB_TV,
    get_layoutC_TV,
    partition_A,
    partition_B,
    partition_C,
    thrfrg_A,
    thrfrg_B,
    thrfrg_C,
    tiled_mma,
)

__all__ = [
    "Atom",
    "CopyAtom",
    "Operand",
    "TiledCopy",
    "TiledMMA",
    "copy_atom",
    "get_layoutA_TV",
    "get_layoutB_TV",
    "get_layoutC_TV",
    "get_layoutD_TV",
    "get_layoutS_TV",
    "ldmatrix",
    "make_tiled_copy",
    "make_tiled_copy_A",
    "make_tiled_copy_B",
    "make_tiled_copy_C",
    "make_tiled_copy_D",
    "make_tiled_copy_S",
    "mma_atom",
    "mma_fragment",
    "partition_A",
    "partition_B",
    "partition_C",
    "partition_D",
    "partition_S",
    "retile",
    "thrfrg_A",
    "thrfrg_B",
    "thrfrg_C",
    "tidfrg_D",
    "tidfrg_S",
    "tiled_mma",
]
