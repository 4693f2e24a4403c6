"""Complements and products: gaps, what they cover together with the modes, and copies."""

CHAPTERS = (
    "gaps",
    "cover",
    "evenly",
    "products",
    "by_mode",
    "bounds",
)
"""In the order of reading."""
