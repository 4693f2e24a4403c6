"""Proofs of contracts and lemmas in Rocq, printed from the prover's own explorations."""
