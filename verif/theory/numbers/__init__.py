"""Numbers: Euclid's division, and the bits of naturals."""

CHAPTERS = (
    "euclid",
    "bits",
    "xors",
    "masks",
)
"""In the order of reading."""
