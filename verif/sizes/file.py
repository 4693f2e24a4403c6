"""The file of a statement: Python code that declares the statement as a claim.

A variable is renamed if its name has another meaning in the file. The file does not contain the
user's functions that the statement calls.
"""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from verif.language.form import (
    Builtin,
    Call,
    Constant,
    Expr,
    Field,
    Function,
    Global,
    If,
    Index,
    Lambda,
    Let,
    Primitive,
    Ref,
    Spread,
    Tuple,
    Variable,
    parts_of,
)
from verif.sizes.sampled import Point
from verif.sizes.statement import Statement, one_line
from verif.sizes.terms import MODULE

LARGE: Final = 10**4000
"""The least number that is printed in hexadecimal. Python limits the length of decimal numbers."""

ID: Final = "for-all-sizes"
"""The id of the claim that each file declares."""

SOURCE: Final = "layout-verif"
"""The `source` of the claim that each file declares."""

DECLARING: Final = {"claim": "verif.kernel.claim", "Integers": "verif.readings.numbers"}

OWN: Final = "statement"
"""The name of the function that states the claim."""

OF_CLAIMS: Final = ("id", "title", "source", "expect", "exhibits", "bound", "accuses")
"""The parameters of `claim`. All other keyword arguments of `claim` are domains."""


class _Names:
    """The names in a file: unique names for the globals and the variables."""

    def __init__(self, statement: Statement) -> None:
        terms = list(_parts(statement.function.body))
        self.imports: dict[str, str] = dict(DECLARING)
        self.globals: dict[Ref, str] = {}
        for term in terms:
            if isinstance(term, Builtin):
                self.imports[term.name] = "verif.kernel.verbs"
        for ref in dict.fromkeys(term.ref for term in terms if isinstance(term, Global)):
            self.globals[ref] = self._imported(ref)
        taken = {*self.imports, *self.globals.values(), *dir(builtins), *keyword.kwlist}
        taken |= {OWN, *OF_CLAIMS}
        self.variables: dict[str, str] = {}
        for parameter in statement.function.params:
            self.variables[parameter.name] = free(parameter.name, taken)
            taken.add(self.variables[parameter.name])
        self._taken = taken
        self._given: dict[Ref, str] = {}

    def _imported(self, ref: Ref) -> str:
        """Add an import of a global, and return the name that the file uses for it.

        On a name clash, the module's name becomes a prefix.
        """
        first, dot, rest = ref.name.partition(".")
        if self.imports.setdefault(first, ref.module) == ref.module:
            return ref.name
        alias = f"{ref.module.rpartition('.')[2]}_{first}"
        self.imports[f"{first} as {alias}"] = ref.module
        return f"{alias}{dot}{rest}"

    def variable(self, name: str) -> str:
        if name not in self.variables:
            self.variables[name] = free(name, self._taken)
            self._taken.add(self.variables[name])
        return self.variables[name]

    def given(self, function: Function) -> str:
        """Return a name for a user's function. The file uses this name and does not define it."""
        if function.ref not in self._given:
            self._given[function.ref] = free(f"given_{len(self._given) + 1}", self._taken)
        return self._given[function.ref]

    def lines(self) -> list[str]:
        """Return the import statements."""
        imported = sorted((module, name) for name, module in self.imports.items())
        return [f"from {module} import {name}" for module, name in imported]


def text_of(statement: Statement, exhibits: Sequence[Point] = ()) -> str:
    """Return the text of a file that declares the statement as a claim.

    Each point of `exhibits` becomes an example in the claim's option `exhibits`. If the point has
    no value for a parameter of the claim, the value is 0.
    """
    names = _Names(statement)
    parameters = {p.name: names.variable(p.name) for p in statement.function.params}
    body = list(_lines(statement.function.body, names))
    shown = [
        {parameters[name]: number for name, number in statement.arguments(point).items()}
        for point in exhibits
    ]
    lines = [
        f'"""For all {one_line(statement.sizes.text)}."""',
        "",
        *names.lines(),
        "",
        "",
        "@claim(",
        f"    {ID!r},",
        f"    {statement.title!r},",
        f"    source={SOURCE!r},",
        f"    exhibits=({''.join(f'{one!r}, ' for one in shown)}),",
        *(f"    {parameters[name]}=Integers({low})," for name, low in statement.lows.items()),
        ")",
        f"def {OWN}({', '.join(parameters.values())}):",
        *(f"    {line}" for line in body),
        "",
    ]
    return "\n".join(lines)


def _parts(e: Expr) -> Iterator[Expr]:
    """Yield a term and its subterms, except those inside a user's function."""
    yield e
    if not (isinstance(e, Lambda) and e.function.ref.module != MODULE):
        for part in parts_of(e):
            yield from _parts(part)


def free(name: str, taken: set[str]) -> str:
    """Append underscores to the name until it is unused."""
    while name in taken:
        name += "_"
    return name


def _lines(e: Expr, names: _Names) -> Iterator[str]:
    """Yield the statements of a body."""
    match e:
        case Let(pattern=None, value=value, body=body):
            yield from _lines(value, names)
            yield from _lines(body, names)
        case Let(pattern=str(name), value=value, body=body):
            text = _text(value, names)
            yield f"{names.variable(name)} = {text}"
            yield from _lines(body, names)
        case If(test=test, then=then, other=other):
            yield f"if {_text(test, names)}:"
            yield from (f"    {line}" for line in _lines(then, names))
            yield "else:"
            yield from (f"    {line}" for line in _lines(other, names))
        case Constant(value=None):
            yield "return"
        case _:
            yield _text(e, names)


def _text(e: Expr, names: _Names) -> str:  # noqa: PLR0911, PLR0912 - one return per case
    """Return a term as Python source."""
    text: Callable[[Expr], str] = lambda part: _text(part, names)  # noqa: E731
    match e:
        case Constant(value=int() as value) if abs(value) >= LARGE:
            return f"({value:#x})"
        case Constant(value=value):
            return f"({value!r})" if isinstance(value, int) and value < 0 else repr(value)
        case Variable(name=name):
            return names.variable(name)
        case Global(ref=ref):
            return names.globals[ref]
        case Builtin(name=name):
            return name
        case Tuple(items=items):
            return f"({', '.join(map(text, items))}{',' if len(items) == 1 else ''})"
        case Spread(of=of):
            return f"*{text(of)}"
        case Field(of=of, name=name):
            return f"{text(of)}.{name}"
        case Index(of=of, at=at):
            return f"{text(of)}[{text(at)}]"
        case Call(of=of, args=args):
            return f"{text(of)}({', '.join(map(text, args))})"
        case Lambda(function=function) if function.ref.module != MODULE:
            return names.given(function)
        case Lambda(function=function):
            parameters = ", ".join(names.variable(p.name) for p in function.params)
            return f"(lambda {parameters}: {text(function.body)})"
        case Primitive(op="is none", args=(one,)):
            return f"({text(one)} is None)"
        case Primitive(op="not", args=(one,)):
            return f"(not {text(one)})"
        case Primitive(op="neg", args=(one,)):
            return f"(-{text(one)})"
        case Primitive(op=op, args=args):
            return f"({f' {op} '.join(map(text, args))})"
        case _:
            raise TypeError(f"a term of type {type(e).__name__} cannot be printed as Python")
