"""Change one line of the source in a new interpreter and see which proof or test fails."""

from __future__ import annotations

import gc
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from tests.mutants.swapping import ROOT, install


@dataclass(frozen=True)
class Mutant:
    """`old` replaced by `new` in the source of a module, and the `killer` that must fail.

    A killer is a contract or claim, whose proof must fail, or a test file, which must fail.
    """

    module: str
    old: str
    new: str
    killer: str

    def __str__(self) -> str:
        return f"{self.module}: {self.old} -> {self.new}"

    @property
    def file(self) -> str:
        """The file of the module, relative to the project's root."""
        path = ROOT.joinpath(*self.module.split("."))
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        return str(file.relative_to(ROOT))

    def applied(self) -> str:
        """Return the changed source. Raise ValueError unless `old` occurs exactly once."""
        text = (ROOT / self.file).read_text()
        if text.count(self.old) != 1:
            raise ValueError(f"{self}: the old text occurs {text.count(self.old)} times")
        return text.replace(self.old, self.new)


def kills(mutant: Mutant, decided: Path) -> bool:
    """Whether the killer fails on the mutated module. Call `kills` only in a new interpreter."""
    # The process is short-lived and keeps all its objects, so collect garbage rarely.
    gc.set_threshold(50_000, 20, 20)
    install(mutant.module, mutant.file, mutant.applied())
    if mutant.killer.startswith("tests/"):
        return _tests_fail(mutant.killer)
    if mutant.module.startswith("verif.claims."):
        return _changed_claim_fails(mutant.killer, decided)
    return _proof_fails(mutant.killer)


def _proof_fails(id: str) -> bool:
    from verif.kernel.errors import NotLiftableError
    from verif.kernel.judge import Judge
    from verif.solvers.process import z3_solver
    from verif.symbolic.induction import UnprovedError, prove_contract
    from verif.theory import THEORY

    contract = next((c for c in THEORY.contracts if c.id == id), None)
    if contract is None:
        return _claim_fails(id)
    try:
        prove_contract(Judge(z3_solver()), THEORY, contract)
    except (UnprovedError, NotLiftableError, TypeError, LookupError, RecursionError):
        # An error while running the mutant also kills it.
        return True
    return False


def _claim_fails(id: str) -> bool:
    from verif.claims.catalogue import catalogue
    from verif.deciding.decide import decide
    from verif.kernel.verdict import Outcome

    (claim,) = (c for c in catalogue() if c.id == id)
    return decide(claim).outcome is not Outcome.PROVED


def _changed_claim_fails(id: str, decided: Path) -> bool:
    """Whether the proof of a changed claim fails, given the lemmas proved in this run.

    A search for counterexamples would not help, because most changed claims are still true for
    small layouts.
    """
    from tests.decisions import Decisions
    from verif.claims.catalogue import catalogue
    from verif.deciding.account import Account, quietly
    from verif.deciding.decide import EXPLORATION_SECONDS
    from verif.deciding.proving import Proof, prove

    Decisions(decided).adopt()
    (claim,) = (c for c in catalogue() if c.id == id)
    return not isinstance(prove(Account(quietly), claim, EXPLORATION_SECONDS), Proof)


def _tests_fail(file: str) -> bool:
    import pytest
    from hypothesis import Phase, settings

    # Only the failure of the killer matters, so do not shrink the example.
    settings.register_profile("mutant", phases=[Phase.generate], database=None, derandomize=True)
    settings.load_profile("mutant")
    # pytest warns because Hypothesis is already imported, which does not matter here.
    ignored = "-Wignore::pytest.PytestAssertRewriteWarning"
    without = ("-p", "no:cacheprovider", "-p", "no:unraisableexception")
    code = pytest.main(["-x", "-q", "-n0", *without, ignored, file])
    return code == pytest.ExitCode.TESTS_FAILED


def is_killed(mutant: Mutant, decided: Path) -> bool:
    """Run the mutant's killer in a separate process, and return whether the killer fails.

    `decided` is the folder of the decisions of this run.
    """
    # Each mutant gets a fresh process, because a process keeps the modules that it imported.
    context = get_context("forkserver")
    context.set_forkserver_preload(["hypothesis", "pytest", "z3"])
    with ProcessPoolExecutor(1, context) as process:
        return process.submit(kills, mutant, decided).result()
