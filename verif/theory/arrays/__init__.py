"""Tiled arrays: XLA's formula, the steps pad, reshape and transpose, and CuTe layouts."""

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
