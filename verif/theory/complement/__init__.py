"""Complements and products: gaps, the offsets that they and the modes reach, and copies."""

CHAPTERS = (
    "gaps",
    "cover",
    "evenly",
    "products",
    "by_mode",
    "bounds",
)
"""The chapters in reading order."""
