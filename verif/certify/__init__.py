"""Theorems of Rocq: texts of `spec` and claims printed as Gallina, and what checks the proofs."""
