"""The commands that list claims, lemmas and operations, and print the theory as a book."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Final

import typer

from spec.spelling import suggested
from verif.claims.catalogue import catalogue
from verif.cli.output import complain, terminal_width
from verif.cli.verdicts import Names, claim_lines, lemma_lines
from verif.deciding.selection import lemmas_about, selected_with_lemmas
from verif.expression import OPERATIONS
from verif.kernel.errors import ClaimError
from verif.pages.book import book, book_page
from verif.pages.files import require_writable, write_whole
from verif.pages.operations import operations_about, operations_page
from verif.questions.question import QUESTIONS

SYNONYMS: Final = {
    "bitcast": "bitcast reshape transpose",
    "conflict_free": "conflict_free bank conflict",
    "coalesced": "coalesced coalescing sectors",
    "covers_once": "covers_once coverage",
    "same_bytes": "same_bytes bytes memory",
    "tma_box": "tma_box box bulk tensor map",
    "vectorizes": "vectorizes vectorized",
}
"""The words by which `operations WORD` finds a question.

A question without an entry is found only by its name.
"""


def wrapped(line: str, width: int | None) -> str:
    """Return a listing's row in lines of at most `width`, with its second column aligned.

    >>> print(wrapped("S4  a swizzle keeps the lowest bits", 24))
    S4  a swizzle keeps the
        lowest bits
    """
    if width is None or len(line) <= width:
        return line
    gap = re.search(r"  +", line)
    indent = gap.end() if gap is not None and gap.end() <= width // 2 else 4
    return "\n".join(wrap(line, width, subsequent_indent=" " * indent, break_on_hyphens=False))


def _list(lines: Sequence[str]) -> None:
    """Print rows. On a terminal, wrap them to its width."""
    width = terminal_width()
    for line in lines:
        typer.echo(wrapped(line, width))


def claims_command(names: Names = None) -> None:
    """List claims with id, expected verdict and title; lemmas only if you name them.

    A name may also be a word in a claim's title.

    Exit status: 0, 2 for bad input.

    Examples:
    layout-verif claims D6
    layout-verif claims swizzle
    """
    try:
        claims, lemmas = selected_with_lemmas(names or ())
    except ClaimError:
        words = [name.casefold() for name in names or ()]
        found = [one for one in catalogue() if all(w in one.title.casefold() for w in words)]
        if not found:
            raise
        _list(claim_lines(found))
        return
    _list(claim_lines([one.claim for one in claims]))
    _list(lemma_lines(lemmas))


def lemmas_command(
    word: Annotated[
        str,
        typer.Argument(
            metavar="WORD|FILE.py",
            help="A file, or a word in a lemma's name, statement or chapter.",
        ),
    ] = "",
) -> None:
    """List lemmas and contracts: name, chapter, statement.

    Exit status: 0, even if no lemma is found; 2 for bad input.

    Example:
    layout-verif lemmas coalesce
    """
    found = lemmas_about(word)
    if not found:
        complain(f"no lemma or contract mentions {word!r}")
    _list(lemma_lines(found))


def book_command(
    part: Annotated[
        str | None,
        typer.Argument(metavar="PART", help="A part, such as composition; by default, all parts."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the book as one HTML page.")
    ] = None,
) -> None:
    """Print the theory as a book in reading order: definitions, lemmas, proofs.

    Exit status: 0, 2 for bad input.

    Example:
    layout-verif book numbers
    """
    if html is None:
        typer.echo(book(part), nl=False)
        return
    require_writable(html)
    write_whole(html, book_page(part).encode())


def operations_command(
    word: Annotated[
        str | None,
        typer.Argument(metavar="WORD", help="List only operations whose entry has this word."),
    ] = None,
) -> None:
    """List the operations of `eval`, and their names in the real implementations.

    Without WORD, the command prints one line for each operation if the output is a terminal.
    Otherwise it prints the whole page `layout-verif help operations`, which includes the names.

    Exit status: 0, even if no operation is found; 2 for bad input.

    Example:
    layout-verif operations divide
    """
    if word is None:
        if terminal_width() is None:
            typer.echo(operations_page(), nl=False)
        else:
            _list(operations_about(""))
        return
    found = operations_about(word)
    asked = [name for name in QUESTIONS if word.casefold() in SYNONYMS.get(name, name)]
    if asked:
        complain(f"`layout-verif check` answers questions about {word!r}: {', '.join(asked)}")
    elif not found:
        near = suggested(word, OPERATIONS)
        complain(f"no operation mentions {word!r}{near}; `layout-verif operations` lists all")
    _list(found)
