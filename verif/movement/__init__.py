"""Kernel files: the data movement of a whole kernel, checked for all sizes.

Read the modules in this order:

- description and loading: what an author writes;
- model and reading: what the file means;
- moves: which thread takes which element of a tile;
- one module for each subject of checks, such as coverage, bounds, widths, banks, sectors, places,
  schedule, flow and products;
- decide, which calls all checks.
"""
