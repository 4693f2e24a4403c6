"""Layouts that are linear over F2."""

CHAPTERS = (
    "steps",
    "xors",
    "multiples",
    "swizzles",
    "kept",
)
"""In the order of reading."""
