"""The lemmas behind the rules that decide, for all sizes, questions such as "is A injective?"."""

CHAPTERS = (
    *("results", "digits", "witnesses"),
    *("questions", "swizzled", "residues", "predicates", "arrays", "counterexamples"),
)
"""The chapters in reading order."""
