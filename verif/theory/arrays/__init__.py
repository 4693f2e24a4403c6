"""Arrays in tiles: XLA's formula, pad-reshape-transpose, and layouts."""

CHAPTERS = (
    "dimensions",
    "reshaping",
    "distinct_elements",
    "orders",
    "memory",
    "reach",
    "as_layouts",
    "bounds",
    "whole_tiles",
)
"""The chapters in reading order."""
