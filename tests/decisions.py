"""Decide each lemma and claim of the catalogue once per run and share the result.

`make test` passes `--kept-decisions`. Then a run also reuses decisions of an earlier run, or of
`make prove`, if nothing that these decisions depend on has changed.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import pytest

from verif.claims.catalogue import catalogue
from verif.deciding import searching
from verif.deciding.decide import decide
from verif.deciding.decided import Decided
from verif.deciding.proofs import judge, lemmas_of_theory, outlines
from verif.kernel.contract import Contract
from verif.kernel.judge import Theorem
from verif.kernel.obligation import Answer, Reply, Solver
from verif.kernel.verdict import Outcome
from verif.pages.files import write_whole
from verif.records.theorems import CLAIMS, LEMMAS
from verif.search import admitted
from verif.symbolic.induction import prove_contract
from verif.theory import THEORY
from verif.upstream.environments import locked

SECONDS: Final = 1200.0
"""The time limit for a claim, so long that no claim is UNKNOWN on a loaded machine."""

SEARCHED: Final = 500
"""The number of cases that are searched before a proof. `make prove` searches up to 10,000."""

DRAWN: Final = 5
"""The number of random cases that are tried before a proof. `make prove` tries 50."""

LOOKED_AT: Final = 50
"""The number of arguments that are tried to find arguments for a replay (a run on numbers).

`make prove` tries 400.
"""

SECONDED: Final = 40
"""The second solver checks one in `SECONDED` queries. With `make prove`, it checks every query."""


@dataclass(frozen=True)
class Sampling:
    """A solver that checks only a sample of the queries, one in `SECONDED`.

    The sample is the same in each run. The solver answers UNKNOWN to all other queries.
    """

    solver: Solver

    @property
    def name(self) -> str:
        return self.solver.name

    def check(self, query: str, seconds: float) -> Answer:
        if crc32(query.encode()) % SECONDED:
            return Answer(Reply.UNKNOWN, self.name, 0.0, reason="not asked")
        return self.solver.check(query, seconds)


@dataclass(frozen=True)
class Decisions:
    """Decisions that several test processes share.

    The first process that needs a decision computes it; other processes read it from `folder`.
    `kept` is a folder of decisions of earlier runs, or None. Only proved lemmas, and claims
    that are decided as expected, are written to `kept`.
    """

    folder: Path
    kept: Path | None = None
    _read: dict[Path, Any] = field(default_factory=dict[Path, Any])

    def __post_init__(self) -> None:
        shared = judge()
        if shared.second is not None and not isinstance(shared.second, Sampling):
            shared.second = Sampling(shared.second)

    def lemma(self, contract: Contract) -> Theorem:
        """Return the theorem that states a contract. Its proof assumes all earlier contracts.

        Raises UnprovedError if the contract cannot be proved.
        """
        earlier = THEORY.contracts[: THEORY.contracts.index(contract)]
        judging = judge().leaning_on(earlier)
        return self._once(
            self._of_lemma(contract), lambda: prove_contract(judging, THEORY, contract)
        )

    def claim(self, id: str) -> Decided:
        """Return the claim with its verdict and proof.

        Also add the lemmas that were proved so far to the theorems of this process.
        """
        (claim,) = (claim for claim in catalogue() if claim.id == id)

        def decide_it() -> object:
            self.adopt()
            with pytest.MonkeyPatch.context() as patch:
                if claim.expect.outcome is Outcome.PROVED:
                    patch.setattr(searching, "MOST_CASES", SEARCHED)
                    patch.setattr(searching, "MOST_BOUNDED", SEARCHED)
                    patch.setattr(searching, "EXAMPLES", DRAWN)
                    patch.setattr(admitted, "LOOKED_AT", LOOKED_AT)
                verdict = decide(claim, SECONDS)
            for contract, theorem in lemmas_of_theory().items():
                self._once(self._of_lemma(contract), lambda one=theorem: one)
            return verdict, outlines(verdict)

        verdict, proof = self._once(
            self.folder / CLAIMS / id,
            decide_it,
            lambda made: Decided(claim, *made).as_expected,
        )
        self.adopt()
        return Decided(claim, verdict, proof)

    def _of_lemma(self, contract: Contract) -> Path:
        return self.folder / LEMMAS / contract.id

    def adopt(self) -> None:
        """Add the lemmas proved so far, or in earlier runs, to the theorems of this process."""
        paths = {contract: self._of_lemma(contract) for contract in THEORY.contracts}
        new = [c for c, path in paths.items() if c not in judge().theorems and self._is_made(path)]
        if new:
            judge().adopt({c: self._once(paths[c], lambda: None) for c in new}, THEORY.contracts)

    def _is_made(self, path: Path) -> bool:
        kept = self._in_kept(path)
        return path.exists() or (kept is not None and kept.exists())

    def _in_kept(self, path: Path) -> Path | None:
        return None if self.kept is None else self.kept / path.relative_to(self.folder)

    def _once(
        self, path: Path, make: Callable[[], Any], lasts: Callable[[Any], bool] = lambda _: True
    ) -> Any:
        """Return what `make` returns. Only the first process that needs the value calls `make`.

        If `lasts(value)` is true, later runs may reuse the value.
        """
        if path not in self._read:
            path.parent.mkdir(parents=True, exist_ok=True)
            with locked(path):
                if not path.exists():
                    write_whole(path, self._kept_or_made(path, make, lasts))
            self._read[path] = pickle.loads(path.read_bytes())
        return self._read[path]

    def _kept_or_made(
        self, path: Path, make: Callable[[], Any], lasts: Callable[[Any], bool]
    ) -> bytes:
        kept = self._in_kept(path)
        if kept is None:
            return pickle.dumps(make())
        if kept.exists():
            return kept.read_bytes()
        made = make()
        content = pickle.dumps(made)
        if lasts(made):
            kept.parent.mkdir(parents=True, exist_ok=True)
            write_whole(kept, content)
        return content
