"""A check in Rocq that the printed hypotheses hold for arguments from the original domains.

The check draws random arguments, as a search for counterexamples does. If the check fails, the
printed hypotheses are stronger than the domains from which they are printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from spec import plain as spec
from verif.certify.comparison import in_gallina
from verif.certify.statements import AND, Statement
from verif.claims.catalogue import catalogue
from verif.kernel.claim import Arguments
from verif.search.strategies import sample

PROOF: Final = "Proof. vm_compute. repeat split; first [reflexivity | discriminate]. Qed."


def in_domains(statements: Sequence[Statement], count: int) -> tuple[str, int]:
    """Return a Rocq file that compiles iff the printed domains admit all drawn arguments.

    For each claim, draw up to `count` arguments at which the claim holds. The second result is the
    total number of these arguments, for all claims together.
    """
    claims = {claim.id: claim for claim in catalogue()}
    lines = [
        f"Goal {_admitted(statement, arguments)}. {PROOF}"
        for statement in statements
        for arguments in sample(claims[statement.claim], spec, count).satisfying
    ]
    return "Require Import Prelude Printed.\n\n" + "\n".join(lines) + "\n", len(lines)


def _admitted(statement: Statement, arguments: Arguments) -> str:
    """Return the hypotheses of the statement, applied to these arguments."""
    given = "\n".join(
        f"let {variable} : {of} := {in_gallina(arguments[name], of)} in"
        for name, variable, of in statement.arguments
    )
    said = f" {AND} ".join(statement.hypotheses) or "True"
    return f"({given}\n  {said})"
