"""Composition: what is accepted is A after B, and what is refused is no layout."""

CHAPTERS = (
    "divisibility",
    "runs",
    "pieces",
    "whole",
    "acceptance",
    "cancelling",
    "breaks",
    "together",
    "few",
    "apart",
    "refusal",
)
"""In the order of reading."""
