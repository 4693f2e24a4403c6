"""Left distributivity: A o (B1,..,Bm) = (A o B1,..,A o Bm)."""

CHAPTERS = (
    "super_increasing",
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
