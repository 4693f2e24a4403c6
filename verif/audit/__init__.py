"""Audits: what a compiler's output states about layouts, decided line by line."""
