"""Bridges: conversions between CuTe, TLA and XLA that preserve the offset of every index."""

from spec.bridges.bytes import expansion, last_byte, size_bytes
from spec.bridges.convert import Array, as_layout, restricted
from spec.bridges.from_xla import restricted_xla
from spec.bridges.positions import Positioned, Positions, positions, rows_of
from spec.bridges.probing import tried
from spec.bridges.restricted import Index, NoLayoutError, Restricted, along, canonical, layout_on
from spec.bridges.to_xla import as_xla_shape

__all__ = [
    "Array",
    "Index",
    "NoLayoutError",
    "Positioned",
    "Positions",
    "Restricted",
    "along",
    "as_layout",
    "as_xla_shape",
    "canonical",
    "expansion",
    "last_byte",
    "layout_on",
    "positions",
    "restricted",
    "restricted_xla",
    "rows_of",
    "size_bytes",
    "tried",
]
