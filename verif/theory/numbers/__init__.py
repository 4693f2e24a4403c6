"""Numbers: Euclid's division, and the bits of naturals."""

CHAPTERS = (
    "euclid",
    "bits",
    "xors",
    "lowest",
    "masks",
)
"""In the order of reading."""
