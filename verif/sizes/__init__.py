"""Expressions and questions for all sizes, with names in place of numbers."""
