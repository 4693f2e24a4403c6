"""Rocq proofs of contracts and lemmas, printed from the paths that the prover explores."""
