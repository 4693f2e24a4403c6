"""The commands that list claims, lemmas, the theory as a book, and operations."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from verif.cli.output import complain, print_lines
from verif.cli.verdicts import Names, claim_lines, lemma_lines
from verif.deciding.selection import lemmas_about, selected_with_lemmas
from verif.pages.book import book, book_page
from verif.pages.files import require_writable, write_whole
from verif.pages.operations import operations_about, operations_page


def claims_command(names: Names = None) -> None:
    """List claims: id, expectation, title; lemmas only if they are named.

    Exit status: 0, 2 for bad input.

    Example:
    layout-verif claims D6
    """
    claims, lemmas = selected_with_lemmas(names or ())
    print_lines(Console(), claim_lines([one.claim for one in claims]))
    print_lines(Console(), lemma_lines(lemmas))


def lemmas_command(
    word: Annotated[
        str,
        typer.Argument(
            metavar="WORD|FILE.py", help="A word in name, statement or chapter, or a file."
        ),
    ] = "",
) -> None:
    """List lemmas and contracts: name, chapter, statement.

    Exit status: 0, even if there are none; 2 for bad input.

    Example:
    layout-verif lemmas coalesce
    """
    found = lemmas_about(word)
    if not found:
        complain(f"no lemma or contract mentions {word!r}")
    print_lines(Console(), lemma_lines(found))


def book_command(
    part: Annotated[
        str | None,
        typer.Argument(metavar="PART", help="A part such as composition; by default all."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the book as one page.")
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
        typer.Argument(metavar="WORD", help="Only operations with this word in their entry."),
    ] = None,
) -> None:
    """List the operations of `eval`, and their names in the real implementations.

    Exit status: 0, even if there are none; 2 for bad input.

    Example:
    layout-verif operations divide
    """
    if word is None:
        typer.echo(operations_page(), nl=False)
        return
    found = operations_about(word)
    if not found:
        complain(f"no operation mentions {word!r}")
    for line in found:
        typer.echo(line)
