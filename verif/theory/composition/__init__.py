"""Composition: what is accepted is A after B, and what is refused is no layout.

Composition cuts each mode of B into pieces whose steps carry out of no mode of A, and gives them
A of their strides. The first two chapters prove that this is A after B wherever the pieces do not
carry; the next three, that modes which meet CuTe's divisibility conditions, or the post's condition
(1), are accepted. The others prove the converse, that A after B is no layout where composition
refuses, if no deltas of A cancel: a carry shows, so that a layout is not A where its modes do not
end with the steps, nor where pieces carry together.
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
"""In the order of reading."""
