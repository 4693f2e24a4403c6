"""Induction over a function's code: prove a contract by evaluating the function symbolically.

Each proof is replayed at small random arguments that satisfy the contract's assumptions.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from random import Random
from typing import Any, Final

from verif.kernel.claim import returns
from verif.kernel.contract import Contract, Kind
from verif.kernel.errors import TheoryError
from verif.kernel.judge import Judge, Theorem
from verif.kernel.text import beside, hints_of, types_of
from verif.kernel.theory import Theory
from verif.kernel.verbs import OnNumbers, running
from verif.symbolic.contracts import require_contract
from verif.symbolic.exploration import Exploration, explore
from verif.symbolic.forms import key_of
from verif.symbolic.invariants import owe_invariants
from verif.symbolic.lifting import Lifter
from verif.symbolic.path import NEVER, Path
from verif.symbolic.refusals import refused
from verif.symbolic.replay import Explored, replay
from verif.symbolic.runs import Running, Stating, asked

Observation = Callable[..., Any]

TRIED: Final = 1500
"""The largest number of random draws of arguments for each exploration. Rejected draws count."""

MOST: Final = 3
"""The largest number of replays for each exploration. A replay uses a draw that was accepted."""

OTHERS: Final = "beside the result"
"""In the mappings of `cases`, the key for an observation's arguments other than the result."""

SMALL: Final = (*range(13), 16, 18, 24, 36, -1, -2, -3)


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

    One exploration of the body proves the conclusions of the promise's `shows`. For each
    observation in the promise's `everywhere`, another exploration proves the law for this
    observation.
    """
    require_contract(contract)
    earlier = theory.before(contract)
    observed: dict[Observation, None] = {}
    text = induction(earlier, contract, None, observed)
    subject = f"{contract.id}: ensures"
    explored = [Explored(subject, text, explore(judge, subject, text), cases(contract, theory))]
    for observation in observed:
        text = induction(earlier, contract, observation, observed)
        subject = f"{contract.id}: everywhere {observation.__name__}"
        drawn = cases(contract, theory, observation)
        explored.append(Explored(subject, text, explore(judge, subject, text), drawn))
    return concluded(judge, theory, contract.id, contract.statement, explored, contract)


def prove_defined(judge: Judge, theory: Theory, function: Observation) -> Theorem:
    """Prove that an observation terminates on every list without raising an error.

    Raises UnprovedError if the proof fails, because an observation needs a value on every list.
    """
    name, on = function.__name__, theory.observations[function]
    if types_of(function).get("return") not in (int, bool):
        raise TheoryError(f"the definition of {name} must return int or bool")
    if key_of(types_of(function).get(on)) not in theory.kinds:
        raise TheoryError(
            f"{name} is defined on {on}, which is not a list: write a contract(.., on={on!r}) for"
            f" {name}"
        )
    statement = f"{name} is defined for every list"
    contract = Contract(f"definition of {name}", statement, function, returns, on)
    within = replace(theory, contracts=(*theory.contracts, contract))
    try:
        return prove_contract(judge, within, contract)
    except TypeError as error:
        error.args = (f"the definition of {name}: {error}",)
        raise


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


def induction(
    earlier: Theory,
    contract: Contract,
    observation: Observation | None,
    observed: dict[Observation, None],
) -> Callable[[Path], None]:
    """Return a function that runs the contract's code on a path and states its conclusions.

    With an `observation`, the returned function states the contract's law of this observation
    instead. It also adds to `observed` every observation for which the contract has a law.
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
                    raise TheoryError(
                        f"{contract.id}: a law in `everywhere` must not depend on a condition"
                    )
                law(result, *others)

    return text


class _NotSoError(Exception):
    """An assumption is false."""


@dataclass
class _Asking(OnNumbers):
    """A run that stops at the first false assumption and counts the true assumptions before it."""

    met: int = 0

    def assume(self, label: str, condition: bool) -> None:
        if not condition:
            raise _NotSoError
        self.met += 1


@dataclass
class Draws:
    """Draws random values of annotated types."""

    kinds: Mapping[object, Kind]
    seed: str

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.drawn = [0]

    def keeps(self) -> bool:
        """Choose at random whether to reuse one of the previous arguments."""
        return self.random.random() < 0.6

    def value(self, annotation: Any) -> Any:
        """Draw a value of the type: an integer, a bool, an element, a list, or a tuple."""
        kind = self.kinds.get(key_of(annotation))
        if kind is not None:
            return self._list(kind)
        for kind in self.kinds.values():
            if annotation == kind.element:
                return self._element(kind)
        if annotation is bool:
            return self.random.random() < 0.5
        if typing.get_origin(annotation) is tuple:
            return tuple(map(self.value, typing.get_args(annotation)))
        return self._integer()

    def _integer(self) -> int:
        """Draw a small integer. The integers 0 to 4 and the last drawn integer are more likely."""
        self.drawn = [self.random.choice((*SMALL, *range(5), *range(5), *self.drawn * 12))]
        return self.drawn[0]

    def _list(self, kind: Kind) -> tuple[Any, ...]:
        return tuple(self._element(kind) for _ in range(self.random.choice((0, 1, 1, 2, 2, 3))))

    def _element(self, kind: Kind) -> Any:
        if kind.of is not None:
            return self._list(kind.of)
        while True:
            element = kind.make(*(self._integer() for _ in kind.fields))
            if all(kind.invariant(element).values()):
                return element


def cases(
    contract: Contract, theory: Theory, observation: Callable[..., Any] | None = None
) -> Iterator[Mapping[str, Any]]:
    """Yield arguments of the contract's function that satisfy the contract's assumptions.

    Each yielded mapping has the arguments by name. An `observation` is applied to the result of the
    function, and may have further arguments. If it is given, the mapping has these arguments under
    the key OTHERS. They satisfy the assumptions of the contract's law about the observation.
    """
    wanted = hints_of(contract.function)
    if observation is not None:
        wanted[OTHERS] = tuple[*beside(observation, theory.observations[observation]).values()]
    return islice(_admitted(contract, wanted, Draws(theory.kinds, contract.id), observation), MOST)


def _admitted(
    contract: Contract,
    wanted: Mapping[str, Any],
    draws: Draws,
    observation: Callable[..., Any] | None,
) -> Iterator[Mapping[str, Any]]:
    """Yield admitted draws: random arguments that satisfy all assumptions.

    Each draw starts from the best draw since the last admitted draw. The best draw is the draw that
    satisfied the most assumptions. For each argument, chance decides whether to reuse the value in
    the best draw, or to draw a new value.
    """
    best, furthest = dict[str, Any](), 0
    for _ in range(TRIED):
        drawn = {
            name: best[name] if name in best and draws.keeps() else draws.value(annotation)
            for name, annotation in wanted.items()
        }
        admitted, met = _admits(contract, dict(drawn), observation)
        if met >= furthest:
            best, furthest = drawn, met
        if admitted:
            best, furthest = {}, 0
            yield drawn


def _admits(
    contract: Contract, drawn: dict[str, Any], observation: Callable[..., Any] | None
) -> tuple[bool, int]:
    """Return whether all assumptions hold, and how many hold before the first false one."""
    run = _Asking()
    others = drawn.pop(OTHERS, ())
    try:
        with running(run):
            promise = contract.block(*drawn.values())
            if observation is not None:
                law = promise.everywhere[observation]
                law(contract.function(*drawn.values()), *others)
    except (_NotSoError, ValueError, ArithmeticError, LookupError, RecursionError):
        return False, run.met
    return True, run.met
