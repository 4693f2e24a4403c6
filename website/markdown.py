"""Escape text and rewrite links in Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Final


def escaped(text: str) -> str:
    r"""Escape a text for a Markdown table cell; only backticks keep their meaning.

    >>> escaped("A^(x) <= [y]*z_1, `a|b_c`")
    'A\\^(x) \\<= \\[y\\]\\*z\\_1, `a\\|b_c`'
    """
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part.replace("|", r"\|") if k % 2 else re.sub(r"([\\`*_{}\[\]<>#|$^~])", r"\\\1", part)
        for k, part in enumerate(parts)
    )


LINK: Final = re.compile(
    r"```.*?```|`[^`\n]*`|(?<=\]\()(?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?(?=\))", re.DOTALL
)
"""Matches a link to a file, with its path and anchor.

The pattern also matches code, but without a path, so that links inside code are skipped.
"""


def targets(text: str, page: PurePosixPath) -> list[PurePosixPath]:
    """Return the targets of a page's links, as paths from the root.

    >>> targets("[a](../b.py#c), [d](https://e.f)", PurePosixPath("docs/c.md"))
    [PurePosixPath('b.py')]
    >>> targets("`ptr[16b](unset)`", PurePosixPath("docs/c.md"))
    []
    """
    return [
        PurePosixPath(normpath(page.parent / found[1]))
        for found in LINK.finditer(text)
        if found[1] is not None
    ]


def relinked(text: str, page: PurePosixPath, place: Callable[[PurePosixPath], str]) -> str:
    """Return the text of a page with each link target replaced by `place(target)`.

    The targets passed to `place` are paths from the root.

    >>> relinked("[a](../b.py)", PurePosixPath("docs/c.md"), lambda path: f"{path}.md")
    '[a](../b.py.md)'
    """

    def link(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]
        target = PurePosixPath(normpath(page.parent / found[1]))
        moved = place(target)
        return "../" * (len(page.parts) - 1) + moved + (found[2] or "")

    return LINK.sub(link, text)
