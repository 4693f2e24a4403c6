"""Layouts that are linear over F2."""

CHAPTERS = (
    "steps",
    "xors",
)
"""In the order of reading."""
