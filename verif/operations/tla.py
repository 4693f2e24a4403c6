"""The layouts of CATLASS: its formats by name, and its operations."""

from __future__ import annotations

from typing import Final

import spec
from spec.tla import FORMATS
from verif.operations import kinds
from verif.operations.kinds import ELEMENT, LAYOUT, TLA_LAYOUT, TUPLE, Signature
from verif.operations.names import NOWHERE, Missing, Names
from verif.operations.operation import NotDrawn, Operation

_UNASKED: Final = NotDrawn("the checks do not run CATLASS")

ROWS: Final = (
    *(
        Operation(name, make, Signature((ELEMENT, kinds.ROWS, kinds.COLUMNS)), NOWHERE, _UNASKED)
        for name, make in FORMATS.items()
    ),
    Operation(
        "crd2offset",
        spec.crd2offset,
        Signature((TUPLE, TUPLE, TUPLE), names=("coordinate", "shape", "stride")),
        Names(
            tensor_layouts=Missing(
                "tensor-layouts' crd2offset is crd2idx, which accepts coordinates beyond the shape"
            )
        ),
        _UNASKED,
    ),
    Operation(
        "get_tile_layout",
        spec.get_tile_layout,
        Signature((TLA_LAYOUT, TUPLE, TUPLE), names=("TLA layout", "tile", "coordinate")),
        NOWHERE,
        _UNASKED,
    ),
    Operation(
        "make_layout_tile",
        spec.make_layout_tile,
        Signature((LAYOUT, TUPLE), names=("layout", "tile")),
        NOWHERE,
        _UNASKED,
    ),
)
