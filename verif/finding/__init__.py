"""Find shared-memory layouts for given accesses: the best swizzles, or the least padding."""
