"""Rocq theorems: print the code of `spec` and of claims as Gallina, and check the proofs."""
