"""Layouts that are linear over F2."""
