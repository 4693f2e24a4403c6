"""Verdicts that are kept from one run to the next."""
