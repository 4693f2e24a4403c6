"""Matrix instructions, copies, and which thread holds which element."""

from __future__ import annotations

from typing import Final

import spec
from spec import atoms
from verif.operations.kinds import (
    ANY_LAYOUT,
    ATOM,
    COPY_ATOM,
    ELEMENT,
    INSTRUCTION,
    INT_TUPLE,
    INTEGER,
    LAYOUT,
    LAYOUT_OR_INT_TUPLE,
    TILED_COPY,
    TILED_MMA,
    TILER,
    Signature,
)
from verif.operations.names import NOWHERE
from verif.operations.operation import NotDrawn, Operation

_RULE: Final = NotDrawn(
    "an instruction set fixes the result; a test compares it with CuTe's traits"
)
_COPY: Final = NotDrawn("CuTe's result is a copy operation and not a layout")
_TILED: Final = NotDrawn("a test compares the operation with CuTe C++ on random tiles")
_PARTS: Final = NotDrawn(
    "CuTe defines this partition for copies and matrix instructions, not for layouts"
)

ROWS: Final = (
    Operation(
        "mma_fragment", spec.mma_fragment, Signature((INTEGER, INTEGER, INTEGER)), NOWHERE, _RULE
    ),
    Operation("copy_atom", atoms.copy_atom, Signature((INSTRUCTION, ELEMENT)), NOWHERE, _RULE),
    Operation("make_layout_tv", spec.make_layout_tv, Signature((LAYOUT, LAYOUT)), NOWHERE, _COPY),
    Operation(
        "partition_tv",
        spec.partition_tv,
        Signature((ANY_LAYOUT, TILER, LAYOUT, INTEGER)),
        NOWHERE,
        _PARTS,
    ),
    Operation(
        "tiled_copy",
        spec.tiled_copy,
        Signature((LAYOUT, LAYOUT)),
        NOWHERE,
        _COPY,
        synonyms=("tv_layout",),
    ),
    Operation(
        "tiled_mma",
        atoms.tiled_mma,
        Signature((ATOM,), (LAYOUT_OR_INT_TUPLE, TILER)),
        NOWHERE,
        _TILED,
    ),
    Operation(
        "make_tiled_copy",
        atoms.make_tiled_copy,
        Signature((COPY_ATOM, LAYOUT, LAYOUT)),
        NOWHERE,
        _TILED,
    ),
    *(
        Operation(make.__name__, make, Signature((COPY_ATOM, TILED_MMA)), NOWHERE, _TILED)
        for make in (
            *(atoms.make_tiled_copy_A, atoms.make_tiled_copy_B, atoms.make_tiled_copy_C),
            atoms.make_tiled_copy_C_atom,
        )
    ),
    *(
        Operation(make.__name__, make, Signature((COPY_ATOM, TILED_COPY)), NOWHERE, _TILED)
        for make in (atoms.make_tiled_copy_S, atoms.make_tiled_copy_D)
    ),
    *(
        Operation(tv.__name__, tv, Signature((TILED_MMA,), (INT_TUPLE,)), NOWHERE, _TILED)
        for tv in (atoms.get_layoutA_TV, atoms.get_layoutB_TV, atoms.get_layoutC_TV)
    ),
    *(
        Operation(tv.__name__, tv, Signature((TILED_COPY,), (INT_TUPLE,)), NOWHERE, _TILED)
        for tv in (atoms.get_layoutS_TV, atoms.get_layoutD_TV)
    ),
    *(
        Operation(divide.__name__, divide, Signature((ANY_LAYOUT, TILED_MMA)), NOWHERE, _TILED)
        for divide in (atoms.thrfrg_A, atoms.thrfrg_B, atoms.thrfrg_C)
    ),
    *(
        Operation(divide.__name__, divide, Signature((ANY_LAYOUT, TILED_COPY)), NOWHERE, _TILED)
        for divide in (atoms.tidfrg_S, atoms.tidfrg_D)
    ),
    *(
        Operation(part.__name__, part, Signature((ANY_LAYOUT, TILED_MMA, INTEGER)), NOWHERE, _TILED)
        for part in (atoms.partition_A, atoms.partition_B, atoms.partition_C)
    ),
    *(
        Operation(
            part.__name__, part, Signature((ANY_LAYOUT, TILED_COPY, INTEGER)), NOWHERE, _TILED
        )
        for part in (atoms.partition_S, atoms.partition_D)
    ),
    Operation("retile", atoms.retile, Signature((LAYOUT, TILED_COPY)), NOWHERE, _TILED),
)
