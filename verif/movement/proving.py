"""Proofs for all sizes by Z3 and cvc5, and counterexamples with small sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any, Final

from spec.named import Made, added, multiplied, negated, subtracted
from verif.kernel.errors import SolverError
from verif.kernel.obligation import LOGIC, Answer, Obligation, Reply
from verif.movement.arithmetic import domain, formula, is_linear, term
from verif.questions.program import solver
from verif.sizes.names import Sizes
from verif.solvers.process import SolverProcess, cvc5_solver

SECONDS: Final = 10.0
"""The limit of a solver's processor time for one obligation, in seconds."""

LINEAR: Final = "QF_LIA"
"""The logic of linear arithmetic, in which both solvers are fast."""


@dataclass(frozen=True)
class Proof:
    """The obligation was proved by Z3. `solvers` names all solvers that proved it."""

    solvers: tuple[str, ...]


@dataclass(frozen=True)
class Counterexample:
    """Values of all symbols at which the goal fails."""

    values: Mapping[str, int]


@dataclass(frozen=True)
class Open:
    """Z3 neither proved nor refuted the obligation, for example because of a timeout."""

    reason: str


Decided = Proof | Counterexample | Open


@dataclass(frozen=True)
class Theory:
    """The facts about the sizes of a kernel, as hypotheses of proofs."""

    sizes: Sizes

    @property
    def symbols(self) -> tuple[str, ...]:
        return self.sizes.known

    @cached_property
    def hypotheses(self) -> tuple[str, ...]:
        """The bounds, definitions and conditions of the sizes.

        The result includes the conditions under which their terms are defined.
        """
        return self._hypotheses(lambda _: True)

    @cached_property
    def linear(self) -> tuple[str, ...]:
        """The hypotheses without products and quotients of names. They suffice for most goals."""
        return self._hypotheses(is_linear)

    def _hypotheses(self, wanted: Callable[[Any], bool]) -> tuple[str, ...]:
        sizes = self.sizes
        defined = [(name, body) for name, body in sizes.definitions if wanted(body)]
        conditions = [condition for _, condition in sizes.conditions if wanted(condition)]
        return (
            *(f"(>= {name} {term(low)})" for name, low in sizes.lows.items()),
            *domain(tuple(body for _, body in defined)),
            *(f"(= {name} {term(body)})" for name, body in defined),
            *domain(tuple(conditions)),
            *map(formula, conditions),
        )

    def decide(
        self, name: str, goal: str, unknowns: Sequence[str] = (), given: Iterable[str] = ()
    ) -> Decided:
        """Decide whether the goal follows from the hypotheses, for all sizes and unknowns.

        The hypotheses are the facts about the sizes, and `given`.

        Pre-conditions: the goal and `given` are terms over the sizes and the unknowns.
        Post-conditions: if the result is a counterexample, it satisfies the hypotheses but not the
        goal according to Z3. Callers must replay it, because Z3's answer is not checked here.
        """
        symbols = tuple((symbol, 0) for symbol in (*self.symbols, *unknowns))
        given = tuple(given)
        obligation = Obligation(name, symbols, (*self.linear, *given), goal)
        query, answer = _asked(obligation)
        if answer.reply is not Reply.UNSAT and len(self.linear) < len(self.hypotheses):
            obligation = Obligation(name, symbols, (*self.hypotheses, *given), goal)
            query, answer = _asked(obligation)
        if answer.reply is Reply.UNKNOWN:
            return Open(answer.reason or f"{answer.solver} found no answer within {SECONDS:g} s")
        values = dict.fromkeys((*self.symbols, *unknowns), 0) | dict(answer.model)
        if answer.reply is Reply.SAT:
            return self._least(obligation, values)
        other = _second().check(query, SECONDS) if LINEAR in query else Answer(Reply.UNKNOWN, "")
        if other.reply is Reply.SAT:
            raise SolverError(f"{name}: {answer.solver} and {other.solver} contradict each other")
        agreeing = (answer, other) if other.reply is Reply.UNSAT else (answer,)
        return Proof(tuple(one.solver for one in agreeing))

    def _least(self, obligation: Obligation, values: dict[str, int]) -> Counterexample:
        """Return a counterexample with a small sum of sizes, found by bisection.

        The sum is the least possible one, unless Z3 fails to decide a step of the bisection.
        """
        names = self.sizes.names
        total = term_sum(names)
        low, best = sum(self.sizes.lows.values()), values
        high = sum(values[name] for name in names)
        while low < high:
            middle = (low + high) // 2
            bound = f"(<= {total} {middle})"
            bounded = replace(obligation, hypotheses=(*obligation.hypotheses, bound))
            _, answer = _asked(bounded)
            if answer.reply is Reply.SAT:
                best = dict.fromkeys(values, 0) | dict(answer.model)
                high = sum(best[name] for name in names)
            else:
                low = middle + 1
        return Counterexample(best)


def divides(theory: Theory, n: int, item: Any) -> Proof | Counterexample | Open:
    """Decide whether n divides a symbolic expression for all sizes.

    A product is a multiple of 2^(a + b) if its factors are multiples of 2^a and of 2^b.
    """
    most = n.bit_length() - 1
    if n == 1 << most and power_of_two(theory, item, most) >= most:
        return Proof(())
    return theory.decide("divides", f"(= (mod {term(item)} {n}) 0)")


def power_of_two(theory: Theory, item: Any, most: int) -> int:
    """Return a number k <= `most` such that 2^k divides a symbolic expression for all sizes.

    Some greater k may be possible, too.
    """
    match item:
        case int():
            return most if item == 0 else min(most, (item & -item).bit_length() - 1)
        case Made(make, (one, other)) if make is multiplied:
            first = power_of_two(theory, one, most)
            return min(most, first + power_of_two(theory, other, most - first))
        case Made(make, (one, other)) if make in (added, subtracted):
            first = power_of_two(theory, one, most)
            return first and power_of_two(theory, other, first)
        case Made(make, (one,)) if make is negated:
            return power_of_two(theory, one, most)
        case _:
            for k in range(most, 0, -1):
                goal = f"(= (mod {term(item)} {1 << k}) 0)"
                if isinstance(theory.decide("a power of two divides", goal), Proof):
                    return k
            return 0


def term_sum(names: Sequence[str]) -> str:
    """Return the sum of the names as a term of SMT-LIB.

    >>> term_sum(("M",)), term_sum(("M", "N"))
    ('(+ 0 M)', '(+ 0 M N)')
    """
    return f"(+ 0 {' '.join(names)})"


def _asked(obligation: Obligation) -> tuple[str, Answer]:
    """Query Z3 in linear arithmetic and, if the answer is unknown, in nonlinear arithmetic.

    Return the last query, and the answer to this query.
    """
    query = obligation.query().replace(LOGIC, LINEAR, 1)
    answer = solver().check(query, SECONDS)
    if answer.reply is Reply.UNKNOWN:
        query = obligation.query()
        answer = solver().check(query, SECONDS)
    return query, answer


@cache
def _second() -> SolverProcess:
    return cvc5_solver()
