"""A part of one chapter, for the tests of the book and of lemmas of one's own.

It is read as a package and as a file.
"""

CHAPTERS = ("counts",)
