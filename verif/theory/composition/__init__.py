"""Composition: what is accepted is A after B, and what is refused is no layout."""

CHAPTERS = (
    "one_mode",
    "whole_b",
    "divisibility",
    "in_step",
    "accepted",
    "carries_show",
    "breaks",
    "carrying_together",
    "few_pieces",
    "two_lists",
    "refused",
)
"""In the order of reading."""
