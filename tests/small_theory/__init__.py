"""A theory of two chapters, for the tests of the book and of users' lemmas.

The tests import the package, and read its first chapter as a file.
"""

from pathlib import Path

FILE = str(Path(__file__).parent / "counts.py")
CHAPTERS = ("counts", "hinted")
