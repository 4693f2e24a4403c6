"""The rules by which questions are decided for all sizes: digits of modes, in any order."""

CHAPTERS = ("results",)
"""The chapters in order."""
