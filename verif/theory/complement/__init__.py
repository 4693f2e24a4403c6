"""Complements and products: gaps between modes, reached offsets, and copies of a layout."""

CHAPTERS = (
    "gaps",
    "cover",
    "evenly",
    "products",
    "by_mode",
    "bounds",
)
"""The chapters in reading order."""
