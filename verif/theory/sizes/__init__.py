"""The lemmas behind the rules that decide questions for all sizes."""

CHAPTERS = (
    *("results", "digits", "witnesses"),
    *("questions", "residues", "predicates", "arrays", "swizzled", "counterexamples"),
)
"""The chapters in order."""
