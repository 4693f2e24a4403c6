"""Numbers: Euclid's division, and the bits of naturals."""

CHAPTERS = (
    "euclid",
    "bits",
)
"""In the order of reading."""
