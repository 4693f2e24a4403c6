"""The arguments that searches try, in Rocq: the printed domains of the claim have each of them.

So no hypothesis of a statement says more than the domain that it is printed from.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from spec import plain as spec
from verif.certify.comparison import in_gallina
from verif.certify.statements import AND, Statement
from verif.claims.catalogue import catalogue
from verif.kernel.claim import Arguments
from verif.search.random_cases import sample

PROOF: Final = "Proof. vm_compute. repeat split; first [reflexivity | discriminate]. Qed."


def in_domains(statements: Sequence[Statement], count: int) -> tuple[str, int]:
    """The text of a file that is checked if and only if the printed domains have all, and how many.

    Of each claim `count` arguments are drawn at which it holds, or fewer where few are found.
    """
    claims = {claim.id: claim for claim in catalogue()}
    lines = [
        f"Goal {_admitted(statement, arguments)}. {PROOF}"
        for statement in statements
        for arguments in sample(claims[statement.claim], spec, count).satisfying
    ]
    return "Require Import Prelude Printed.\n\n" + "\n".join(lines) + "\n", len(lines)


def _admitted(statement: Statement, arguments: Arguments) -> str:
    """The hypotheses of the statement, of these arguments."""
    given = "\n".join(
        f"let {variable} : {of} := {in_gallina(arguments[name], of)} in"
        for name, variable, of in statement.arguments
    )
    said = f" {AND} ".join(statement.hypotheses) or "True"
    return f"({given}\n  {said})"
