"""Concrete arguments of contracts and lemmas: small random values that satisfy the assumptions."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, Final

from verif.kernel.contract import Contract, Kind
from verif.kernel.text import beside, hints_of
from verif.kernel.theory import Theory
from verif.kernel.verbs import OnNumbers, running
from verif.symbolic.forms import key_of

TRIED: Final = 1500
"""How many random arguments are drawn for each contract, even if few are admissible."""

MOST: Final = 3
"""At how many admissible arguments each contract is replayed."""

OTHERS: Final = "beside the result"
"""The key for an observation's arguments other than the function's result."""

SMALL: Final = (*range(13), 16, 18, 24, 36, -1, -2, -3)


class _NotSoError(Exception):
    """An assumption is false."""


@dataclass
class _Asking(OnNumbers):
    """A run that stops at the first false assumption and counts the true ones before it."""

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
        """Return whether to reuse one of the previous arguments, at random."""
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
        """Draw a small integer. Integers below 5 and the last drawn integer are more likely."""
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
    """Yield arguments of the contract's function that satisfy the block's assumptions.

    With an observation, also yield other arguments of the observation that satisfy its law's
    assumptions.
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
    """Yield admitted arguments.

    Each draw starts from the earlier arguments that satisfied the most assumptions. At random, it
    reuses or redraws each argument.
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
    """Return whether the arguments satisfy all assumptions, and how many they satisfied."""
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
