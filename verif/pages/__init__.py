"""Generate files that people or programs read. There is one module for each page."""
