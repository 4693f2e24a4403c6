"""The command `explain`: proofs of claims and lemmas, and the steps of a call."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from verif.cli.names import NAMES
from verif.cli.printing import print_lines
from verif.cli.proof_tree import proof_tree
from verif.cli.status import worst
from verif.cli.steps import is_call, steps
from verif.cli.terminal import OF_UNEXPECTED, Tried, slowest_lines, verdict_lines
from verif.deciding.decide import decide_alone, decide_lemma
from verif.deciding.decided import Decided
from verif.deciding.outline import tree
from verif.deciding.proofs import outlines, theorems, write_scripts
from verif.deciding.selection import selected_with_lemmas
from verif.english import counted
from verif.pages.files import require_folder, write_whole
from verif.pages.proof import proof_page
from verif.pages.section import Section


def explain(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar=NAMES, help="Claims and lemmas, or a call of composition or of a divide."
        ),
    ],
    smt2: Annotated[
        Path | None,
        typer.Option("--smt2", metavar="DIR", help="Write every obligation as SMT-LIB."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="DIR", help="Write a page for the proof of each claim."),
    ] = None,
) -> None:
    """Print proofs: lemmas, paths, obligations with solver and time, and each engine's result.

    For a call, `composition((6,2):(8,2), (4,3):(3,1))` or `zipped_divide((8,6), (4,2))`, print its
    steps, mode by mode.

    Exit status: 0 if there are proofs; 1 if one is missing, or 3 if its verdict is UNKNOWN, 4 if it
    is ERROR; 2 for bad input.

    Examples:
    layout-verif explain quotient_and_remainder_are_unique
    layout-verif explain my_claims.py:MINE --smt2 obligations
    """
    calls = [name for name in names if is_call(name)]
    for call in calls:
        typer.echo(steps(call))
    names = [name for name in names if name not in calls]
    if calls and not names:
        return
    chosen, lemmas = selected_with_lemmas(names)
    for folder in filter(None, (smt2, html)):
        require_folder(folder)
    console = Console()
    decided: list[Decided] = []
    for one in chosen:
        verdict = decide_alone(one.claim)
        decided.append(Decided(one.claim, verdict, outlines(verdict)))
        _print_proof(console, decided[-1])
    proved = tuple(map(decide_lemma, lemmas))
    for lemma in proved:
        _print_proof(console, lemma)
    tried = (*decided, *proved)
    print_lines(console, verdict_lines(tried, verbose=True))
    if any(d.proof for d in tried):
        print_lines(console, slowest_lines(tried))
    if smt2 is not None:
        rests = {t.id: t for d in tried if d.theorem for t in theorems(d.theorem)}
        written = counted(write_scripts(rests.values(), smt2), "obligation")
        console.print(f"{written} written to {smt2}")
    if html is not None:
        for one, d in zip(chosen, decided, strict=True):
            if d.proof:
                page = proof_page(Section(d), {}, alone=str(one.reference))
                write_whole(html / f"{d.claim.id}.html", page.encode())
    raise typer.Exit(worst(OF_UNEXPECTED[d.verdict.outcome] for d in tried if not d.proof))


def _print_proof(console: Console, one: Tried) -> None:
    if one.proof:
        console.print(proof_tree(tree(one.proof)))
