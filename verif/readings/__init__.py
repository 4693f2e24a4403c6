"""Readings: domains, and layouts of any rank and nesting, as proofs see them. This is trusted."""
