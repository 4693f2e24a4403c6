"""Complements and products: gaps, copies, and the cover of both."""
