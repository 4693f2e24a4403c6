"""Left distributivity: A o (B1,..,Bm) = (A o B1,..,A o Bm).

A does not distribute over the modes of B where the sum of their steps carries out of a mode of A.
The first four chapters find conditions under which nothing carries: B sorted, A of one mode, B in
any order, B and its complement under the post's condition (1). The next two say what carries cost,
and that a mode which does not fit carries. The last four prove that a B that composition accepts
distributes, and with it the tiles of a divide.
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
"""In the order of reading."""
