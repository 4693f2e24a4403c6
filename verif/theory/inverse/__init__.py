"""Inverses: from offsets back to coordinates."""

CHAPTERS = (
    "placed",
    "right_inverse",
    "left_inverse",
)
"""In the order of reading."""
