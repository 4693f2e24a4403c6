"""Layouts as lists of modes: values, coordinates, groups, normal forms, sorting."""

CHAPTERS = (
    "modes",
    "groups",
    "coordinates",
    "nested",
    "coalesce",
    "normal_form",
    "sorting",
)
"""In the order of reading."""
