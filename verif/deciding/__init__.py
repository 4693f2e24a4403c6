"""Deciding claims: search, proof, and many claims in parallel."""
