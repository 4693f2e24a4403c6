"""Certify single claims as theorems of Rocq, including the claims of a user's file."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from verif.certify.generated.building import Build
from verif.certify.generated.claims import all_claimed
from verif.certify.generated.files import Generated, generated
from verif.certify.generated.proving import prove
from verif.certify.printing import print_claims
from verif.certify.program import Program
from verif.deciding.proofs import judge
from verif.deciding.proving import foundations
from verif.kernel.claim import Claim
from verif.processes.pool import cores


@dataclass(frozen=True)
class Certificate:
    """The theorem of a claim. If Rocq has not checked the theorem, `open` has the reason."""

    theorem: str
    cited: tuple[str, ...]
    """The contracts and lemmas that the claim's theorem uses. Each of them has a theorem, too."""
    open: str = ""


def certified(
    claims: Sequence[Claim], lemmas: Collection[str], folder: Path
) -> Mapping[str, Certificate]:
    """Return a certificate for each claim of one file, by id.

    `lemmas` has the ids of all contracts and lemmas that the engine's proofs use. Rocq compiles the
    files in `folder`. Raises UncertifiedError if a check fails.
    """
    out = print_claims(Program())
    program, files, before = out.program, out.files, len(out.program.functions)
    printed, unprinted = all_claimed(judge(), program, foundations(), claims)
    found = {name: Certificate("", (), why) for name, why in unprinted.items()}
    if not printed:
        return found
    theory = printed[0].theory
    contracts = [contract for contract in theory.contracts if contract.id in lemmas]
    parts = generated(judge(), theory, program, contracts, before)
    every = set(_used(parts, [name for each in printed for name in each.cited]))
    parts = replace(parts, records=tuple(each for each in parts.records if each[0].id in every))
    again = {*(each.name for each in printed), *(f"L_{name}" for name in every)}
    proved = prove(parts, Build(folder, cores(), printed=files, again=again), printed)
    for each in printed:
        name = each.statement.claim
        if name in proved.claims:
            found[name] = Certificate(each.name, _used(parts, proved.claims[name]))
            continue
        without = [one for one in _used(parts, each.cited) if one in proved.open]
        reasons = [proved.open_claims[name], *(f"{one}: {proved.open[one]}" for one in without)]
        found[name] = Certificate(each.name, (), "; ".join(why.rstrip(".") for why in reasons))
    return found


def _used(parts: Generated, cited: Collection[str]) -> tuple[str, ...]:
    """Return the ids in `cited`, and the ids of all contracts on which their proofs depend."""
    cites = {contract.id: recorded.cited for contract, _, recorded in parts.records}
    found: dict[str, None] = {}
    pending = [*cited]
    while pending:
        name = pending.pop()
        if name not in found:
            found[name] = None
            pending += cites.get(name, ())
    return tuple(sorted(found))
