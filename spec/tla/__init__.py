"""TLA, the layouts of CATLASS: most of them store a matrix in blocks, called fractals.

A fractal usually has 16 rows, or 16 columns, of 32 bytes each.
"""

from spec.tla.formats import (
    ELEMENTS,
    FORMATS,
    Tag,
    c0,
    fractal_layout,
    make_layout,
    make_mx_scale_layout,
)
from spec.tla.layout import (
    Extents,
    TlaLayout,
    crd2offset,
    extents,
    get_tile_layout,
    make_layout_tile,
)

__all__ = [
    "ELEMENTS",
    "FORMATS",
    "Extents",
    "Tag",
    "TlaLayout",
    "c0",
    "crd2offset",
    "extents",
    "fractal_layout",
    "get_tile_layout",
    "make_layout",
    "make_layout_tile",
    "make_mx_scale_layout",
]
