"""The evaluator on unknowns: runs code of the language with the contracts of one theory.

It evaluates only forms of the language. The rules in `verif.kernel.constructors` say which type an
unknown has. An expression without a rule stops the evaluation with an error that the code cannot
catch.
"""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Mapping, Sequence
from dataclasses import is_dataclass
from enum import Enum
from functools import partial
from operator import index
from sys import maxsize
from types import FunctionType, NoneType
from typing import Any, ClassVar, NoReturn, Protocol

from verif.kernel.constructors import Unknown, is_a, is_unknown, seen_as, type_of
from verif.kernel.contract import Promise
from verif.kernel.errors import NotLiftableError, OutsideFragmentError
from verif.kernel.verbs import (
    accepted,
    assume,
    by,
    ensure,
    ensure_compared,
    proving,
    same,
    witness,
)
from verif.language.bounded import NOWHERE, Bounded
from verif.language.compile import Program
from verif.language.evaluate import (
    LIBRARY,
    OPERATORS,
    Bound,
    Closure,
    Environment,
    StuckError,
    is_operation,
)
from verif.language.form import Expr, Message, Ref
from verif.symbolic.algebra import Operation, Operations
from verif.symbolic.lists import SymList, length_of, resolved
from verif.symbolic.values import SymBool, SymInt

FUNCTIONS = (Closure, Bound, FunctionType, Operation, partial)
"""The types of functions. Code may call a function or pass it on, and do nothing else with it."""

KNOWN = (int, bool, str, float, tuple, list, dict, NoneType, *FUNCTIONS)
"""The types of the language's values, other than records, errors and unknowns."""


NUMBERS = frozenset((int, bool, str, NoneType, SymInt, SymBool))
"""The types whose values can be compared by Python's operators, which unknowns overload."""

NAMES = {op: f"__{f.__name__.removesuffix('_')}__" for op, f in OPERATORS.items()}
"""The Python method for each operator."""

MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

REFLECTED = {
    op: NAMES[MIRRORED[op]] if op in MIRRORED else f"__r{name[2:]}" for op, name in NAMES.items()
}
"""The reflected method for each operator. It is called if the left operand lacks the operator."""

LABELLED: Mapping[str, Callable[..., None]] = {
    each.__name__: each for each in (assume, ensure, same)
}
"""The verbs whose first argument is a label and whose other arguments are values."""


class Words(Unknown):
    """The string of a value that may be unknown. Code may join strings and use them as messages.

    `text` is the string for labels. Code can neither compare the string nor take its length.
    """

    called: ClassVar[str] = "a string that shows a value"

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text

    def __add__(self, other: object) -> Words:
        return Words(self.text + _text_of(other)) if _is_said(other) else NotImplemented

    def __radd__(self, other: object) -> Words:
        return Words(_text_of(other) + self.text) if _is_said(other) else NotImplemented


def _is_said(value: object) -> bool:
    return isinstance(value, str | Words)


def _text_of(value: Any) -> str:
    return value.text if isinstance(value, Words) else value


def _words_of(value: object = "", /) -> Words:
    """Return the string of a value: an integer's term, or ".." for a record or a container."""
    shows = type(value) in (*NUMBERS, Words)
    return Words(str(value) if shows else "..")


def _integer(value: Any = 0, /) -> Any:
    """Return `int(value)`: an integer unchanged, and 0 or 1 for a truth value."""
    return value if type(value) is SymInt else int(value)


def _formatted(value: object, form: object = "", /) -> Words:
    if form != "":
        # Python accepts or rejects a format depending on the value, and here the value is unknown.
        raise NotLiftableError("a proof cannot apply a format specification to a value")
    return _words_of(value)


def _hexadecimal(value: object, /) -> Words:
    if not is_a(value, int):
        raise TypeError(f"hex requires an integer, not a {type(value).__name__}")
    return Words("0x..")


class Lifting(Protocol):
    """How functions are called on unknowns: by contract, by reading, or by their own code."""

    def named(self, ref: Ref) -> Any:
        """Return the function or claim with that name, or None."""
        ...

    def lift(self, item: Any) -> Any:
        """Return the value that replaces `item` when code runs on unknowns."""
        ...

    def unfold(self, call: Callable[..., Any], *arguments: Any) -> None:
        """Use the function's own code for a call, in addition to the function's contract."""
        ...


class OnUnknowns(Bounded):
    """Evaluates code on unknowns. A contract or reading of a function replaces its calls."""

    most = 1_000_000
    where = "on one path of a proof"

    def __init__(self, program: Program, lifter: Lifting) -> None:
        self.lifter = lifter
        self._fields: dict[tuple[type, str], bool] = {}
        verbs: dict[str, Callable[..., Any]] = {
            "by": by,
            "witness": witness,
            "proving": proving,
            "accepted": accepted,
            "unfold": lifter.unfold,
            "Promise": Promise,
        }
        super().__init__(program, verbs)
        self.builtins |= {
            "all": lambda items, /: all(map(self.truth, self.elements(items))),
            "any": lambda items, /: any(map(self.truth, self.elements(items))),
            "int": _integer,
            "str": _words_of,
            "repr": _words_of,
            "hex": _hexadecimal,
            "format": _formatted,
            "ensure_equal": self._ensure_equal,
            **{name: self._labelled(verb) for name, verb in LABELLED.items()},
            **{name: self._chosen(name) for name in ("filter", "takewhile", "dropwhile")},
        }

    def found(self, ref: Ref) -> Any:
        """Return what `ref` names: a claim, a function, or the function's contract or reading."""
        named = self.lifter.named(ref)
        return super().found(ref) if named is None else self.lifter.lift(named)

    def stuck(self, e: Expr, what: str) -> NoReturn:
        raise NotLiftableError(f"line {e.line}: {what}")

    def _find_member(self, kind: type, name: str) -> tuple[bool, Ref] | None:
        return super()._find_member(seen_as(kind), name)

    def attribute(self, of: Any, name: str, e: Expr) -> Any:
        """Return a field of a record, or an operation of the implementation under test."""
        operation = type(of) is Operations and is_operation(self.program, name)
        if not (operation or (type(of) is not Operations and self._is_field(type_of(of), name))):
            self.stuck(e, f"a {type(of).__name__} has no .{name}")
        try:
            return getattr(of, name)
        except AttributeError:
            self.stuck(e, f"a {type(of).__name__} has no .{name}")

    def _is_field(self, kind: type, name: str) -> bool:
        key = kind, name
        if key not in self._fields:
            records = filter(None, map(self.record_of, kind.__mro__))
            self._fields[key] = any(name == f.name for record in records for f in record.fields)
        return self._fields[key]

    def truth(self, value: Any = False, /) -> bool:
        """Return the truth of a condition. If the facts do not decide it, fork the path."""
        if type(value) is bool:
            return value
        if is_unknown(value):
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
        return issubclass(self.type_seen(value), self.types(types))

    def is_exactly(self, value: Any, types: Sequence[str | Ref]) -> bool:
        return self.type_seen(value) in self.types(types)

    def type_seen(self, value: Any) -> type:
        """Return the type of a value, as code of the language sees it.

        Raises NotLiftableError if the language does not know the type.
        """
        kind = type_of(value)
        known = is_unknown(value) or kind in KNOWN or issubclass(kind, Exception | Enum)
        if not known and self.record_of(kind) is None:
            raise NotLiftableError(f"a proof cannot use the type of a {kind.__name__}")
        return kind

    def operate(self, op: str, left: Any, right: Any, e: Expr) -> Any:
        """Apply an operator: Python's for numbers, the method of the class for records."""
        kinds = type(left), type(right)
        if op in ("==", "!=") and not NUMBERS.issuperset(kinds):
            equal = self._equal(left, right, e)
            return equal if op == "==" else not self.truth(equal)
        for kind in kinds:
            if kind in FUNCTIONS or kind is Operations:
                raise OutsideFragmentError(f"line {e.line}: {op} cannot be applied to a function")
        if not NUMBERS.issuperset(kinds):
            for name, one, other in ((NAMES[op], left, right), (REFLECTED[op], right, left)):
                text = self._operator_of(one, name)
                if text is not None:
                    return text(one, other)
        return super().operate(op, left, right, e)

    def _operator_of(self, value: Any, name: str) -> Callable[..., Any] | None:
        """Return the method that a record's class binds to `name`, such as `__radd__`, or None."""
        text = vars(type(value)).get(name)
        if type(text) is not FunctionType or self.record_of(type(value)) is None:
            return None
        found = self.member(value, text.__name__)
        return None if found is None else self.meant(found[1])

    def _equal(self, left: Any, right: Any, e: Expr) -> Any:  # noqa: PLR0911 - one return per case
        """Return whether two values are structurally equal."""
        kinds = type(left), type(right)
        if NUMBERS.issuperset(kinds):
            return left == right
        for kind in kinds:
            if kind in FUNCTIONS or kind is Operations:
                raise OutsideFragmentError(f"line {e.line}: functions cannot be compared")
            if issubclass(kind, ItemsView):
                raise OutsideFragmentError(
                    f"line {e.line}: the items of a table cannot be compared with =="
                )
        for one, other in ((left, right), (right, left)):
            text = self._operator_of(one, "__eq__")
            if text is not None:
                return text(one, other)
        if isinstance(left, tuple) and isinstance(right, tuple):
            return self._all_equal(left, right, e) and len(left) == len(right)  # pyright: ignore[reportUnknownArgumentType]
        if kinds == (list, list):
            return len(left) == len(right) and self._all_equal(left, right, e)
        if isinstance(left, dict) and isinstance(right, dict):
            return self._tables_equal(left, right)  # pyright: ignore[reportUnknownArgumentType]
        record = self.record_of(kinds[0])
        if record is None or kinds[0] is not kinds[1] or not is_dataclass(left):
            return left == right
        mine, others = ([getattr(side, f.name) for f in record.fields] for side in (left, right))
        return self._all_equal(mine, others, e)

    def _tables_equal(self, left: Mapping[Any, Any], right: Mapping[Any, Any]) -> bool:
        """Return whether two tables have the same keys with equal values."""
        return len(left) == len(right) and all(
            key in right and self._same(value, right[key]) for key, value in left.items()
        )

    def _all_equal(self, left: Sequence[Any], right: Sequence[Any], e: Expr) -> bool:
        """Return whether paired elements are equal. Identical elements need no comparison."""
        pairs = zip(left, right, strict=False)
        return all(one is other or self.truth(self._equal(one, other, e)) for one, other in pairs)

    def contains(self, items: Any, item: Any, e: Expr) -> bool:
        """Return whether an item is in a sequence or a table.

        Records are compared by their own methods.
        """
        if not isinstance(items, ItemsView):
            return super().contains(items, item, e)
        if not isinstance(item, tuple) or len(item) != 2:  # pyright: ignore[reportUnknownArgumentType]
            return False
        key, value = item  # pyright: ignore[reportUnknownVariableType]
        return key in items.mapping and self._same(items.mapping[key], value)  # type: ignore[attr-defined]

    def _chosen(self, name: str) -> Callable[..., Any]:
        """Return `filter`, `takewhile` or `dropwhile`, extended to conditions on unknowns.

        As in Python, `filter(None, items)` keeps the true items.
        """

        def called(condition: Any, items: Any, /) -> Any:
            chosen = name == "filter" and condition is None
            holds = (lambda item: item) if chosen else self._function(condition)
            return LIBRARY[name](lambda item: self.truth(holds(item)), self.elements(items))

        return called

    def _labelled(self, verb: Callable[..., None]) -> Callable[..., None]:
        """Return a verb, such as `ensure`, that also accepts labels that contain values."""
        return lambda label, *given, **named: verb(_text_of(label), *given, **named)

    def _ensure_equal(self, label: Any, left: Any, right: Any) -> None:
        """State the conclusion that two values are equal, by the language's equality."""
        ensure_compared(_text_of(label), self.operate("==", left, right, NOWHERE), (left, right))

    def message(self, e: Message, env: Environment) -> Any:
        """Return an f-string's value. No claim depends on how an unknown is printed."""
        shown = (p if isinstance(p, str) else _words_of(self.eval(p.value, env)) for p in e.parts)
        return Words("".join(map(_text_of, shown)))

    def field(self, of: Any, name: str, e: Expr) -> Any:
        kind = type(of)
        if kind is str and name == "join":
            return partial(self._joined, of)
        if kind in (tuple, list) and name in ("index", "count"):
            return partial(self._place if name == "index" else self._count, of)
        return super().field(of, name, e)

    def _joined(self, between: str, items: Any, /) -> Words:
        """Return the joined strings, as `str.join` does."""
        found = tuple(self.elements(items))
        if not all(map(_is_said, found)):
            raise TypeError("only strings can be joined")
        return Words(between.join(map(_text_of, found)))

    def _same(self, one: Any, other: Any) -> bool:
        """Return whether two elements are identical or equal: the comparison of `in`."""
        return one is other or self.truth(self.operate("==", one, other, NOWHERE))

    def _place(
        self, items: Sequence[Any], item: Any, start: int = 0, stop: int = maxsize, /
    ) -> int:
        """Return the first index of an item, as `tuple.index` does.

        Records are compared by their own methods.
        """
        for place in range(*slice(index(start), index(stop)).indices(len(items))):
            if self._same(items[place], item):
                return place
        raise ValueError("the item is not in the sequence")

    def _count(self, items: Sequence[Any], item: Any, /) -> int:
        """Count an item, as `tuple.count` does. Records are compared by their own methods."""
        return sum(self._same(one, item) for one in items)
