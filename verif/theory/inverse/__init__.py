"""Left and right inverses of layouts, which map offsets back to coordinates."""

CHAPTERS = (
    "placed",
    "right_inverse",
    "without_a_stride",
    "left_inverse",
)
"""The chapters in reading order."""
