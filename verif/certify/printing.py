"""The printed files of `certify/`: functions, their equations, and the statements of claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from verif.certify.gallina import UnprintableError
from verif.certify.program import Program
from verif.certify.statements import Statement, statement
from verif.certify.theorems import FOLDER, theorems
from verif.claims.catalogue import catalogue
from verif.kernel.claim import Claim
from verif.kernel.verdict import ALL, Outcome

HEADER: Final = "(* {}. Printed by `make theorems`; do not edit. *)\n"
STEP: Final = """Ltac step := intros; first [reflexivity |
  match goal with l : list _ |- _ => destruct l; reflexivity end]."""


@dataclass(frozen=True)
class Printout:
    """The printed functions and statements, and why other claims cannot be printed."""

    program: Program
    statements: tuple[Statement, ...]
    refused: Mapping[str, str]

    @property
    def files(self) -> Mapping[str, str]:
        """The text of each printed file, by its name."""
        program = self.program
        said = "\n\n".join(each.text for each in self.statements)
        return {
            "Printed.v": _text("The functions of the Python text", "Prelude", program.text()),
            "Steps.v": _text(
                "The equations of recursions", "Prelude Printed", f"{STEP}\n\n{program.steps()}"
            ),
            "Statements.v": _text("The claims", "Prelude Printed", said),
        }


def _text(title: str, imports: str, body: str) -> str:
    return f"{HEADER.format(title)}Require Import {imports}.\n\n{body}\n"


@cache
def printout() -> Printout:
    """Print every printable claim of the catalogue, and the functions that the claims use."""
    return print_claims(Program())


def print_claims(program: Program) -> Printout:
    """Print the claims of the catalogue. Add the functions that these claims use to `program`.

    A claim that `prove` proves only at some profiles is printed if it has a Rocq theorem, because
    the theorem covers all profiles.
    """
    statements: list[Statement] = []
    refused: dict[str, str] = {}
    certified = {theorem.claim for theorem in theorems()}
    # First print the claims with a Rocq theorem. Then the other claims cannot affect the names of
    # the functions in these theorems.
    first = [claim for claim in catalogue() if claim.id in certified]
    first.sort(key=_at_profiles)
    others = [claim for claim in catalogue() if claim not in first and not _at_profiles(claim)]
    for claim in (*first, *others):
        try:
            statements.append(statement(program, claim))
        except UnprintableError as why:
            refused[claim.id] = str(why)
    return Printout(program, tuple(statements), refused)


def everywhere() -> tuple[Claim, ...]:
    """Return the claims of the catalogue that are proved for every rank."""
    proved = (claim for claim in catalogue() if claim.expect.outcome is Outcome.PROVED)
    return tuple(claim for claim in proved if not _at_profiles(claim))


def _at_profiles(claim: Claim) -> bool:
    return claim.expect.scope is not None and claim.expect.scope.ranks != ALL


def main() -> None:
    """Write the printed files."""
    for name, text in printout().files.items():
        (FOLDER / name).write_text(text)


if __name__ == "__main__":
    main()
