"""Composition: what is accepted is A after B, and what is refused is no layout."""
