"""Thread-value layouts of matrix instructions, and tiled copies."""

from __future__ import annotations

from typing import Final

import spec
from verif.operations.kinds import INTEGER, LAYOUT, TILER, Signature
from verif.operations.names import NOWHERE
from verif.operations.operation import NotDrawn, Operation

ROWS: Final = (
    Operation(
        "mma_fragment",
        spec.mma_fragment,
        Signature((INTEGER, INTEGER, INTEGER)),
        NOWHERE,
        NotDrawn("a rule of an instruction set; a test compares it with the traits of CuTe"),
    ),
    Operation(
        "make_layout_tv",
        spec.make_layout_tv,
        Signature((LAYOUT, LAYOUT)),
        NOWHERE,
        NotDrawn("CuTe makes a copy operation, not a layout"),
    ),
    Operation(
        "partition_tv",
        spec.partition_tv,
        Signature((LAYOUT, TILER, LAYOUT, INTEGER)),
        NOWHERE,
        NotDrawn("CuTe defines it for copies and matrix instructions, not for layouts"),
    ),
    Operation(
        "tiled_copy",
        spec.tiled_copy,
        Signature((LAYOUT, LAYOUT)),
        NOWHERE,
        NotDrawn("CuTe makes a copy operation, not a layout"),
        synonyms=("tv_layout",),
    ),
)
