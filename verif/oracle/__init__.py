"""What a real implementation gets wrong: cases, truth, kinds, causes, baselines."""
