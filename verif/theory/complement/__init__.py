"""Complements and products: gaps between modes, the offsets that are reached, and copies."""

CHAPTERS = (
    "gaps",
    "cover",
    "evenly",
    "products",
    "by_mode",
    "bounds",
)
"""The chapters in reading order."""
