"""Complements and products: gaps, copies, and the cover of both."""

CHAPTERS = (
    "gaps",
    "products",
    "cover",
)
"""In the order of reading."""
