"""Sweeps: check a claim on all arguments up to a size, in several processes or machines."""
