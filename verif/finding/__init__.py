"""Layouts of shared memory that serve given accesses: the best swizzles, the least padding."""
