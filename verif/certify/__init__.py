"""Rocq theorems: texts of `spec` and claims are printed as Gallina, and proofs are checked."""
