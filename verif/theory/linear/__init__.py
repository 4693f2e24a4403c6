"""Layouts that are linear over F2."""

CHAPTERS = (
    "steps",
    "xors",
    "multiples",
    "swizzles",
    "blocks",
    "kept",
)
"""In the order of reading."""
