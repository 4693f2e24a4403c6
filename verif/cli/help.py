"""Help from docstrings: paragraphs are wrapped, lists are kept line by line."""

from __future__ import annotations

import inspect
from typing import Final

LINES_ARE_KEPT: Final = "\b\n"
"""In front of a paragraph that is not to be wrapped."""


def with_lists(docstring: str | None) -> str | None:
    r"""The text of the help; a paragraph whose first line ends in a colon is a list.

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
