"""Find the faults of a real implementation: run cases, judge results, group them by cause."""
