"""The lemmas behind the rules that decide questions for all sizes."""

CHAPTERS = (
    *("results", "digits", "witnesses"),
    *("questions", "swizzled", "residues", "predicates", "arrays", "counterexamples"),
)
"""The chapters in reading order."""
