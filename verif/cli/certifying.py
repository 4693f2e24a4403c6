"""The command `certify`: it checks claims as theorems of Rocq."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from verif.certify.generated.own import Certificate, certified
from verif.certify.run import UncertifiedError, require_rocq, version
from verif.cli.output import Status, complain, worst
from verif.cli.verdicts import OF_UNEXPECTED
from verif.deciding.decide import decide_alone
from verif.deciding.proofs import theorems
from verif.deciding.selection import Selected, selected
from verif.english import counted
from verif.kernel.verdict import ALL, Outcome, Verdict
from verif.processes.waiting import waiting
from verif.upstream.environments import locked, user_cache


def certify(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="ID|FILE.py|FILE.py:NAME",
            help="Ids of claims; FILE.py for all claims of your file, FILE.py:NAME for one claim.",
        ),
    ],
) -> None:
    """Check claims as theorems of Rocq about the Python code; needs Debian's coq.

    For a claim that is proved for every rank, this command prints the Python code in Rocq, the
    claim as a statement about this code, and a proof script. The steps of the script come from the
    proof that the engine found. A claim is certified if Rocq accepts the script as a proof of this
    statement, without axioms. Then neither the engine nor a solver needs to be trusted. A claim
    that is not certified remains proved by the engine.

    The first run takes a minute or two. Later runs compile only the files that have changed.

    Exit status: 0 if all claims are certified; 3 if a proved claim is not certified; the status of
    `prove` if a claim is not proved; 2 for bad input.

    Examples:
    layout-verif certify my_claims.py
    layout-verif certify C1 my_claims.py:MINE
    """
    chosen = selected(names)
    try:
        require_rocq()
    except UncertifiedError as why:
        complain(f"not certified: {why}")
        raise typer.Exit(Status.UNKNOWN) from None
    verdicts = [(one, decide_alone(one.claim)) for one in chosen]
    found: dict[str, Certificate] = {}
    for module in dict.fromkeys(one.claim.text.__module__ for one in chosen):
        of_file = [pair for pair in verdicts if pair[0].claim.text.__module__ == module]
        found |= _of_file([pair for pair in of_file if not unproved(pair[1])])
    for one, verdict in verdicts:
        typer.echo(f"{one.claim.id}: {_said(one, verdict, found)}")
    raise typer.Exit(worst(_status(one, verdict, found) for one, verdict in verdicts))


def unproved(verdict: Verdict) -> str:
    """Return why the claim is not proved for every rank, or "" if it is."""
    if verdict.outcome is not Outcome.PROVED:
        return f"the verdict of `prove` is {verdict.outcome}"
    if verdict.scope is None or verdict.scope.ranks != ALL:
        return f"it is proved only for {verdict.scope}"
    return ""


def _folder() -> Path:
    return user_cache() / "certify"


def _of_file(proved: list[tuple[Selected, Verdict]]) -> Mapping[str, Certificate]:
    """Return the certificates of claims of one file.

    Pre-condition: each claim is proved for every rank.
    """
    if not proved:
        return {}
    lemmas = {t.id for _, verdict in proved if verdict.theorem for t in theorems(verdict.theorem)}
    _folder().mkdir(parents=True, exist_ok=True)
    if not any(_folder().glob("*.vo")):
        typer.echo("compiling the theorems that all proofs use: a minute or two, once", err=True)
    with locked(_folder()), waiting("Rocq is checking"):
        try:
            found = certified([one.claim for one, _ in proved], lemmas, _folder())
        except UncertifiedError as why:
            return {str(one.reference): Certificate("", (), str(why)) for one, _ in proved}
    return {str(one.reference): found[one.claim.id] for one, _ in proved}


def _said(one: Selected, verdict: Verdict, found: Mapping[str, Certificate]) -> str:
    """Return what is printed about a claim."""
    certificate = found.get(str(one.reference))
    if certificate is None:
        return f"not certified: {unproved(verdict)}"
    if certificate.open:
        why = certificate.open
        return f"not certified: {why}. It remains proved by the engine, for {verdict.scope}"
    used = len(certificate.cited)
    lemmas = f", and proofs of the {counted(used, 'lemma')} that it uses" if used else ""
    theorem = _folder() / f"{certificate.theorem}.v"
    return (
        f"certified. Rocq {version()} accepts a proof of the printed statement without axioms"
        f"{lemmas}: {one.claim.title} ({theorem})"
    )


def _status(one: Selected, verdict: Verdict, found: Mapping[str, Certificate]) -> Status:
    """Return the exit status for a claim."""
    if verdict.outcome is not Outcome.PROVED:
        return OF_UNEXPECTED[verdict.outcome]
    certificate = found.get(str(one.reference))
    return Status.UNKNOWN if certificate is None or certificate.open else Status.YES
