"""The evaluator on concrete values. The prover evaluates the same forms on symbolic values.

Values are integers, bools, None, tuples, lists, tables, records, functions and errors. Records of
the project are instances of the project's Python classes, so that the evaluator can be compared
with CPython. For the records of a user's file, classes are generated from the fields.
"""

from __future__ import annotations

import builtins
import functools
import importlib
import itertools
import math
import operator
from collections.abc import (
    Callable,
    ItemsView,
    Iterable,
    Iterator,
    KeysView,
    Mapping,
    Sequence,
    ValuesView,
)
from dataclasses import fields, is_dataclass, make_dataclass
from enum import Enum
from types import ModuleType, SimpleNamespace
from typing import Any, Final, NamedTuple, NoReturn

from verif.language.builtins import OF_FUNCTIONS, THROUGH, uses_up
from verif.language.compile import Program
from verif.language.form import (
    Attempt,
    Builtin,
    Call,
    Comprehension,
    Constant,
    Expr,
    Field,
    Function,
    Global,
    If,
    Index,
    Lambda,
    Let,
    LetRec,
    Message,
    Parameter,
    Pattern,
    Primitive,
    Raise,
    Record,
    Ref,
    RefusedError,
    Rest,
    Shown,
    Slice,
    Spread,
    Tuple,
    Variable,
)

Environment = dict[str, Any]


FUNCTION: Final = "'function"
"""The name that an environment binds to the function under evaluation."""


class StuckError(TypeError):
    """An expression has no meaning in the language. Evaluated code cannot catch this error."""


class Closure:
    """A function of the language, and the values that it captures. These values never change."""

    __slots__ = ("__dict__", "__name__", "function", "held", "machine")

    def __init__(self, machine: Machine, function: Function, held: Environment) -> None:
        self.machine, self.function, self.held = machine, function, held
        self.__name__ = function.ref.last

    def __call__(self, /, *args: Any, **named: Any) -> Any:
        return self.machine.apply(self, args, named)

    def __repr__(self) -> str:
        return f"<function {self.function.ref}>"


class Bound:
    """A method bound to a record."""

    __slots__ = ("function", "of")

    def __init__(self, function: Callable[..., Any], of: Any) -> None:
        self.function, self.of = function, of

    def __call__(self, /, *args: Any, **named: Any) -> Any:
        return self.function(self.of, *args, **named)

    def __eq__(self, other: object) -> bool:
        """Compare as Python compares bound methods: the same function of the same object."""
        if not isinstance(other, Bound):
            return NotImplemented
        return self.of is other.of and self.function == other.function

    def __hash__(self) -> int:
        return hash((id(self.of), self.function))


class Elements:
    """The remaining elements of a loop, as an immutable list that is filled on demand."""

    __slots__ = ("_found", "_rest", "_source")

    def __init__(self, source: Iterator[Any]) -> None:
        self._source: Iterator[Any] | None = source
        self._found: tuple[Any, ...] = ()
        self._rest: Elements | None = None

    def __bool__(self) -> bool:
        if self._source is not None:
            self._found = tuple(itertools.islice(self._source, 1))
            self._rest, self._source = Elements(self._source), None
        return bool(self._found)

    @property
    def first(self) -> Any:
        """The first remaining element."""
        return self._found[0]

    @property
    def rest(self) -> Elements:
        """The elements after the first."""
        assert self._rest is not None
        return self._rest


def attribute_of(program: Program, of: Any, name: str) -> Any:
    """Return an attribute of a record, an operation of an implementation, or a builtin's method.

    Raises AttributeError for every other attribute: the frame of a generator, for instance, would
    give a claim access to the interpreter.
    """
    kind = type(of)
    if isinstance(of, SimpleNamespace | ModuleType):
        known = is_operation(program, name)
    elif kind in _BUILTIN_TYPES:
        known = (int if kind is bool else kind, name) in METHODS
    else:
        known = is_dataclass(kind) or issubclass(kind, Enum) or _is_named_tuple(kind)
    if not known:
        raise AttributeError(f"a {kind.__name__} has no .{name} in the language")
    return getattr(of, name)


def is_operation(program: Program, name: str) -> bool:
    """Return whether code of the language may use this attribute of an implementation."""
    plain = program.modules.load("spec.plain")
    return plain is None or name in plain.names


def _is_named_tuple(kind: type) -> bool:
    return issubclass(kind, tuple) and hasattr(kind, "_fields")


_PASSED_THROUGH: Final = (Iterator, KeysView, ItemsView, ValuesView)
"""The types of iterators, and of `table.keys()`, `table.items()` and `table.values()`."""


def entries(of: Any) -> Iterable[tuple[Any, Any]]:
    """Return the entries that `{**of}` copies. Raises StuckError if `of` is not a table."""
    if type(of) is not dict:
        raise StuckError(f"** needs a table, not a {type(of).__name__}")
    return of.items()  # pyright: ignore[reportUnknownVariableType]


OPERATORS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "^": operator.xor,
    "&": operator.and_,
    "|": operator.or_,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "**": operator.pow,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "+=": operator.add,
    "*=": operator.mul,
    "|=": operator.or_,
}

IN_PLACE: Final = frozenset(("+=", "*=", "|="))
"""Operators that the evaluator rejects for lists and tables, because they mutate the object."""

_BUILTIN_TYPES: Final = (int, bool, tuple, list, dict, str)

METHODS: Final = frozenset(
    (
        *((int, "bit_length"), (tuple, "index"), (tuple, "count"), (list, "index")),
        *((list, "count"), (dict, "get"), (dict, "values"), (dict, "items"), (dict, "keys")),
        *((str, "join"), (str, "isprintable")),
    )
)
"""Methods of builtin types that code of the language may call."""

LIBRARY: Final[Mapping[str, Callable[..., Any]]] = {
    **{
        name: getattr(builtins, name)
        for name in (
            *("min", "max", "sum", "all", "any", "range", "zip", "map", "tuple", "list", "sorted"),
            *("reversed", "enumerate", "divmod", "int", "pow", "filter", "dict", "abs"),
            *("str", "repr", "hex", "format"),
        )
    },
    **{name: getattr(math, name) for name in ("prod", "gcd", "lcm", "isqrt")},
    **{
        name: getattr(itertools, name)
        for name in (
            *("accumulate", "chain", "pairwise", "starmap", "takewhile", "dropwhile", "repeat"),
            *("islice", "zip_longest", "permutations", "combinations"),
        )
    },
    "cartesian": itertools.product,
    "reduce": functools.reduce,
    "partial": functools.partial,
    "mul": operator.mul,
    "add": operator.add,
    "table": dict,
}

NAMED_TYPES: Final[Mapping[str, type]] = {
    **{each.__name__: each for each in (int, bool, str, tuple, list, dict, float, object)},
    "none": type(None),
}


class Machine:
    """Evaluates functions of a program. `verbs` implements functions such as `ensure`."""

    def __init__(self, program: Program, verbs: Mapping[str, Callable[..., Any]] = {}) -> None:
        self.program = program
        self._meant: dict[Ref, Any] = {}
        self._classes: dict[Ref, type] = {}
        self._members: dict[tuple[type, str], tuple[bool, Ref] | None] = {}
        self.builtins: dict[str, Callable[..., Any]] = {
            **LIBRARY,
            **{name: self._through(name) for name in THROUGH},
            "partial": self._partial,
            "starmap": self._starmap,
            "accumulate": self._accumulate,
            "dict": self._dict,
            "entries": entries,
            "len": self.length,
            "bool": self.truth,
            "some": bool,
            "first": lambda left: left.first,
            "rest": lambda left: left.rest,
            "through": lambda value: Elements(iter(self.elements(value))),
            "attempt": self.attempt,
            "accepted": lambda *results: all(each is not None for each in results),
            **verbs,
        }
        self._cases: dict[type[Expr], Callable[[Any, Environment], Any]] = {
            Constant: lambda e, _: e.value,
            Global: lambda e, _: self.meant(e.ref),
            Builtin: lambda e, _: self.builtins[e.name],
            Lambda: lambda e, env: Closure(self, e.function, dict(env)),
            Primitive: self._primitive,
            Tuple: self._tuple,
            Index: self._index,
            Slice: self._slice,
            Field: lambda e, env: self.field(self.eval(e.of, env), e.name, e),
            Comprehension: self._comprehension,
            Message: self.message,
            Raise: self._raise,
        }

    # The values of names.

    def meant(self, ref: Ref) -> Any:
        """Return the value of a top-level name, cached."""
        if ref not in self._meant:
            self._meant[ref] = self.found(ref)
        return self._meant[ref]

    def found(self, ref: Ref) -> Any:
        """Compute the value of a top-level name."""
        if ref.module == "builtins":
            return getattr(builtins, ref.name)
        try:
            found = self.program.definition(ref)
        except RefusedError as error:
            raise StuckError(str(error)) from None
        match found:
            case Function():
                return self.closure(found)
            case Record(error=True):
                return self.class_of(found.ref)
            case Record():
                return functools.partial(self._construct, found)
            case Expr():
                owner, _, variant = ref.name.partition(".")
                if variant and isinstance(found, Constant) and found.value is None:
                    return getattr(self.class_of(Ref(ref.module, owner)), variant)
                value = self.eval(found, {})
                if _iterates(value):
                    # Python evaluates a constant only once. An iterator in it would be exhausted
                    # after the first use.
                    raise StuckError(f"the constant {ref.name} contains an iterator")
                return value
            case None:
                raise StuckError(f"{ref} is not in the language")

    def closure(self, function: Function) -> Closure:
        """Return the closure of a top-level function. It captures no values."""
        return Closure(self, function, {})

    def class_of(self, ref: Ref) -> type:
        """Return the Python class of a record."""
        if ref not in self._classes:
            home = self.program.modules.load(ref.module)
            if home is None or home.of_project:
                self._classes[ref] = getattr(importlib.import_module(ref.module), ref.name)
            else:
                self._classes[ref] = _class_of(self.program.record(ref))
        return self._classes[ref]

    def _construct(self, record: Record, /, *args: Any, **named: Any) -> Any:
        if record.own_init:
            made = self.meant(Ref(record.ref.module, f"{record.ref.name}.__init__"))
            return made(None, *args, **named)
        values = self.entered(record.ref.name, record.fields, args, named, {})
        made = self.make(record.ref, *values.values())
        if "__post_init__" in record.methods:
            self.meant(Ref(record.ref.module, f"{record.ref.name}.__post_init__"))(made)
        return made

    def make(self, ref: Ref, *values: Any) -> Any:
        """Construct a record from its field values, without running its checks."""
        record, cls = self.program.record(ref), self.class_of(ref)
        if record.named_tuple:
            return tuple.__new__(cls, values)
        made = object.__new__(cls)
        for each, value in zip(record.fields, values, strict=True):
            object.__setattr__(made, each.name, value)
        return made

    def member(self, of: Any, name: str) -> tuple[bool, Ref] | None:
        """Return a pair: whether a member is a property, and the member's `Ref`.

        Return None for an unknown member.
        """
        key = type(of), name
        if key not in self._members:
            self._members[key] = self._find_member(type(of), name)
        return self._members[key]

    def _find_member(self, kind: type, name: str) -> tuple[bool, Ref] | None:
        for cls in kind.__mro__:
            ref = Ref(cls.__module__, cls.__name__)
            try:
                owner = self.program.definition(ref)
            except RefusedError:
                owner = None
            if isinstance(owner, Record):
                member = Ref(ref.module, f"{ref.name}.{name}")
                if name in owner.properties:
                    return True, member
                if name in owner.methods:
                    return False, member
            elif name in vars(cls):
                return None
        return None

    def field(self, of: Any, name: str, e: Expr) -> Any:
        """Return a field, a property or a bound method of a value."""
        kind = type(of)
        if kind in _BUILTIN_TYPES:
            base = int if kind is bool else kind
            if (base, name) in METHODS:
                return getattr(of, name)
            self.stuck(e, f"a {kind.__name__} has no .{name}")
        found = self.member(of, name)
        if found is None:
            return self.attribute(of, name, e)
        is_property, ref = found
        method = self.meant(ref)
        return method(of) if is_property else Bound(method, of)

    def attribute(self, of: Any, name: str, e: Expr) -> Any:
        """Return a field of a record, or an operation of an implementation."""
        try:
            return attribute_of(self.program, of, name)
        except AttributeError:
            self.stuck(e, f"a {type(of).__name__} has no .{name}")

    # Evaluation.

    def stuck(self, e: Expr, what: str) -> NoReturn:
        """Raise StuckError: the expression has no meaning."""
        raise StuckError(f"line {e.line}: {what}")

    def eval(self, e: Expr, env: Environment) -> Any:
        """Return the value of an expression. A `Let` adds its names to the environment."""
        while True:
            kind = type(e)
            if kind is Variable:
                return env[e.name]  # type: ignore[attr-defined]
            case = self._cases.get(kind)
            if case is not None:
                return case(e, env)
            match e:
                case If(test=test, then=then, other=other):
                    e = then if self.truth(self.eval(test, env)) else other
                case Let(pattern=pattern, value=value, body=body):
                    self.bind(pattern, self.eval(value, env), env)
                    e = body
                case Call(of=of, args=args, named=named):
                    if type(of) is Builtin and of.name == "make":
                        record, *values = args
                        assert isinstance(record, Global)
                        return self.make(record.ref, *(self.eval(each, env) for each in values))
                    called = self.eval(of, env)
                    given = self._given(args, env)
                    by_name = {name: self.eval(value, env) for name, value in named}
                    if type(called) is not Closure:
                        return self.call(called, given, by_name, e)
                    function = called.function
                    env = self.entered(function.ref, function.params, given, by_name, called.held)
                    env[FUNCTION] = function
                    e = function.body
                case LetRec(functions=functions, body=body):
                    self._name(functions, env)
                    e = body
                case Attempt(body=body, errors=errors, handler=handler):
                    try:
                        return self.eval(body, dict(env))
                    except tuple(map(self._error, errors)):
                        e = handler
                case _:
                    self.stuck(e, f"a {kind.__name__} is no expression")

    def _name(self, functions: Iterable[Function], env: Environment) -> None:
        """Bind local functions to their names. The functions may call each other."""
        held = dict(env)
        for each in functions:
            held[each.ref.last] = env[each.ref.last] = Closure(self, each, held)

    def _error(self, ref: Ref) -> type[Exception]:
        found = ValueError if ref.module == "builtins" else self.class_of(ref)
        assert issubclass(found, Exception)
        return found

    def _given(self, items: Iterable[Expr], env: Environment) -> list[Any]:
        found: list[Any] = []
        for each in items:
            if type(each) is Spread:
                found += self.elements(self.eval(each.of, env))
            else:
                found.append(self.eval(each, env))
        return found

    def apply(self, closure: Closure, args: Sequence[Any], named: Mapping[str, Any]) -> Any:
        """Return the value of a call of a function."""
        function = closure.function
        env = self.entered(function.ref, function.params, args, named, closure.held)
        env[FUNCTION] = function
        return self.eval(function.body, env)

    def entered(
        self,
        name: object,
        params: Sequence[Parameter],
        args: Sequence[Any],
        named: Mapping[str, Any],
        held: Environment,
    ) -> Environment:
        """Return the environment of a call: the captured values and the arguments."""
        env = dict(held)
        left, at = dict(named), 0
        for each in params:
            if each.several:
                env[each.name] = tuple(args[at:])
                at = len(args)
            elif at < len(args) and not each.by_name:
                env[each.name] = args[at]
                at += 1
            elif each.name in left:
                env[each.name] = left.pop(each.name)
            elif each.default is not None:
                env[each.name] = self.eval(each.default, dict(held))
            else:
                raise TypeError(f"{name} is called without {each.name}")
        if at < len(args) or left:
            raise TypeError(f"{name} is called with too many arguments")
        return env

    def call(self, of: Any, args: Sequence[Any], named: Mapping[str, Any], e: Expr) -> Any:
        """Call an object that defines `__call__`, or a Python callable."""
        found = self.member(of, "__call__")
        if found is not None:
            return self.meant(found[1])(of, *args, **named)
        if not callable(of):
            self.stuck(e, f"{of!r} is called, but is not a function")
        return of(*args, **named)

    def bind(self, pattern: Pattern, value: Any, env: Environment) -> None:
        """Bind the names of a pattern to the parts of a value."""
        if isinstance(pattern, str):
            env[pattern] = value
        elif isinstance(pattern, tuple):
            self._unpack(pattern, self._taken(pattern, value), env)

    def _taken(self, pattern: tuple[Pattern, ...], value: Any) -> tuple[Any, ...]:
        """Return the elements to unpack.

        For a pattern of n parts without a star, read at most n + 1 elements of the value.
        """
        elements = iter(self.elements(value))
        if any(isinstance(part, Rest) for part in pattern):
            return tuple(elements)
        return tuple(itertools.islice(elements, len(pattern) + 1))

    def _unpack(
        self, pattern: tuple[Pattern, ...], items: tuple[Any, ...], env: Environment
    ) -> None:
        at = next((k for k, part in enumerate(pattern) if isinstance(part, Rest)), None)
        if at is not None:
            rest, after = pattern[at], len(pattern) - at - 1
            assert isinstance(rest, Rest)
            if len(items) < len(pattern) - 1:
                raise ValueError("not enough values to unpack")
            env[rest.name] = list(items[at : len(items) - after])
            pattern = (*pattern[:at], *pattern[at + 1 :])
            items = (*items[:at], *items[len(items) - after :])
        if len(items) != len(pattern):
            raise ValueError(f"expected {len(pattern)} values to unpack")
        for part, item in zip(pattern, items, strict=True):
            self.bind(part, item, env)

    # Truth, length and elements of values.

    def truth(self, value: Any = False, /) -> bool:
        """Return the truth value of a condition."""
        if type(value) is bool:
            return value
        if value is None or isinstance(value, int | tuple | list | dict | str):
            return bool(value)
        raise StuckError(f"a {type(value).__name__} is not a condition")

    def length(self, value: Any, /) -> Any:
        """Return the number of elements."""
        found = None if isinstance(value, tuple) else self.member(value, "__len__")
        return len(value) if found is None else self.meant(found[1])(value)

    def elements(self, value: Any) -> Iterable[Any]:
        """Return the elements of a sequence, or of a record with `__iter__`, in order."""
        found = None if isinstance(value, tuple) else self.member(value, "__iter__")
        return value if found is None else self.meant(found[1])(value)

    def _through(self, name: str) -> Callable[..., Any]:
        function, of_function = LIBRARY[name], name in OF_FUNCTIONS

        def called(*args: Any, **named: Any) -> Any:
            first = [self._function(args[0])] if of_function and args else []
            if "key" in named:
                named["key"] = self._function(named["key"])
            places = range(len(first), len(args))
            rest = (
                self.elements(args[k]) if uses_up(name, k, len(args)) else args[k] for k in places
            )
            return function(*first, *rest, **named)

        return called

    def _function(self, of: Any) -> Any:
        """Return a Python callable for a value that can be called, such as a layout."""
        found = self.member(of, "__call__")
        return of if found is None else Bound(self.meant(found[1]), of)

    def _partial(self, of: Any, /, *args: Any, **named: Any) -> Any:
        return functools.partial(self._function(of), *args, **named)

    def _starmap(self, of: Any, items: Any, /) -> Iterator[Any]:
        return itertools.starmap(self._function(of), map(self._as_tuple, self.elements(items)))

    def _accumulate(self, items: Any, /, func: Any = None, *, initial: Any = None) -> Iterator[Any]:
        by = self.builtins["add"] if func is None else self._function(func)
        return itertools.accumulate(self.elements(items), by, initial=initial)

    def _dict(self, pairs: Any = (), /, **named: Any) -> dict[Any, Any]:
        """Return a table of pairs. Reject records, since Python would call their method `keys`."""
        if not (isinstance(pairs, _PASSED_THROUGH) or type(pairs) in (dict, tuple, list)):
            raise StuckError(f"a table cannot be made of a {type(pairs).__name__}")
        return dict(pairs if type(pairs) is dict else map(self._as_tuple, pairs), **named)

    def _as_tuple(self, value: Any) -> Any:
        """Return a tuple or a list unchanged, and the elements of any other value as a tuple."""
        return value if isinstance(value, tuple | list) else tuple(self.elements(value))

    def attempt(self, operation: Any, *args: Any) -> Any:
        """Return the result of an operation, or None if it rejects its arguments."""
        try:
            return self._function(operation)(*args)
        except ValueError:
            return None

    def is_of(self, value: Any, types: Sequence[str | Ref]) -> bool:
        """Return whether the value is an instance of one of the types."""
        return isinstance(value, self.types(types))

    def is_exactly(self, value: Any, types: Sequence[str | Ref]) -> bool:
        """Return whether the value's type is exactly one of the types."""
        return type(value) in self.types(types)

    def types(self, types: Sequence[str | Ref]) -> tuple[type, ...]:
        """Return the Python types for types of the language."""
        return tuple(NAMED_TYPES[t] if isinstance(t, str) else self.class_of(t) for t in types)

    def operate(self, op: str, left: Any, right: Any, e: Expr) -> Any:
        """Return the value of a binary operator."""
        for side in (left, right):
            if isinstance(side, _FUNCTIONS):
                self.stuck(e, f"{op} cannot be applied to a function")
        if op == "%" and isinstance(left, str):
            self.stuck(e, "a string cannot be formatted by %")
        if op in IN_PLACE and isinstance(left, list | dict):
            self.stuck(e, "a list or a table that another name may refer to is changed in place")
        return OPERATORS[op](left, right)

    # Other forms of expressions.

    def _raise(self, e: Raise, env: Environment) -> NoReturn:
        error = self.eval(e.error, env)
        if isinstance(error, type) and issubclass(error, Exception):
            raise error
        if not isinstance(error, Exception):
            self.stuck(e, f"{error!r} is raised, but is not an exception")
        raise error

    def message(self, e: Message, env: Environment) -> str:
        """Return the string of an error or of a label."""
        made: list[str] = []
        for part in e.parts:
            if isinstance(part, str):
                made.append(part)
                continue
            made.append(self.said(self.eval(part.value, env), part))
        return "".join(made)

    def said(self, value: Any, part: Shown) -> str:
        """Return the string that shows a value in a message."""
        how = {"r": repr, "s": str}.get(part.conversion)
        return format(value if how is None else how(value), part.format)

    def _tuple(self, e: Tuple, env: Environment) -> Any:
        items = self._given(e.items, env)
        return items if e.listed else tuple(items)

    def _index(self, e: Index, env: Environment) -> Any:
        return self.element(self.eval(e.of, env), self.eval(e.at, env))

    def element(self, of: Any, at: Any) -> Any:
        """Return one element of a sequence, of a table, or of a record with `__getitem__`."""
        found = None if isinstance(of, tuple) else self.member(of, "__getitem__")
        return of[at] if found is None else self.meant(found[1])(of, at)

    def _slice(self, e: Slice, env: Environment) -> Any:
        of = self.eval(e.of, env)
        ends = (None if end is None else self.eval(end, env) for end in (e.low, e.high, e.step))
        return of[slice(*ends)]

    def _primitive(self, e: Primitive, env: Environment) -> Any:  # noqa: PLR0911 - one return per case
        op, args = e.op, e.args
        if op in OPERATORS:
            return self.operate(op, self.eval(args[0], env), self.eval(args[1], env), e)
        match op:
            case "and" | "or":
                for each in args[:-1]:
                    value = self.eval(each, env)
                    if self.truth(value) == (op == "or"):
                        return value
                return self.eval(args[-1], env)
            case "not":
                return not self.truth(self.eval(args[0], env))
            case "neg":
                return -self.eval(args[0], env)
            case "pos":
                return +self.eval(args[0], env)
            case "is none":
                return self.eval(args[0], env) is None
            case "is":
                return self.is_of(self.eval(args[0], env), e.types)
            case "is exactly":
                return self.is_exactly(self.eval(args[0], env), e.types)
            case _:
                item, items = self.eval(args[0], env), self.eval(args[1], env)
                return self.contains(items, item, e) == (op == "in")

    def contains(self, items: Any, item: Any, e: Expr) -> bool:
        """Return whether an item is in a sequence or a table, or a string in a string."""
        if isinstance(items, dict | str | KeysView | ItemsView):
            return item in items
        if type(items) is range and type(item) in (int, bool):
            return item in items
        return any(
            one is item or self.truth(self.operate("==", one, item, e))
            for one in self.elements(items)
        )

    def _comprehension(self, e: Comprehension, env: Environment) -> Any:
        env = dict(env)
        # Python evaluates the sequence of the first `for` at once, and the other parts lazily.
        first = iter(self.elements(self.eval(e.clauses[0].among, env)))
        made = self._elements_of(e, 0, env, first)
        return list(made) if e.listed else made

    def _elements_of(
        self, e: Comprehension, k: int, env: Environment, items: Iterable[Any] | None = None
    ) -> Iterator[Any]:
        if k == len(e.clauses):
            yield self.eval(e.element, env)
            return
        clause = e.clauses[k]
        if items is None:
            items = self.elements(self.eval(clause.among, env))
        for each in items:
            self.bind(clause.pattern, each, env)
            if all(self.truth(self.eval(test, env)) for test in clause.conditions):
                yield from self._elements_of(e, k + 1, env)


def places_of(error: BaseException) -> Iterator[tuple[str, int]]:
    """Yield the file and line of each function under evaluation, outermost first."""
    at = error.__traceback__
    while at is not None:
        if at.tb_frame.f_code is Machine.eval.__code__:
            names = at.tb_frame.f_locals
            function = names["env"].get(FUNCTION)
            if function is not None:
                yield function.file, names["e"].line
        at = at.tb_next


def _iterates(value: Any) -> bool:
    """Return whether the value is an iterator or contains one at any depth."""
    pending, visited = [value], set[int]()
    while pending:
        one = pending.pop()
        if isinstance(one, Iterator):
            return True
        if id(one) not in visited:
            visited.add(id(one))
            pending += _held_by(one)
    return False


def _held_by(value: Any) -> Iterable[Any]:
    """Return the values that a value directly contains, such as elements or captured values."""
    match value:
        case dict():
            return value.values()  # pyright: ignore[reportUnknownVariableType]
        case functools.partial():
            return (value.func, *value.args, *value.keywords.values())
        case Closure():
            return value.held.values()
        case Bound():
            return (value.of,)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return [getattr(value, each.name, None) for each in fields(value)]
        case _:
            return value if isinstance(value, tuple | list) else ()  # pyright: ignore[reportUnknownVariableType]


_FUNCTIONS: Final = (Closure, Bound, functools.partial)


def _class_of(record: Record) -> type:
    """Return a class whose instances have the fields of the record and no methods."""
    names = [each.name for each in record.fields]
    if record.named_tuple:
        made = NamedTuple(record.ref.name, [(name, Any) for name in names])  # type: ignore[misc]
    else:
        made = make_dataclass(record.ref.name, [(name, Any) for name in names], frozen=True)
    made.__module__ = record.ref.module
    return made
