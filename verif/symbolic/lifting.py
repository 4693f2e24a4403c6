"""Lifting: evaluate a function on unknowns. Contracts replace calls on unknown lists.

`OnUnknowns` evaluates the compiled form of a function. If the theory has a contract or a reading (a
trusted rule) for a called function, the contract or the reading replaces the call.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import takewhile
from types import FunctionType, ModuleType
from typing import Any, Final, NoReturn

from verif.kernel.claim import Claim
from verif.kernel.contract import Automatic, Contract, Promise
from verif.kernel.errors import NotLiftableError, OutsideFragmentError, TheoryError
from verif.kernel.living import is_of_project
from verif.kernel.text import (
    Written,
    beside,
    form_of_text,
    hints_of,
    imported,
    original,
    parameters_of,
    recurs_through_others,
    types_of,
)
from verif.kernel.theory import Reading, Theory, is_lemma
from verif.kernel.verbs import running
from verif.language.compile import project
from verif.language.evaluate import StuckError
from verif.language.form import Constant, Ref, RefusedError
from verif.symbolic.algebra import Operation
from verif.symbolic.contracts import require_contract
from verif.symbolic.exported import as_its_text
from verif.symbolic.forms import (
    TYPES,
    ends_in,
    form_of,
    key_of,
    numbers_of,
    unknown_inside,
)
from verif.symbolic.invariants import owe_invariants, owe_observed
from verif.symbolic.lists import (
    SymList,
    differences,
    element_of,
    equal,
    identify,
    length_of,
    resolved,
)
from verif.symbolic.machine import OnUnknowns
from verif.symbolic.notes import Real
from verif.symbolic.refusals import refusal, unhandled
from verif.symbolic.runs import Bringing, Owing, Proving, Silent, asked
from verif.symbolic.values import SymInt, current_path, is_on_path, literal_of

MOST_STEPS: Final = 32
"""If a recursion over a number has a measure of at most this size, its code runs step by step."""


@dataclass
class Lifter:
    """Makes functions run on unknowns, with the contracts and readings of a theory.

    `own` is the contract that is being proved by induction, if any. At recursive calls of the
    contract's function, the contract is the induction hypothesis.
    """

    theory: Theory
    own: Contract | None = None
    measure: Any = None
    _peeking: bool = False
    _defining: list[tuple[Callable[..., Any] | None, Any]] = field(
        default_factory=lambda: [(None, None)]
    )
    _seen: dict[Any, Any] = field(default_factory=dict[Any, Any])
    _bodies: dict[Callable[..., Any], Callable[..., Any]] = field(
        default_factory=dict[Callable[..., Any], Callable[..., Any]]
    )

    def __post_init__(self) -> None:
        self.machine = OnUnknowns(project(), self)

    def lift(self, item: Any) -> Any:
        """Return the value that replaces `item` when code runs on unknowns.

        Equal items get the same replacement object.
        """
        if type(item) is Operation:
            return item.of_function
        if isinstance(item, type):
            return self._record(item)
        if type(item) not in (FunctionType, Written, ModuleType):
            return item if item is not len else length_of
        if item not in self._seen:
            self._seen[item] = self._lifted(item)
        return self._seen[item]

    def _lifted(self, item: Any) -> Any:
        if type(item) is ModuleType:
            return LiftedModule(item, self) if self._is_ours(item.__name__) else item
        plain = item if type(item) is Written else original(item)
        found = self._handler(plain) or self.body(plain)
        # An exported function and the function that it wraps are different objects in Python, so
        # they must also be different here, although they agree on plain layouts.
        return found if plain is item else as_its_text(plain, found)

    def _record(self, kind: type) -> Any:
        """Return a function that creates a record of this class and runs the class's checks."""
        if not self._is_ours(kind.__module__):
            return kind
        try:
            return self.machine.meant(Ref(kind.__module__, kind.__qualname__))
        except StuckError as error:
            raise NotLiftableError(str(error)) from None

    def member(self, value: Any, name: str) -> Any:
        """Return a field, property or method of a value, as lifted code sees it."""
        return self.machine.field(value, name, Constant(0, None))

    def named(self, ref: Ref) -> Any:
        """Return the function or claim with that name, or None."""
        module = project().modules.load(ref.module)
        if module is not None and not module.of_project:
            found = module.texts.get(ref.name)
        else:
            found = imported(ref)
        return found if type(found) in (FunctionType, Written, Claim) else None

    def body(self, function: Any) -> Any:
        """Return a function that runs the compiled form of `function` on unknowns."""
        if type(function) not in (FunctionType, Written):
            return function
        if function not in self._bodies:
            # Always evaluate a function of a user's file here. If Python ran the function, it could
            # ask for the types of unknowns.
            if (
                type(function) is FunctionType
                and is_of_project(function)
                and not self._is_ours(function.__module__)
            ):
                return function
            try:
                form = form_of_text(function)
            except RefusedError as error:
                raise OutsideFragmentError(str(error)) from None
            self._bodies[function] = self.machine.closure(form)
        return self._bodies[function]

    def _is_ours(self, module: str | None) -> bool:
        packages = self.theory.packages
        return module is not None and any(
            module == package or module.startswith(f"{package}.") for package in packages
        )

    def _handler(self, function: Callable[..., Any]) -> Callable[..., Any] | None:
        if self.own is not None and function is self.own.function:
            return self._calls(self.own, hypothesis=True)
        if function in self.theory.contract_of:
            return self._calls(self.theory.contract_of[function])
        if function in self.theory.readings:
            return read(function, partial(self._by_rule, function, self.theory.readings[function]))
        if function in self.theory.observations:
            return self._observer(function)
        return _refusing(function) if _is_lemma(function) else None

    def _by_rule(
        self, function: Callable[..., Any], readings: Iterable[Reading], *arguments: Any
    ) -> Any:
        """Compute a call's value by a reading (a trusted rule), or else by the function's code.

        The first applicable reading that does not return NotImplemented is used.
        """
        for each in readings:
            if each.takes(arguments):
                found = each.rule(self, *arguments)
                if found is not NotImplemented:
                    return found
        return self.body(function)(*arguments)

    def _calls(self, contract: Contract, *, hypothesis: bool = False) -> Callable[..., Any]:
        """Return an opaque function that replaces `contract.function` and uses the contract."""
        # Read the function's code, to reject a function that has changed since its contract was
        # proved.
        self.body(contract.function)
        _require_once(contract)
        names = parameters_of(contract.function)

        def called(*given: Any, **named: Any) -> Any:
            arguments = _in_order(contract.function, given, named)
            if len(arguments) != len(names):
                takes = f"{contract.function.__name__} takes {', '.join(names) or 'no arguments'}"
                current_path().fail(TypeError(f"{takes}, but {len(arguments)} are given"))
            return self.call(contract, *arguments, hypothesis=hypothesis)

        called.__contract__ = contract  # type: ignore[attr-defined]
        return called

    def citable(self, cited: Any) -> Claim | Contract:
        """Return the cited claim or lemma. Raises TheoryError for anything else."""
        if isinstance(cited, str):
            return self.theory.named(cited)
        if type(cited) is Claim:
            return cited
        contract = getattr(cited, "__contract__", None)
        unusable = getattr(cited, "__unusable__", None)
        if unusable is not None:
            raise unusable
        if not (type(contract) is Contract and contract.is_lemma):
            raise TheoryError(f"{cited!r} cannot be cited: it is neither a lemma nor a claim")
        return contract

    def call(self, contract: Contract, *given: Any, hypothesis: bool = False) -> Any:
        """Replace a call by its contract: prove the requirements, and add the promise to the facts.

        If no argument contains an unknown list, the function itself runs, unless its recursion over
        a number would not end, or the contract is a lemma or the induction hypothesis. A call of a
        lemma returns nothing, and only adds the lemma's promise.
        """
        arguments = tuple(map(resolved, given))
        opaque = contract.is_lemma or hypothesis or unknown_inside(arguments)
        if not (opaque or self._recurs_without_bound(contract, arguments)):
            return self.body(contract.function)(*arguments)
        path, value = current_path(), partial(value_of_call, contract, arguments)
        with unhandled():
            promise = self._owed(contract, arguments, hypothesis=hypothesis)
            for other, called_with, result in path.called:
                if other is contract and all(map(equal, map(resolved, called_with), arguments)):
                    path.introduce(result, value)
                    return resolved(result)
            apart = not hypothesis and self._taken_apart(contract, arguments)
        if apart:
            result = self.body(contract.function)(*arguments)
        elif self._refuses(contract, promise, arguments, hypothesis=hypothesis):
            raise refusal(contract)
        else:
            result = self._fresh_result(contract)
        path.introduce(result, value)
        path.called.append((contract, arguments, result))
        path.promised(contract, arguments, result, hypothesis=hypothesis)
        with unhandled():
            self._bring(promise.shows, *(() if contract.is_lemma else (result,)))
        if type(result) is SymList:
            for observation, law in promise.everywhere.items():
                result.laws.append((observation, self._law(contract, observation, law, result)))
        return result

    def _owed(self, contract: Contract, arguments: tuple[Any, ...], *, hypothesis: bool) -> Promise:
        """Require proofs of a call's requirements, and return the promise of the contract.

        For an induction hypothesis, the measure must also decrease.
        """
        path = current_path()
        with running(Owing(path, contract.id)), self._defining_by(None, None):
            promise = self.promise(contract, arguments)
        hints = hints_of(contract.function)
        self.owe_invariants(contract.id, zip(arguments, hints.values(), strict=True))
        if hypothesis:
            fallen = self.measured(contract, arguments)
            owing = Proving(path)
            owing.ensure("measure >= 0", fallen >= 0)
            owing.ensure("measure falls", fallen < self.measure)
        else:
            path.cited.add(contract)
        return promise

    def promise(self, contract: Contract, arguments: tuple[Any, ...]) -> Promise:
        """Return the promise of a call.

        The promise is what the contract's block returns. The current run decides whether the
        block's requirements become facts or obligations.
        """
        found = self.body(contract.block)(*arguments)
        if contract.is_lemma:
            found = Promise(found[0], proof=found[1])
        elif found.proof is not None:
            # If a contract could return a proof, the proof would run in place of the contract's
            # function, and the promise would be about the result of the proof.
            current_path().fail(TheoryError(f"{contract.id}: a contract must not return a proof"))
        laws = {getattr(o, "observes", o): law for o, law in found.everywhere.items()}
        return replace(found, everywhere=laws)

    def _law(
        self,
        contract: Contract,
        observation: Callable[..., Any],
        text: Callable[..., Any],
        result: Any,
    ) -> Callable[..., None]:
        """Return a function that adds the law of an observation to the facts.

        The law was proved for arguments of the right types, so the returned function checks the
        types.
        """
        hints = beside(observation, self.theory.observations[observation])

        def bring(*others: Any) -> None:
            with unhandled():
                self.owe_invariants(text.__name__, zip(others, hints.values(), strict=True))
                current_path().law(contract, observation, result, others)
                self._bring(text, result, *others)

        return bring

    def unfold(self, call: Callable[..., Any], *arguments: Any) -> None:
        """Equate the result of a call with the value that the function's own code computes."""
        if not self.theory.contracts:
            # No contract replaces a call here, so every function already runs its own code.
            return
        contract: Contract | None = getattr(call, "__contract__", None)
        if contract is None:
            said = "unfold needs a function with a contract; a definition is unfolded automatically"
            current_path().fail(TheoryError(said))
        try:
            result = call(*arguments)
        except ValueError:
            # The call raises an error. A run on numbers skips `unfold` and does not make this call.
            # Therefore `unfold` must not raise the error here, either.
            return
        try:
            found = self.body(contract.function)(*map(resolved, arguments))
        except ValueError:
            # The call above returned, so its code cannot raise: this path is impossible.
            current_path().close()
        current_path().unfolded(contract, arguments, result, found)
        if any(type(resolved(part)) is SymList for part in (result, found)):
            identify(result, found)
            return
        for equation in differences(result, found):
            current_path().assume(equation)

    def _refuses(
        self,
        contract: Contract,
        promise: Promise,
        arguments: tuple[Any, ...],
        *,
        hypothesis: bool,
    ) -> bool:
        """Return whether the call is rejected. Fork the path if the contract allows rejections."""
        path = current_path()
        if contract.rejects is None:
            return False
        refused = SymInt.unknown(path.fresh("refused"))
        path.introduce(refused, partial(is_refused, contract, arguments))
        conditional = promise.accepts is not None
        path.rejectable(
            contract, arguments, refused, conditional=conditional, hypothesis=hypothesis
        )
        if not refused >= 1:
            return False
        with unhandled():
            if promise.accepts is not None and asked(promise.accepts):
                path.close()
        return True

    def _taken_apart(self, contract: Contract, arguments: tuple[Any, ...]) -> bool:
        """Return whether a call runs the function's own code.

        The contract must have `opens=True`, and the list on which the function recurs must be
        concrete or split.
        """
        if not contract.opens:
            return False
        subject = _argument(contract, arguments)
        return type(subject) is tuple or (type(subject) is SymList and subject.node is not None)

    def _recurs_without_bound(self, contract: Contract, arguments: tuple[Any, ...]) -> bool:
        """Return whether the function recurs over a number only, and no small bound is known.

        The function's code would then call itself again and again, without end.
        """
        hints = hints_of(contract.function).values()
        if contract.on is None or any(key_of(hint) in self.theory.kinds for hint in hints):
            return False
        with unhandled():
            measure = self.measured(contract, arguments)
            if type(measure) is not SymInt:
                return False
            return not current_path().entails(literal_of(measure <= MOST_STEPS), "a small measure")

    def measured(self, contract: Contract, arguments: tuple[Any, ...]) -> Any:
        """Return a call's measure: the contract's measure, else the first list's length, else 0."""
        if isinstance(contract.on, str):
            subject = _argument(contract, arguments)
            return subject if type(subject) in TYPES[int] else length_of(subject)
        if contract.on is not None:
            found = asked(self.lift(contract.on), *arguments)
            if type(found) not in TYPES[int]:
                current_path().fail(
                    TypeError(f"{contract.id}: the measure must be an integer, not {found!r}")
                )
            return found
        for argument, annotation in zip(
            arguments, hints_of(contract.function).values(), strict=True
        ):
            if key_of(annotation) in self.theory.kinds:
                return length_of(argument)
        return 0

    def unknown(self, name: str, annotation: Any) -> Any:
        """Make an unknown of the annotated type: a list, an element, an integer, a bool, a tuple.

        Raises NotLiftableError for any other type.
        """
        path = current_path()
        kind = self.theory.kinds.get(key_of(annotation))
        if kind is not None:
            return SymList(name, kind)
        for kind in self.theory.kinds.values():
            if annotation == kind.element:
                return element_of(kind, name)
        if annotation is int:
            return SymInt.unknown(path.fresh(name))
        if annotation is bool:
            return SymInt.unknown(path.fresh(name)) >= 1
        if typing.get_origin(annotation) is tuple:
            parts = typing.get_args(annotation)
            return tuple(self.unknown(f"{name}_{k}", part) for k, part in enumerate(parts))
        raise NotLiftableError(f"{name}: a value of type {annotation} cannot be symbolic")

    def _fresh_result(self, contract: Contract) -> Any:
        if contract.is_lemma:
            return None
        annotation = types_of(contract.function)["return"]
        if annotation is type(None):
            return None
        return self.unknown(contract.function.__name__, annotation)

    def ghosts(self, observation: Callable[..., Any]) -> tuple[Any, ...]:
        """Make unknowns for the arguments of an observation, except for the observed list."""
        hints = beside(observation, self.theory.observations[observation])
        return tuple(self.unknown(name, hint) for name, hint in hints.items())

    def _bring(self, text: Callable[..., Any], *arguments: Any) -> None:
        bringing = running(Bringing(current_path()))
        with bringing, self._defining_by(None, None), suppress(Silent):
            text(*arguments)

    def owe_invariants(self, owner: str, annotated: Iterable[tuple[Any, Any]]) -> None:
        """Require a proof that every known element satisfies the invariant of its kind."""
        owe_invariants(self.theory, owner, annotated)

    @contextmanager
    def _defining_by(self, text: Callable[..., Any] | None, whole: Any) -> Generator[None]:
        """In the `with` block, require the observation `text` to recurse only on tails of `whole`.

        The block runs the code of `text` on the list `whole`. While facts are added, `text` is
        None, and observations may be called on any list.
        """
        self._defining.append((text, whole))
        try:
            yield
        finally:
            self._defining.pop()

    def _observer(self, function: Callable[..., Any]) -> Callable[..., Any]:
        names = parameters_of(function)
        position = names.index(self.theory.observations[function])
        truth = types_of(function).get("return") is bool
        try:
            circular = recurs_through_others(function)
        except RefusedError as error:
            raise OutsideFragmentError(str(error)) from None
        if circular:
            raise TheoryError(f"the definition of {function.__name__} is circular")

        def defined(subject: Any, arguments: tuple[Any, ...]) -> Any:
            """Evaluate the observation by its own code."""
            with self._defining_by(function, subject):
                return self.body(function)(*arguments)

        def again(arguments: tuple[Any, ...]) -> Any:
            """Evaluate the observation again, after the observed list was split or merged."""
            with self._defining_by(None, None):
                return observe(*arguments)

        def observe(*given: Any, **named: Any) -> Any:
            arguments = tuple(map(resolved, _in_order(function, given, named)))
            if len(arguments) != len(names):
                takes = f"{function.__name__} takes {len(names)} arguments"
                current_path().fail(TypeError(f"{takes}, but {len(arguments)} are given"))
            subject = arguments[position]
            for by, whole in takewhile(lambda one: one[0] is not None, reversed(self._defining)):
                if by is function and not ends_in(whole, subject):
                    current_path().fail(
                        TheoryError(f"{function.__name__} must recurse on the tail of its list")
                    )
            if type(subject) is not SymList:
                return defined(subject, arguments)
            # Identifiers contain no dot, so no other symbol has this name. The name contains the
            # forms of the arguments, because each combination of forms needs a separate symbol.
            name = ".".join((function.__name__, *map(form_of, arguments)))
            seen = SymInt.unknown(name, *(n for a in arguments for n in numbers_of(a)))
            current_path().observe(name, function, arguments)
            if self._peeking:
                return seen == 1 if truth else seen
            others = (*arguments[:position], *arguments[position + 1 :])
            with unhandled():
                owe_observed(self.theory, function, arguments)
                if subject.see(seen, function, others, lambda: again(arguments)):
                    self._instantiate(function, subject, arguments, others)
            if subject.node is not None:
                return defined(subject, arguments)
            return seen == 1 if truth else seen

        # A promise maps lifted observations to laws. The attribute `observes` of a lifted
        # observation is the original function.
        observe.observes = function  # type: ignore[attr-defined]
        return observe

    def _instantiate(
        self,
        function: Callable[..., Any],
        subject: SymList,
        arguments: tuple[Any, ...],
        others: tuple[Any, ...],
    ) -> None:
        for automatic in self.theory.automatic:
            if automatic.observation is function:
                current_path().whenever(partial(self._cite_where, automatic, arguments))
        for observation, law in list(subject.laws):
            if observation is function:
                law(*others)

    def _cite_where(self, automatic: Automatic, arguments: tuple[Any, ...]) -> bool:
        """Cite the lemma if its condition is a known fact. Return whether the lemma was cited."""
        if automatic.lemma not in self.theory.contract_of:
            # A lemma that is not in the theory would run like an ordinary function, and its
            # hypotheses would become facts.
            said = f"{automatic.lemma.__name__} is cited automatically, but is not in the theory"
            current_path().fail(TheoryError(said))
        if automatic.when is not None:
            # Check only whether the condition itself is among the facts. Evaluating its code would
            # fork the path.
            self._peeking = True
            try:
                condition = asked(self.lift(automatic.when), *arguments)
            finally:
                self._peeking = False
            if not current_path().knows(literal_of(condition)):
                return False
        self.lift(automatic.lemma)(*arguments)
        return True


class LiftedModule:
    """A module of the theory's packages, with the attributes that lifted code sees."""

    def __init__(self, module: ModuleType, lifter: Lifter) -> None:
        self._module = module
        self._lifter = lifter

    def __getattr__(self, name: str) -> Any:
        return self._lifter.lift(getattr(self._module, name))


@lru_cache(maxsize=4096)
def _require_once(contract: Contract) -> None:
    """Raise OutsideFragmentError if the contract breaks a rule. Do not check it twice."""
    require_contract(contract)


@lru_cache(maxsize=4096)
def _is_lemma(function: Callable[..., Any]) -> bool:
    """Return whether the function is a lemma of any module. Looking through all lemmas is slow."""
    return is_lemma(function)


def _refusing(lemma: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that fails the path in place of a lemma that this proof must not use.

    If the lemma's block ran like an ordinary function, its call would bring no facts.
    """
    error = TheoryError(
        f"the lemma {lemma.__name__} cannot be used here: a proof can use lemmas of the theory and"
        " of its own file, and a lemma can use only lemmas that stand above it"
    )

    def called(*_: Any, **__: Any) -> NoReturn:
        current_path().fail(error)

    called.__unusable__ = error  # type: ignore[attr-defined]
    return called


def _in_order(
    function: Callable[..., Any], given: tuple[Any, ...], named: Mapping[str, Any]
) -> tuple[Any, ...]:
    """Return all arguments of a call by position, also those that are given by name."""
    if not named:
        return given
    names = parameters_of(function)
    order = names[len(given) :][: len(named)]
    if set(order) != set(named):
        takes = f"{function.__name__} takes {', '.join(names)}"
        current_path().fail(TypeError(f"{takes}, but {', '.join(named)} are given by name"))
    return (*given, *(named[name] for name in order))


def _argument(contract: Contract, arguments: tuple[Any, ...]) -> Any:
    """Return the argument on which the contract's function recurs."""
    return arguments[parameters_of(contract.function).index(contract.on)]


def value_of_call(contract: Contract, arguments: tuple[Any, ...], real: Real) -> Any:
    """Return the value of a call at concrete arguments, or None for a lemma."""
    return None if contract.is_lemma else contract.function(*map(real, arguments))


def is_refused(contract: Contract, arguments: tuple[Any, ...], real: Real) -> int:
    """Return 1 if the function rejects the concrete arguments, otherwise 0."""
    assert contract.rejects is not None
    try:
        contract.function(*map(real, arguments))
    except contract.rejects:
        return 1
    return 0


def read(function: Callable[..., Any], reading: Callable[..., Any]) -> Callable[..., Any]:
    """Return an opaque function that calls `reading` in place of `function`."""

    def called(*given: Any, **named: Any) -> Any:
        if not is_on_path():
            return reading(*given, **named)
        arguments = _in_order(function, given, named)
        return current_path().read(function, reading, arguments)

    return called
