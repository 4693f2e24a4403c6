"""Random search: a claim on arguments that Hypothesis draws, and a failure shrunk.

It reaches sizes and nestings that no enumeration does. The seed decides everything.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from hypothesis import HealthCheck, Phase, Verbosity, given, reject, settings
from hypothesis import seed as given_seed
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.errors import Unsatisfiable
from hypothesis.internal.conjecture.providers import HypothesisProvider
from hypothesis.internal.constants_ast import Constants

from verif.kernel.claim import Arguments, Claim
from verif.search.concrete import Discarded, Fails, run_concretely
from verif.search.exhaustive import FailingCase
from verif.search.strategies import arguments_of

# What they warn of, slow or rarely satisfied claims, is in the counts.
HEALTH_CHECKS: Final = (
    HealthCheck.data_too_large,
    HealthCheck.filter_too_much,
    HealthCheck.large_base_example,
    HealthCheck.too_slow,
)

READ: Final = "_local_constants"
"""The name under which Hypothesis has the constants that it read; there is no setting for it."""


@dataclass(frozen=True)
class Sampled:
    """The result of a random search.

    `cases` counts what was drawn before the first failure, `satisfied` those of them whose
    hypotheses are all true, `satisfying` are those that hold. The failure is shrunk: small, but
    only an exhaustive search knows a minimal one.
    """

    cases: int
    satisfied: int
    satisfying: tuple[Arguments, ...]
    failure: FailingCase | None
    seed: int

    @property
    def witness(self) -> Arguments | None:
        """The first of them, if any."""
        return next(iter(self.satisfying), None)

    def __str__(self) -> str:
        return f"{self.cases} random cases, {self.satisfied} satisfied; seed {self.seed}"


class _FoundError(Exception):
    """Tells Hypothesis that the case fails, so that it shrinks it."""


@contextmanager
def _by_the_seed_alone() -> Generator[None]:
    """Let Hypothesis write no folder where the user happens to be, and read no module.

    It draws constants of the modules that are imported by then, where they are not installed:
    other cases in another process, and most of a second to read them all.
    """
    set_hypothesis_home_dir(os.devnull)
    read = getattr(HypothesisProvider, READ)
    setattr(HypothesisProvider, READ, Constants())
    try:
        yield
    finally:
        setattr(HypothesisProvider, READ, read)
        set_hypothesis_home_dir(None)


def sample(claim: Claim, algebra: object, examples: int, seed: int = 0) -> Sampled:
    """The claim on random arguments, until `examples` of them satisfy its hypotheses.

    Hypothesis gives up where it finds few: then `satisfied` is below `examples`.
    """
    cases = satisfied = 0
    satisfying: list[Arguments] = []
    failures: list[FailingCase] = []

    @given_seed(seed)
    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        print_blob=False,
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=HEALTH_CHECKS,
    )
    @given(arguments_of(claim))
    def run(arguments: Arguments) -> None:
        nonlocal cases, satisfied
        result = run_concretely(claim, algebra, arguments)
        # After a failure the runs are those of the shrinker.
        counted = not failures
        cases += counted
        if isinstance(result, Discarded):
            reject()
        satisfied += counted
        if isinstance(result, Fails):
            failures.append(FailingCase(arguments, result))
            raise _FoundError
        satisfying.append(arguments)

    try:
        with _by_the_seed_alone():
            run()
    except Unsatisfiable:
        # Nothing satisfied the hypotheses; the counts say so.
        pass
    except _FoundError:
        # The last failure is the smallest: Hypothesis ends with it.
        pass
    failure = failures[-1] if failures else None
    return Sampled(cases, satisfied, tuple(satisfying), failure, seed)
