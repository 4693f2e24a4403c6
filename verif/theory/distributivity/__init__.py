"""Left distributivity: A o (B1,..,Bm) = (A o B1,..,A o Bm)."""

CHAPTERS = (
    "increasing",
    "carries",
    "exactness",
    "permuted",
    "divided",
    "accepted",
    "compact",
    "necessity",
    "tiling",
)
"""In the order of reading."""
