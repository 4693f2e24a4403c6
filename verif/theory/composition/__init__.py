"""Composition: if accepted, the result is A after B; if rejected, A after B is not a layout.

Composition cuts each mode of B into pieces whose steps do not carry out of a mode of A, and maps
their strides through A. The first two chapters prove that the result is A after B if the pieces do
not carry. The third composes each mode of A with its own tiler. The next three prove that modes are
accepted if they meet CuTe's divisibility conditions, or condition (1) of the post on left
distributivity (docs/reference/documents.md). The other chapters prove the converse: if composition
rejects B and no deltas of A cancel (see `carries_show`), then A after B is not a layout. Let R be a
layout. A carry changes the offset, so R differs from A after B unless a mode of R ends wherever a
mode of B first carries. If modes of R end at all these places, R differs from A after B where
several pieces carry together.
"""

CHAPTERS = (
    "one_mode",
    "whole_b",
    "by_mode",
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
"""The chapters in reading order."""
