"""Layouts that are linear over F2."""

CHAPTERS = ("steps",)
"""In the order of reading."""
