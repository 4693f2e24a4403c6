"""Declarations: the arguments of `@claim`, `@lemma`, `@contract` and `definition` in a file."""

from __future__ import annotations

import ast
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, NoReturn

from verif.kernel.errors import ClaimError, TheoryError
from verif.kernel.text import Written, imported
from verif.language.bounded import Bounded
from verif.language.builtins import VERBS as VERBS_OF_TEXTS
from verif.language.compile import Program
from verif.language.evaluate import StuckError
from verif.language.expressions import Scope, shown
from verif.language.form import (
    Expr,
    Global,
    Ref,
    Refusal,
    RefusedError,
    Spread,
)
from verif.language.modules import Defined, Module
from verif.language.statements import Statements

VERBS: Final = frozenset(("claim", "lemma", "contract", "definition"))

EXPECTED: Final = frozenset(("REFUTED", "EXPECT_PROOF", "proved", "unknown"))
"""Names of `verif.kernel` that a declaration may use."""

TEXTS: Final = {
    "lemma": frozenset(("on", "whenever", "where")),
    "contract": frozenset(("on",)),
}
"""For each verb, the arguments that may be functions or lambdas."""

UNREADABLE: Final = (
    *(ClaimError, TheoryError, StuckError, TypeError, ValueError),
    *(ArithmeticError, AttributeError, LookupError),
)
"""Exceptions that the evaluation of an invalid declaration may raise."""

Declaration = tuple[int, ast.FunctionDef | None, str, tuple[Any, ...], dict[str, Any]]
"""A declaration: line, function (None for a statement), verb, and arguments."""


@contextmanager
def placed(module: Module, line: int) -> Generator[None]:
    """Re-raise an error of the `with` block as a RefusedError that names `line` of the module."""
    try:
        yield
    except UNREADABLE as error:
        raise RefusedError(Refusal(module.file, line, str(error))) from None


class _Values(Statements):
    """Compiles the arguments of a declaration, which may contain strings and expected verdicts."""

    def _defined(self, node: ast.expr, module: Module, name: str, found: Defined) -> Expr:
        if found.home.name == "verif.kernel.claim" and found.name in EXPECTED:
            return Global(node.lineno, Ref(found.home.name, found.name))
        return super()._defined(node, module, name, found)


NOT_HERE: Final = VERBS_OF_TEXTS - {"attempt", "accepted"}
"""The verbs that constants and declarations must not use, such as `ensure`."""


def _stuck(verb: str, *_: object, **__: object) -> NoReturn:
    raise StuckError(f"`{verb}` is used outside a claim, a lemma or a contract")


class _Domains(Bounded):
    """Evaluates constants and declarations.

    A name from `verif.readings` or `verif.kernel` evaluates to the imported Python object. A verb
    that is valid only in a claim, a lemma or a contract, such as `ensure`, is an error.
    """

    most = 100_000
    where = "in a constant or a declaration"

    def __init__(self, program: Program) -> None:
        super().__init__(program, {verb: partial(_stuck, verb) for verb in NOT_HERE})

    def found(self, ref: Ref) -> Any:
        if ref.module.startswith(("verif.readings.", "verif.kernel.")):
            return imported(ref)
        found = super().found(ref)
        self.weigh(found)
        return found


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
                raise self.values.refused(
                    call, "a declaration must write out its arguments, not unpack them with **"
                )
            is_text = each.arg in TEXTS.get(verb, ())
            named[each.arg] = self._text(each.value) if is_text else self._value(each.value)
        return verb, given, named

    def _verb(self, call: ast.expr, *, alone: bool) -> str:
        """Return the verb of a declaration, such as `claim`, by resolving the decorator's name."""
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
                advice = "use only @claim, @lemma, @contract or @definition"
                raise self.values.refused(
                    call, f"the decorator `{shown(call)}` is not supported", advice
                )

    def _given(self, call: ast.Call) -> tuple[Any, ...]:
        found: list[Any] = []
        for each in self.values.items(call.args, Scope()):
            if isinstance(each, Spread):
                found += self.machine.eval(each.of, {})
            else:
                found.append(self.machine.eval(each, {}))
        self.machine.weigh(found)
        return tuple(found)

    def _value(self, node: ast.expr) -> Any:
        found = self.machine.eval(self.values.expr(node, Scope()), {})
        self.machine.weigh(found)
        return found

    def _text(self, node: ast.expr) -> Any:
        """Return an argument: a function, a compiled lambda, a tuple of these, or a plain value."""
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
