"""Numbers: Euclid's division, and the bits of naturals."""

CHAPTERS = (
    "euclid",
    "bits",
    "xors",
)
"""In the order of reading."""
