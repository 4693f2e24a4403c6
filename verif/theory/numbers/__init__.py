"""Numbers: Euclid's division, and the bits of naturals."""
