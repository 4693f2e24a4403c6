"""Arrays in tiles: XLA's formula, pad-reshape-transpose, and layouts."""

CHAPTERS = (
    "xla",
    "tiles",
    "elements",
    "reach",
    "cute",
)
"""In the order of reading."""
