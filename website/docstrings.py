"""Escape docstrings for Sphinx: they are plain English with examples, not reStructuredText."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> None:
    """Escape each docstring before Sphinx parses it."""
    app.connect("autodoc-process-docstring", _escape)


def _escape(
    _app: Sphinx, _what: str, _name: str, _object: Any, _options: Any, lines: list[str]
) -> None:
    lines[:] = escaped(lines)


def escaped(lines: list[str]) -> list[str]:
    r"""Return the lines as reStructuredText, without changing code, indented lines or examples.

    >>> escaped(["A* of `x_`, y_", "", ">>> f(*x_)", "(4,)"])
    ['A\\* of ``x_``, y\\_', '', '>>> f(*x_)', '(4,)']
    >>> escaped(["It is one of", "  x*", "  y*", "and no other"])
    ['It is one of', '', '::', '', '  x*', '  y*', '', 'and no other']
    >>> escaped(["as `f(x_,", "y_)` and z_"])
    ['as ``f(x_,', 'y_)`` and z\\_']
    """
    found: list[str] = []
    is_example, is_set_in, in_list, is_code = False, False, False, False
    for line in lines:
        goes_in = line.startswith(" ")
        is_example = line.startswith(">>>") or (is_example and bool(line))
        in_list = line.startswith("- ") or (in_list and (goes_in or not line))
        begins = goes_in and not (is_example or is_set_in or in_list)
        ends = is_set_in and bool(line) and not goes_in
        if begins:
            found += ["", "::", ""]
        elif ends:
            found.append("")
        is_set_in = begins or (is_set_in and not ends)
        if is_example or is_set_in:
            found.append(line)
        else:
            # Code may begin in one line and end in the next, but not in another paragraph.
            found.append(_line(line, is_code=is_code and bool(line)))
            is_code = bool(line) and (is_code + line.count("`")) % 2 == 1
    return found


def _line(line: str, *, is_code: bool) -> str:
    parts = line.split("`")
    return "``".join(
        part if (is_code + k) % 2 else re.sub(r"([\\*_|])", r"\\\1", part)
        for k, part in enumerate(parts)
    )
