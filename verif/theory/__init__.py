"""Contracts and lemmas: what the proofs for every rank stand on, in the order of their proof."""
