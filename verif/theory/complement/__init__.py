"""Theorems about complements, which fill the gaps of a layout, and products, which copy it."""

CHAPTERS = (
    "gaps",
    "cover",
    "evenly",
    "products",
    "by_mode",
    "bounds",
)
"""The chapters in reading order."""
