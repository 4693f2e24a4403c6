"""Find where a bracket in a text ends, and split a text at commas outside of brackets."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

CLOSES: Final = {")": "(", "]": "[", "}": "{", ">": "<"}
"""Maps each closing bracket to its opening bracket."""

STRING: Final = r'"(?:[^"\\\n]|\\.)*"?'
"""A regular expression for a string; the line may end before the closing quote."""

_SPLITTING: Final = re.compile(rf"{STRING}|/\*.*?\*/|->|=>|[<>=]=|[()\[\]{{}}<>,:;]", re.DOTALL)


def inside(text: str, start: int, opening: str, closing: str) -> str | None:
    """Return the text in the bracket that opens at `start`, or None if the bracket never closes.

    >>> inside("f((1), 2) + 3", 1, "(", ")")
    '(1), 2'
    """
    depth = 0
    for sign in re.compile(f"[{re.escape(opening + closing)}]").finditer(text, start):
        depth += 1 if sign[0] == opening else -1
        if depth == 0:
            return text[start + 1 : sign.start()]
    return None


@lru_cache(maxsize=4096)
def split(text: str) -> tuple[str, ...]:
    """Split a text at commas outside of brackets, strings and `/* .. */`.

    >>> split("(i32, f32) -> i1, tile<[1, 2]>, array<i32: 1>")
    ('(i32, f32) -> i1', 'tile<[1, 2]>', 'array<i32: 1>')
    >>> split("f32[2,3]{1,0} %a, /*index=1, of 2*/ %b")
    ('f32[2,3]{1,0} %a', '/*index=1, of 2*/ %b')
    """
    parts, start, open_ = list[str](), 0, list[str]()
    for found in _SPLITTING.finditer(text):
        token = found[0]
        if token == "," and not open_:
            parts.append(text[start : found.start()].strip())
            start = found.end()
        elif token in CLOSES.values():
            open_.append(token)
        elif token in CLOSES:
            close(open_, token)
    parts.append(text[start:].strip())
    return tuple(part for part in parts if part)


def integers(text: str) -> tuple[int, ...]:
    """Read the natural numbers in a text.

    >>> integers("32x300x"), integers("8,128")
    ((32, 300), (8, 128))
    """
    return tuple(map(int, re.findall(r"\d+", text)))


def close(brackets: list[str], token: str) -> bool:
    """Remove the last open bracket if `token` closes it, and return whether `token` closes it.

    `brackets` lists the open brackets. If `token` is not `>`, first remove each `<` at the end of
    this list, because such a `<` may be a comparison.
    """
    if token != ">":
        while brackets and brackets[-1] == "<":
            brackets.pop()
    if brackets and brackets[-1] == CLOSES[token]:
        brackets.pop()
        return True
    return False
