"""Layouts that are linear over F2."""

CHAPTERS = (
    "steps",
    "xors",
    "multiples",
)
"""In the order of reading."""
