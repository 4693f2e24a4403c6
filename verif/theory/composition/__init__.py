"""Composition: if accepted, the result is A after B; if rejected, A after B is not a layout.

Composition cuts each mode of B into pieces whose steps do not carry out of a mode of A, and maps
the strides of the pieces through A. The first two chapters prove that the result is A after B if
the pieces do not carry. The third chapter composes each mode of A with its own tiler. The next
three chapters prove that modes are accepted if they meet CuTe's divisibility conditions, or
condition (1) of the post on left distributivity (docs/reference/documents.md).

The other chapters prove the converse: if composition rejects B and no deltas of A cancel (see
`carries_show`), then A after B is not a layout. These chapters compare A after B with any layout R.
A carry changes the offset. So if a mode of B first carries at a place where no mode of R ends, R
differs from A after B. Otherwise, several pieces carry together, and R differs from A after B where
these pieces carry.
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
