"""`make certify-generated`: prove contracts and lemmas in Rocq by generated scripts.

The command writes reports/generated.json: the theorems with a `Qed`, and why every other contract
has none. The exit status is 1 if a theorem that the committed report lists is open now.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

from verif.certify.generated.building import Build
from verif.certify.generated.files import generated
from verif.certify.generated.proving import Proved, prove
from verif.certify.program import Program
from verif.certify.run import UncertifiedError, require_rocq
from verif.deciding.proofs import judge
from verif.processes.pool import cores
from verif.theory import THEORY

REPORT: Final = Path("reports/generated.json")

FOLDER: Final = Path("build/certify")


def proved() -> Proved:
    """Prove the contracts of all chapters. Raises UncertifiedError if a check fails."""
    return prove(generated(judge(), THEORY, Program(), THEORY.contracts), Build(FOLDER, cores()))


def main() -> None:
    """Write the report, and print the counts."""
    try:
        require_rocq()
        found = proved()
    except UncertifiedError as why:
        sys.exit(f"not certified: {why}")
    before = json.loads(REPORT.read_text())["closed"] if REPORT.is_file() else []
    report = {"closed": sorted(found.closed), "open": dict(sorted(found.open.items()))}
    lost = sorted(set(before).difference(found.closed))
    if not lost:
        REPORT.write_text(f"{json.dumps(report, indent=2)}\n")
    total = len(found.closed) + len(found.open)
    print(
        f"{len(found.closed)} of {total} contracts and lemmas have a generated proof that ends with"
        f" Qed and rests on no axiom; {found.compiled} files were compiled in this run, the others"
        " have not changed"
    )
    if lost:
        sys.exit(f"open now, although {REPORT} lists them as closed: {', '.join(lost)}")


if __name__ == "__main__":
    main()
