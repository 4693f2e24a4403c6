"""The faults of a real implementation: cases, truth, kinds, causes, baselines."""
