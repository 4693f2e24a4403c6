"""Inverses: from offsets back to coordinates."""
