"""One path through a function or claim: its facts, divisions, obligations and failures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from verif.kernel.contract import Contract
from verif.kernel.errors import DivergedError, TheoryError
from verif.kernel.judge import Judge
from verif.kernel.obligation import FALSE, Answer, Obligation, Reply
from verif.symbolic.division import Division, below_a_multiple, halved, written_by_digits
from verif.symbolic.notes import Notes
from verif.symbolic.points import Points
from verif.symbolic.terms import (
    ONE,
    TWO,
    Atom,
    Literal,
    Polynomial,
    bits_of,
    divide,
    equal_bits,
    solved,
    symbols,
)


@dataclass(frozen=True)
class Failure:
    """A conclusion that was not proved, with the solver's answer.

    `inputs` maps each unknown of the code to a polynomial in the obligation's symbols.
    """

    label: str
    obligation: Obligation
    answer: Answer
    inputs: Mapping[str, Polynomial]

    def model(self) -> dict[str, int] | None:
        """Return inputs that make the conclusion false, if the solver found some."""
        return None if self.chooses_functions else self.candidate()

    @property
    def chooses_functions(self) -> bool:
        """Whether a model also chooses values of functions, such as the bits of a number.

        A chosen value may differ from the value that the function really has.
        """
        return any(arity for _, arity in self.obligation.symbols)

    def candidate(self) -> dict[str, int] | None:
        """Return the inputs of the solver's model, if it has one.

        If the model chooses functions, these inputs need not make the conclusion false.
        """
        if self.answer.reply is not Reply.SAT:
            return None
        values = dict(self.answer.model)
        return {name: term.evaluate(values) for name, term in self.inputs.items()}


FORK_SECONDS = 0.1
"""The solver's time limit for deciding a comparison before the path forks."""

HINT_SECONDS = 0.1
"""The solver's time limit for proving one equality that might help with a goal."""

CONTRADICTION_SECONDS = 0.02
"""Time limit for finding a contradiction among the facts. Most contradictions are found at once."""

MOST_FORKS = 100
"""The largest number of forks on a path. Only a recursion that depends on unknowns exceeds it."""

MOST_QUOTIENTS = 24
"""The most forks in a row on an unbounded number, its quotient, the quotient's quotient, .."""

HUGE = Polynomial.constant(1 << 100)
"""A number that may exceed this limit counts as unbounded."""

NEVER = Literal("=", ONE)

Step = tuple[Literal, Reply | bool]
"""A question and its answer: a solver's reply, or the truth value that this path assumes."""


class PathClosed(BaseException):
    """Stops the run of a path that has contradictory facts or a false hypothesis."""


@dataclass
class Path(Notes):
    """A run of some code under a sequence of decisions, with its facts and obligations.

    Each equality among the facts becomes a substitution. For example, once `x % y == 0` is
    known, x *is* `y*q` (divisibility rewriting).

    To take the other side of a decision, the whole path runs again from its start. A solver may
    answer differently the second time, and then the rerun would leave the path. So the answers up
    to that decision come from `prefix`, not from the solver. `forks` lists each decision with two
    feasible sides, and the side that this path takes.
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
    operated: list[Polynomial] = field(default_factory=list[Polynomial])
    lists: list[Any] = field(default_factory=list[Any])
    waiting: list[Callable[[], bool]] = field(default_factory=list[Callable[[], bool]])
    observed: dict[str, Callable[..., Any]] = field(default_factory=dict[str, Callable[..., Any]])
    goals: int = 0
    live: int = 0
    closed: bool = False
    broken: Exception | None = None
    _possible: bool = True
    _fresh: int = 0

    def fresh(self, name: str) -> str:
        """Return a symbol that is new on this path. Every run of the path gets the same symbol."""
        self._fresh += 1
        return f"{name}_{self._fresh}"

    def close(self) -> NoReturn:
        """End the path here: its facts are contradictory."""
        self.closed = True
        raise PathClosed

    def give_up(self) -> NoReturn:
        """End the path here: an obligation is not proved, so the path proves nothing."""
        assert self.failures
        raise PathClosed

    def fail(self, error: Exception) -> NoReturn:
        """Raise the error and record it: the path fails even if the code catches the error."""
        self.broken = error
        raise error

    def observe(
        self, symbol: str, function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> None:
        """Record the function that the symbol stands for. Fail if it stands for two functions.

        Otherwise, facts about one function would be facts about the other. Names are distinct
        within a theory, but a proof that cites claims of several files uses several theories.
        """
        first = self.observed.setdefault(symbol, function)
        if first != function:
            two = " and ".join(f"{each.__module__}.{each.__name__}" for each in (first, function))
            self.fail(TheoryError(f"two definitions have the same name, so rename one: {two}"))

    def suppose(self, literal: Literal) -> None:
        """Add a literal to the facts, because the code assumes the literal."""
        self.assume(literal)

    def assume(self, literal: Literal) -> None:
        """Add the literal to the facts. Close the path if the literal is false."""
        if self._take(literal):
            self._possible = False

    def _take(self, literal: Literal) -> bool:
        """Add the literal to the facts and return whether it is new.

        Close the path if the literal is false. The caller records whether the new fact may
        contradict the other facts.
        """
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
        """Prove the literal as an obligation. If that succeeds, add it to the facts."""
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
        """Prove a conclusion of the code, and count it in `live` if that succeeds.

        If the facts turn out to be contradictory, the path is closed and nothing is counted.
        """
        self.live += self.ensure(label, literal)

    def whenever(self, cite: Callable[[], bool]) -> None:
        """Call `cite` now. If it returns false, call it again later.

        `cite` returns true once it has added its facts.
        """
        if not cite():
            self.waiting.append(cite)

    def catch_up(self) -> None:
        """Call the waiting citations again and again, until no call adds facts."""
        waiting, self.waiting = self.waiting, []
        late = [cite for cite in waiting if not cite()]
        self.waiting = late + self.waiting
        if len(late) < len(waiting):
            self.catch_up()

    def _owed(self, label: str, literal: Literal, failures: list[Failure]) -> Reply:
        """Return the solver's reply to the obligation that the facts imply the literal."""

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
        """Return the literal's truth on this path. Fork the path if the facts allow both values."""
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
        if self._divides_without_end():
            message = f"a number without a bound is divided more than {MOST_QUOTIENTS} times"
            self.fail(RecursionError(message))
        truth = self._fork(literal)
        self.forks.append((literal, truth))
        self.assume(literal if truth else literal.negated())
        return truth

    def _fork(self, literal: Literal) -> bool:
        """Return the truth value that this path assumes for the literal.

        The first run assumes true and schedules another path, which assumes false.
        """
        if len(self.forks) >= MOST_FORKS:
            self.fail(RecursionError(f"a path forks more than {MOST_FORKS} times"))

        def ask() -> bool:
            self.alternatives.append((*self.steps, (literal, False)))
            return True

        return bool(self._step(literal, ask))

    def _divides_without_end(self) -> bool:
        """Return whether the last forks come from a recursion on quotients of an unbounded number.

        For example, f(n) may call f(n // 2). Then the path forks on n, on the quotient of n, on the
        quotient of that quotient, and so on. The recursion ends at some depth only if n has a
        bound.
        """
        last = [literal.polynomial for literal, _ in self.forks[-MOST_QUOTIENTS:]]
        if len(last) < MOST_QUOTIENTS or any(len(each.unknowns) != 1 for each in last):
            return False
        steps = {(division.dividend.unknowns, division.quotient) for division in self.divisions}
        quotients = [Polynomial.unknown(*each.unknowns) for each in last]
        before = zip(last, quotients[1:], strict=False)
        if not all((one.unknowns, other) in steps for one, other in before):
            return False
        return not self.entails(Literal("<=", quotients[0] - HUGE), "a bound of a recursion")

    def _step(self, literal: Literal, ask: Callable[[], Reply | bool]) -> Reply | bool:
        """On a rerun, return the literal's recorded answer. Otherwise record and return `ask()`."""
        if len(self.steps) < len(self.prefix):
            asked, answer = self.prefix[len(self.steps)]
            if asked != literal:
                self.fail(DivergedError(f"{self.subject}: {literal.text} for {asked.text}"))
        else:
            answer = ask()
        self.steps.append((literal, answer))
        return answer

    def knows(self, literal: Literal) -> bool:
        """Return whether the literal is true or among the facts. Do not ask a solver."""
        literal = self._now(literal)
        return bool(literal.value) or literal in self.facts

    def entails(self, literal: Literal, label: str, seconds: float = FORK_SECONDS) -> bool:
        """Return whether a quick query proves the literal. If so, record the obligation."""
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
        """Return whether a known point satisfies all facts and violates the literal."""
        refuted = self.points.refute(literal, self.facts)
        self._possible |= refuted
        return refuted

    def _is_soon_shown(self, obligation: Obligation, seconds: float) -> bool:
        answer = self.judge.ask(obligation, seconds)
        self.points.add(answer.model, answer.tables)
        self._possible |= answer.reply is Reply.SAT
        return answer.reply is Reply.UNSAT

    def _shown(self, obligation: Obligation) -> None:
        """Record a discharged obligation.

        If the facts contradict each other, everything follows from them and every obligation is
        dead. Then record only an obligation that states the contradiction, and close the path.
        """
        if not (self._possible or obligation.is_dead or self._is_refuted(NEVER)):
            impossible = self._obligation("a case that cannot be", NEVER)
            if self._is_soon_shown(impossible, CONTRADICTION_SECONDS):
                self.obligations.append(impossible)
                self.close()
            self._possible = True
        self.obligations.append(obligation)

    def divide(self, dividend: Polynomial, divisor: Polynomial) -> tuple[Polynomial, Polynomial]:
        """Return quotient and remainder for a divisor that is known to be positive.

        First divide the polynomials: if dividend = divisor*Q + R, then the quotient is Q plus the
        quotient of R. If 0 <= R < divisor, no new unknown is needed.
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

    def bits(self, symbol: str, x: Polynomial, y: Polynomial) -> Polynomial:
        """Return x ^ y or x & y, and add the equations that the rules of `equal_bits` give.

        If y ^ x occurred before, also add that x ^ y = y ^ x, and likewise for `&`.
        """
        found = bits_of(symbol, x, y)
        before = tuple(map(self.normal, self.operated))
        if found.value is None and found not in before:
            mirrored = bits_of(symbol, y, x)
            equal = (*equal_bits(symbol, x, y), *(one for one in before if one == mirrored))
            self.operated.append(found)
            for other in dict.fromkeys(equal):
                self.equate_bits(found, other)
        return found

    def equate_bits(self, found: Polynomial, other: Polynomial) -> None:
        """Add the fact that a bit operation equals another term, by a rule of `bits`."""
        self.assume(Literal("=", found - other))

    def witness(
        self, x: Polynomial, y: Polynomial, quotient: Polynomial, remainder: Polynomial
    ) -> bool:
        """Use `(quotient, remainder)` as the value of `divmod(x, y)`, if this can be proved."""
        exact = Literal("=", y * quotient + remainder - x)
        if not (self.entails(exact, "witness: x = y*q + r") and self._is_remainder(remainder, y)):
            return False
        self.witnesses.append(Division(x, y, quotient, remainder))
        return True

    def _halved(self, x: Polynomial, y: Polynomial) -> tuple[Polynomial, Polynomial] | None:
        """Divide x by y if y is 2 and x has one of three forms.

        The forms are a power of two, `p ^ q`, and `p & q`. Otherwise return None.
        """
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
        """Divide x by y by polynomial division, so that the leading terms need no new unknowns.

        Return None if polynomial division does not help.
        """
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
        """Divide x by y with the help of earlier divisions. Return None if they do not help.

        If an unknown in x was divided earlier, divisor * quotient + remainder replaces the unknown.
        """
        whole, part = divide(written_by_digits(x, map(self._normal_division, self.divisions)), y)
        if not whole.terms or not self.witness(x, y, whole, part):
            return None
        return whole, part

    def _is_remainder(self, remainder: Polynomial, divisor: Polynomial) -> bool:
        return self.entails(Literal("<=", -remainder), "digit: 0 <= r") and self.entails(
            Literal("<=", remainder - divisor + Polynomial.constant(1)), "digit: r < y"
        )

    def _euclid(self, x: Polynomial, y: Polynomial) -> tuple[Polynomial, Polynomial]:
        """Return fresh q, r with x = y*q + r and 0 <= r < y, which are unique for y > 0."""
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
        """Add the fact `quotient < m` if a fact states `x < y*m` for some m."""
        m = below_a_multiple(x, y, self.facts)
        if m is not None:
            bound = Literal("<=", quotient + ONE - m)
            if self.entails(bound, "quotient < m"):
                self.assume(bound)

    def _divided(
        self, x: Polynomial, y: Polynomial, quotient: Polynomial, remainder: Polynomial
    ) -> None:
        """Record the quotient and remainder of x divided by y, with their defining facts."""
        self.divisions.append(Division(x, y, quotient, remainder))
        self.facts.append(Literal("=", y * quotient + remainder - x))
        self.facts.append(Literal("<=", -remainder))
        self.facts.append(Literal("<=", remainder - y + Polynomial.constant(1)))

    def _helpful_equalities(self) -> Iterator[Literal]:
        """Add each provable equality of quotients and remainders to the facts, then yield it."""
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
        """Return the polynomial after all substitutions of known equalities."""
        return polynomial.substitute(self.replaced)

    def _normal_division(self, known: Division) -> Division:
        return Division(*map(self.normal, vars(known).values()))

    def _now(self, literal: Literal) -> Literal:
        return literal.substitute(self.replaced)

    def _use_up(self, equation: Literal) -> None:
        """Solve the equation for an unknown, if possible, and replace this unknown everywhere."""
        pending = [equation]
        while pending:
            determined = solved(self._now(pending.pop()).polynomial)
            if determined is not None:
                pending += self._replace(*determined)
            if not pending:
                pending += self._settled_divisions()

    def _settled_divisions(self) -> list[Literal]:
        """Return equations for the quotients and remainders of divisions.

        Some equations say that equal divisions have equal results. The others give the quotient and
        the remainder of each exact division.
        """
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
        """Substitute `value` for `atom` in all facts. Return the equations that have changed."""
        step = {atom: value}
        self.replaced = {a: p.substitute(step) for a, p in self.replaced.items()}
        self.replaced[atom] = value
        kept: dict[Literal, None] = {}
        changed: list[Literal] = []
        for old in self.facts:
            unknowns = old.polynomial.unknowns
            if atom not in unknowns:
                # The fact does not contain `atom`. Keep it, unless it is a constant.
                if unknowns or old.value is None:
                    kept[old] = None
                continue
            fact = old.substitute(step)
            if fact.value is False:
                self.close()
            if fact.value is None and fact not in kept:
                kept[fact] = None
                if fact.relation == "=":
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
