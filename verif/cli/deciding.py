"""The commands that decide claims and lemmas: `prove`, and `explain`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from verif.cli.listings import NAMES, Names
from verif.cli.printing import complain, print_lines
from verif.cli.proof_tree import proof_tree
from verif.cli.status import Status, worst
from verif.cli.steps import is_call, steps
from verif.cli.terminal import (
    Tried,
    ledger_lines,
    progress,
    slowest_lines,
    verdict_lines,
)
from verif.deciding.decide import decide_alone, decide_lemma
from verif.deciding.decided import Decided
from verif.deciding.outline import tree
from verif.deciding.proofs import outlines, theorems, write_scripts
from verif.deciding.selection import present, selected_with_lemmas
from verif.deciding.workers import CLAIM_SECONDS, decide_all
from verif.kernel.verdict import Outcome
from verif.pages.files import (
    default_folder,
    require_folder,
    require_own,
    require_writable,
    write_whole,
)
from verif.pages.overview import PAGE, overview
from verif.pages.proof import proof_page
from verif.pages.record import encoded
from verif.pages.section import Section
from verif.pages.site import SITE, write_site
from verif.processes.pool import cores

REPORT: Final = Path("prove.json")
"""The record of all verdicts, in the folder of reports."""

OF_UNEXPECTED: Final = {
    Outcome.PROVED: Status.NO,
    Outcome.REFUTED: Status.NO,
    Outcome.VACUOUS: Status.NO,
    Outcome.UNKNOWN: Status.UNKNOWN,
    Outcome.ERROR: Status.ERROR,
}
"""The exit status of an outcome that is not the one that was asked for."""


def prove(
    names: Names = None,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="OUT", help="Write the verdicts there too.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Claims decided side by side.")] = cores(),
    timeout: Annotated[
        float, typer.Option(min=0.001, help="Seconds after which a claim is UNKNOWN.")
    ] = CLAIM_SECONDS,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show what every engine said.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="DIR", help="Write reports there; without names, to a folder here."
        ),
    ] = None,
) -> None:
    """Decide claims: all of them, and write reports, or those selected.

    Exit status: 0 if every verdict is as expected; 1 if one is not, 3 where it is UNKNOWN, 4 where
    it is an ERROR; 2 for bad input. Of several, 2 before 4 before 3 before 1.

    Examples:
    layout-verif prove C7
    layout-verif prove my_claims.py:MINE --verbose --out reports-of-mine
    """
    chosen, lemmas = selected_with_lemmas(names or ())
    chosen, missing = present(chosen)
    folder = out or (None if names else default_folder())
    outputs = _outputs(json, folder)
    with progress(Console(stderr=True), len(chosen)) as show:
        decided = decide_all(chosen, jobs, timeout, show)
        proved = tuple(map(decide_lemma, lemmas))
    if decided or proved or not missing:
        print_lines(Console(), verdict_lines((*decided, *proved), verbose=verbose))
    for problem, ids in missing.items():
        complain(f"not run: {', '.join(ids)}: {problem}")
    if not names:
        print_lines(Console(), [*slowest_lines(decided), *ledger_lines(decided)])
    for path, content in outputs.items():
        write_whole(path, content(decided))
    if folder is not None:
        write_site(decided, folder)
        Console().print(f"\nreports: {folder / PAGE}", soft_wrap=True, highlight=False)
    unexpected = (d.verdict.outcome for d in (*decided, *proved) if not d.as_expected)
    asked_in_vain = [Status.BAD_INPUT] if names and missing else []
    raise typer.Exit(worst([*asked_in_vain, *map(OF_UNEXPECTED.__getitem__, unexpected)]))


def explain(
    names: Annotated[
        list[str],
        typer.Argument(metavar=NAMES, help="Claims and lemmas, or composition(A, B), a divide."),
    ],
    smt2: Annotated[
        Path | None, typer.Option("--smt2", metavar="DIR", help="Write every obligation there.")
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="DIR", help="Write a page of each claim's proof."),
    ] = None,
) -> None:
    """Print proofs: lemmas, paths, obligations, with solver and time; then what engines said.

    Of a call, `composition((6,2):(8,2), (4,3):(3,1))` or `zipped_divide((8,6), (4,2))`, the steps,
    mode by mode.

    Exit status: 0 if there are proofs; 1 if one is missing, 3 where its verdict is UNKNOWN, 4 where
    it is an ERROR; 2 for bad input.

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
        rests = {t.id: t for d in tried if d.verdict.theorem for t in theorems(d.verdict.theorem)}
        console.print(f"{write_scripts(rests.values(), smt2)} obligations written to {smt2}")
    if html is not None:
        for one, d in zip(chosen, decided, strict=True):
            if d.proof:
                page = proof_page(Section(d), {}, alone=str(one.reference))
                write_whole(html / f"{d.claim.id}.html", page.encode())
    raise typer.Exit(worst(OF_UNEXPECTED[d.verdict.outcome] for d in tried if not d.proof))


def _print_proof(console: Console, one: Tried) -> None:
    if one.proof:
        console.print(proof_tree(tree(one.proof)))


def _outputs(
    json: Path | None, folder: Path | None
) -> dict[Path, Callable[[Sequence[Decided]], bytes]]:
    """The files to write; OSError, before any work is done, where one could not be written."""
    outputs: dict[Path, Callable[[Sequence[Decided]], bytes]] = {}
    if folder is not None:
        require_folder(folder / SITE)
        outputs |= {folder / REPORT: encoded, folder / PAGE: overview}
    if json is not None:
        outputs[json] = encoded
    for path in outputs:
        require_writable(path)
    if folder is not None:
        require_own(folder / PAGE)
    return outputs
