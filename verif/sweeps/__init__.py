"""Sweeps: a claim on all arguments up to a size, split over processes or machines."""
