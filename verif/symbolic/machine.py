"""The evaluator on unknowns: the texts of the language, under the theory of one lifter.

Nothing but forms of the language is evaluated here. A question about an unknown is answered by the
rule of its constructor, and an expression without a rule is stuck, so that no text can handle it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import FunctionType
from typing import Any, NoReturn, Protocol

from verif.kernel.contract import Promise
from verif.kernel.errors import NotLiftableError, OutsideFragmentError
from verif.kernel.verbs import accepted, assume, by, ensure, ensure_equal, proving, same, witness
from verif.language.compile import Program
from verif.language.evaluate import Bound, Closure, Environment, Machine, StuckError
from verif.language.form import Expr, Message, Ref
from verif.symbolic.algebra import Operation, Operations
from verif.symbolic.lists import SymList, length_of, resolved
from verif.symbolic.values import SymBool, SymInt

TRUTHS = (SymBool, SymInt, SymList)
"""Unknowns whose truth may be asked for: the path forks where it can be either."""


class Lifting(Protocol):
    """How functions are called on unknowns: by contract, by reading, or by their own texts."""

    def named(self, ref: Ref) -> Any:
        """The text or the claim of that name, or None."""
        ...

    def lift(self, item: Any) -> Any:
        """The item as texts see it on unknowns."""
        ...

    def unfold(self, call: Callable[..., Any], *arguments: Any) -> None:
        """Use the text of a function for a call, beside its contract."""
        ...


class OnUnknowns(Machine):
    """Evaluates texts on unknowns. A function with a contract or a reading is called by that."""

    def __init__(self, program: Program, lifter: Lifting) -> None:
        self.lifter = lifter
        verbs: dict[str, Callable[..., Any]] = {
            "assume": assume,
            "ensure": ensure,
            "ensure_equal": ensure_equal,
            "same": same,
            "by": by,
            "witness": witness,
            "proving": proving,
            "accepted": accepted,
            "unfold": lifter.unfold,
            "Promise": Promise,
        }
        super().__init__(program, verbs)

    def found(self, ref: Ref) -> Any:
        """A function as the theory has it, by contract, reading or text; a claim as itself."""
        named = self.lifter.named(ref)
        return super().found(ref) if named is None else self.lifter.lift(named)

    def stuck(self, e: Expr, what: str) -> NoReturn:
        raise NotLiftableError(f"line {e.line}: {what}")

    def attribute(self, of: Any, name: str, e: Expr) -> Any:
        """A field of a record, or an operation of the implementation under test."""
        try:
            return getattr(of, name)
        except AttributeError:
            self.stuck(e, f".{name} of a {type(of).__name__}")

    def truth(self, value: Any = False, /) -> bool:
        if type(value) is bool:
            return value
        if type(value) in TRUTHS:
            return bool(value)
        try:
            return super().truth(value)
        except StuckError as error:
            raise NotLiftableError(str(error)) from None

    def length(self, value: Any, /) -> Any:
        value = resolved(value)
        found = None if issubclass(type(value), tuple) else self.member(value, "__len__")
        return length_of(value) if found is None else self.meant(found[1])(value)

    def elements(self, value: Any) -> Iterable[Any]:
        return super().elements(resolved(value) if type(value) is SymList else value)

    def is_of(self, value: Any, types: Sequence[str | Ref]) -> bool:
        return isinstance(value, self.types(types))

    def is_exactly(self, value: Any, types: Sequence[str | Ref]) -> bool:
        return value.__class__ in self.types(types)

    def operate(self, op: str, left: Any, right: Any, e: Expr) -> Any:
        for side in (left, right):
            if type(side) in (Closure, Bound, FunctionType, Operation, Operations, partial):
                raise OutsideFragmentError(f"line {e.line}: {op} of a function")
        return super().operate(op, left, right, e)

    def message(self, e: Message, env: Environment) -> str:
        # What an error or a label shows of an unknown is no part of any claim.
        try:
            return super().message(e, env)
        except NotLiftableError:
            return "a message"
