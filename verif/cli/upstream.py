"""The commands of `upstream`; `list`, `bisect`, `compare` and `versus` are defined here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Final, TypeAlias

import typer
from rich.console import Console
from rich.progress import track

from spec.spelling import suggested
from verif.cli import upstream_claims, upstream_faults
from verif.cli.calculating import answer
from verif.cli.output import Status
from verif.english import counted
from verif.expression import (
    read,
)
from verif.operations.names import PINNED, without_mark
from verif.operations.table import DRAWN
from verif.oracle.annotations import listed
from verif.oracle.bisection import halved, of_version, turns, versions_of
from verif.oracle.comparison import Change, Difference, compared, differences, places
from verif.oracle.shrink import Examiner
from verif.oracle.versus import Meeting, Standing, Standings, standings
from verif.processes.waiting import waiting
from verif.upstream.environments import is_cached, pinned_versions
from verif.upstream.implementation import Implementation, called, implementation

MEANINGS: Final = {
    "pycute": "CUTLASS's Python model of CuTe",
    "cute-cpp": "the headers of CuTe, compiled with g++",
    "cute-dsl": "CuTe in Python, an MLIR dialect; NVIDIA's own licence, 300 MB",
    "tensor-layouts": "an independent port to Python",
    "flydsl": "AMD's CuTe in Python, an MLIR dialect; 77 MB",
    "mojo": "the layout package of Mojo, compiled; Modular's own licence, 290 MB",
}

MOST_CASES: Final = 2000
CASES: Final = {"cute-cpp": 70}
"""For each slow implementation: the number of cases per operation, instead of `MOST_CASES`."""

MostCases: TypeAlias = Annotated[
    int | None, typer.Option("--cases", min=1, metavar="N", help="Cases for each operation.")
]
Only: TypeAlias = Annotated[
    list[str] | None, typer.Option("--only", metavar="OPERATION", help="Only these operations.")
]

app = typer.Typer(
    name="upstream",
    help="Compare the answers of implementations and of their versions.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


@app.command(name="list")
def list_(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[IMPL]", help="List the operations of this implementation."),
    ] = None,
) -> None:
    """List the implementations with their versions, or the operations of one implementation.

    A version is downloaded, verified and cached at its first use, even to list its operations.

    Exit status: 0, 2 for bad input.

    Example:
    layout-verif upstream list pycute
    """
    if name is not None:
        real = implementation(name)
        typer.echo("\n".join(sorted(real.operations)))
        real.stop()
        return
    for known in PINNED:
        typer.echo(f"{known}: {MEANINGS[known]}")
        for version in pinned_versions(known):
            here = "downloaded" if is_cached(known, version) else "not downloaded"
            typer.echo(f"  {f'{known}@{version}':22} {here}")
    typer.echo(
        "pycute@PATH, cute-cpp@PATH: a checkout of CUTLASS, or its folder python/pycute or include"
    )
    typer.echo(
        "torch-pycute, torch-pycute@PATH: PyTorch's copy of pycute, installed or in a folder"
    )
    typer.echo("nvlabs@PATH: a checkout of NVlabs/CuTe, or its package")
    typer.echo("module:NAME: any Python module with pycute's names")


def _with_versions(name: str) -> str:
    """Return the name if it is known. Otherwise raise an error before other arguments are read."""
    versions_of(name)
    return name


@app.command()
def bisect(
    name: Annotated[
        str,
        typer.Argument(
            metavar="IMPL",
            callback=_with_versions,
            help="An implementation, such as pycute, without a version.",
        ),
    ],
    case: Annotated[str, typer.Option("--case", metavar="EXPR", help="An expression of `eval`.")],
    cached: Annotated[bool, typer.Option("--cached", help="Use only downloaded versions.")] = False,
    every: Annotated[
        bool,
        typer.Option("--every", help="Run every version, because an answer may change back."),
    ] = False,
) -> None:
    """Print the versions at which the outcome of a case changed, oldest first.

    This uses bisection: versions between two versions with the same answer are not run.

    Exit status: 0, 2 for bad input.

    Example:
    layout-verif upstream bisect pycute --case "composition((3,2):(1,5), 5:1)"
    """
    tree = read(case)
    versions = versions_of(name, cached=cached)

    @cache
    def ask(version: str) -> str:
        return of_version(name, lambda real: _brief(answer(tree, called(real))), version)

    if not versions:
        typer.echo(f"no version of {name} is downloaded")
        return
    by_each = turns((version, ask(version)) for version in versions)
    found = list(by_each if every else halved(ask, versions))
    for turn in found:
        typer.echo(f"{turn.version}: {turn.before} -> {turn.after}")
    if not found:
        asked = ask.cache_info().currsize
        these = "" if asked == len(versions) else f" ({asked} of {len(versions)} versions were run)"
        typer.echo(f"no change from {versions[0]} to {versions[-1]}: {ask(versions[0])}{these}")


@app.command()
def compare(
    before: Annotated[str, typer.Argument(metavar="IMPL", help="Such as pycute@3.8.0.0.")],
    after: Annotated[str, typer.Argument(metavar="IMPL", help="Such as pycute@4.2.0.0.")],
    most: MostCases = None,
    only: Only = None,
) -> None:
    """Print the changes in behaviour from one implementation to another.

    Both implementations run the same cases: all small arguments, and a random sample of larger
    arguments. The output lists the operations at fault with the numbers of their cases. Then it has
    an example for each kind of change: first regressions, then repairs, then other changes. A kind
    is an operation with its answers before and after the change, such as
    `coalesce, agrees -> wrong-size`.

    Exit status: 0 if nothing got worse, 1 if something did, 2 for bad input.

    Example:
    layout-verif upstream compare pycute@3.8.0.0 pycute --only composition
    """
    names = operations_named(only)
    chosen = implementation(before), implementation(after)
    count = most or cases_of_each(*chosen)
    console = Console(stderr=True)
    shown = track(
        differences(*chosen, count, names),
        "comparing",
        total=len(compared(*chosen, names)),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    found = [difference for changed in shown for difference in changed]
    by_change = {c: [one for one in found if one.change is c] for c in Change}
    typer.echo(f"{chosen[0]} -> {chosen[1]}: {_tally(by_change)}")
    examiners = Examiner(chosen[0]), Examiner(chosen[1])
    for change in (Change.REGRESSION, Change.REPAIR):
        at = places(by_change[change], *examiners)
        if at:
            typer.echo(f"cases of {change} by operation at fault: {listed(at)}")
    for one in chosen:
        one.stop()
    for name in () if only else sorted(chosen[0].operations ^ chosen[1].operations):
        which = chosen[0] if name in chosen[0].operations else chosen[1]
        typer.echo(f"only {which} has {name}")
    for change, those in by_change.items():
        for difference in those:
            typer.echo(f"{change}: {difference}")
    if by_change[Change.REGRESSION]:
        raise typer.Exit(Status.NO)


def _tally(by_change: Mapping[Change, Sequence[Difference]]) -> str:
    """Describe the regressions and the repairs: how many kinds of each, and in how many cases."""
    told: list[str] = []
    for change in (Change.REGRESSION, Change.REPAIR):
        found = by_change[change]
        kinds = f"{counted(len(found), 'kind')} of {change}"
        cases = counted(sum(one.count for one in found), "case")
        told.append(f"{kinds} ({cases})" if found else kinds)
    return ", ".join(told)


def operations_named(only: Sequence[str] | None) -> frozenset[str]:
    """Return the operations given by `--only`. Raise an error for an operation without cases."""
    names = frozenset(only or ())
    drawn = {without_mark(name) for name in DRAWN}
    for unknown in sorted(names - drawn - DRAWN.keys()):
        near = suggested(unknown, drawn)
        raise typer.BadParameter(
            f"there are no cases for {unknown!r}{near}: see `layout-verif operations`"
        )
    return names


def cases_of_each(*chosen: Implementation) -> int:
    """Return how many cases to run for each operation: fewer if an implementation is slow."""
    return min(CASES.get(one.name, MOST_CASES) for one in chosen)


def _brief(text: str) -> str:
    """Shorten an answer: omit the message of a rejection, because its wording may change."""
    kind, _, _ = text.partition(": ")
    return kind if kind in {"rejected", "crashed"} else text.partition(", where")[0]


CLOSER: Final = 4
"""If the option `--only` is given, the number of cases is multiplied by this factor."""


@app.command()
def versus(
    one: Annotated[str, typer.Argument(metavar="IMPL", help="Such as pycute@4.2.0.0.")],
    other: Annotated[str, typer.Argument(metavar="IMPL", help="Such as cute-cpp@4.2.0.0.")],
    most: MostCases = None,
    only: Only = None,
) -> None:
    """Compare two implementations, and show the cases in which one of them is wrong.

    Both implementations run the same cases. For each operation, a line of the output counts the
    cases in which both are right, in which their right results differ, and in which one is wrong.
    Then follows an example for each kind of disagreement, the most convincing first.

    Exit status: 0, or 1 if one is wrong and the other right in some case; 2 for bad input.

    Example:
    layout-verif upstream versus pycute cute-cpp --only left_inverse
    """
    names = operations_named(only)
    first, second = implementation(one), implementation(other)
    alone: list[Standings] = []
    try:
        count = most or cases_of_each(first, second) * (CLOSER if names else 1)
        with waiting(f"starting {first} and {second}"):
            operations = compared(first, second, names)
        for operation in operations:
            with waiting(f"{without_mark(operation)}: asking {first} and {second}"):
                stood = standings(operation, first, second, count)
            for line in _lines(stood, str(first), str(second)):
                typer.echo(line)
            alone += [] if stood.is_even else [stood]
    finally:
        first.stop()
        second.stop()
    if alone:
        raise typer.Exit(Status.NO)


def _lines(stood: Standings, first: str, second: str) -> Iterator[str]:
    named = {Standing.FIRST: f"only {first} wrong", Standing.SECOND: f"only {second} wrong"}
    said = {standing: named.get(standing, str(standing)) for standing in Standing}
    counts = [f"{stood.counts[s]} {words}" for s, words in said.items() if stood.counts.get(s)]
    yield f"{without_mark(stood.operation)}: {', '.join(counts)}"
    for standing, words in said.items():
        if standing in stood.cases:
            yield f"  {words}: {_told(stood.cases[standing], first, second)}"


def _told(met: Meeting, first: str, second: str) -> str:
    outcomes = zip((first, second), (met.first, met.second), met.numbers, strict=True)
    told = [f"{name} {text}{f' ({why})' if why else ''}" for name, text, why in outcomes]
    return f"{met.case}: {', '.join(told)}; right: {met.right}"


app.command(name="check")(upstream_faults.check_command)
app.command(name="claims")(upstream_claims.claims_command)
app.command(name="report")(upstream_faults.report_command)
