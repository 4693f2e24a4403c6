"""Inverses: from offsets back to coordinates."""

CHAPTERS = (
    "placed",
    "chains",
)
"""In the order of reading."""
