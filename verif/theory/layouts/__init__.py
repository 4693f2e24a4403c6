"""Layouts as lists of modes: values, coordinates, groups, normal forms, sorting."""
