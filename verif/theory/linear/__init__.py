"""Layouts that are linear over F2."""

CHAPTERS = (
    "steps",
    "xors",
    "points",
    "multiples",
    "kernels",
    "spans",
    "turns",
    "in_banks",
    "swizzles",
    "blocks",
    "kept",
)
"""The chapters in reading order."""
