"""Kernel files: the data movement of a whole kernel, checked for all sizes.

Read the modules in this order: description and loading (what an author writes), model and reading
(what the file means), moves (which thread takes which element of a tile), then one module for each
subject of checks: coverage, bounds, widths, banks, sectors, places, flow, products, capacity;
decide calls them all.
"""
