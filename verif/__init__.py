"""Proofs, refutations and differential tests of tensor layout algebra."""
