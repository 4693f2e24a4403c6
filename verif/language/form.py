"""The language of proofs: functions, records, and nineteen forms of expression.

The body of a function of `spec`, of the theory or of a claim is one expression of this language.
The language has no statement, assignment, loop or class. A loop becomes a local function that calls
itself, and a `Let` joins a statement to the statements after it. Every form has its source line.

The compiler produces these forms and refuses all other syntax. The evaluator on concrete values,
the prover and the printers read only these forms.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache


@dataclass(frozen=True, slots=True)
class Ref:
    """A top-level name: the module that defines it, and its name there.

    A method is `Class.method`; a local function is `outer.<locals>.inner`.
    """

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}:{self.name}"

    @property
    def last(self) -> str:
        """The last part of a dotted name."""
        return self.name.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Expr:
    """An expression. `line` is its line number in the source file."""

    line: int


@dataclass(frozen=True, slots=True)
class Constant(Expr):
    """An integer, a bool, None or a string, such as a label or the name of a format."""

    value: int | bool | str | None


@dataclass(frozen=True, slots=True)
class Variable(Expr):
    """A parameter, or a name that a `Let`, a `LetRec` or a comprehension binds."""

    name: str


@dataclass(frozen=True, slots=True)
class Global(Expr):
    """A function, record, error or constant of a module."""

    ref: Ref


@dataclass(frozen=True, slots=True)
class Builtin(Expr):
    """A builtin function of the language, such as `len` or `ensure`; see `builtins.py`."""

    name: str


@dataclass(frozen=True, slots=True)
class Primitive(Expr):
    """An operator: one of `OPERATORS`, or one of the operators below.

    The other operators are `and`, `or`, `not`, `neg`, `pos`, `in`, `not in`, `is none`, `is` and
    `is exactly`. `is` tests whether the value is an instance of one of `types`; `is exactly`
    excludes subtypes.
    A type is the name of a builtin type or the `Ref` of a record.
    """

    op: str
    args: tuple[Expr, ...]
    types: tuple[str | Ref, ...] = ()


@dataclass(frozen=True, slots=True)
class Tuple(Expr):
    """A tuple display, such as `(a, b)`. If `listed` is set, a list display, such as `[a, b]`."""

    items: tuple[Expr, ...]
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Spread(Expr):
    """The elements of a sequence, inside a tuple or the arguments of a call: `*of`."""

    of: Expr


@dataclass(frozen=True, slots=True)
class Index(Expr):
    """One element of a sequence or a table: `of[at]`."""

    of: Expr
    at: Expr


@dataclass(frozen=True, slots=True)
class Slice(Expr):
    """A part of a sequence: `of[low:high:step]`."""

    of: Expr
    low: Expr | None
    high: Expr | None
    step: Expr | None


@dataclass(frozen=True, slots=True)
class Field(Expr):
    """A field, a property or a method of a record, or an operation of an implementation."""

    of: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A call, with its positional and named arguments."""

    of: Expr
    args: tuple[Expr, ...]
    named: tuple[tuple[str, Expr], ...] = ()


@dataclass(frozen=True, slots=True)
class If(Expr):
    """`then` if `test` is true, else `other`."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True)
class Rest:
    """A starred name in a pattern: it is bound to the list of the remaining elements."""

    name: str


Pattern = str | Rest | tuple["Pattern", ...] | None
"""A name, a starred name, a tuple of patterns, or None for a value that is not used."""


@dataclass(frozen=True, slots=True)
class Let(Expr):
    """`body`, with the parts of `value` bound to the names of `pattern`."""

    pattern: Pattern
    value: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class LetRec(Expr):
    """`body`, with local functions that may call themselves and each other."""

    functions: tuple[Function, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class Lambda(Expr):
    """A function as a value."""

    function: Function


@dataclass(frozen=True, slots=True)
class Clause:
    """One `for pattern in among if ..` of a comprehension."""

    pattern: Pattern
    among: Expr
    conditions: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Comprehension(Expr):
    """A generator expression or, if `listed` is set, a list comprehension."""

    element: Expr
    clauses: tuple[Clause, ...]
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Raise(Expr):
    """An error, which ends evaluation unless an `Attempt` handles it."""

    error: Expr


@dataclass(frozen=True, slots=True)
class Attempt(Expr):
    """`body`, or `handler` if `body` raises one of `errors` or a subclass."""

    body: Expr
    errors: tuple[Ref, ...]
    handler: Expr


@dataclass(frozen=True, slots=True)
class Shown:
    """A value inside a message. `conversion` is `r`, `s` or empty."""

    value: Expr
    conversion: str = ""
    format: str = ""


@dataclass(frozen=True, slots=True)
class Message(Expr):
    """The string of an error or of a label: literal strings, and values to be formatted."""

    parts: tuple[str | Shown, ...]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter. `annotation` is the source of its type, or None."""

    name: str
    annotation: str | None = None
    default: Expr | None = None
    several: bool = False
    by_name: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """A function: its parameters, and the expression that it returns.

    `made` is true for a function that the compiler generated from a loop or from the statements
    after a branch.
    """

    ref: Ref
    params: tuple[Parameter, ...]
    body: Expr
    file: str
    line: int
    returns: str | None = None
    made: bool = False


@dataclass(frozen=True)
class Record:
    """A frozen dataclass, a named tuple, an enumeration or an error: its fields and members."""

    ref: Ref
    fields: tuple[Parameter, ...]
    bases: tuple[Ref, ...] = ()
    properties: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()
    named_tuple: bool = False
    error: bool = False
    own_init: bool = False
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why code is outside the language, and what to write instead.

    `line` is 0 if the refusal concerns the file as a whole.
    """

    file: str
    line: int
    what: str
    instead: str = ""

    def __str__(self) -> str:
        advice = f"; {self.instead}" if self.instead else ""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.what}{advice}"


class RefusedError(Exception):
    """Code is outside the language."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


def parts_of(e: Expr) -> Iterator[Expr]:
    """Yield the direct subexpressions of an expression, in the order of its fields."""
    for name in _names(type(e)):
        yield from _expressions(getattr(e, name))


@cache
def _names(kind: type[Expr]) -> tuple[str, ...]:
    """Return the names of those fields of a form that may contain expressions: all but `line`."""
    return tuple(each.name for each in fields(kind) if each.name != "line")


def walk(e: Expr) -> Iterator[Expr]:
    """Yield an expression and all its subexpressions, outermost first."""
    pending = [e]
    while pending:
        one = pending.pop()
        yield one
        pending += reversed(tuple(parts_of(one)))


def _expressions(item: object) -> Iterator[Expr]:
    match item:
        case Expr():
            yield item
        case Function(params=params, body=body):
            yield from (p.default for p in params if p.default is not None)
            yield body
        case Clause(among=among, conditions=conditions):
            yield among
            yield from conditions
        case Shown(value=value):
            yield value
        case tuple():
            for one in item:
                yield from _expressions(one)
        case _:
            pass
