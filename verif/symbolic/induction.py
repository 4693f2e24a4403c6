"""Induction over a function's code: prove a contract by evaluating the function symbolically."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from verif.kernel.claim import returns
from verif.kernel.contract import Contract
from verif.kernel.errors import TheoryError
from verif.kernel.judge import Judge, Theorem
from verif.kernel.text import hints_of, types_of
from verif.kernel.theory import Theory
from verif.kernel.verbs import running
from verif.symbolic.contracts import require_contract
from verif.symbolic.drawn import OTHERS, cases
from verif.symbolic.exploration import Exploration, explore
from verif.symbolic.forms import key_of
from verif.symbolic.invariants import owe_invariants
from verif.symbolic.lifting import Lifter
from verif.symbolic.path import NEVER, Path
from verif.symbolic.refusals import refused
from verif.symbolic.replay import Explored, replay
from verif.symbolic.runs import Running, Stating, asked

Observation = Callable[..., Any]


class UnprovedError(Exception):
    """A contract or claim was not proved. `explorations` has the open conclusions."""

    def __init__(self, id: str, explorations: tuple[Exploration, ...]) -> None:
        failed = [failure for e in explorations for failure in e.failures]
        first = f": {failed[0].label} ({failed[0].answer.reply})" if failed else ""
        none = "" if any(e.goals for e in explorations) else "; no path reaches a conclusion"
        super().__init__(f"{id} has {len(failed)} open conclusions{first}{none}")
        self.explorations = explorations


class DeadConclusionsError(UnprovedError):
    """Every path that reaches a conclusion of the claim has contradictory facts."""


def prove_theory(judge: Judge, theory: Theory) -> tuple[Theorem, ...]:
    """Prove every contract of the theory, in order. Raises UnprovedError at the first failure."""
    return tuple(_proved(judge, theory, contract) for contract in theory.contracts)


def _proved(judge: Judge, theory: Theory, contract: Contract) -> Theorem:
    return judge.theorems.get(contract) or prove_contract(judge, theory, contract)


def prove_contract(judge: Judge, theory: Theory, contract: Contract) -> Theorem:
    """Prove the contract: base case, induction step and decreasing measure, as obligations.

    One exploration of the body proves the contract's `ensures`. For each observation with a law
    under `everywhere`, another exploration proves this law.
    """
    require_contract(contract)
    earlier = theory.before(contract)
    observed: dict[Observation, None] = {}
    text = _induction(earlier, contract, None, observed)
    subject = f"{contract.id}: ensures"
    explored = [Explored(subject, text, explore(judge, subject, text), cases(contract, theory))]
    for observation in observed:
        text = _induction(earlier, contract, observation, observed)
        subject = f"{contract.id}: everywhere {observation.__name__}"
        drawn = cases(contract, theory, observation)
        explored.append(Explored(subject, text, explore(judge, subject, text), drawn))
    return concluded(judge, theory, contract.id, contract.statement, explored, contract)


def prove_defined(judge: Judge, theory: Theory, function: Observation) -> Theorem:
    """Prove that an observation terminates on every list without raising an error.

    Raises UnprovedError otherwise, because the observation would not have a value everywhere.
    """
    name, on = function.__name__, theory.observations[function]
    if types_of(function).get("return") not in (int, bool):
        raise TheoryError(f"the definition of {name} must return int or bool")
    if key_of(types_of(function).get(on)) not in theory.kinds:
        raise TheoryError(
            f"{name} is defined on {on}, which is not a list: give it a contract(.., on={on!r})"
        )
    statement = f"{name} is defined of every list"
    contract = Contract(f"definition of {name}", statement, function, returns, on)
    return prove_contract(judge, replace(theory, contracts=(*theory.contracts, contract)), contract)


def concluded(
    judge: Judge,
    theory: Theory,
    id: str,
    statement: str,
    explored: Sequence[Explored],
    of: Contract | None = None,
) -> Theorem:
    """Return the theorem that the explorations prove, or raise UnprovedError.

    The contracts that the explorations cite are proved first, each once. If no path reaches a
    conclusion, nothing is proved. Raises ReplayError if a run on concrete arguments does not follow
    an explored path.
    """
    explorations = tuple(one.exploration for one in explored)
    done = all(e.complete and not e.failures for e in explorations)
    if not (done and any(e.goals for e in explorations)):
        raise UnprovedError(id, explorations)
    obligations = {o.query(): o for e in explorations for o in e.obligations}
    cited = sorted({c for e in explorations for c in e.cited}, key=lambda c: c.id)
    for contract in theory.contracts:
        if contract in cited and contract not in judge.promised:
            _proved(judge, theory, contract)
    paths = sum(e.paths for e in explorations)
    replays = sum(replay(judge, one) for one in explored)
    theorem = judge.prove(id, statement, obligations.values(), cited, paths, of, replays)
    if isinstance(theorem, Theorem):
        return theorem
    raise UnprovedError(id, explorations)


def _induction(
    earlier: Theory,
    contract: Contract,
    observation: Observation | None,
    observed: dict[Observation, None],
) -> Callable[[Path], None]:
    """Return a run that proves the contract's conclusions, or its law for one observation.

    The run adds every observation that has a law to `observed`.
    """
    function = contract.function

    def text(path: Path) -> None:
        lifter = Lifter(earlier, own=contract)
        given = {name: lifter.unknown(name, hint) for name, hint in hints_of(function).items()}
        path.given(given)
        arguments = tuple(given.values())
        lifter.measure = lifter.measured(contract, arguments)
        with running(Stating(path)):
            promise = lifter.promise(contract, arguments)
            observed.update(dict.fromkeys(promise.everywhere))
            body = promise.proof or partial(lifter.body(function), *arguments)
            try:
                with running(Running(path)):
                    result = body()
            except (ValueError, ArithmeticError, LookupError) as error:
                if not refused(error, contract) or (
                    promise.accepts is not None and asked(promise.accepts)
                ):
                    path.ensure(f"no {type(error).__name__}", NEVER)
                return
            if contract.is_lemma:
                promise.shows()
                return
            owe_invariants(earlier, "result", ((result, types_of(function)["return"]),))
            if observation is None:
                promise.shows(result)
            else:
                others = lifter.ghosts(observation)
                path.given({OTHERS: others})
                law = promise.everywhere.get(observation)
                if law is None:
                    raise TheoryError(f"{contract.id}: a law under everywhere is conditional")
                law(result, *others)

    return text
