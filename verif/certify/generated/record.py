"""The record of a proof: what the prover does on each path, as steps in Gallina.

A record only observes what the prover does, so a wrong record cannot make the prover accept a wrong
proof. A theorem of Rocq does not rely on the prover either, because Rocq checks every step again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from verif.certify.gallina import Term, UnprintableError
from verif.certify.generated.steps import (
    Case,
    Cited,
    Digits,
    EqualBits,
    Euclid,
    Given,
    Halved,
    Impossible,
    Law,
    Natural,
    Shown,
    Split,
    Step,
    Unfolded,
)
from verif.certify.generated.terms import Terms, frozen, paired
from verif.certify.program import Program
from verif.certify.signatures import printed_type
from verif.kernel.contract import Contract
from verif.kernel.judge import Judge
from verif.kernel.obligation import Obligation, Reply
from verif.kernel.text import beside, hints_of, types_of
from verif.kernel.theory import Theory
from verif.symbolic.contracts import require_contract
from verif.symbolic.exploration import explore
from verif.symbolic.induction import OTHERS, Observation, induction
from verif.symbolic.lists import SymList, resolved
from verif.symbolic.path import Failure, Path
from verif.symbolic.terms import AND, POWER, XOR, Atom, Literal, Polynomial, symbols
from verif.symbolic.values import SymBool, SymInt

Steps = tuple[Step, ...]


@dataclass
class Recording(Path):
    """A path that records its steps. It decides nothing: every answer comes from `Path`."""

    terms: Terms = field(default_factory=lambda: Terms(Program()))
    theory: Theory = field(default_factory=lambda: Theory({}, {}, ()))
    record: list[Step] = field(default_factory=list[Step])
    arguments: tuple[str, ...] = ()
    """The intro pattern of each argument, which names the unknowns in the argument."""
    numbers: dict[tuple[str, int], int] = field(default_factory=dict[tuple[str, int], int])
    """For each cited contract and result: the `number` of the `Cited` step.

    A key is the contract's id and Python's `id` of the result. Two contracts may have the same
    result, so the contract is part of the key.
    """
    decided: Literal | None = None
    forked: Literal | None = None
    """If the last step forked the path: the condition of the fork, as the code states it."""
    has_new_quotient: bool = False
    """Whether the quotient and the remainder of the next division are new unknowns."""

    def given(self, arguments: Mapping[str, Any]) -> None:
        for argument in arguments.values():
            self.terms.know(argument)
        if OTHERS in arguments:
            self.record.append(Given(tuple(map(self._pattern, arguments[OTHERS]))))
        else:
            self.arguments = tuple(map(self._pattern, arguments.values()))

    def _pattern(self, value: Any) -> str:
        """Return the pattern that names the unknowns of an argument."""
        match value:
            case SymList():
                return value.symbol
            case SymInt():
                return value.polynomial.text
            case SymBool():
                return self.terms.value(value)
            case tuple():
                return paired([self._pattern(part) for part in value])  # pyright: ignore[reportUnknownVariableType]
            case _:
                raise UnprintableError(f"cannot print the argument {value!r}")

    def observe(
        self, symbol: str, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> None:
        super().observe(symbol, function, arguments)
        self.terms.know(arguments)
        self.terms.observed.setdefault(symbol, (function, frozen(arguments)))

    def rejectable(
        self,
        contract: Contract,
        arguments: tuple[Any, ...],
        refused: SymInt,
        *,
        conditional: bool,
        hypothesis: bool,
    ) -> None:
        """Record the condition under which a call is accepted.

        If `conditional` is true, also cite what the contract says about this condition.
        """
        self.forked = None
        self.terms.know(arguments)
        given = self._given(contract, arguments)
        self.terms.accepted[refused.polynomial.text] = self._term(contract, given).ok
        if conditional:
            self.record.append(Cited(0, contract.id, given, hypothesis, "", ""))

    def _given(self, contract: Contract, arguments: tuple[Any, ...]) -> tuple[str, ...]:
        return tuple(map(self.terms.value, arguments, hints_of(contract.function).values()))

    # Cases.

    def split(self, whole: SymList, *, empty: bool) -> None:
        terms = self.terms
        terms.know(whole)
        if whole.symbol in terms.split:
            return
        if self.forked == Literal("<=", Polynomial.constant(1) - whole.length.polynomial):
            # The last step forked the path on whether the list is empty. Remove this step, because
            # the split below records the same two cases.
            self.record.pop()
        self.forked = None
        name = terms.name(whole.symbol)
        self.record.append(Split(name, terms.head(whole), terms.tail(whole), empty))
        terms.split[whole.symbol] = empty

    def opened(self, whole: SymList, head: Any, tail: SymList) -> None:
        self.terms.open(whole, head, tail)

    def decide(self, literal: Literal) -> bool:
        self.decided = literal
        return super().decide(literal)

    def _fork(self, literal: Literal) -> bool:
        truth = super()._fork(literal)
        said = self.terms.literal
        self.record.append(Case(said(literal), said(literal.negated()), truth))
        self.forked = self.decided
        return truth

    def close(self) -> NoReturn:
        self.record.append(Impossible())
        super().close()

    # Facts.

    def entails(self, literal: Literal, label: str, seconds: float = 0.1) -> bool:
        now, facts = self._now(literal), tuple(self.facts)
        found = super().entails(literal, label, seconds)
        if found and now.value is None:
            self._show(label, now, facts)
        return found

    def _owed(self, label: str, literal: Literal, failures: list[Failure]) -> Reply:
        now, facts = self._now(literal), tuple(self.facts)
        found = super()._owed(label, literal, failures)
        if found is Reply.UNSAT and now.value is None:
            self._show(label, now, facts)
        return found

    def _show(self, label: str, now: Literal, facts: tuple[Literal, ...]) -> None:
        self.forked = None
        obligation = Obligation(
            label, symbols((*facts, now)), tuple(fact.text for fact in facts), now.text
        )
        said = self.terms.literal
        self.record.append(Shown(said(now), tuple(map(said, facts)), obligation))

    def divide(self, dividend: Polynomial, divisor: Polynomial) -> tuple[Polynomial, Polynomial]:
        quotient, remainder = super().divide(dividend, divisor)
        if dividend.value is None or divisor.value is None:
            said = map(self.terms.polynomial, (dividend, divisor, quotient, remainder))
            self.record.append(Digits(*said))
        return quotient, remainder

    def _euclid(self, x: Polynomial, y: Polynomial) -> tuple[Polynomial, Polynomial]:
        self.has_new_quotient = True
        return super()._euclid(x, y)

    def _divided(
        self, x: Polynomial, y: Polynomial, quotient: Polynomial, remainder: Polynomial
    ) -> None:
        super()._divided(x, y, quotient, remainder)
        said = self.terms.polynomial
        if self.has_new_quotient:
            self.record.append(Euclid(*map(said, (x, y, quotient, remainder))))
        else:
            self.record.append(Halved(*map(said, (x, quotient, remainder))))
        self.has_new_quotient = False

    def assume(self, literal: Literal) -> None:
        super().assume(literal)
        match literal.polynomial.terms:
            case (((atom,), -1), *_) | (_, ((atom,), -1)) if atom.symbol in (AND, XOR, POWER):
                self.record.append(Natural(self.terms.literal(literal)))
            case _:
                pass

    def equate_bits(self, found: Polynomial, other: Polynomial) -> None:
        self.record.append(EqualBits(self.terms.literal(Literal("=", found - other))))
        super().equate_bits(found, other)

    # Citations.

    def promised(
        self, contract: Contract, arguments: tuple[Any, ...], result: Any, *, hypothesis: bool
    ) -> None:
        self.forked = None
        self.terms.know(arguments)
        given = self._given(contract, arguments)
        number = self.numbers[contract.id, id(result)] = 1 + len(self.called)
        call = "" if contract.is_lemma else self._term(contract, given).code
        named = self._unknown(result) if call else ""
        self.terms.know(result)
        self.record.append(Cited(number, contract.id, given, hypothesis, named, call))

    def _term(self, contract: Contract, given: tuple[str, ...]) -> Term:
        types = map(printed_type, hints_of(contract.function).values())
        return self.terms.program.call(contract.function, tuple(map(Term, given, types)))

    def unfolded(
        self, contract: Contract, arguments: tuple[Any, ...], result: Any, value: Any
    ) -> None:
        self.forked = None
        self.terms.know((arguments, result, value))
        types = types_of(contract.function)
        call = self._term(contract, self._given(contract, arguments)).code
        said = self.terms.value(value, types["return"])
        if said == "[]":
            said = f"([] : {printed_type(types['return'])})"
        named = self._remembered(result)
        self.record.append(Unfolded(call[1:].partition(" ")[0], call, said, named))

    def _remembered(self, result: Any) -> str:
        """Return the name that an earlier step gave to the result of a call, or ""."""
        result = resolved(result)
        if type(result) is not SymList or result.node is not None:
            return ""
        name = self.terms.name(result.symbol)
        known = any(isinstance(step, Cited) and step.named == name for step in self.record)
        return name if known and result.symbol not in self.terms.split else ""

    def _unknown(self, result: Any) -> str:
        """If the result is a new unknown, return its name, otherwise "".

        For a tuple of new unknowns, return the intro pattern that names them.
        """
        result = resolved(result)
        match result:
            case SymList(node=None) if result.symbol not in self.terms.lists:
                return self.terms.name(result.symbol)
            case SymInt(polynomial=Polynomial(terms=(((Atom(arguments=()) as atom,), 1),))):
                return atom.text
            case SymBool():
                return self.terms.value(result)
            case (_, _, *_):
                names = [self._unknown(part) for part in result]
                return paired(names) if all(names) and len({*names}) == len(names) else ""
            case _:
                return ""

    def law(
        self,
        contract: Contract,
        observation: Callable[..., Any],
        result: Any,
        arguments: tuple[Any, ...],
    ) -> None:
        self.terms.know(arguments)
        hints = beside(observation, self.theory.observations[observation])
        given = tuple(map(self.terms.value, arguments, hints.values()))
        number = self.numbers.get((contract.id, id(result)))
        if number is None:
            raise UnprintableError(f"cannot print a law of {result!r}")
        self.record.append(Law(number, observation.__name__, given))


@dataclass(frozen=True)
class Part:
    """The paths that prove a contract's conclusions, or its law for one observation.

    An observation is a function of a list, such as `value(result, x)`.
    """

    observation: str
    paths: tuple[Steps, ...]


@dataclass(frozen=True)
class Record:
    """The proof of a contract: the patterns of its arguments, and the paths of each part."""

    arguments: tuple[str, ...]
    parts: tuple[Part, ...]

    @property
    def steps(self) -> Iterator[Step]:
        """The steps of all paths."""
        return (step for part in self.parts for path in part.paths for step in path)

    @property
    def cited(self) -> tuple[str, ...]:
        """The ids of the contracts that the proof cites, apart from the induction hypothesis."""
        cited = (step for step in self.steps if isinstance(step, Cited) and not step.hypothesis)
        return tuple(sorted({step.contract for step in cited}))


def record(judge: Judge, theory: Theory, program: Program, contract: Contract) -> Record:
    """Return the record of the contract's proof.

    Raises UnprintableError if the prover does not prove the contract, or if a value that a step
    mentions cannot be printed.
    """
    require_contract(contract)
    earlier = theory.before(contract)
    observed: dict[Observation, None] = {}
    """The observations that have a law. Exploring the conclusions adds them to this table."""

    def explored(observation: Observation | None) -> list[Recording]:
        paths: list[Recording] = []

        def start(*given: Any) -> Path:
            paths.append(Recording(*given, terms=Terms(program), theory=theory))
            return paths[-1]

        text = induction(earlier, contract, observation, observed)
        found = explore(judge, contract.id, text, start=start)
        if found.failures or not found.complete:
            raise UnprintableError("the prover does not prove the contract")
        return paths

    conclusions = explored(None)
    laws = {one.__name__: explored(one) for one in observed}
    parts = (
        Part(name, tuple(tuple(path.record) for path in paths))
        for name, paths in (("", conclusions), *laws.items())
    )
    return Record(conclusions[0].arguments, tuple(parts))
