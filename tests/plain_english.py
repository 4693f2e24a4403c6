"""Find phrases that make a reader read a sentence twice."""

import ast
import re
from itertools import chain

PHRASES = re.compile(
    r"\b(?:is none|are none|that of|those of|of which|of one's own|[Ww]hoever|is owed)\b"
    r"|\b[Ww]hat is (?:[^.,;:|?\n]|\n(?!\n)){1,60}? is\b"
    r"|(?:^|(?<=[.:;|] ))Of (?!course\b)",
    re.MULTILINE,
)

FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`]*`")
TARGET = re.compile(r"\]\([^)]*\)")
WORD = re.compile(r"\w[\w'-]*")


def prose(markdown):
    """Return the text of a document without code and without the targets of links."""
    return TARGET.sub("]", CODE.sub("CODE", FENCED.sub("", markdown)))


def docstrings(source):
    """Return all docstrings of a module as one text, including the docstrings of constants."""
    strings = (
        node.value.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )
    return "\n\n".join(chain(text for text in strings if isinstance(text, str)))


def phrases(text):
    """Return each phrase of `PHRASES` that a text contains, with the words around it.

    >>> phrases("The size of B is that of A here. It is 4.")
    ['B is that of A here.']
    """
    return [_around(text, found) for found in PHRASES.finditer(text)]


def words(text):
    """Return the number of words of a text."""
    return len(WORD.findall(text))


def _around(text, found):
    before = text[: found.start()].split()[-2:]
    after = text[found.end() :].split()[:2]
    return " ".join((*before, found[0].strip(), *after))
