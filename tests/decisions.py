"""The lemmas and claims of the catalogue, decided once in a run for all of its processes."""

from __future__ import annotations

import fcntl
import pickle
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from zlib import crc32

import pytest

from verif.claims.catalogue import catalogue
from verif.deciding import searching
from verif.deciding.decide import decide
from verif.deciding.decided import Decided
from verif.deciding.proofs import judge, outlines
from verif.kernel.contract import Contract
from verif.kernel.judge import Theorem
from verif.kernel.obligation import Answer, Reply, Solver
from verif.kernel.verdict import Outcome
from verif.pages.files import write_whole
from verif.search import admitted
from verif.symbolic.induction import prove_contract
from verif.theory import THEORY

SECONDS: Final = 1200.0
"""The budget of a claim: on a machine that is busy otherwise it must not become UNKNOWN."""

SEARCHED: Final = 500
"""The cases of a claim that is to be proved; `make prove` searches 10,000, or up to its bound."""

DRAWN: Final = 5
"""The random cases of a claim that is to be proved; `make prove` draws 50."""

LOOKED_AT: Final = 50
"""The arguments that replays of a claim are taken from; `make prove` looks at 400."""

SECONDED: Final = 40
"""One query of so many is put to the second solver too; `make prove` puts all to it."""


@dataclass(frozen=True)
class Sampling:
    """A solver that is asked one query of `SECONDED`, always the same, and knows no other."""

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
    """Decisions made by the first process that needs them and read from `folder` by the others."""

    folder: Path
    _read: dict[Path, Any] = field(default_factory=dict[Path, Any])

    def __post_init__(self) -> None:
        own = judge()
        if own.second is not None and not isinstance(own.second, Sampling):
            own.second = Sampling(own.second)

    def lemma(self, contract: Contract) -> Theorem:
        """Return the contract as a theorem, assuming that earlier contracts are theorems.

        Raises UnprovedError where it is none.
        """
        earlier = THEORY.contracts[: THEORY.contracts.index(contract)]
        judging = judge().leaning_on(earlier)
        return self._once(
            self._of_lemma(contract), lambda: prove_contract(judging, THEORY, contract)
        )

    def claim(self, id: str) -> Decided:
        """Return the claim with verdict and proof, after giving this process's judge its lemmas."""
        (claim,) = (claim for claim in catalogue() if claim.id == id)

        def made() -> object:
            self.adopt()
            with pytest.MonkeyPatch.context() as patch:
                if claim.expect.outcome is Outcome.PROVED:
                    patch.setattr(searching, "MOST_CASES", SEARCHED)
                    patch.setattr(searching, "MOST_BOUNDED", SEARCHED)
                    patch.setattr(searching, "EXAMPLES", DRAWN)
                    patch.setattr(admitted, "LOOKED_AT", LOOKED_AT)
                verdict = decide(claim, SECONDS)
            # A judge may have lemmas of others' files too, of which one may be called the same.
            proved = judge().theorems
            for contract in THEORY.contracts:
                if contract in proved:
                    self._once(self._of_lemma(contract), lambda one=proved[contract]: one)
            return verdict, outlines(verdict)

        verdict, proof = self._once(self.folder / "claims" / id, made)
        self.adopt()
        return Decided(claim, verdict, proof)

    def _of_lemma(self, contract: Contract) -> Path:
        return self.folder / "lemmas" / contract.id

    def adopt(self) -> None:
        """Give this process's judge the lemmas proved so far."""
        paths = {contract: self._of_lemma(contract) for contract in THEORY.contracts}
        new = [c for c, path in paths.items() if c not in judge().theorems and path.exists()]
        if new:
            judge().adopt({c: self._once(paths[c], lambda: None) for c in new}, THEORY.contracts)

    def _once(self, path: Path, make: Callable[[], Any]) -> Any:
        """Return the value of `make`, which only the first process calls."""
        if path not in self._read:
            with _alone(path):
                if not path.exists():
                    write_whole(path, pickle.dumps(make()))
            self._read[path] = pickle.loads(path.read_bytes())
        return self._read[path]


@contextmanager
def _alone(path: Path) -> Generator[None]:
    """Lock the file while it is made; the lock of a process that dies is released."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_name(f".{path.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
