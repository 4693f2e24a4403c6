"""Find layouts of shared memory for given accesses: the best swizzles, the least padding."""
