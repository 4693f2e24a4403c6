"""Suggest known names in messages about unknown names."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

LONG: Final = 10
"""A name of at least this many letters counts as long."""


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """The known names that are similar to `name`, the most similar first.

    A long name must be more similar, because long names often have a whole word in common.

    >>> nearest("composit", ("compose", "composition", "size"))
    ['composition', 'compose']
    >>> nearest("AutoLayout", ("tv_layout", "as_layout"))
    []
    """
    folded = {one.casefold(): one for one in known}
    cutoff = 0.74 if len(name) >= LONG else 0.6
    return [folded[one] for one in get_close_matches(name.casefold(), folded, cutoff=cutoff)]


def suggested(name: str, known: Iterable[str]) -> str:
    """A suggestion to append to a message, or an empty string if no known name is similar.

    >>> suggested("composit", ("compose", "composition", "size")), suggested("Z9", ("D6",))
    (' (did you mean composition, compose?)', '')
    >>> suggested("d6a", ("D6", "D6a", "Q1"))
    ' (did you mean D6a, D6?)'
    """
    near = nearest(name, known)
    return f" (did you mean {', '.join(near)}?)" if near else ""
