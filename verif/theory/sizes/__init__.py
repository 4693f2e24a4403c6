"""The rules by which questions are decided for all sizes: digits of modes, in any order."""

CHAPTERS = (
    *("results", "digits", "witnesses"),
    *("questions", "swizzled", "counterexamples"),
)
"""The chapters in order."""
