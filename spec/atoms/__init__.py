"""Atoms: matrix instructions and copies, and which thread holds which element.

Read the modules in this order: rules, mfma, mma, tiled; copy, copies; tma, descriptors. The
functions that this package exports check their arguments. They accept a single matrix instruction
in place of a tile, and a shape in place of its compact layout.
"""

from collections.abc import Callable
from typing import Any, Final

from spec.atoms import copies, copy, mma, tiled
from spec.atoms.copies import TiledCopy
from spec.atoms.copy import CopyAtom
from spec.atoms.mma import Atom, Operand
from spec.atoms.rules import ldmatrix, mma_fragment
from spec.atoms.tiled import TiledMMA
from spec.kinds import by_annotations

copy_atom = by_annotations(copy.copy_atom)
get_layoutA_TV = by_annotations(tiled.get_layoutA_TV)
get_layoutB_TV = by_annotations(tiled.get_layoutB_TV)
get_layoutC_TV = by_annotations(tiled.get_layoutC_TV)
get_layoutD_TV = by_annotations(copies.get_layoutD_TV)
get_layoutS_TV = by_annotations(copies.get_layoutS_TV)
make_tiled_copy = by_annotations(copies.make_tiled_copy)
make_tiled_copy_A = by_annotations(copies.make_tiled_copy_A)
make_tiled_copy_B = by_annotations(copies.make_tiled_copy_B)
make_tiled_copy_C = by_annotations(copies.make_tiled_copy_C)
make_tiled_copy_C_atom = by_annotations(copies.make_tiled_copy_C_atom)
make_tiled_copy_D = by_annotations(copies.make_tiled_copy_D)
make_tiled_copy_S = by_annotations(copies.make_tiled_copy_S)
mma_atom = by_annotations(mma.mma_atom)
partition_A = by_annotations(tiled.partition_A)
partition_B = by_annotations(tiled.partition_B)
partition_C = by_annotations(tiled.partition_C)
partition_D = by_annotations(copies.partition_D)
partition_S = by_annotations(copies.partition_S)
retile = by_annotations(copies.retile)
thrfrg_A = by_annotations(tiled.thrfrg_A)
thrfrg_B = by_annotations(tiled.thrfrg_B)
thrfrg_C = by_annotations(tiled.thrfrg_C)
tidfrg_D = by_annotations(copies.tidfrg_D)
tidfrg_S = by_annotations(copies.tidfrg_S)
tiled_mma = by_annotations(tiled.tiled_mma)

CHECKED: Final[tuple[Callable[..., Any], ...]] = tuple(
    function for function in list(globals().values()) if hasattr(function, "__wrapped__")
)
"""The exported functions that check the types of their arguments."""

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
    "make_tiled_copy_C_atom",
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
