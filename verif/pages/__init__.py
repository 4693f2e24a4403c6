"""Verdicts as they are shown: on the terminal, as JSON, as findings."""
