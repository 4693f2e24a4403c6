"""The cache of verdicts between runs."""
