"""Texts and links of Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath
from posixpath import normpath
from typing import Final


def escaped(text: str) -> str:
    r"""A text in which Markdown finds no sign of its own but that of code, and no cell's end.

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
"""The path in the parentheses of a link to a file, and an anchor; or code, without a path."""


def targets(text: str, page: PurePosixPath) -> list[PurePosixPath]:
    """The paths from the root that a page has links to.

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
    """The text of a page with the path of each link as `place` has it, of the path from the root.

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
