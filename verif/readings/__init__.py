"""Readings: how proofs represent domains, and layouts of any rank and nesting. Trusted code."""
