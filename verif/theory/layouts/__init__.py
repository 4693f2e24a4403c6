"""Layouts as lists of modes: their functions, coordinates, normal forms and sorting."""

CHAPTERS = (
    "modes",
    "groups",
    "coordinates",
    "nested",
    "coalesce",
    "normal_form",
    "repeats",
    "widths",
    "by_mode",
    "sorting",
    "sums",
)
"""The chapters in reading order."""
