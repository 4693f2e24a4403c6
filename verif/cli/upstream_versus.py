"""The command `upstream versus`: two implementations head to head."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

import typer

from verif.cli.output import Status
from verif.cli.upstream import MostCases, Only, cases_of_each, operations_named
from verif.oracle.versus import Meeting, Standing, Standings, standings
from verif.upstream.implementation import implementation

CLOSER: Final = 4
"""The factor for the number of cases if operations are named."""


def versus_command(
    one: Annotated[str, typer.Argument(metavar="IMPL", help="Such as pycute@4.2.0.0.")],
    other: Annotated[str, typer.Argument(metavar="IMPL", help="Such as cute-cpp@4.2.0.0.")],
    most: MostCases = None,
    only: Only = None,
) -> None:
    """Compare two implementations: where both are right, differ only in form, or one is wrong.

    Both run the same cases. The output has one line for each operation with the numbers, and then
    an example for each kind of disagreement, the most convincing first.

    `layout-verif upstream versus pycute cute-cpp --only left_inverse`

    Exit status: 0 if neither is wrong where the other is right, 1 if one is, 2 for bad input.
    """
    names = operations_named(only)
    first, second = implementation(one), implementation(other)
    alone: list[Standings] = []
    try:
        count = most or cases_of_each(first, second) * (CLOSER if names else 1)
        for stood in standings(first, second, count, names):
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
    yield f"{stood.operation.removesuffix('_')}: {', '.join(counts)}"
    for standing, words in said.items():
        if standing in stood.cases:
            yield f"  {words}: {_told(stood.cases[standing], first, second)}"


def _told(met: Meeting, first: str, second: str) -> str:
    outcomes = zip((first, second), (met.first, met.second), met.numbers, strict=True)
    told = [f"{name} {text}{f' ({why})' if why else ''}" for name, text, why in outcomes]
    return f"{met.case}: {', '.join(told)}; right: {met.right}"
