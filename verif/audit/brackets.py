"""The end of a bracket in a text."""

from __future__ import annotations

import re


def inside(text: str, start: int, opening: str, closing: str) -> str | None:
    """Return the text in the bracket that opens at `start`, or None if it does not close.

    >>> inside("f((1), 2) + 3", 1, "(", ")")
    '(1), 2'
    """
    depth = 0
    for sign in re.compile(f"[{re.escape(opening + closing)}]").finditer(text, start):
        depth += 1 if sign[0] == opening else -1
        if depth == 0:
            return text[start + 1 : sign.start()]
    return None
