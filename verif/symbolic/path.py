"""One path through a text: what is known on it, how it divides, what it owes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NoReturn

from verif.kernel.contract import Contract
from verif.kernel.errors import DivergedError
from verif.kernel.judge import Judge
from verif.kernel.obligation import FALSE, Obligation, Reply
from verif.symbolic.division import Division, below_a_multiple, written_by_digits
from verif.symbolic.failure import Failure
from verif.symbolic.halves import halved
from verif.symbolic.notes import Notes
from verif.symbolic.points import Points
from verif.symbolic.terms import ONE, TWO, Atom, Literal, Polynomial, divide, solved, symbols

FORK_SECONDS = 0.1
"""The time to look for the truth of a comparison before both of its sides are taken."""

HINT_SECONDS = 0.1
"""The time to look for one equality that might help a goal."""

CONTRADICTION_SECONDS = 0.02
"""The time to look for a contradiction among facts; nearly all that there are show at once."""

NEVER = Literal("=", ONE)

Step = tuple[Literal, Reply | bool]
"""A question that a path asked, of the solver or of both its sides, and what it took for answer."""


class PathClosed(BaseException):
    """The rest of this path need not be run: a hypothesis is false on it."""


@dataclass
class Path(Notes):
    """A run of a text under a sequence of decisions, with its facts and obligations.

    Equalities among the facts are used up as substitutions, so that once `x % y == 0` is
    known x *is* `y*q` (divisibility rewriting).

    A path is run again from its start to take the other side of one of its decisions. All
    that was answered before is taken from `prefix` then and not asked again, as a solver
    that has more luck the second time would lead the text elsewhere. `forks` are the
    decisions of which both sides can be, with the side that is taken here.
    """

    judge: Judge
    subject: str
    prefix: tuple[Step, ...] = ()
    points: Points = field(default_factory=Points)
    steps: list[Step] = field(default_factory=list[Step])
    forks: list[tuple[Literal, bool]] = field(default_factory=list[tuple[Literal, bool]])
    alternatives: list[tuple[Step, ...]] = field(default_factory=list[tuple[Step, ...]])
    facts: list[Literal] = field(default_factory=list[Literal])
    replaced: dict[Atom, Polynomial] = field(default_factory=dict[Atom, Polynomial])
    divisions: list[Division] = field(default_factory=list[Division])
    witnesses: list[Division] = field(default_factory=list[Division])
    obligations: list[Obligation] = field(default_factory=list[Obligation])
    failures: list[Failure] = field(default_factory=list[Failure])
    cited: set[Contract] = field(default_factory=set[Contract])
    inputs: dict[str, Polynomial] = field(default_factory=dict[str, Polynomial])
    called: list[Any] = field(default_factory=list[Any])
    lists: list[Any] = field(default_factory=list[Any])
    waiting: list[Callable[[], bool]] = field(default_factory=list[Callable[[], bool]])
    goals: int = 0
    live: int = 0
    closed: bool = False
    broken: Exception | None = None
    _possible: bool = True
    _fresh: int = 0

    def fresh(self, name: str) -> str:
        """A symbol that this path has not used; the same one on every run of the path."""
        self._fresh += 1
        return f"{name}_{self._fresh}"

    def close(self) -> NoReturn:
        """End the path here: nothing is so on it."""
        self.closed = True
        raise PathClosed

    def fail(self, error: Exception) -> NoReturn:
        """Raise the error, and let no text that catches it say that this path was run."""
        self.broken = error
        raise error

    def suppose(self, literal: Literal) -> None:
        """Take a hypothesis of the text as a fact from here on."""
        self.assume(literal)

    def assume(self, literal: Literal) -> None:
        """Take the literal as a fact from here on; close the path where it is false."""
        if self._take(literal):
            self._possible = False

    def _take(self, literal: Literal) -> bool:
        """Take what follows from the facts, or may contradict them, as one; whether it is new."""
        literal = self._now(literal)
        if literal.value is False:
            self.close()
        if literal.value or literal in self.facts:
            return False
        self.facts.append(literal)
        if literal.relation == "=":
            self._use_up(literal)
        return True

    def ensure(self, label: str, literal: Literal) -> bool:
        """Owe the literal here. Where it is shown it is a fact from here on."""
        self.goals += 1
        self.catch_up()
        failures: list[Failure] = []
        reply = self._owed(label, literal, failures)
        if reply is Reply.UNKNOWN:
            for _ in self._helpful_equalities():
                reply = self._owed(label, literal, failures)
                if reply is not Reply.UNKNOWN:
                    break
        if reply is not Reply.UNSAT:
            self.failures += failures[-1:]
            return False
        self._take(literal)
        return True

    def conclude(self, label: str, literal: Literal, values: tuple[object, ...] = ()) -> None:
        """Owe a conclusion of the text; it is live where the path goes on once it is shown."""
        self.live += self.ensure(label, literal)

    def whenever(self, cite: Callable[[], bool]) -> None:
        """Let `cite` add what it knows, now or as soon as what it waits for is known."""
        if not cite():
            self.waiting.append(cite)

    def catch_up(self) -> None:
        """Let those that wait say what they can say by now, until nobody has more to say."""
        waiting, self.waiting = self.waiting, []
        late = [cite for cite in waiting if not cite()]
        self.waiting = late + self.waiting
        if len(late) < len(waiting):
            self.catch_up()

    def _owed(self, label: str, literal: Literal, failures: list[Failure]) -> Reply:
        """The solver's reply to the literal as an obligation."""

        def ask() -> Reply:
            obligation = self._obligation(label, literal)
            answer = self.judge.ask(obligation)
            if answer.reply is Reply.UNSAT:
                self._shown(obligation)
            else:
                inputs = {name: self.normal(term) for name, term in self.inputs.items()}
                failures.append(Failure(label, obligation, answer, inputs))
            return answer.reply

        return Reply(self._step(self._now(literal), ask))

    def decide(self, literal: Literal) -> bool:
        """The truth of the literal on this path; both truths are explored where both can be."""
        literal = self._now(literal)
        if literal.value is not None:
            return literal.value
        if literal in self.facts:
            return True
        if literal.negated() in self.facts:
            return False
        if self.entails(literal, "never otherwise"):
            self._take(literal)
            return True
        if self.entails(literal.negated(), "never so"):
            self._take(literal.negated())
            return False
        truth = self._fork(literal)
        self.forks.append((literal, truth))
        self.assume(literal if truth else literal.negated())
        return truth

    def _fork(self, literal: Literal) -> bool:
        """Take the literal for true here, and for false on another path."""

        def ask() -> bool:
            self.alternatives.append((*self.steps, (literal, False)))
            return True

        return bool(self._step(literal, ask))

    def _step(self, literal: Literal, ask: Callable[[], Reply | bool]) -> Reply | bool:
        """The answer about the literal: the one that was given when this path forked, if any."""
        if len(self.steps) < len(self.prefix):
            asked, answer = self.prefix[len(self.steps)]
            if asked != literal:
                self.fail(DivergedError(f"{self.subject}: {literal.text} for {asked.text}"))
        else:
            answer = ask()
        self.steps.append((literal, answer))
        return answer

    def knows(self, literal: Literal) -> bool:
        """Whether the literal is among the facts as it stands; no solver is asked."""
        literal = self._now(literal)
        return bool(literal.value) or literal in self.facts

    def entails(self, literal: Literal, label: str, seconds: float = FORK_SECONDS) -> bool:
        """Whether the facts are soon seen to imply the literal; if so, that is an obligation."""
        literal = self._now(literal)
        if literal.value is not None:
            return literal.value

        def ask() -> bool:
            if self._is_refuted(literal):
                return False
            obligation = self._obligation(label, literal)
            if not self._is_soon_shown(obligation, seconds):
                return False
            self._shown(obligation)
            return True

        return bool(self._step(literal, ask))

    def _is_refuted(self, literal: Literal) -> bool:
        """Whether the literal is false at a point where all facts hold."""
        refuted = self.points.refute(literal, self.facts)
        self._possible |= refuted
        return refuted

    def _is_soon_shown(self, obligation: Obligation, seconds: float) -> bool:
        answer = self.judge.ask(obligation, seconds)
        self.points.add(answer.model, answer.tables)
        self._possible |= answer.reply is Reply.SAT
        return answer.reply is Reply.UNSAT

    def _shown(self, obligation: Obligation) -> None:
        """Keep an obligation that holds, or close the path where that is so of any other.

        Where the facts contradict each other all is shown, and all that is owed is dead: one
        obligation says so, and ends the path in the place of the others.
        """
        if not (self._possible or obligation.is_dead or self._is_refuted(NEVER)):
            impossible = self._obligation("a case that cannot be", NEVER)
            if self._is_soon_shown(impossible, CONTRADICTION_SECONDS):
                self.obligations.append(impossible)
                self.close()
            self._possible = True
        self.obligations.append(obligation)

    def divide(self, dividend: Polynomial, divisor: Polynomial) -> tuple[Polynomial, Polynomial]:
        """Quotient and remainder for a divisor that is known to be positive.

        Digits are taken off where they can be: if dividend = divisor*Q + R, the answer is
        Q and the quotient of R, and where 0 <= R < divisor there is no new unknown.
        """
        x, y = dividend.substitute(self.replaced), divisor.substitute(self.replaced)
        numbers = x.value, y.value
        if numbers[0] is not None and numbers[1] is not None:
            quotient, remainder = divmod(numbers[0], numbers[1])
            return Polynomial.constant(quotient), Polynomial.constant(remainder)
        if y.value == 1:
            return x, Polynomial.constant(0)
        known = self._known_division(x, y) or self._halved(x, y)
        return known or self._digit(x, y) or self._by_digits(x, y) or self._euclid(x, y)

    def witness(
        self, x: Polynomial, y: Polynomial, quotient: Polynomial, remainder: Polynomial
    ) -> bool:
        """Let `divmod(x, y)` be `(quotient, remainder)`, if a side query shows that it is."""
        exact = Literal("=", y * quotient + remainder - x)
        if not (self.entails(exact, "witness: x = y*q + r") and self._is_remainder(remainder, y)):
            return False
        self.witnesses.append(Division(x, y, quotient, remainder))
        return True

    def _halved(self, x: Polynomial, y: Polynomial) -> tuple[Polynomial, Polynomial] | None:
        """The half and the last bit of a power of two, or of bits; None of others."""
        found = halved(self, x) if y == TWO else None
        if found is not None:
            self._divided(x, TWO, *found)
            if x.exponent is not None or self.knows(Literal("<=", -x)):
                self.assume(Literal("<=", -found[0]))
        return found

    def _known_division(self, x: Polynomial, y: Polynomial) -> tuple[Polynomial, Polynomial] | None:
        for known in self.divisions + self.witnesses:
            if self.normal(known.dividend) == x and self.normal(known.divisor) == y:
                return self.normal(known.quotient), self.normal(known.remainder)
        return None

    def _digit(self, x: Polynomial, y: Polynomial) -> tuple[Polynomial, Polynomial] | None:
        """The digits that x has already; none where what is left has to be taken apart."""
        whole, part = divide(x, y)
        if whole.terms:
            quotient, remainder = self.divide(part, y)
            return whole + quotient, remainder
        if self._is_remainder(x, y):
            return whole, x
        if self._is_remainder(x + y, y):
            return Polynomial.constant(-1), x + y
        return None

    def _by_digits(self, x: Polynomial, y: Polynomial) -> tuple[Polynomial, Polynomial] | None:
        """The digits of x where each unknown that was divided is written by those it has."""
        whole, part = divide(written_by_digits(x, map(self._normal_division, self.divisions)), y)
        if not whole.terms or not self.witness(x, y, whole, part):
            return None
        return whole, part

    def _is_remainder(self, remainder: Polynomial, divisor: Polynomial) -> bool:
        return self.entails(Literal("<=", -remainder), "digit: 0 <= r") and self.entails(
            Literal("<=", remainder - divisor + Polynomial.constant(1)), "digit: r < y"
        )

    def _euclid(self, x: Polynomial, y: Polynomial) -> tuple[Polynomial, Polynomial]:
        """Fresh q, r with x = y*q + r and 0 <= r < y, which exist and are unique for y > 0."""
        q, r = self.fresh("q"), self.fresh("r")
        self.points.divide(x, y, q, r)
        quotient, remainder = Polynomial.unknown(Atom(q)), Polynomial.unknown(Atom(r))
        nonnegative = self.entails(Literal("<=", -x), "dividend >= 0")
        self._divided(x, y, quotient, remainder)
        if nonnegative and self.entails(Literal("<=", -quotient), "quotient >= 0"):
            self.facts.append(Literal("<=", -quotient))
        self._bound(x, y, quotient)
        return quotient, remainder

    def _bound(self, x: Polynomial, y: Polynomial, quotient: Polynomial) -> None:
        """Note that the quotient is below m, if x is known to be below y*m."""
        m = below_a_multiple(x, y, self.facts)
        if m is not None:
            bound = Literal("<=", quotient + ONE - m)
            if self.entails(bound, "quotient < m"):
                self.assume(bound)

    def _divided(
        self, x: Polynomial, y: Polynomial, quotient: Polynomial, remainder: Polynomial
    ) -> None:
        """Note what x divided by y is."""
        self.divisions.append(Division(x, y, quotient, remainder))
        self.facts.append(Literal("=", y * quotient + remainder - x))
        self.facts.append(Literal("<=", -remainder))
        self.facts.append(Literal("<=", remainder - y + Polynomial.constant(1)))

    def _helpful_equalities(self) -> Iterator[Literal]:
        """Equalities between quotients and remainders that hold, each taken as a fact."""
        parts = [
            part.substitute(self.replaced)
            for known in self.divisions
            for part in (known.quotient, known.remainder)
        ]
        candidates = [Literal("=", part) for part in parts]
        candidates += [Literal("=", p - q) for i, p in enumerate(parts) for q in parts[:i]]
        for candidate in candidates[:60]:
            if self._now(candidate).value is None and self.entails(
                candidate, "equality", HINT_SECONDS
            ):
                self.assume(candidate)
                yield candidate

    def normal(self, polynomial: Polynomial) -> Polynomial:
        """The polynomial with all that is known to be equal written for it."""
        return polynomial.substitute(self.replaced)

    def _normal_division(self, known: Division) -> Division:
        return Division(*map(self.normal, vars(known).values()))

    def _now(self, literal: Literal) -> Literal:
        return literal.substitute(self.replaced)

    def _use_up(self, equation: Literal) -> None:
        """Replace an unknown that the equation determines, everywhere from now on."""
        pending = [equation]
        while pending:
            determined = solved(self._now(pending.pop()).polynomial)
            if determined is not None:
                pending += self._replace(*determined)
            if not pending:
                pending += self._settled_divisions()

    def _settled_divisions(self) -> list[Literal]:
        """Equations of witnesses: of what turned out to be one division, or to be exact."""
        first: dict[tuple[Polynomial, Polynomial], tuple[Polynomial, Polynomial]] = {}
        found: list[Literal] = []
        for division in self.divisions:
            x, y = self.normal(division.dividend), self.normal(division.divisor)
            whole, part = divide(x, y)
            witness = division.quotient, division.remainder
            exact = (whole, part) if part.value == 0 else witness
            for mine, its in zip(witness, first.setdefault((x, y), exact), strict=True):
                equation = self._now(Literal("=", mine - its))
                if equation.value is None and solved(equation.polynomial) is not None:
                    found.append(equation)
        return found

    def _replace(self, atom: Atom, value: Polynomial) -> list[Literal]:
        """Write `value` for `atom` in all that is known; the equations that this changed."""
        step = {atom: value}
        self.replaced = {a: p.substitute(step) for a, p in self.replaced.items()}
        self.replaced[atom] = value
        kept: dict[Literal, None] = {}
        changed: list[Literal] = []
        for old in self.facts:
            fact = old.substitute(step)
            if fact.value is False:
                self.close()
            if fact.value is None and fact not in kept:
                kept[fact] = None
                if fact is not old and fact.relation == "=":
                    changed.append(fact)
        self.facts = list(kept)
        return changed

    def _obligation(self, label: str, goal: Literal) -> Obligation:
        goal = self._now(goal)
        literals = (*self.facts, goal)
        return Obligation(
            f"{self.subject}: {label}",
            symbols(literals),
            tuple(fact.text for fact in self.facts),
            FALSE if goal.value is False else goal.text,
        )
