"""Compile Python's statements to forms of the language: a block becomes one expression.

A statement that binds names becomes a `Let` around the statements after it. A `for` becomes a local
function. Its parameters are the remaining elements and the names that the loop changes. The
statements after a branch that may return early also become a local function, so that they are
compiled once.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from verif.language.builtins import ERRORS
from verif.language.expressions import (
    BINARY,
    Expressions,
    Scope,
    is_iterator,
    shown,
    source_of,
)
from verif.language.form import (
    Attempt,
    Builtin,
    Call,
    Constant,
    Expr,
    Function,
    Global,
    If,
    Let,
    LetRec,
    Parameter,
    Pattern,
    Primitive,
    Raise,
    Ref,
    Tuple,
    Variable,
)
from verif.language.instead import kind_of_syntax
from verif.language.modules import Defined
from verif.language.syntax import (
    continues,
    free,
    functions_inside,
    leaves,
    may_leave,
    stored,
    surely_bound,
    times_bound,
    used_once,
)

After = Callable[[Scope], Expr]
"""A function that compiles the statements after a block, given the scope at the block's end."""

IN_PLACE = frozenset(("+", "*", "|"))
"""Operators whose augmented assignments, such as `x += y`, mutate a list or a table."""


@dataclass(frozen=True)
class Way:
    """The continuations of a block: at its end, and at `continue`."""

    on: After
    again: After | None = None

    def to(self, on: After) -> Way:
        """Return the same continuations, with another continuation for the end of the block."""
        return replace(self, on=on)


class Statements(Expressions):
    """Compiles one function of a module, or one function inside another function."""

    node: ast.FunctionDef | None = None
    gives_iterator = False

    def function(
        self,
        node: ast.FunctionDef,
        ref: Ref,
        outer: Scope | None = None,
        before: Scope | None = None,
    ) -> Function:
        """Compile a function. Raises RefusedError if the language cannot express it.

        `before` is the scope of the definition: the defaults may use its names.
        """
        if outer is not None and node.decorator_list:
            raise self.refused(node, "a local function must not have a decorator")
        if getattr(node, "type_params", None):
            raise self.refused(node, "a function must not have type parameters")
        self.annotation(node.returns)
        params = self.params(node.args, before)
        local = stored(node.body) | {p.name for p in params}
        self._require_constant(node, local)
        scope = Scope(frozenset(p.name for p in params), frozenset(local), outer)
        returns = source_of(node.returns)
        around = self.node, self.gives_iterator
        self.node = node
        # A function may return an iterator only in the project's own code. In a user's file, the
        # caller could consume the iterator twice.
        self.gives_iterator = self.module.of_project and self.modules.gives_iterator(
            self.module, node
        )
        shows = self.module.of_project and self._is_of_strings(returns)
        self.showing += shows
        ends: After = lambda _: Constant(node.lineno, None)  # noqa: E731 - a continuation
        if self.owner is not None and node.name == "__init__" and not self.owner.error:
            ends = self._constructed(node)
        body = self.block(node.body, scope, Way(ends))
        self.showing -= shows
        self.node, self.gives_iterator = around
        return Function(ref, params, body, self.module.file, node.lineno, returns)

    def _is_of_strings(self, returns: str | None) -> bool:
        """Whether a function returns a string or an error, and so may contain messages."""
        found = None if returns is None else self.modules.resolve(self.module, returns)
        if isinstance(found, Defined) and isinstance(found.node, ast.ClassDef):
            return self.modules.is_error(found.home, found.node)
        return returns == "str" or returns in ERRORS

    def _require_constant(self, node: ast.FunctionDef, local: set[str]) -> None:
        """Refuse a local function that captures a name whose value changes."""
        inside = tuple(functions_inside(node))
        counts = times_bound(node) if inside else {}
        for inner in inside:
            for name in sorted(free(inner) & local):
                if counts.get(name, 0) > 1:
                    raise self.refused(
                        inner,
                        f"a local function uses `{name}`, which is bound more than once",
                        "pass it as an argument",
                    )

    def _constructed(self, node: ast.FunctionDef) -> After:
        """Return the continuation for the end of `__init__`: it makes the record from its fields.

        At the end of `__init__`, every field must have a value.
        """
        owner = self.owner
        assert owner is not None

        def end(scope: Scope) -> Expr:
            line = node.lineno
            names = [f"self.{each.name}" for each in owner.fields]
            for name in names:
                if name not in scope.bound:
                    raise self.refused(node, f"the constructor may leave {name} unset")
            values = (Variable(line, name) for name in names)
            return Call(line, Builtin(line, "make"), (Global(line, owner.ref), *values))

        return end

    def block(self, body: Sequence[ast.stmt], scope: Scope, way: Way) -> Expr:  # noqa: PLR0911, PLR0912
        """Compile statements, followed by the continuation `way`."""
        if not body:
            return way.on(scope)
        node, rest = body[0], body[1:]
        line = node.lineno
        if rest and leaves([node]):
            raise self.refused(rest[0], f"`{shown(rest[0])}` is never run", "leave it out")

        def on(after: Scope) -> Expr:
            return self.block(rest, after, way)

        match node:
            case ast.Return(value=None):
                return Constant(line, None)
            case ast.Return(value=ast.expr() as value):
                returns = self.iterated if self.gives_iterator else self.expr
                return returns(value, scope)
            case ast.Pass() | ast.Expr(ast.Constant()):
                return on(scope)
            case ast.Assign(targets=[target], value=value):
                return self._bound(target, value, scope, on)
            case ast.AnnAssign(
                target=ast.Name() as target, annotation=annotation, value=value, simple=1
            ):
                self.annotation(annotation)
                return on(scope) if value is None else self._bound(target, value, scope, on)
            case ast.AugAssign(target=ast.Name(id=name) as target, op=op, value=value) if (
                type(op) in BINARY
            ):
                before = self.expr(ast.copy_location(ast.Name(name, ast.Load()), target), scope)
                symbol = BINARY[type(op)]
                # If x is a list or a dict, `x += y` changes x in place. The evaluator rejects such
                # a change, so the form records that the operator was `+=` and not `+`.
                symbol = f"{symbol}=" if symbol in IN_PLACE else symbol
                made = Primitive(line, symbol, (before, self.expr(value, scope)))
                return Let(line, name, made, on(scope.plus(name)))
            case ast.Expr(
                ast.Call(
                    ast.Attribute(ast.Name("object"), "__setattr__"),
                    [ast.Name("self"), ast.Constant(str() as part), value],
                )
            ) if self.owner is not None and self.name.endswith(".__init__"):
                name = f"self.{part}"
                return Let(line, name, self.expr(value, scope), on(scope.plus(name)))
            case ast.Expr(value=value):
                return Let(line, None, self.expr(value, scope), on(scope))
            case ast.If(test=test, body=then, orelse=other):
                return self._branch(self.expr(test, scope), then, other, scope, way.to(on))
            case ast.For(orelse=[]):
                return self._loop(node, scope, way.to(on))
            case ast.Continue() if way.again is not None:
                return way.again(scope)
            case ast.Raise(exc=ast.expr() as error, cause=None | ast.Constant(value=None)):
                self.showing += 1
                made = self.expr(error, scope)
                self.showing -= 1
                return Raise(line, made)
            case ast.Try():
                return self._attempt(node, scope, way.to(on))
            case ast.FunctionDef():
                return self._local_functions(node, rest, scope, way)
            case _:
                raise self.refused(
                    node, f"claims cannot use {kind_of_syntax(node)}: `{shown(node)}`"
                )

    def _bound(self, target: ast.expr, value: ast.expr, scope: Scope, on: After) -> Expr:
        pattern, names = self.pattern(target)
        made = self.iterated(value, scope)
        named = isinstance(pattern, str) and is_iterator(made)
        if named and (self.node is None or not used_once(self.node, names[0], value)):
            made = self.expr(value, scope)
        return Let(target.lineno, pattern, made, on(scope.plus(*names)))

    def _local_functions(
        self, node: ast.FunctionDef, rest: Sequence[ast.stmt], scope: Scope, way: Way
    ) -> Expr:
        """Compile consecutive local functions, which may call each other."""
        group = [node]
        while rest and isinstance(rest[0], ast.FunctionDef):
            group.append(rest[0])
            rest = rest[1:]
        names = [each.name for each in group]
        if len(set(names)) < len(names):
            raise self.refused(node, f"two local functions are called `{node.name}`")
        after = scope.plus(*names)
        functions = tuple(
            self.function(
                each, Ref(self.module.name, f"{self.name}.<locals>.{each.name}"), after, scope
            )
            for each in group
        )
        return LetRec(node.lineno, functions, self.block(rest, after, way))

    # Branches.

    def _branch(
        self,
        test: Expr,
        then: Sequence[ast.stmt],
        other: Sequence[ast.stmt],
        scope: Scope,
        way: Way,
    ) -> Expr:
        line = test.line
        if leaves(then) or leaves(other):
            return If(line, test, self.block(then, scope, way), self.block(other, scope, way))
        changed = _changed((then, other), scope)
        if may_leave(then) or may_leave(other):
            return self._joined(test, then, other, changed, scope, way)
        stays = Way(lambda _: _together(line, changed))
        made = If(line, test, self.block(then, scope, stays), self.block(other, scope, stays))
        return Let(line, _pattern(changed), made, way.on(scope.plus(*changed)))

    def _joined(
        self,
        test: Expr,
        then: Sequence[ast.stmt],
        other: Sequence[ast.stmt],
        changed: tuple[str, ...],
        scope: Scope,
        way: Way,
    ) -> Expr:
        """Compile an `if` statement with a branch that may leave the block.

        The statements after the `if` statement become a local function.
        """
        line, name = test.line, self.fresh("join")
        go = way.to(lambda _: self._jump(line, name, changed))
        after = way.on(scope.plus(*changed))
        made = If(line, test, self.block(then, scope, go), self.block(other, scope, go))
        return LetRec(line, (self._made(name, line, changed, after),), made)

    def _jump(self, line: int, name: str, names: Sequence[str], *first: Expr) -> Expr:
        return Call(line, Variable(line, name), (*first, *(Variable(line, each) for each in names)))

    def _made(self, name: str, line: int, params: Sequence[str], body: Expr) -> Function:
        ref = Ref(self.module.name, f"{self.name}.<made>.{name}")
        return Function(ref, tuple(map(Parameter, params)), body, self.module.file, line, made=True)

    # Loops.

    def _loop(self, node: ast.For, scope: Scope, way: Way) -> Expr:
        """Compile a loop to a local function of the remaining elements and the changed names."""
        line, name, left = node.lineno, self.fresh("loop"), self.fresh("left")
        pattern, names = self.pattern(node.target)
        shadowed = set(names) & scope.bound
        if shadowed:
            raise self.refused(
                node, f"the loop binds `{min(shadowed)}`, which already has a value", "rename one"
            )
        carried = tuple(sorted(stored(node.body) & scope.bound))
        among = self.iterated(node.iter, scope)
        if is_iterator(among):
            self._require_unchanged(node, set(carried))
        elements = Variable(line, left)
        rest = Call(line, Builtin(line, "rest"), (elements,))

        def again(_: Scope) -> Expr:
            return self._jump(line, name, carried, rest)

        inside = self.block(node.body, scope.plus(*names), Way(again, again))
        first = Call(line, Builtin(line, "first"), (elements,))
        body = If(
            line,
            Call(line, Builtin(line, "some"), (elements,)),
            Let(line, pattern, first, inside),
            way.on(scope),
        )
        through = Call(line, Builtin(line, "through"), (among,))
        function = self._made(name, line, (left, *carried), body)
        return LetRec(line, (function,), self._jump(line, name, carried, through))

    def _require_unchanged(self, node: ast.For, changed: set[str]) -> None:
        """Refuse a loop over a generator that lazily reads a name that the loop changes."""
        for part in ast.walk(node.iter):
            if isinstance(part, ast.GeneratorExp) and free(part) & changed:
                name = min(free(part) & changed)
                raise self.refused(
                    part,
                    f"the loop changes `{name}`, but its generator reads `{name}`",
                    "rename one",
                )

    # Exceptions.

    def _attempt(self, node: ast.Try, scope: Scope, way: Way) -> Expr:
        line = node.lineno
        if node.finalbody or node.orelse or len(node.handlers) != 1:
            raise self.refused(node, "a `try` must have one handler, without `else` and `finally`")
        (handler,) = node.handlers
        if handler.name is not None:
            raise self.refused(
                handler, "an `except` clause must not name the error", "leave out `as`"
            )
        errors = self._errors(handler, scope)
        changed = tuple(sorted(surely_bound(node.body)))
        seen = stored(node.body) & scope.bound
        if seen:
            raise self.refused(
                node, f"a `try` changes `{min(seen)}`, and its handler could see the change"
            )
        if continues(node.body):
            raise self.refused(
                node, "`continue` must not be inside a `try`", "put the `try` into a function"
            )
        if leaves(node.body):
            body = self.block(node.body, scope, way)
            return Attempt(line, body, errors, self.block(handler.body, scope, way))
        if may_leave(node.body):
            raise self.refused(node, "a `try` must not return before its end")
        flag = self.fresh("accepted")
        yes = self.block(node.body, scope, Way(lambda _: _tried(line, True, changed)))
        no = Tuple(line, tuple(Constant(line, value) for value in (False, *(None,) * len(changed))))
        return Let(
            line,
            (flag, *changed),
            Attempt(line, yes, errors, no),
            If(
                line,
                Variable(line, flag),
                way.on(scope.plus(*changed)),
                self.block(handler.body, scope, way),
            ),
        )

    def _errors(self, handler: ast.ExceptHandler, scope: Scope) -> tuple[Ref, ...]:
        """Return the errors that a handler catches: `ValueError`, or errors of `spec`."""
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        found: list[Ref] = []
        for kind in kinds:
            if isinstance(kind, ast.Name) and scope.has(kind.id):
                pass
            elif isinstance(kind, ast.Name) and kind.id not in self.module.names:
                if kind.id == "ValueError":
                    found.append(Ref("builtins", kind.id))
                    continue
            elif isinstance(kind, ast.Name):
                match self.modules.resolve(self.module, kind.id):
                    case Defined(node=ast.ClassDef(name=name), home=home) if (
                        home.of_project and home.name.startswith("spec.")
                    ):
                        found.append(Ref(home.name, name))
                        continue
                    case _:
                        pass
            what = shown(kind) if kind is not None else "every error"
            raise self.refused(
                handler,
                f"`except {what}` is not supported",
                "catch ValueError or a narrower error of spec",
            )
        return tuple(found)


def _changed(blocks: Sequence[Sequence[ast.stmt]], scope: Scope) -> tuple[str, ...]:
    """Return the names that at least one block binds and that have a value after each block."""
    every = [surely_bound(block) | scope.bound for block in blocks]
    some = set[str]().union(*map(stored, blocks))
    return tuple(sorted(some.intersection(*every)))


def _together(line: int, names: Sequence[str]) -> Expr:
    if not names:
        return Constant(line, None)
    if len(names) == 1:
        return Variable(line, names[0])
    return Tuple(line, tuple(Variable(line, name) for name in names))


def _pattern(names: Sequence[str]) -> Pattern:
    if not names:
        return None
    return names[0] if len(names) == 1 else tuple(names)


def _tried(line: int, accepted: bool, names: Sequence[str]) -> Expr:
    values = (Variable(line, name) for name in names)
    return Tuple(line, (Constant(line, accepted), *values))
