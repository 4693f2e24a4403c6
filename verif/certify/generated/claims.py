"""Claims as theorems: record the proof that covers every rank, and print it as a script.

The theorem's statement is printed as for `make certify`, so every call in the claim must return. In
the statement, a layout is any layout that the constructor accepts. In the recorded proof, a list of
modes stands for the layout. The theorems in `certify/Readings.v` connect a layout with its list of
modes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass, field
from typing import Any, Final

import spec
from spec.coalesce import coalesce
from spec.composition import composition
from spec.int_tuple import congruent
from spec.layout import Layout
from verif.certify.gallina import INT, LAYOUT, UnprintableError
from verif.certify.generated.by_hand import ByHand, by_hand
from verif.certify.generated.files import COMMON, File, Generated
from verif.certify.generated.library import tactics
from verif.certify.generated.record import Recording, Steps
from verif.certify.generated.scripts import Cores, Laws, Script, names_in
from verif.certify.generated.steps import Assumed, Cited, Shown
from verif.certify.generated.terms import Terms
from verif.certify.names import plain_of
from verif.certify.obligations.relevance import relevant
from verif.certify.program import Program
from verif.certify.statements import Statement, statement
from verif.kernel.claim import Claim, Domain, Fresh
from verif.kernel.errors import NotLiftableError
from verif.kernel.judge import Judge
from verif.kernel.text import Written
from verif.kernel.theory import Theory
from verif.readings.any_nesting import Nested
from verif.readings.any_rank import AnyRank
from verif.readings.by_mode import ByMode
from verif.readings.numbers import ONE_INTEGER
from verif.readings.xla_shapes import AnyXlaShape
from verif.symbolic.claims import at_every_rank, with_module
from verif.symbolic.exploration import explore
from verif.symbolic.induction import UnprovedError
from verif.symbolic.lists import SymList
from verif.symbolic.path import Path
from verif.symbolic.terms import Literal, symbols
from verif.symbolic.values import SymInt

READINGS: Final = "Readings"
"""The file of `certify/` with theorems that connect layouts with their lists of modes."""

OPERATIONS: Final = "Operations"
"""The file of `certify/` with theorems about the list of modes of an operation's result."""

OF_ARRAYS: Final = "all_sized picked entry_of"
"""The definitions that the theorems about arrays in `READINGS` take as arguments."""

OF_TREES: Final = "extent"
"""The definition that the theorem about the sizes of IntTuples in `READINGS` takes as argument."""

SECONDS: Final = 20
"""The time limit of a proof without a record, in seconds of wall-clock time."""


class UnprovedClaimError(UnprintableError):
    """The engine has no proof that covers every rank of the claim."""


@dataclass(frozen=True)
class _Source:
    """Creates unknowns, and records them in `terms` so that lengths of lists can be printed."""

    terms: Terms
    fresh: Fresh

    def unknown(self, name: str, annotation: object) -> Any:
        found = self.fresh.unknown(name, annotation)
        self.terms.know(found)
        return found

    def lift(self, item: Any) -> Any:
        return self.fresh.lift(item)


@dataclass
class RecordingClaim(Recording):
    """A path through a claim's code that records its proof steps.

    `made` has the claim's arguments. It is empty until the domains have made them.
    """

    made: Mapping[str, Any] = field(default_factory=dict[str, Any])
    has_integer: bool = False
    """Whether the path assumes that an IntTuple is one integer.

    Such a path is not printed, because the tactic `argument_tree` covers this case.
    """
    read_by_rule: set[Callable[..., Any]] = field(default_factory=set[Callable[..., Any]])
    assumed: int = 0

    def source(self, fresh: Fresh, domain: Domain, name: str, value: object = None) -> Fresh:
        return _Source(self.terms, fresh)

    def given(self, arguments: Mapping[str, Any]) -> None:
        self.made = arguments

    def suppose(self, literal: Literal) -> None:
        if self.made:
            self.assumed += 1
            self.record.append(Assumed(self.assumed))
        super().suppose(literal)

    def _fork(self, literal: Literal) -> bool:
        truth = super()._fork(literal)
        if any(ONE_INTEGER in name for name, _ in symbols((literal,))):
            self.record.pop()
            self.forked = None
            self.has_integer = self.has_integer or truth
        return truth

    def read(
        self,
        function: Callable[..., Any],
        reading: Callable[..., Any],
        arguments: tuple[Any, ...],
    ) -> Any:
        if any(each.takes(arguments) for each in self.theory.readings[function]):
            self.read_by_rule.add(function)
        return super().read(function, reading, arguments)


@dataclass(frozen=True)
class ClaimRecord:
    """The proof of a claim: the names of the claim's arguments, and the steps of each path.

    `read` has the functions that the prover replaces by functions of lists of modes.
    """

    arguments: tuple[str, ...]
    readings: tuple[str, ...]
    """For each argument that is a layout or an IntTuple: the tactic that names its list."""
    paths: tuple[Steps, ...]
    read: frozenset[Callable[..., Any]]
    cores: Cores
    """For each obligation: the indices of the facts that its proof needs."""


def record_claim(judge: Judge, theory: Theory, program: Program, claim: Claim) -> ClaimRecord:
    """Return the record of the claim's proof for every rank. Raises UnprintableError."""
    paths: list[RecordingClaim] = []

    def start(*given: Any) -> Path:
        paths.append(RecordingClaim(*given, terms=Terms(program), theory=theory))
        return paths[-1]

    text = at_every_rank(claim, spec, theory, [])
    found = explore(judge, claim.id, text, start=start, stop_at_failure=True)
    if found.failures or not found.complete:
        raise UnprovedClaimError("the prover does not prove the claim for every rank")
    if not found.live:
        raise UnprovedClaimError("no arguments reach a conclusion of the claim")
    cited = found.cited.difference(theory.contracts)
    if cited:
        raise UnprintableError(f"it cites the claim {min(each.id for each in cited)}")
    paths = [path for path in paths if not path.has_integer]
    terms = Terms(program)
    made = {
        tuple(_argument(terms, value) for value in path.made.values())
        for path in paths
        if path.made
    }
    if len(made) != 1:
        raise UnprintableError("the arguments have different forms on different paths")
    (arguments,) = made
    names = tuple(name for name, _ in arguments)
    readings = tuple(f"{tactic} {name}" for name, tactic in arguments if tactic)
    read = frozenset(function for path in paths for function in path.read_by_rule)
    steps = tuple(tuple(path.record) for path in paths)
    asked = dict.fromkeys(s.obligation for path in steps for s in path if isinstance(s, Shown))
    cores = dict(zip(asked, relevant([*asked]), strict=True))
    return ClaimRecord(names, readings, steps, read, cores)


def _argument(terms: Terms, value: Any) -> tuple[str, str]:
    """Return an argument's name, and the tactic that names its parts ("" if none is needed)."""
    match value:
        case SymInt():
            return value.polynomial.text, ""
        case SymList():
            return terms.name(value.symbol), ""
        case AnyRank(modes=SymList() as modes) if not isinstance(value, ByMode):
            name = terms.name(modes.symbol)
            return f"{name}_layout", f"argument {name}"
        case Nested(terminals=SymList() as terminals):
            name = terms.name(terminals.symbol)
            return f"{name}_tree", f"argument_tree {OF_TREES} {name}"
        case AnyXlaShape(dims=SymList() as dims, minor_to_major=SymList() as order, sides=sides):
            dims, order, tiles = (terms.name(each.symbol) for each in (dims, order, sides))
            return f"{dims}_array", f"argument_array {OF_ARRAYS} {dims} {order} {tiles}"
        case Layout(shape=SymInt() as shape, stride=SymInt() as stride):
            n, d = shape.polynomial.text, stride.polynomial.text
            return f"{n}_layout", f"argument_of_one_mode {n} {d}"
        case Layout():
            raise UnprintableError(
                "there are no readings in Rocq of arguments of this kind: a layout of known nesting"
            )
        case _:
            called = getattr(type(value), "called", type(value).__name__)
            raise UnprintableError(
                f"there are no readings in Rocq of arguments of this kind: {called}"
            )


@dataclass(frozen=True)
class Claimed:
    """A printed claim: its statement, its proof, and the theory of its module.

    The proof was recorded from the prover, or written by hand. If there is none, `why` says why.
    """

    statement: Statement
    proof: ClaimRecord | ByHand | None
    theory: Theory
    why: str = ""

    @property
    def name(self) -> str:
        """The name of the theorem and of its file, without the special characters of ids."""
        return "T_" + re.sub(r"\W", lambda found: f"_{ord(found[0])}_", self.statement.claim)

    @property
    def cited(self) -> tuple[str, ...]:
        """The contracts that the proof cites."""
        match self.proof:
            case ByHand(cited=cited):
                return cited
            case ClaimRecord(paths=paths):
                steps = (step for path in paths for step in path)
                return tuple(sorted({step.contract for step in steps if isinstance(step, Cited)}))
            case None:
                return ()

    def files(self, printed: Generated, returning: Iterable[str]) -> tuple[File, ...]:
        """Return the file with the proof, or no file if there is no proof.

        `returning` names the files of `printed.returning` that the proof may use.
        """
        cited = (f"L_{each}" for each in self.cited)
        if self.proof is None:
            return ()
        if isinstance(self.proof, ByHand):
            theorem = f"Theorem {self.name} : {self.statement.proposition}.\n{self.proof.proof}"
            return (self._file("", theorem, (*self.proof.imported, COMMON, *cited)),)
        laws = {each.id: one.laws for each, one, _ in printed.records}
        text = _recorded(self.name, self.statement, self.proof, laws, printed.functions)
        statements = {each.id: one.text for each, one, _ in printed.records}
        mentioned = " ".join((text, *(statements.get(each, "") for each in self.cited)))
        read = {*self.proof.read, *TREES}
        own, used = tactics(self.theory, printed.program, None, mentioned, set(returning), read)
        return (self._file(own, text, (COMMON, READINGS, *used, *cited)),)

    def without_record(self, printed: Generated, returning: Iterable[str]) -> tuple[File, ...]:
        """Return a file that proves the claim without the record of the prover's proof.

        The proof uses the theorems about operations in `certify/Operations.v`. Return no file if an
        argument of the claim is neither an integer nor a layout. `returning` names the files of
        `printed.returning` that the proof may use.
        """
        if not all(of in (INT, LAYOUT) for _, _, of in self.statement.arguments):
            return ()
        text = _unrecorded(self.name, self.statement)
        read = {*TREES, *self.theory.readings, *map(plain_of, READ)}
        own, used = tactics(
            self.theory, printed.program, None, text, set(returning), read, "operations"
        )
        return (self._file(own, text, (COMMON, READINGS, OPERATIONS, *used)),)

    def _file(self, own: str, text: str, imports: tuple[str, ...]) -> File:
        head = f"Require Import {' '.join(imports)}."
        said = self.statement.proposition
        whole = "\n\n".join(part for part in (head, own, text) if part)
        return File(self.name, self.name, said, imports, f"{whole}\n")


TREES: Final = (plain_of(congruent),)
"""Functions of IntTuples. `READINGS` has theorems about them, so no proof unfolds them."""

READ: Final = (coalesce, composition)
"""The operations that `certify/Operations.v` has theorems about."""


def claimed(judge: Judge, program: Program, theory: Theory, claim: Claim) -> Claimed:
    """Print a claim with its handwritten or recorded proof. Raises UnprintableError."""
    said = statement(program, claim)
    # The proofs by hand are about the claims of the catalogue. A user's claim may have an equal id,
    # but gets none of these proofs.
    ids = {each.id for each in theory.contracts}
    proof = None if isinstance(claim.text, Written) else by_hand(claim.id, ids)
    if proof is not None:
        return Claimed(said, proof, theory)
    try:
        within = with_module(judge, theory, claim.text.__module__)
        return Claimed(said, record_claim(judge, within, program, claim), within)
    except (NotLiftableError, UnprovedError) as why:
        lacking = f"the prover does not prove the claim for every rank: {why}"
        raise UnprovedClaimError(lacking) from why
    except UnprovedClaimError:
        raise
    except UnprintableError as why:
        return Claimed(said, None, theory.within(claim.text.__module__), str(why))


def all_claimed(
    judge: Judge, program: Program, theory: Theory, claims: Iterable[Claim]
) -> tuple[tuple[Claimed, ...], Mapping[str, str]]:
    """Return the printed claims, and the reasons why the other claims cannot be printed.

    The second result maps the id of each of the other claims to the reason.
    """
    found: list[Claimed] = []
    unprinted: dict[str, str] = {}
    for claim in claims:
        try:
            found.append(claimed(judge, program, theory, claim))
        except UnprintableError as why:
            unprinted[claim.id] = str(why)
    return tuple(found), unprinted


def _recorded(
    name: str, said: Statement, record: ClaimRecord, laws: Laws, functions: Set[str]
) -> str:
    names = (*record.arguments, *("?" for _ in said.hypotheses))
    unknowns = names_in(" ".join((*record.arguments, *record.readings)))
    printed = Script(record.cores, laws, functions | unknowns)
    printed.tree(record.paths, 0, 1)
    return "\n".join(
        (
            f"Theorem {name} : {said.proposition}.",
            "Proof.",
            f"  intros {' '.join(names)}. cbv zeta.",
            *(f"  {reading}." for reading in record.readings),
            "  stated.",
            *printed.lines,
            "Qed.",
        )
    )


def _unrecorded(name: str, said: Statement) -> str:
    names = (*(of for _, of, _ in said.arguments), *("?" for _ in said.hypotheses))
    layouts = (of for _, of, type_ in said.arguments if type_ == LAYOUT)
    return "\n".join(
        (
            f"Theorem {name} : {said.proposition}.",
            "Proof.",
            f"  intros {' '.join(names)}. cbv zeta.",
            *(f"  argument {layout}_modes {layout}." for layout in layouts),
            f"  timeout {SECONDS} (stated; solved).",
            "Qed.",
        )
    )
