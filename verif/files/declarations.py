"""Declarations: the arguments of `@claim`, `@lemma`, `@contract` and `definition` in a file."""

from __future__ import annotations

import ast
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import Any, Final

from verif.kernel.errors import ClaimError, TheoryError
from verif.kernel.text import Written, imported
from verif.language.compile import Program
from verif.language.evaluate import Environment, Machine, StuckError
from verif.language.expressions import Scope, shown
from verif.language.form import (
    Constant,
    Expr,
    Global,
    Parameter,
    Pattern,
    Ref,
    Refusal,
    RefusedError,
    Spread,
)
from verif.language.modules import Defined, Module
from verif.language.statements import Statements

VERBS: Final = frozenset(("claim", "lemma", "contract", "definition"))

EXPECTED: Final = frozenset(("REFUTED", "EXPECT_PROOF", "proved", "unknown"))
"""Names of the kernel that a declaration may use."""

TEXTS: Final = {
    "lemma": frozenset(("on", "whenever", "where")),
    "contract": frozenset(("on",)),
}
"""For each verb, the arguments that name functions or are lambdas."""

UNREADABLE: Final = (
    *(ClaimError, TheoryError, StuckError, TypeError, ValueError),
    *(ArithmeticError, AttributeError, LookupError),
)
"""Exceptions that the evaluation of an invalid declaration may raise."""

Declaration = tuple[int, ast.FunctionDef | None, str, tuple[Any, ...], dict[str, Any]]
"""The line; a function, or None for a statement; the verb; and the arguments."""


@contextmanager
def placed(module: Module, line: int) -> Generator[None]:
    """Raise errors inside the block as RefusedError, with the file and this line."""
    try:
        yield
    except UNREADABLE as error:
        raise RefusedError(Refusal(module.file, line, str(error))) from None


class _Values(Statements):
    """Compiles the arguments of a declaration, which may contain strings and expected verdicts."""

    def _defined(
        self, node: ast.expr, module: Module, name: str, defined: ast.AST, home: Module, own: str
    ) -> Expr:
        if home.name == "verif.kernel.claim" and own in EXPECTED:
            return Global(node.lineno, Ref(home.name, own))
        return super()._defined(node, module, name, defined, home, own)


MOST_STEPS: Final = 100_000
"""The most calls, loop steps and elements in the constants and declarations of a file."""

MOST_PLACES: Final = 1 << 14
"""The largest number of bits of an integer in a constant or a declaration."""

_HERE: Final = "in a constant or a declaration"


def _require_few(count: int) -> None:
    if count > MOST_STEPS:
        raise StuckError(f"a sequence of more than {MOST_STEPS} elements {_HERE}")


_LARGE: Final = f"a number of more than {MOST_PLACES} bits {_HERE}"

_NOWHERE: Final = Constant(0, None)


def _require_small(op: str, left: Any, right: Any) -> None:
    """Raise StuckError if the result of an operator would be too large to be computed."""
    match op, left, right:
        case (("**" | "<<"), int(), int()) if right > MOST_PLACES:
            raise StuckError(_LARGE)
        case (("*" | "*="), int() as times, tuple() | list() | str() as items) | (
            ("*" | "*="),
            tuple() | list() | str() as items,
            int() as times,
        ):
            _require_few(times * len(items))
        case (("+" | "+="), tuple() | list() | str(), tuple() | list() | str()):
            _require_few(len(left) + len(right))
        case _:
            pass


def _short_range(*ends: int) -> range:
    """Return the range. Raises StuckError if it is too long."""
    made = range(*ends)
    # The length of a range may be too large for `len`.
    if made[MOST_STEPS:]:
        raise StuckError(f"a range of more than {MOST_STEPS} numbers {_HERE}")
    return made


class _Domains(Machine):
    """Evaluates constants and declarations, in a limited number of steps.

    Classes of the project are the classes that Python imported.
    """

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.steps = 0
        self.builtins |= {
            "range": _short_range,
            "dict": lambda pairs=(), /: self._dict(
                self._counted(pairs) if isinstance(pairs, Iterator) else pairs
            ),
            "pow": self._power,
            "add": self._added,
            "mul": self._multiplied,
            "sum": lambda items, /, start=0: reduce(self._added, self.elements(items), start),
            "prod": lambda items, /, *, start=1: reduce(
                self._multiplied, self.elements(items), start
            ),
        }

    def entered(
        self,
        name: object,
        params: Sequence[Parameter],
        args: Sequence[Any],
        named: Mapping[str, Any],
        held: Environment,
    ) -> Environment:
        self._step()
        return super().entered(name, params, args, named, held)

    def bind(self, pattern: Pattern, value: Any, env: Environment) -> None:
        self._step()
        super().bind(pattern, value, env)

    def elements(self, value: Any) -> Iterable[Any]:
        found = super().elements(value)
        if isinstance(found, Iterator):
            return self._counted(found)
        self._step(len(found))  # type: ignore[arg-type]
        return found

    def _counted(self, items: Iterator[Any]) -> Iterator[Any]:
        for each in items:
            self._step()
            yield each

    def _step(self, count: int = 1) -> None:
        """Count steps, so that an endless recursion is refused."""
        self.steps += count
        if self.steps > MOST_STEPS:
            raise StuckError(f"more than {MOST_STEPS} calls and steps of loops {_HERE}")

    def operate(self, op: str, left: Any, right: Any, e: Expr) -> Any:
        _require_small(op, left, right)
        made = super().operate(op, left, right, e)
        if type(made) is int and made.bit_length() > MOST_PLACES:
            raise StuckError(_LARGE)
        return made

    def _added(self, left: Any, right: Any) -> Any:
        return self.operate("+", left, right, _NOWHERE)

    def _multiplied(self, left: Any, right: Any) -> Any:
        return self.operate("*", left, right, _NOWHERE)

    def _power(self, x: Any, y: Any, modulus: Any = None, /) -> Any:
        return self.operate("**", x, y, _NOWHERE) if modulus is None else pow(x, y, modulus)

    def found(self, ref: Ref) -> Any:
        if ref.module.startswith(("verif.readings.", "verif.kernel.")):
            return imported(ref)
        return super().found(ref)


class Declarations:
    """The declarations of one file, in order, with the values of their arguments."""

    def __init__(self, program: Program, module: Module) -> None:
        self.program = program
        self.module = module
        self.machine = _Domains(program)
        self.values = _Values(program.modules, module, "<declaration>")
        self.values.showing = 1

    def all(self) -> Iterator[Declaration]:
        """Yield every declaration, in the order of the file."""
        found: list[tuple[int, ast.FunctionDef | None, ast.expr]] = []
        for node in self.module.names.values():
            if isinstance(node, ast.FunctionDef):
                found += [(each.lineno, node, each) for each in node.decorator_list]
        found += [(call.lineno, None, call) for call in self.module.declared]
        for line, node, call in sorted(found, key=lambda one: one[0]):
            with placed(self.module, line):
                made = self._declared(node, call)
            yield line, node, *made

    def _declared(
        self, node: ast.FunctionDef | None, call: ast.expr
    ) -> tuple[str, tuple[Any, ...], dict[str, Any]]:
        verb = self._verb(call, alone=node is None)
        if not isinstance(call, ast.Call):
            return verb, (), {}
        if verb == "contract" or node is None:
            given = tuple(self._text(each) for each in call.args)
        else:
            given = self._given(call)
        named: dict[str, Any] = {}
        for each in call.keywords:
            if each.arg is None:
                raise self.values.refused(call, "arguments of any names, **..")
            is_text = each.arg in TEXTS.get(verb, ())
            named[each.arg] = self._text(each.value) if is_text else self._value(each.value)
        return verb, given, named

    def _verb(self, call: ast.expr, *, alone: bool) -> str:
        """Return the verb of a declaration, found by resolving the name of the decorator."""
        base = call.func if isinstance(call, ast.Call) else call
        found = None
        if isinstance(base, ast.Name):
            found = self.program.modules.resolve(self.module, base.id)
        match found:
            case Defined(home=home, name=name) if (
                home.name.startswith("verif.kernel.")
                and name in VERBS
                and (not alone or name == "definition")
            ):
                return name
            case _:
                advice = "a function has @claim, @lemma, @contract or @definition only"
                raise self.values.refused(call, f"`{shown(call)}`", advice)

    def _given(self, call: ast.Call) -> tuple[Any, ...]:
        found: list[Any] = []
        for each in self.values.items(call.args, Scope()):
            if isinstance(each, Spread):
                found += self.machine.eval(each.of, {})
            else:
                found.append(self.machine.eval(each, {}))
        return tuple(found)

    def _value(self, node: ast.expr) -> Any:
        return self.machine.eval(self.values.expr(node, Scope()), {})

    def _text(self, node: ast.expr) -> Any:
        """Return a named function, a compiled lambda, a tuple of them, or a plain value."""
        match node:
            case ast.Tuple(elts=parts):
                return tuple(map(self._text, parts))
            case ast.Lambda():
                function = self.program.lambda_at(self.module, node)
                return Written(function, {}, program=self.program)
            case ast.Name() | ast.Attribute():
                made = self.values.expr(node, Scope())
                if isinstance(made, Global):
                    return self._function(made.ref)
            case _:
                pass
        return self._value(node)

    def _function(self, ref: Ref) -> Any:
        home = self.program.modules.load(ref.module)
        if home is not None and not home.of_project:
            return home.texts.get(ref.name) or self.machine.meant(ref)
        return imported(ref) if ref.module != "builtins" else self.machine.meant(ref)
