"""Memory accesses by thread-value layouts: wavefronts of the banks, sectors, access widths."""

from __future__ import annotations

from typing import Final

import spec
from verif.operations.kinds import (
    ACCESSED,
    ACCESSES,
    COPIED,
    ELEMENT,
    FLAT_TUPLE,
    INTEGER,
    LAYOUT,
    MACHINE,
    Signature,
)
from verif.operations.names import NOWHERE, Missing, Names
from verif.operations.operation import NotDrawn, Operation

_UNASKED: Final = NotDrawn(
    "the operation models the hardware; a test compares it with tensor-layouts' model"
)
_NO_OPERAND: Final = NotDrawn("implementations do not take a matrix over F2")

ROWS: Final = (
    Operation(
        "bank_conflicts",
        spec.bank_conflicts,
        ACCESSES,
        Names(
            tensor_layouts=Missing(
                "tensor-layouts' function assumes that a warp accesses all values at once"
            )
        ),
        _UNASKED,
    ),
    Operation("multiples", spec.multiples, Signature((FLAT_TUPLE, INTEGER)), NOWHERE, _NO_OPERAND),
    Operation("sectors", spec.sectors, ACCESSES, NOWHERE, _UNASKED),
    Operation(
        "vector_width",
        spec.vector_width,
        Signature((ACCESSED, ACCESSED, LAYOUT, ELEMENT), (MACHINE,), names=(*COPIED, "machine")),
        NOWHERE,
        _UNASKED,
    ),
    Operation("wavefronts", spec.wavefronts, ACCESSES, NOWHERE, _UNASKED),
    Operation("xor_of", spec.xor_of, Signature((FLAT_TUPLE, INTEGER)), NOWHERE, _NO_OPERAND),
)
