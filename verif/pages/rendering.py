"""The templates of all pages, in HTML and Markdown, and the escaping of text for both."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

_CODE: Final = re.compile(r"(`[^`]*`)")

_TEMPLATES: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
    autoescape=select_autoescape(("html.jinja",)),
)


def unmarked(text: str) -> str:
    r"""Escape the asterisks of Markdown, except in code between backticks.

    >>> unmarked("`x*w` divides s, x*w, ranks (*,*)")
    '`x*w` divides s, x\\*w, ranks (\\*,\\*)'
    """
    parts = _CODE.split(text)
    return "".join(part if k % 2 else part.replace("*", r"\*") for k, part in enumerate(parts))


def cell(text: str) -> str:
    r"""Escape a text for a table cell. A bar would end the cell, even inside code.

    >>> cell("`w | p` of (*,*)")
    '`w \\| p` of (\\*,\\*)'
    """
    return unmarked(text).replace("|", r"\|")


def marked(text: str) -> Markup:
    """Convert a line of Markdown to HTML. Only code in backticks is marked up.

    >>> marked("a mode that `_` keeps, 1 < 2")
    Markup('a mode that <code>_</code> keeps, 1 &lt; 2')
    """
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))


_TEMPLATES.filters |= {"unmarked": unmarked, "cell": cell, "marked": marked}


def rendered(template: str, **values: object) -> str:
    """Render a template with these values. The template must not use any other values."""
    return _TEMPLATES.get_template(template).render(values)
