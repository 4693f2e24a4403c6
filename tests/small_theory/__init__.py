"""A theory of two chapters, for the tests of the book and of users' lemmas.

Tests import this package, and also read the file of its first chapter.
"""

from pathlib import Path

FILE = str(Path(__file__).parent / "counts.py")
CHAPTERS = ("counts", "hinted")
