"""Deciding claims: search, proof, and many claims side by side."""
