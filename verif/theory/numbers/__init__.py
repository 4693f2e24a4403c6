"""Numbers: Euclid's division, and the bits of naturals."""

CHAPTERS = (
    "euclid",
    "bits",
    "powers",
    "blocks",
    "xors",
    "lowest",
    "masks",
    "moved",
)
"""The chapters in reading order."""
