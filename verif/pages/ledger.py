"""The ledger, computed from the code: the trusted base, and the dependencies of each proof."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from io import StringIO
from pathlib import Path
from tokenize import COMMENT, DEDENT, ENDMARKER, INDENT, NEWLINE, NL, generate_tokens
from typing import Any, Final

from verif.certify.theorems import FOLDER, theorems
from verif.deciding.decided import Decided
from verif.deciding.outline import Outline
from verif.deciding.proofs import judge
from verif.pages.section import Section
from verif.theory import THEORY

TRUSTED: Final = (
    *("language", "kernel", "files", "symbolic", "readings"),
    *("solvers", "processes", "deciding"),
)
"""The packages that turn a claim into a verdict. Their code must be trusted."""

ROOT: Final = Path(__file__).parents[2]

_SILENT: Final = {COMMENT, DEDENT, ENDMARKER, INDENT, NEWLINE, NL}


@dataclass(frozen=True)
class Count:
    """Numbers of obligations.

    A `dead` obligation shows that a case is impossible; every other obligation is `live`.

    `at_hand` counts the obligations whose goal is one of their hypotheses: these need no solver.
    The other obligations were proved `by_one` or `by_two` solvers.
    """

    live: int
    dead: int
    at_hand: int
    by_one: int
    by_two: int

    @property
    def total(self) -> int:
        return self.live + self.dead

    @property
    def unseconded(self) -> float:
        """Among the obligations given to solvers, the share that only one solver proved."""
        asked = self.by_one + self.by_two
        return self.by_one / asked if asked else 0.0


@dataclass(frozen=True)
class Trusted:
    """The trusted base of all verdicts.

    `files` maps each file to its number of lines of code. `kinds` are the kinds of lists of unknown
    length. `readings` are the functions that are interpreted specially on such lists. `definitions`
    are the functions that occur in the statements of lemmas.
    """

    files: Mapping[str, int]
    kinds: tuple[str, ...]
    readings: tuple[str, ...]
    definitions: tuple[str, ...]
    solvers: tuple[str, ...]

    @property
    def lines(self) -> int:
        return sum(self.files.values())


@dataclass(frozen=True)
class Standing:
    """The dependencies of one claim's proof.

    `lemmas` are cited directly or through other lemmas. `obligations` counts the obligations of the
    claim and of these lemmas.
    """

    domains: Mapping[str, str]
    hypotheses: tuple[str, ...]
    witness: Mapping[str, str]
    lemmas: tuple[str, ...]
    obligations: Count
    in_rocq: bool


@dataclass(frozen=True)
class Ledger:
    """The trusted base, the dependencies of each proof, and the obligations of all proofs.

    A lemma's obligations count once, even if several proofs cite the lemma.

    `digest` covers all verdicts and their dependencies. A fresh run has the same digest as a run
    with cached verdicts, unless the cache was tampered with.
    """

    trusted: Trusted
    obligations: Count
    standing: Mapping[str, Standing]
    digest: str


def ledger(decided: Sequence[Decided], certified: Path = FOLDER) -> Ledger:
    """Return the ledger of claims. Claims without a proof have no entry in `standing`."""
    proofs = {outline.id: outline for d in decided for outline in d.proof}
    in_rocq = {theorem.claim for theorem in theorems(certified)}
    standing = {d.id: _standing(d, d.id in in_rocq) for d in decided if d.proof}
    return Ledger(trusted(), counted(proofs.values()), standing, digest(decided))


def digest(decided: Sequence[Decided]) -> str:
    """Return a digest of all verdicts (with scope and counterexample) and of the proofs' lemmas.

    The digest leaves out what differs between runs with the same verdicts: seconds, single
    obligations (a solver may give up on a busy machine), and the date and machine of a verdict.
    """
    verdicts = sorted(
        (d.id, str(d.verdict.outcome), str(d.verdict.scope), repr(d.verdict.counterexample))
        for d in decided
    )
    proofs = {outline.id: outline for d in decided for outline in d.proof}
    rest = sorted((one.id, one.statement, sorted(one.by)) for one in proofs.values())
    return hashlib.sha256(repr((verdicts, rest)).encode()).hexdigest()


@cache
def trusted() -> Trusted:
    """Return the trusted base of this process's verdicts."""
    folders = (ROOT / "verif" / package for package in TRUSTED)
    paths = sorted(path for folder in folders for path in folder.rglob("*.py"))
    asked = (judge().solver, judge().second)
    return Trusted(
        {path.relative_to(ROOT).as_posix(): lines_of_code(path.read_text()) for path in paths},
        tuple(dict.fromkeys(kind.name for kind in THEORY.kinds.values())),
        tuple(function.__qualname__ for function in THEORY.readings),
        tuple(function.__name__ for function in THEORY.observations),
        tuple(solver.name for solver in asked if solver is not None),
    )


def counted(proofs: Iterable[Outline]) -> Count:
    """Count the obligations of the proofs."""
    owed = [owed for proof in proofs for case in proof.cases for owed in case.owed]
    dead = sum(one.dead for one in owed)
    at_hand = sum(one.is_at_hand for one in owed)
    by_two = sum(len(one.solvers) > 1 for one in owed)
    return Count(len(owed) - dead, dead, at_hand, len(owed) - at_hand - by_two, by_two)


def count_line(count: Count) -> str:
    """Return the counts of obligations in one line.

    The percentage is the share that only one solver proves, among the obligations that need a
    solver.

    >>> print(count_line(Count(29, 1, 5, 5, 20)))
    30 obligations: 29 live, 1 dead; 5 need no solver, both solvers prove 20, one proves 5 (20.0 %)
    """
    return (
        f"{count.total:,} obligations: {count.live:,} live, {count.dead:,} dead; "
        f"{count.at_hand:,} need no solver, both solvers prove {count.by_two:,}, "
        f"one proves {count.by_one:,} ({100 * count.unseconded:.1f} %)"
    )


def lines_of_code(text: str) -> int:
    r"""Count the lines of a Python text that are not comments, docstrings or empty.

    >>> lines_of_code('"A docstring."\n\n# A comment.\nx = 1  # and a line\n')
    1
    """
    told = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node.value.value, str)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    tokens = generate_tokens(StringIO(text).readline)
    lines = {
        line
        for token in tokens
        if token.type not in _SILENT
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(lines - told)


def _standing(decided: Decided, in_rocq: bool) -> Standing:
    return Standing(
        {name: declared(domain) for name, domain in decided.claim.domains.items()},
        Section(decided).hypotheses,
        decided.verdict.witness,
        tuple(outline.id for outline in decided.proof[:-1]),
        counted(decided.proof),
        in_rocq,
    )


def declared(domain: Any) -> str:
    """Return a domain's declaration, without default values."""
    given = (
        f"{one.name}={getattr(domain, one.name)!r}"
        for one in fields(domain)
        if one.repr and getattr(domain, one.name) != one.default
    )
    return f"{type(domain).__name__}({', '.join(given)})"
