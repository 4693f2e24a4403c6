"""Escaping texts for Markdown, so that a star is no emphasis and a bar ends no table cell."""

from __future__ import annotations

import re
from typing import Final

_CODE: Final = re.compile(r"(`[^`]*`)")


def unmarked(text: str) -> str:
    r"""Escape emphasis, except in code between backticks.

    >>> unmarked("`x*w` divides s, x*w, ranks (*,*)")
    '`x*w` divides s, x\\*w, ranks (\\*,\\*)'
    """
    parts = _CODE.split(text)
    return "".join(part if k % 2 else part.replace("*", r"\*") for k, part in enumerate(parts))


def cell(text: str) -> str:
    r"""Escape a text for a table cell, which a bar would end even in code.

    >>> cell("`w | p` of (*,*)")
    '`w \\| p` of (\\*,\\*)'
    """
    return unmarked(text).replace("|", r"\|")
