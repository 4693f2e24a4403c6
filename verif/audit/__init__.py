"""Audit a compiler's output: decide each statement about a layout in the output."""
