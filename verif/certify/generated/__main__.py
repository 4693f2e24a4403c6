"""`make certify-generated`: prove the printed contracts, lemmas and claims in Rocq.

The command writes reports/generated.json. The file lists the theorems with a `Qed`. For the
remaining contracts, and for the remaining claims that are proved for every rank, the file says why
there is no theorem. The exit status is 1 if a theorem in the committed report is no longer proved.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from verif.certify.gallina import UnprintableError
from verif.certify.generated.building import Build
from verif.certify.generated.claims import all_claimed
from verif.certify.generated.files import generated
from verif.certify.generated.propositions import proposition
from verif.certify.generated.proving import Proved, prove
from verif.certify.printing import everywhere, print_claims
from verif.certify.program import Program
from verif.certify.run import UncertifiedError, require_rocq
from verif.certify.theorems import theorems
from verif.deciding.proofs import judge
from verif.deciding.proving import foundations
from verif.processes.pool import cores
from verif.theory import THEORY

REPORT: Final = Path("reports/generated.json")

FOLDER: Final = Path("build/certify")


def proved(before: Mapping[str, Collection[str]]) -> Proved:
    """Prove in Rocq the contracts of the theory and the claims that are proved for every rank.

    `before` is the committed report. A claim that has a theorem in `certify/` is left out, unless
    the report lists the claim. Raises UncertifiedError if a check fails.
    """
    files_of = {each.claim: each.file for each in theorems()}
    listed, claimed = before.get("claims", ()), everywhere()
    left_out = {
        claim.id: f"it has a theorem in certify/{files_of[claim.id]}, so no script is tried"
        for claim in claimed
        if claim.id in files_of and claim.id not in listed
    }
    tried = [claim for claim in claimed if claim.id not in left_out]
    out = print_claims(Program())
    program, files, known = out.program, out.files, len(out.program.functions)
    # Print the functions of all contracts before any proof is recorded. Otherwise the order of the
    # functions in `Definitions.v` would depend on which claims have a handwritten proof.
    for contract in THEORY.contracts:
        with suppress(UnprintableError):
            proposition(program, THEORY, contract)
    # Rocq checks the recorded proofs, so no second solver has to confirm them.
    recording = replace(judge(), second=None)
    claims, unprinted = all_claimed(recording, program, foundations(), tried)
    printed = generated(recording, THEORY, program, THEORY.contracts, known)
    closed = {f"L_{each}" for each in before.get("closed", ())}
    closed |= {each.name for each in claims if each.statement.claim in before.get("claims", ())}
    build = Build(FOLDER, cores(), printed=files, again=closed)
    found = prove(printed, build, claims)
    return replace(found, open_claims={**left_out, **unprinted, **found.open_claims})


def main() -> None:
    """Write the report, and print the counts."""
    before = json.loads(REPORT.read_text()) if REPORT.is_file() else {}
    try:
        require_rocq()
        found = proved(before)
    except UncertifiedError as why:
        sys.exit(f"not certified: {why}")
    report = {
        "closed": sorted(found.closed),
        "by hand": sorted(found.by_hand),
        "open": dict(sorted(found.open.items())),
        "claims": sorted(found.claims),
        "open claims": dict(sorted(found.open_claims.items())),
    }
    lost = [
        name
        for part in ("closed", "claims")
        for name in sorted(set(before.get(part, ())).difference(report[part]))
    ]
    if not lost:
        REPORT.write_text(f"{json.dumps(report, indent=2)}\n")
    print(
        f"{len(found.closed)} of {len(found.closed) + len(found.open)} contracts and lemmas and"
        f" {len(found.claims)} of {len(found.claims) + len(found.open_claims)} claims that are"
        " proved for every rank have a proof that ends with Qed and rests on no axiom;"
        f" {len(found.by_hand)} of these proofs are written by hand;"
        f" {found.compiled} files were compiled in this run, the others have not changed"
    )
    if lost:
        sys.exit(f"open now, although {REPORT} lists them as closed: {', '.join(lost)}")


if __name__ == "__main__":
    main()
