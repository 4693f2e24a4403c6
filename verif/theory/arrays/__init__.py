"""Arrays in tiles: XLA's formula, pad-reshape-transpose, and layouts."""
