"""Left distributivity: A o (B1,..,Bm) = (A o B1,..,A o Bm)."""

CHAPTERS = (
    "super_increasing",
    "any_order",
    "cost_of_carries",
    "misfits",
    "condition_1",
    "accepted_pieces",
    "compact",
    "converse",
    "tiling",
)
"""In the order of reading."""
