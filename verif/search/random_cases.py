"""Random search: a claim on arguments that Hypothesis draws. A failure is shrunk.

It reaches sizes and nestings that the enumeration does not. The seed determines the result.
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

# These checks warn about slow or rarely satisfied claims. The counts report the same.
HEALTH_CHECKS: Final = (
    HealthCheck.data_too_large,
    HealthCheck.filter_too_much,
    HealthCheck.large_base_example,
    HealthCheck.too_slow,
)

READ: Final = "_local_constants"
"""Hypothesis's name for the constants that it reads from modules, for which it has no setting."""


@dataclass(frozen=True)
class Sampled:
    """The result of a random search.

    `cases` counts the draws before the first failure, and `satisfied` those whose hypotheses are
    all true. `satisfying` holds the arguments at which the claim holds. The failure is shrunk, but
    only an exhaustive search guarantees a minimal one.
    """

    cases: int
    satisfied: int
    satisfying: tuple[Arguments, ...]
    failure: FailingCase | None
    seed: int

    @property
    def witness(self) -> Arguments | None:
        """The first arguments at which the claim holds, if there are any."""
        return next(iter(self.satisfying), None)

    def __str__(self) -> str:
        return f"{self.cases} random cases, {self.satisfied} satisfied; seed {self.seed}"


class _FoundError(Exception):
    """Tells Hypothesis that the case fails, so that it shrinks the case."""


@contextmanager
def _by_the_seed_alone() -> Generator[None]:
    """Stop Hypothesis from writing a folder to the working directory and from reading modules.

    It would draw constants from imported modules that are not installed packages. The cases would
    then differ between processes, and reading all modules would take most of a second.
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
    """Run the claim on random arguments until `examples` of them satisfy its hypotheses.

    Hypothesis gives up if it finds few of them. `satisfied` is then less than `examples`.
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
        # After the first failure, the runs belong to the shrinker.
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
        # Nothing satisfied the hypotheses, which the counts show.
        pass
    except _FoundError:
        # Hypothesis ends with the smallest failure, so it is the last one.
        pass
    failure = failures[-1] if failures else None
    return Sampled(cases, satisfied, tuple(satisfying), failure, seed)
