"""`upstream claims` decides claims on a Python implementation's code.

The claims are from the catalogue or from a file. Each claim is first tested on all small arguments.
Then every path of the implementation's code is explored on symbolic integers, at the claim's
profiles: the ranks and nestings of its arguments. A proof holds for this code and for all integers.

The code runs in a child process, because it is not this project's code, and because a process can
import only one version of an implementation.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Annotated, Any, Final, NoReturn

import typer

from spec.int_tuple import format_int_tuple
from spec.layout import Layout
from verif.cli.output import Status
from verif.deciding.proofs import judge
from verif.deciding.selection import selected
from verif.kernel.claim import Claim
from verif.kernel.errors import ClaimError, KernelError
from verif.operations.names import COMPILED
from verif.search.concrete import Fails, run_concretely
from verif.search.exhaustive import search
from verif.symbolic.claims import describe, explore_profile, given, profiles
from verif.symbolic.exploration import Exploration
from verif.upstream.implementation import implementation
from verif.upstream.in_child import InChild
from verif.upstream.in_process import PREDICATES, SPEC, InProcess
from verif.upstream.serve import LOADERS, OPERATIONS

SMALL: Final = (8, 4)
MOST_CASES: Final = 3_000

SECONDS: Final = 6.0
"""The time limit for exploring a profile, in seconds."""


@dataclass(frozen=True)
class Told:
    """The result of a claim on an implementation: one word for the outcome, and the reason."""

    id: str
    outcome: str
    reason: str

    def __str__(self) -> str:
        return f"{self.id:5} {self.outcome:8} {self.reason}"


class _MissingError(Exception):
    """The implementation lacks an operation that the claim uses."""


class _Algebra(SimpleNamespace):
    """The operations of an implementation.

    If a claim uses a missing operation, all paths of the claim end, not only the current path.
    """

    def __getattr__(self, name: str) -> NoReturn:
        raise _MissingError(name)


def on_own_code(claim: Claim, accused: InProcess, seconds: float) -> Told:
    """Decide the claim on the code of an implementation."""
    algebra = _Algebra(**accused.operations)
    try:
        found = search(claim, algebra, SMALL, MOST_CASES)
        if found.failure is not None:
            return _refuted(claim, found.failure.arguments, found.failure.result)
        explored = _explored(claim, algebra, seconds)
    except _MissingError as missing:
        return Told(claim.id, "-", f"the implementation has no {missing}")
    except (KernelError, RecursionError, TypeError, AttributeError) as error:
        return Told(claim.id, "UNKNOWN", f"{type(error).__name__}: {error}")
    if explored.outcome != "REFUTED" and not found.satisfied:
        return Told(
            claim.id,
            "VACUOUS",
            f"no arguments satisfy its hypotheses and reach a conclusion in {found}",
        )
    return explored


def _explored(claim: Claim, algebra: Any, seconds: float) -> Told:
    """Try to prove the claim for all integers at each of its profiles, or find a counterexample."""
    proved: list[str] = []
    open_: list[str] = []
    for profile in profiles(claim):
        exploration = explore_profile(judge(), claim, algebra, profile, seconds).exploration
        for arguments in _models(claim, profile, exploration):
            result = run_concretely(claim, algebra, arguments)
            if isinstance(result, Fails):
                return _refuted(claim, arguments, result)
        whole = exploration.complete and not exploration.failures
        (proved if whole else open_).append(describe(claim, profile))
    at = f"ranks {' '.join(proved)}, integers all" if proved else "nothing is proved"
    if open_:
        return Told(claim.id, "UNKNOWN", f"not decided at {' '.join(open_)}; {at}")
    return Told(claim.id, "PROVED", at)


def _models(
    claim: Claim, profile: Mapping[str, Any], exploration: Exploration
) -> Iterator[Mapping[str, Any]]:
    """Yield arguments at which, according to a solver, a conclusion is false."""
    for failure in exploration.failures:
        model = failure.model()
        if model is not None:
            try:
                yield given(claim, profile, model)
            except (ClaimError, ValueError):
                # The solver's model satisfies the facts of a path, but may violate a hypothesis.
                continue


def _refuted(claim: Claim, arguments: Mapping[str, Any], result: Fails) -> Told:
    shown = ", ".join(f"{name} = {_text(value)}" for name, value in arguments.items())
    sides = f" ({' != '.join(map(_text, result.values))})" if result.values else ""
    return Told(claim.id, "REFUTED", f"{shown}: {result.label}{sides}")


def _text(value: object) -> str:
    if isinstance(value, tuple | int) and not isinstance(value, bool):
        return format_int_tuple(value)
    return str(value) if isinstance(value, Layout) else repr(value)


def claims_command(
    name: Annotated[
        str, typer.Argument(metavar="IMPL", help="A Python implementation, such as pycute@4.2.0.0.")
    ],
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID...", help="Claims, such as P1c or FILE.py:ID; by default, all."),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            "--timeout", min=0.1, help="Time limit for each profile of a claim, in seconds."
        ),
    ] = SECONDS,
) -> None:
    """Decide the claims of the catalogue on the code of an implementation.

    Each claim is tested on all small arguments. Then a proof for all integers is tried at each
    profile of the claim, which fixes the nestings of the arguments. FILE.py and FILE.py:NAME select
    your own claims.

    Exit status: 0 for any verdicts; 2 for bad input.

    Example:
    layout-verif upstream claims pycute@4.2.0.0 P1c
    """
    chosen = [str(choice.reference) for choice in selected(ids or ())]
    real = implementation(name)
    if not isinstance(real, InChild) or real.kind in COMPILED:
        raise typer.BadParameter(f"{name} must be Python code that can run on symbolic integers")
    arguments = [real.kind, real.where, str(seconds), *chosen]
    done = subprocess.run([sys.executable, "-m", __name__, *arguments], check=False)
    if done.returncode:
        raise typer.Exit(Status.FAULT)


def main(kind: str, where: str, seconds: str, names: Iterable[str]) -> None:
    """Print the result of each claim on an implementation loaded from `where`."""
    module = LOADERS[kind](where)
    accused = InProcess(kind, where, OPERATIONS[kind](module) | dict(PREDICATES))
    for choice in selected(names):
        if choice.claim.accuses == SPEC.name:
            started = time.monotonic()
            told = on_own_code(choice.claim, accused, float(seconds))
            print(f"{told}  [{time.monotonic() - started:.1f} s]", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:])
