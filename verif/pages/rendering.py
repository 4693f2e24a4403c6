"""The templates of all pages: HTML, where all text is escaped, and Markdown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape

from verif.pages.markdown import cell, unmarked

_TEMPLATES: Final = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    undefined=StrictUndefined,
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
    autoescape=select_autoescape(("html.jinja",)),
)
_TEMPLATES.filters |= {"unmarked": unmarked, "cell": cell}


def marked(text: str) -> Markup:
    """Convert a line of Markdown with code to HTML.

    >>> marked("a mode that `_` keeps, 1 < 2")
    Markup('a mode that <code>_</code> keeps, 1 &lt; 2')
    """
    return Markup(re.sub("`([^`]+)`", r"<code>\1</code>", str(escape(text))))


_TEMPLATES.filters["marked"] = marked


def rendered(template: str, **values: object) -> str:
    """Render a template with these values. The template must not use any others."""
    return _TEMPLATES.get_template(template).render(values)
