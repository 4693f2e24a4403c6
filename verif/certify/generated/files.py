"""The generated files of a theory: definitions, and one file for each theorem."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field

from verif.certify.definition import Printed
from verif.certify.gallina import UnprintableError
from verif.certify.generated.by_hand import ByHand, by_hand
from verif.certify.generated.library import (
    PRINTED,
    TACTICS,
    definitions,
    enough_fuel,
    partial_definitions,
    returning,
    returns,
    tactics,
    with_fuel,
)
from verif.certify.generated.propositions import Proposition, proposition
from verif.certify.generated.record import Record, record
from verif.certify.generated.scripts import compares_bits, script
from verif.certify.generated.steps import Shown
from verif.certify.obligations.relevance import relevant
from verif.certify.program import Program
from verif.kernel.contract import Contract
from verif.kernel.judge import Judge
from verif.kernel.obligation import Obligation
from verif.kernel.theory import Theory
from verif.processes.pool import cores

COMMON = "Definitions"
"""The file that all theorems import."""


@dataclass(frozen=True)
class File:
    """A file with one theorem, and the statement that it must prove."""

    name: str
    theorem: str
    statement: str
    imports: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Generated:
    """The printed functions, statements and proofs of a theory."""

    common: str
    imported: tuple[str, ...]
    """The files of `certify/` that the common file imports."""
    returning: tuple[File, ...]
    """Files with one theorem each. If Rocq accepts a file, proofs of contracts may use its theorem.

    Each theorem says that a definition returns a value, or that a recursive definition has the same
    value for every sufficient fuel. Fuel bounds the depth of a recursion.
    """
    records: tuple[tuple[Contract, Proposition, Record | ByHand], ...]
    """For each printed contract: its statement, and the record of its proof or a proof by hand."""
    program: Program
    theory: Theory
    cores: Mapping[Obligation, tuple[int, ...]]
    unprinted: Mapping[str, str] = field(default_factory=dict[str, str])
    """Maps the id of each contract without a printed proof to the reason."""

    @property
    def functions(self) -> Set[str]:
        """The names of all printed functions."""
        return frozenset(each.name for each in self.program.functions)

    def file(self, index: int, returning: Iterable[str]) -> File:
        """Return the file of a contract.

        `returning` names the files of `self.returning` that the proof may use.
        """
        contract, said, recorded = self.records[index]
        if isinstance(recorded, ByHand):
            text = f"Theorem {contract.id} : {said.statement}.\n{recorded.proof}"
            # Import `COMMON` after the files of `certify/`, so that its names shadow equal names in
            # these files.
            cited = (f"L_{each}" for each in recorded.cited)
            imports = (*recorded.imported, COMMON, *cited)
            return _file(f"L_{contract.id}", contract.id, said.statement, imports, text)
        statements = {each.id: one for each, one, _ in self.records}
        laws = {name: one.laws for name, one in statements.items()}
        text = script(contract.id, said, recorded, self.cores, laws, self.functions)
        cited = () if compares_bits(said) else recorded.cited
        mentioned = " ".join((text, *(statements[e].text for e in cited if e in statements)))
        own, used = tactics(self.theory, self.program, contract, mentioned, set(returning))
        imports = (COMMON, *used, *(f"L_{each}" for each in cited))
        own_text = f"{own}\n\n{text}"
        return _file(f"L_{contract.id}", contract.id, said.statement, imports, own_text)


def generated(
    judge: Judge,
    theory: Theory,
    program: Program,
    contracts: Iterable[Contract],
    before: int | None = None,
) -> Generated:
    """Print the contracts, and the functions that only the contracts use.

    The first `before` functions of `program` are not printed, because the files of claims already
    contain these functions. By default, `before` is the number of functions that `program` has at
    the time of the call.
    """
    before = len(program.functions) if before is None else before
    unprinted: dict[str, str] = {}
    records: list[tuple[Contract, Proposition, Record | ByHand]] = []
    ids = {each.id for each in theory.contracts}
    for contract in contracts:
        try:
            said = proposition(program, theory, contract)
            proof = by_hand(contract.id, ids) if before else None
            records.append((contract, said, proof or record(judge, theory, program, contract)))
        except UnprintableError as why:
            unprinted[contract.id] = str(why)
    asked = dict.fromkeys(
        step.obligation
        for _, _, each in records
        if isinstance(each, Record)
        for step in each.steps
        if isinstance(step, Shown)
    )
    needed = dict(zip(asked, relevant([*asked], cores()), strict=True))
    printed = program.functions
    returning = (
        *_returning(theory, program),
        *(_fueled(each) for each in with_fuel(printed)),
    )
    common = definitions(theory, printed, before)
    imported = (*TACTICS, *(PRINTED if before else ()))
    return Generated(
        common, imported, returning, tuple(records), program, theory, needed, unprinted
    )


def _returning(theory: Theory, program: Program) -> Iterator[File]:
    steps = program.steps()
    for each in returning(theory, partial_definitions(theory, program.functions)):
        name = each.printed.name
        said, text = returns(theory, each, steps)
        imports = (COMMON, *(f"R_{one.printed.name}" for one in each.called))
        yield _file(f"R_{name}", f"{name}_returns", said, imports, text)


def _fueled(printed: Printed) -> File:
    said, text = enough_fuel(printed)
    return _file(f"F_{printed.name}", f"{printed.name}_fueled", said, (COMMON,), text)


def _file(name: str, theorem: str, statement: str, imports: tuple[str, ...], text: str) -> File:
    head = f"Require Import {' '.join(imports)}."
    return File(name, theorem, statement, imports, f"{head}\n\n{text}\n")
