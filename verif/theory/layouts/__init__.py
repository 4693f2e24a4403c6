"""Layouts as lists of modes: values, coordinates, groups, normal forms, sorting."""

CHAPTERS = (
    "modes",
    "groups",
    "coordinates",
    "nested",
    "coalesce",
    "canonical",
    "sorting",
)
"""In the order of reading."""
