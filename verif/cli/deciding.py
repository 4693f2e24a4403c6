"""The command `prove`: it decides claims and lemmas.

Provers and report writers are imported only when needed: importing them takes longer than finding a
small counterexample.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from verif.cli.output import Status, complain, print_lines, worst
from verif.cli.verdicts import (
    OF_UNEXPECTED,
    Names,
    ledger_lines,
    progress,
    slowest_lines,
    verdict_lines,
)
from verif.deciding.decided import CLAIM_SECONDS, Decided, DecidedLemma
from verif.deciding.searching import refuted_in_a_copy, refuted_soon
from verif.deciding.selection import Selected, present, selected_with_lemmas
from verif.english import counted
from verif.kernel.contract import Contract
from verif.pages.files import default_folder
from verif.processes.pool import cores


def prove(
    names: Names = None,
    json: Annotated[
        Path | None, typer.Option("--json", metavar="OUT", help="Also write the verdicts as JSON.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Claims to decide in parallel.")] = cores(),
    timeout: Annotated[
        float, typer.Option(min=0.001, help="CPU seconds for each claim, solvers included.")
    ] = CLAIM_SECONDS,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Show what each engine found.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Ignore cached verdicts; CI=true does the same.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Folder for reports. Without this option, only a run of all claims writes "
            "reports. They go to `reports` in a clone, and to `layout-verif-reports` elsewhere.",
        ),
    ] = None,
    theorems: Annotated[
        Path | None,
        typer.Option(
            "--theorems",
            metavar="DIR",
            help="Folder for the theorems of this run, which the project's own tests read.",
        ),
    ] = None,
) -> None:
    """Decide the named claims, or decide all claims and write reports.

    Verdicts are cached if they are as expected. While no file, version or option has changed, they
    are shown again, marked `kept`. A cached verdict is only a record: no proof uses it.

    Exit status: 0 if every verdict is as expected. For an unexpected verdict: 3 if the verdict is
    UNKNOWN, 4 if it is ERROR, and 1 for any other verdict. 2 for bad input. If several apply, the
    status is 2, else 4, else 3, else 1.

    Examples:
    layout-verif prove C7
    layout-verif prove my_claims.py:MINE --verbose --out reports-of-mine
    """
    chosen, lemmas = selected_with_lemmas(names or ())
    chosen, missing = present(chosen)
    folder = out or (None if names else default_folder())
    write, keep = _reports(json, folder), _theorems(theorems)
    with progress(Console(stderr=True), len(chosen)) as show:
        decided = _refuted_soon(chosen, timeout, show)
        if decided is None:
            decide = partial(_decided, jobs=jobs, seconds=timeout, show=show)
            decided = with_kept(chosen, timeout, decide, show, anew=fresh)
        proved = _proved(lemmas)
    own = [one for one, of in zip(decided, chosen, strict=True) if of.reference.file is None]
    keep(own)
    if decided or proved or not missing:
        print_lines(Console(), verdict_lines((*decided, *proved), verbose=verbose))
    if names:
        for problem, ids in missing.items():
            complain(f"skipped {', '.join(ids)}: {problem}")
    else:
        lines = _skipped(missing), slowest_lines(decided), ledger_lines(decided)
        print_lines(Console(), [*chain.from_iterable(lines)])
    page = write(decided)
    if page is not None:
        Console().print(f"\nreports: {page}", soft_wrap=True, highlight=False)
    unexpected = (d.verdict.outcome for d in (*decided, *proved) if not d.as_expected)
    asked_in_vain = [Status.BAD_INPUT] if names and missing else []
    raise typer.Exit(worst([*asked_in_vain, *map(OF_UNEXPECTED.__getitem__, unexpected)]))


def _skipped(missing: Mapping[str, Sequence[str]]) -> list[Text]:
    """Return a line for each missing implementation, with the ids of the claims that need it.

    A run of all claims prints these lines below the counts. The counts do not include these claims.
    """
    return [
        Text(f"{counted(len(ids), 'more claim')} skipped ({', '.join(ids)}): {problem}")
        for problem, ids in missing.items()
    ]


def _refuted_soon(
    chosen: Sequence[Selected], seconds: float, show: Callable[[Decided], None]
) -> tuple[Decided, ...] | None:
    """Refute a single claim by search alone, without the cache.

    Return None if the search finds no failure, or if several claims are chosen.
    """
    if len(chosen) != 1:
        return None
    claim, own = chosen[0].claim, chosen[0].reference.file is not None
    soon = refuted_in_a_copy(claim, seconds) if own else refuted_soon(claim)
    if soon is None:
        return None
    show(soon)
    return (soon,)


def _decided(
    chosen: Sequence[Selected], jobs: int, seconds: float, show: Callable[[Decided], None]
) -> tuple[Decided, ...]:
    """Decide the claims."""
    if not chosen:
        return ()
    from verif.deciding.workers import decide_all

    return decide_all(chosen, jobs, seconds, show)


def _proved(lemmas: Sequence[Contract]) -> tuple[DecidedLemma, ...]:
    if not lemmas:
        return ()
    from verif.deciding.decide import decide_lemma

    return tuple(map(decide_lemma, lemmas))


def _reports(json: Path | None, folder: Path | None) -> Callable[[Sequence[Decided]], Path | None]:
    """Return a function that writes the reports. Raises OSError at once if a file is unwritable."""
    if json is None and folder is None:
        return lambda _: None
    from verif.pages.reports import reports

    return reports(json, folder)


def _theorems(folder: Path | None) -> Callable[[Sequence[Decided]], None]:
    """Return a function that writes verdicts and lemmas of the catalogue to the folder.

    The function writes nothing if the sources have changed since this call. Raises OSError at once
    if the folder cannot be written.
    """
    if folder is None:
        return lambda _: None
    from verif.deciding.proofs import lemmas_of_theory
    from verif.records.identity import of_catalogue
    from verif.records.theorems import current, write_theorems

    own = current(folder)

    def keep(decided: Sequence[Decided]) -> None:
        if own.name == of_catalogue():
            write_theorems(own, decided, lemmas_of_theory())

    return keep


Decide = Callable[[Sequence[Selected]], Sequence[Decided]]


def is_in_ci() -> bool:
    """Return whether the environment variable CI is `true` or 1. If so, the cache is not used."""
    return os.environ.get("CI", "").lower() in {"true", "1"}


def with_kept(
    chosen: Sequence[Selected],
    seconds: float,
    decide: Decide,
    show: Callable[[Decided], None],
    *,
    anew: bool,
) -> tuple[Decided, ...]:
    """Return the claims in the given order. Each verdict comes from the cache or is decided now.

    New verdicts are cached if no file has changed while the claims were decided. With `anew`, the
    cache is not read.
    """
    if is_in_ci():
        return tuple(decide(chosen))
    # Import the cache late, because a quick refutation does not need it.
    from verif.records.identity import identities
    from verif.records.kept import kept

    began = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    store, names = kept(), identities(chosen, seconds)
    found = store.find(() if anew else zip(chosen, names, strict=True))
    for reference, problem in found.altered.items():
        complain(f"{reference}: the cached verdict is not used ({problem}); deciding again")
    if found.other:
        verdicts = counted(found.other, "cached verdict")
        complain(f"{verdicts} not used: a file, version or option has changed; deciding again")
    for one in found.kept.values():
        show(one)
    left = [one for one in chosen if one.reference not in found.kept]
    now = dict(zip((one.reference for one in left), decide(left), strict=True))
    if now and identities(chosen, seconds) == names:
        decided = [
            (one, name, now[one.reference])
            for one, name in zip(chosen, names, strict=True)
            if one.reference in now and now[one.reference].origin is None
        ]
        try:
            store.keep(decided, began)
        except OSError as error:
            complain(f"the verdicts were not cached: {error}")
    return tuple({**found.kept, **now}[one.reference] for one in chosen)
