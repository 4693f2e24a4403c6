"""The tiled arrays of XLA."""

from __future__ import annotations

from typing import Final

import spec
from verif.operations.kinds import ARRAY, ELEMENT, FLAT_TUPLE, TLA_LAYOUT, XLA_SHAPE, Signature
from verif.operations.names import NOWHERE, Missing, Names
from verif.operations.operation import NotDrawn, Operation

_ONE: Final = Signature((XLA_SHAPE,))
_BYTES: Final = Signature((ARRAY,), (ELEMENT,))
_UNASKED: Final = NotDrawn("implementations of CuTe do not have XLA arrays")

ROWS: Final = (
    Operation(
        "as_layout",
        spec.as_layout,
        Signature((ARRAY,)),
        Names(tensor_layouts=Missing("tensor-layouts' as_layout checks that a value is a layout")),
        _UNASKED,
    ),
    Operation(
        "as_xla_shape", spec.as_xla_shape, Signature((TLA_LAYOUT, ELEMENT)), NOWHERE, _UNASKED
    ),
    Operation("expansion", spec.expansion, _BYTES, NOWHERE, _UNASKED),
    Operation("last_byte", spec.last_byte, _BYTES, NOWHERE, _UNASKED),
    Operation(
        "linear_index", spec.linear_index, Signature((XLA_SHAPE, FLAT_TUPLE)), NOWHERE, _UNASKED
    ),
    Operation("padded_shape", spec.padded_shape, _ONE, NOWHERE, _UNASKED),
    Operation("physical_order", spec.physical_order, _ONE, NOWHERE, _UNASKED),
    Operation("physical_shape", spec.physical_shape, _ONE, NOWHERE, _UNASKED),
    Operation("size_bytes", spec.size_bytes, _BYTES, NOWHERE, _UNASKED),
    Operation("tpu_format", spec.tpu_format, _ONE, NOWHERE, _UNASKED),
)
