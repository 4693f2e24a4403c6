"""A part of two chapters, for the tests of the book and of lemmas of one's own.

It is read as a package, and its first chapter as a file.
"""

from pathlib import Path

FILE = str(Path(__file__).parent / "counts.py")
CHAPTERS = ("counts", "hinted")
