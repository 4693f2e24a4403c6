"""Left distributivity: A o (B1,..,Bm) = (A o B1,..,A o Bm).

A may fail to distribute over the modes of B if the sum of the modes' steps carries out of a mode
of A. The chapter `one_by_one` computes the right-hand side. The other chapters up to `condition_1`
find conditions under which nothing carries. They treat a sorted B, an A with one mode, a B in any
order, and a B together with its complement. For the complement, the condition is condition (1) of
the post on left distributivity (docs/reference/documents.md). The next two chapters compute the
cost of carries, and show that a mode carries if it does not fit A. The function `fits` in
`super_increasing` says whether a mode fits. The last chapters prove that A distributes over a B
that composition accepts, and over the tiles of a divide.
"""

CHAPTERS = (
    "super_increasing",
    "one_by_one",
    "a_of_one_mode",
    "any_order",
    "condition_1",
    "cost_of_carries",
    "misfits",
    "accepted_pieces",
    "compact",
    "converse",
    "tiling",
)
"""The chapters in reading order."""
