"""Layouts that are linear over F2."""

CHAPTERS = (
    "steps",
    "xors",
    "multiples",
    "swizzles",
)
"""In the order of reading."""
