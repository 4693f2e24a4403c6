"""The tokens of the notation."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Token:
    """A token of a text: its kind, its text and its position."""

    kind: str
    text: str
    position: int


TOKEN = re.compile(
    r"\s*(?:(?P<integer>_?-?(?:0x[0-9a-fA-F]+|[0-9]+))|(?P<swizzle>SW(?:_-?[0-9]{1,9}){3})"
    r"|(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<symbol>[_:,()<>\[@+])|(?P<end>$)|(?P<unexpected>\S))"
)


def tokens(text: str, known: re.Pattern[str], position: int = 0) -> list[Token]:
    """The tokens from a position on, up to the end or the first unexpected character.

    >>> [token.text for token in tokens("(4):1@0", TOKEN)]
    ['(', '4', ')', ':', '1', '@', '0', '']
    """
    found: list[Token] = []
    while not found or found[-1].kind not in ("end", "unexpected"):
        match = known.match(text, position)
        assert match is not None
        kind = str(match.lastgroup)
        found.append(Token(kind, match[kind], match.start(kind)))
        position = match.end()
    return found
