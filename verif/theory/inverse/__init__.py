"""Inverses: from offsets back to coordinates."""

CHAPTERS = (
    "placed",
    "right_inverse",
    "without_a_stride",
    "left_inverse",
)
"""In the order of reading."""
