"""Help texts from docstrings: paragraphs are wrapped, and lists keep their lines."""

from __future__ import annotations

import inspect
from typing import Final

LINES_ARE_KEPT: Final = "\b\n"
"""Prefix of a paragraph that is not wrapped."""


def with_lists(docstring: str | None) -> str | None:
    r"""Return the help text. A paragraph whose first line ends in a colon is a list.

    >>> with_lists("Draw.\n\nExamples:\ndraw 4:1\ndraw 8:1")
    'Draw.\n\n\x08\nExamples:\ndraw 4:1\ndraw 8:1'
    """
    if docstring is None:
        return None
    paragraphs = inspect.cleandoc(docstring).split("\n\n")
    return "\n\n".join(LINES_ARE_KEPT * _is_list(one) + one for one in paragraphs)


def _is_list(paragraph: str) -> bool:
    first, _, more = paragraph.partition("\n")
    return bool(more) and first.endswith(":")
