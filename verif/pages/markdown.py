"""Texts as Markdown shows them letter by letter: a star is no emphasis, a bar ends no cell."""

from __future__ import annotations

import re
from typing import Final

_CODE: Final = re.compile(r"(`[^`]*`)")


def unmarked(text: str) -> str:
    r"""The text without emphasis; what stands in backticks is code as before.

    >>> unmarked("`x*w` divides s, x*w, ranks (*,*)")
    '`x*w` divides s, x\\*w, ranks (\\*,\\*)'
    """
    parts = _CODE.split(text)
    return "".join(part if k % 2 else part.replace("*", r"\*") for k, part in enumerate(parts))


def cell(text: str) -> str:
    r"""The same in a table, where a bar in code would end the cell, too.

    >>> cell("`w | p` of (*,*)")
    '`w \\| p` of (\\*,\\*)'
    """
    return unmarked(text).replace("|", r"\|")
