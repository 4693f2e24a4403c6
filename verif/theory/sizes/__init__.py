"""The rules that decide questions for all sizes: digits of modes, in any order."""

CHAPTERS = (
    *("results", "digits", "witnesses"),
    *("questions", "swizzled", "counterexamples"),
)
"""The chapters in order."""
