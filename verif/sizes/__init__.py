"""Expressions and questions for all sizes: names in the place of numbers."""
