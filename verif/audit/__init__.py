"""Audit a compiler's output: decide each statement that it makes about layouts."""
