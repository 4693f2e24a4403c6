"""Compile Python expressions to forms of the language. Refuse unsupported expressions."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from spec.spelling import suggested
from verif.language.builtins import (
    ERRORS,
    ITERATORS,
    LABELLED,
    LIBRARY,
    PYTHONS,
    SHOWING,
    TYPES,
    VERBS,
    uses_up,
)
from verif.language.form import (
    Builtin,
    Call,
    Clause,
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
    Message,
    Parameter,
    Pattern,
    Primitive,
    Record,
    Ref,
    Refusal,
    RefusedError,
    Rest,
    Shown,
    Slice,
    Spread,
    Tuple,
    Variable,
)
from verif.language.instead import BUILTINS_INSTEAD, INSTEAD, kind_of_syntax
from verif.language.modules import Defined, Library, Module, Modules, Outside, Whole, last_name
from verif.language.syntax import free, parameters

HASHED_TOGETHER: Final = 15
"""CPython evaluates a whole dict display of at most this many entries before it hashes a key."""

BINARY: Final[Mapping[type[ast.operator], str]] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.BitXor: "^",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Pow: "**",
}

COMPARED: Final[Mapping[type[ast.cmpop], str]] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.NotIn: "not in",
}

PROPERTIES: Final = frozenset(("property", "kept", "cached_property"))
"""Decorators that make a method a property. Values never change, so a property may be cached."""

CLAIMABLE: Final = ("spec", "verif.theory", "verif.readings", "verif.claims")
"""Code in the language may call functions of these packages of this project."""

USABLE: Final = ("spec", "verif.kernel.", "verif.readings.")
"""A message suggests the import of a name only if a module with such a prefix defines the name."""


@dataclass(frozen=True)
class Scope:
    """The names that are bound at a point of a function; `outer` is the enclosing scope.

    `local` contains all local names, bound or not: Python never looks for local names elsewhere.
    """

    bound: frozenset[str] = frozenset()
    local: frozenset[str] = frozenset()
    outer: Scope | None = None

    def plus(self, *names: str) -> Scope:
        """Return the scope after these names are bound."""
        return replace(self, bound=self.bound | set(names))

    def inside(self, names: set[str]) -> Scope:
        """Return the scope inside a comprehension that binds these names.

        The names hide outer names, and are not bound yet.
        """
        return Scope(self.bound - names, self.local | names, self.outer)

    def has(self, name: str) -> bool:
        """Return whether the name is local here or in an enclosing scope."""
        return name in self.local or (self.outer is not None and self.outer.has(name))


class Expressions:
    """Compiles the expressions of one function of a module.

    F-strings and functions such as `str` are allowed only while `showing` is positive, as it is
    for error messages and labels.
    """

    def __init__(
        self, modules: Modules, module: Module, name: str, *, owner: Record | None = None
    ) -> None:
        self.modules = modules
        self.module = module
        self.name = name
        self.owner = owner
        self.showing = 0
        self.numbered = 0

    def refused(self, node: ast.AST, what: str, instead: str = "") -> RefusedError:
        """Return an error for syntax at `node` that the language does not support."""
        advice = instead or INSTEAD.get(type(node), "")
        return RefusedError(Refusal(self.module.file, getattr(node, "lineno", 0), what, advice))

    def fresh(self, word: str) -> str:
        """Return a name that no Python program can contain."""
        self.numbered += 1
        return f"{word}'{self.numbered}"

    def expr(self, node: ast.expr, scope: Scope) -> Expr:
        """Compile an expression that is stored as a value, and so must not be an iterator."""
        made = self.iterated(node, scope)
        if is_iterator(made):
            raise self.refused(
                node,
                f"`{shown(node)}` is an iterator, which can be used only once",
                "iterate over it directly, or write tuple(..) around it",
            )
        return made

    def iterated(self, node: ast.expr, scope: Scope) -> Expr:  # noqa: PLR0911, PLR0912
        """Compile an expression that is consumed here, and so may be an iterator."""
        line = node.lineno
        match node:
            case ast.Constant(value=None | bool() | int() as value):
                return Constant(line, value)
            case ast.Constant(value=str() as value):
                if not self.showing and set(value) & set("%{"):
                    raise self.refused(node, "a string must not contain % or {")
                return Constant(line, value)
            case ast.JoinedStr(values=values):
                if not self.showing:
                    raise self.refused(
                        node, "an f-string must be a label or the message of an error"
                    )
                return Message(line, tuple(self._shown(each, scope) for each in values))
            case ast.Name():
                return self._name(node, scope)
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return Tuple(line, self.items(items, scope), isinstance(node, ast.List))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in BINARY:
                sides = (self.expr(left, scope), self.expr(right, scope))
                return Primitive(line, BINARY[type(op)], sides)
            case ast.UnaryOp(op=ast.USub(), operand=of):
                made = self.expr(of, scope)
                if isinstance(made, Constant) and type(made.value) is int:
                    return Constant(line, -made.value)
                return Primitive(line, "neg", (made,))
            case ast.UnaryOp(op=ast.UAdd(), operand=of):
                return Primitive(line, "pos", (self.expr(of, scope),))
            case ast.UnaryOp(op=ast.Not(), operand=of):
                return Primitive(line, "not", (self.expr(of, scope),))
            case ast.BoolOp(op=op, values=values):
                name = "and" if isinstance(op, ast.And) else "or"
                return Primitive(line, name, tuple(self.expr(each, scope) for each in values))
            case ast.Compare():
                return self._compared(node, scope)
            case ast.IfExp(test=test, body=then, orelse=other):
                return If(line, *(self.expr(each, scope) for each in (test, then, other)))
            case ast.Subscript(value=of, slice=ast.Slice(lower=low, upper=high, step=step)):
                ends = [None if e is None else self.expr(e, scope) for e in (low, high, step)]
                return Slice(line, self.expr(of, scope), *ends)
            case ast.Subscript(value=of, slice=at):
                return Index(line, self.expr(of, scope), self.expr(at, scope))
            case ast.Attribute():
                return self._attribute(node, scope)
            case ast.Call():
                return self._call(node, scope)
            case ast.Lambda(args=args, body=body):
                return self._lambda(node, args, body, scope)
            case ast.GeneratorExp(elt=element, generators=clauses):
                return self._comprehension(node, element, clauses, scope, listed=False)
            case ast.ListComp(elt=element, generators=clauses):
                return self._comprehension(node, element, clauses, scope, listed=True)
            case ast.Dict(keys=keys, values=values):
                return self._table(node, keys, values, scope)
            case ast.DictComp(key=key, value=value, generators=clauses):
                pair = ast.copy_location(ast.Tuple([key, value], ast.Load()), node)
                pairs = self._comprehension(node, pair, clauses, scope, listed=False)
                return Call(line, Builtin(line, "table"), (pairs,))
            case _:
                raise self.refused(
                    node, f"claims cannot use {kind_of_syntax(node)}: `{shown(node)}`"
                )

    def items(self, nodes: Sequence[ast.expr], scope: Scope) -> tuple[Expr, ...]:
        """Compile the elements of a tuple, or the arguments of a call."""
        return tuple(
            Spread(each.lineno, self.iterated(each.value, scope))
            if isinstance(each, ast.Starred)
            else self.expr(each, scope)
            for each in nodes
        )

    def _table(
        self,
        node: ast.Dict,
        keys: Sequence[ast.expr | None],
        values: Sequence[ast.expr],
        scope: Scope,
    ) -> Expr:
        """Compile a dict display, such as `{key: value, **t}`, which copies the entries of `t`.

        CPython hashes the keys to the left of `t` before it evaluates `t`. So these keys and their
        values are compiled to a separate table.
        """
        line = node.lineno

        def entries(of: Expr) -> Expr:
            return Spread(line, Call(line, Builtin(line, "entries"), (of,)))

        def table(parts: Sequence[Expr]) -> Expr:
            return Call(line, Builtin(line, "table"), (Tuple(line, tuple(parts)),))

        if len(keys) > HASHED_TOGETHER and not all(key is None or _is_written(key) for key in keys):
            raise self.refused(
                node,
                f"a dict display of more than {HASHED_TOGETHER} entries cannot have computed keys",
                "write `dict(..)` of a tuple of pairs",
            )
        parts: list[Expr] = []
        pairs: list[Expr] = []
        for key, value in zip(keys, values, strict=True):
            if key is not None:
                pairs.append(Tuple(line, (self.expr(key, scope), self.expr(value, scope))))
                continue
            if pairs:
                parts.append(entries(table(pairs)))
                pairs = []
            parts.append(entries(self.expr(value, scope)))
        return table([*parts, *pairs])

    def pattern(self, target: ast.expr) -> tuple[Pattern, list[str]]:
        """Return the pattern of an assignment's target, and the list of names that it binds."""
        match target:
            case ast.Name(id="_"):
                return None, []
            case ast.Name(id=name):
                return name, [name]
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                made = [self.pattern(each) for each in parts]
                names = [name for _, inner in made for name in inner]
                if len(set(names)) < len(names):
                    raise self.refused(target, f"`{shown(target)}` binds a name twice")
                if sum(isinstance(part, Rest) for part, _ in made) > 1:
                    raise self.refused(target, f"`{shown(target)}` has two starred names")
                return tuple(part for part, _ in made), names
            case ast.Starred(value=ast.Name(id=name)):
                return Rest(name), [name]
            case _:
                raise self.refused(
                    target,
                    f"`{shown(target)}` cannot be assigned",
                    "values never change: make a new tuple, record or table",
                )

    def _shown(self, node: ast.expr, scope: Scope) -> str | Shown:
        match node:
            case ast.Constant(value=str() as value):
                return value
            case ast.FormattedValue(value=value, conversion=conversion, format_spec=spec):
                form = ""
                if spec is not None:
                    if not isinstance(spec, ast.JoinedStr) or not all(
                        isinstance(each, ast.Constant) for each in spec.values
                    ):
                        raise self.refused(node, "a format specification must be a constant")
                    form = "".join(ast.literal_eval(each) for each in spec.values)
                if (form or conversion != -1) and not self.module.of_project:
                    raise self.refused(
                        node,
                        "a label must not contain a format (as {x:3}) or a conversion (as {x!r})",
                        "write the value alone: {x}",
                    )
                how = chr(conversion) if conversion != -1 else ""
                return Shown(self.expr(value, scope), how, form)
            case _:
                raise self.refused(node, f"a message must not contain `{shown(node)}`")

    def _lambda(self, node: ast.Lambda, args: ast.arguments, body: ast.expr, scope: Scope) -> Expr:
        params = self.params(args, scope)
        names = frozenset(p.name for p in params)
        inner = self.expr(body, Scope(names, names, scope))
        ref = Ref(self.module.name, f"{self.name}.<lambda>")
        line = node.lineno
        return Lambda(line, Function(ref, params, inner, self.module.file, line))

    def params(self, args: ast.arguments, outer: Scope | None) -> tuple[Parameter, ...]:
        """Compile the parameters of a function, whose defaults must be constants or names."""
        if args.kwarg:
            raise self.refused(
                args.kwarg,
                f"a function must not take arbitrary keyword arguments, **{args.kwarg.arg}",
            )
        if args.posonlyargs and not self.module.of_project:
            raise self.refused(
                args.posonlyargs[0], "a parameter must not be positional-only", "leave out `/`"
            )
        for each in parameters(args):
            self.annotation(each.annotation)
        scope = outer or Scope()
        placed = [*args.posonlyargs, *args.args]
        defaults = [None] * (len(placed) - len(args.defaults)) + list(args.defaults)
        made = [
            Parameter(each.arg, source_of(each.annotation), self.default(default, scope))
            for each, default in zip(placed, defaults, strict=True)
        ]
        if args.vararg:
            annotation = source_of(args.vararg.annotation)
            made.append(Parameter(args.vararg.arg, annotation, several=True))
        made += [
            Parameter(
                each.arg, source_of(each.annotation), self.default(default, scope), by_name=True
            )
            for each, default in zip(args.kwonlyargs, args.kw_defaults, strict=True)
        ]
        return tuple(made)

    def default(self, node: ast.expr | None, scope: Scope) -> Expr | None:
        """Return the form of a parameter's or field's default, or None if it has no default."""
        if node is None:
            return None
        # The language evaluates a default in each call, but Python only once, at the definition. So
        # the evaluation of a default must not raise an error.
        if not self._is_plain(node, scope):
            raise self.refused(
                node, f"`{shown(node)}` cannot be a default", "write a constant or a name"
            )
        return self.expr(node, scope)

    def _is_plain(self, node: ast.expr, scope: Scope) -> bool:
        """Return whether the node is a constant, name or module attribute, or a tuple of these."""
        match node:
            case ast.Constant() | ast.Name() | ast.UnaryOp(ast.USub(), ast.Constant(int())):
                return True
            case ast.Tuple(elts=parts):
                return all(self._is_plain(part, scope) for part in parts)
            case ast.Attribute(value=ast.Name(id=base)):
                return not scope.has(base)
            case _:
                return False

    def annotation(self, node: ast.expr | None) -> None:
        """Refuse an annotation that contains, for example, a call or an arithmetic operator.

        Python might evaluate the annotation and so run code.
        """
        allowed = (
            *(ast.Name, ast.Attribute, ast.Subscript, ast.Tuple, ast.List, ast.Constant),
            *(ast.BinOp, ast.BitOr, ast.Starred, ast.Load),
        )
        for part in ast.walk(node) if node is not None else ():
            if not isinstance(part, allowed):
                raise self.refused(
                    part,
                    f"the annotation `{shown(node)}` is not a type",
                    "write a type, such as tuple[int, ...]",
                )

    def _comprehension(
        self,
        node: ast.expr,
        element: ast.expr,
        clauses: Sequence[ast.comprehension],
        scope: Scope,
        *,
        listed: bool,
    ) -> Expr:
        made: list[Clause] = []
        targets = [self.pattern(clause.target)[1] for clause in clauses]
        own = {name for names in targets for name in names}
        for part in (element, *(p for c in clauses for p in c.ifs), *(c.iter for c in clauses[1:])):
            for each in ast.walk(part):
                if isinstance(each, ast.Lambda) and free(each) & own:
                    raise self.refused(
                        each, f"a lambda must not capture the loop's `{min(free(each) & own)}`"
                    )
        # Python evaluates the first sequence outside the comprehension, where the comprehension's
        # names are not bound.
        inner = scope
        for clause, bound in zip(clauses, targets, strict=True):
            if clause.is_async:
                raise self.refused(node, "a comprehension must not be asynchronous")
            among = self.iterated(clause.iter, inner)
            inner = (scope.inside(own) if inner is scope else inner).plus(*bound)
            pattern, _ = self.pattern(clause.target)
            conditions = tuple(self.expr(test, inner) for test in clause.ifs)
            made.append(Clause(pattern, among, conditions))
        return Comprehension(node.lineno, self.expr(element, inner), tuple(made), listed)

    # Comparisons.

    def _compared(self, node: ast.Compare, scope: Scope) -> Expr:
        exact = self._exactly(node, scope)
        if exact is not None:
            return exact
        line, sides = node.lineno, [node.left, *node.comparators]
        for op, left, right in zip(node.ops, sides, sides[1:], strict=False):
            self._require_comparable(node, op, left, right)
        made = [self.expr(side, scope) for side in sides]
        if len(node.ops) == 1:
            return _comparison(line, node.ops[0], *made)
        # `a < b() < c` evaluates b() once, and c only if a < b().
        return self._chain(line, node.ops, made)

    def _chain(self, line: int, ops: Sequence[ast.cmpop], sides: Sequence[Expr]) -> Expr:
        left, right, *others = sides
        if not others:
            return _comparison(line, ops[0], left, right)
        lets: list[tuple[str, Expr]] = []
        if not isinstance(left, Constant | Variable):
            lets.append((self.fresh("side"), left))
            left = Variable(line, lets[-1][0])
        if not isinstance(right, Constant | Variable):
            lets.append((self.fresh("side"), right))
            right = Variable(line, lets[-1][0])
        chained = Primitive(
            line,
            "and",
            (_comparison(line, ops[0], left, right), self._chain(line, ops[1:], [right, *others])),
        )
        made: Expr = chained
        for name, value in reversed(lets):
            made = Let(line, name, value, made)
        return made

    def _require_comparable(
        self, node: ast.Compare, op: ast.cmpop, left: ast.expr, right: ast.expr
    ) -> None:
        constants = [side.value for side in (left, right) if isinstance(side, ast.Constant)]
        if isinstance(op, ast.Is | ast.IsNot):
            if None not in constants:
                raise self.refused(node, f"`{shown(node)}` compares identities", "compare by ==")
        elif any(type(value) is bool for value in constants):
            raise self.refused(
                node,
                f"`{shown(node)}` compares with a truth value",
                "write the condition itself, or `not` before it",
            )

    def _exactly(self, node: ast.Compare, scope: Scope) -> Expr | None:
        """Compile a test such as `type(x) is T`. Return None for all other comparisons."""
        match node:
            case ast.Compare(ast.Call(ast.Name("type"), [of]), [op], [kinds]) if (
                self.module.of_project and not scope.has("type")
            ):
                line = node.lineno
                types = self.types(kinds, scope)
                made = Primitive(line, "is exactly", (self.expr(of, scope),), types)
                if isinstance(op, ast.Is | ast.In | ast.Eq):
                    return made
                return Primitive(line, "not", (made,))
            case _:
                return None

    def types(self, node: ast.expr, scope: Scope, *, joined: bool = False) -> tuple[str | Ref, ...]:
        """Return the types that `isinstance` tests for.

        `joined` means that the node is an operand of `|`, and so must not be a tuple.
        """
        match node:
            case ast.Tuple(elts=parts) if not joined:
                return tuple(each for part in parts for each in self.types(part, scope))
            case ast.BinOp(left=left, op=ast.BitOr(), right=right) if not (
                _is_none(left) and _is_none(right)
            ):
                sides = (left, right)
                return tuple(
                    each
                    for side in sides
                    for each in (
                        ("none",) if _is_none(side) else self.types(side, scope, joined=True)
                    )
                )
            case ast.Name(id=name) if scope.has(name):
                pass
            case ast.Name(id=name) if name in TYPES and name not in self.module.names:
                return (name,)
            case ast.Name(id=name):
                found = self.modules.resolve(self.module, name)
                return self._types_named(node, found, joined=joined)
            case ast.Attribute(value=ast.Name(id=base), attr=name) if not scope.has(base):
                found = self.modules.resolve(self.module, base)
                if isinstance(found, Whole) and (inside := self.modules.load(found.module)):
                    meant = self.modules.resolve(inside, name)
                    return self._types_named(node, meant, joined=joined)
            case _:
                pass
        raise self.refused(node, f"claims cannot test for the type `{shown(node)}`")

    def _types_named(self, node: ast.expr, found: object, *, joined: bool) -> tuple[str | Ref, ...]:
        match found:
            case Defined(node=ast.ClassDef() as defined, home=home) if may_be_named(
                home, self.module
            ):
                return (Ref(home.name, defined.name),)
            case Defined(node=ast.expr() as value, home=home, name=name):
                # `node` names an alias for types, such as `Value = Layout | int`.
                key = home.name, name, joined
                if key not in self.modules.tested:
                    alias = Expressions(self.modules, home, name)
                    types = alias.types(value, Scope(), joined=joined)
                    self.modules.tested[key] = tuple(dict.fromkeys(types))
                return self.modules.tested[key]
            case _:
                raise self.refused(node, f"claims cannot test for the type `{shown(node)}`")

    # Names.

    def _name(self, node: ast.Name, scope: Scope) -> Expr:
        name, line = node.id, node.lineno
        if name == "_":
            raise self.refused(node, "`_` must not be used as a value", "give the value a name")
        if self.owner is not None and name.startswith("__"):
            raise self.refused(node, f"Python renames `{name}` inside a class")
        around: Scope | None = scope
        while around is not None:
            if name in around.local:
                if name not in around.bound:
                    raise self.refused(
                        node, f"`{name}` may have no value here", "bind it on every path"
                    )
                return Variable(line, name)
            around = around.outer
        if name in self.module.names:
            return self._meant(node, self.module, name)
        if name in PYTHONS or (name in SHOWING and self.showing):
            return Builtin(line, name)
        if name in ERRORS:
            return Global(line, Ref("builtins", name))
        offered = self._offered()
        problem = f"`{name}` is not a name of the language"
        if name in offered:
            near = suggested(name, self.module.names)
            advice = f"write `from {offered[name]} import {name}` at the top{near}"
            raise self.refused(node, problem, advice)
        if name in vars(builtins):
            # The user means Python's builtin, so a suggestion of a similar name would mislead.
            raise self.refused(node, problem, BUILTINS_INSTEAD.get(name, ""))
        near = suggested(name, (*self.module.names, *offered, *PYTHONS))
        raise self.refused(node, f"{problem}{near}")

    def _offered(self) -> dict[str, str]:
        """Map each name that a file may import to the module that error messages suggest."""
        found: dict[str, str] = {}
        for source in ("spec.modes", "verif", "spec"):
            module = self.modules.load(source)
            if module is not None:
                names = (name for name in module.names if self._is_usable(module, name))
                found |= dict.fromkeys(names, source)
        return found

    def _is_usable(self, module: Module, name: str) -> bool:
        """Whether claims may use a name: the name is neither private nor a helper of `verif`."""
        match self.modules.resolve(module, name):
            case Defined(home=home):
                return not name.startswith("_") and home.name.startswith(USABLE)
            case _:
                return False

    def _meant(self, node: ast.expr, module: Module, name: str) -> Expr:
        """Compile a top-level name of a module."""
        line, found = node.lineno, self.modules.resolve(module, name)
        match found:
            case Library(dotted=dotted) if dotted in LIBRARY:
                return Builtin(line, LIBRARY[dotted])
            case Library(dotted=dotted):
                raise self.refused(node, f"`{dotted}` is not a function of the language")
            case Whole(module=whole):
                raise self.refused(
                    node,
                    f"the module {whole} cannot be used as a value",
                    "name one of its functions",
                )
            case Outside(kind=kind):
                advice = "a claim may use only functions, numbers, tuples and the names of spec"
                raise self.refused(node, f"`{name}` is a value of type {kind}", advice)
            case Defined():
                return self._defined(node, module, name, found)
            case None:
                raise self.refused(node, f"{module.name} does not define `{name}`")

    def _defined(self, node: ast.expr, module: Module, name: str, found: Defined) -> Expr:
        line, defined, home, own = node.lineno, found.node, found.home, found.name
        if home.name == "verif.kernel.verbs" and own in VERBS:
            if own == "proving" and not self.module.of_project:
                raise self.refused(
                    node,
                    "claims must not call `proving`",
                    "only the project's theory may call it",
                )
            return Builtin(line, own)
        if home.name == "verif.kernel.contract" and own == "Promise":
            return Builtin(line, "Promise")
        if not may_be_named(home, self.module):
            raise self.refused(node, f"a claim must not call `{name}` of {home.name}")
        if (
            isinstance(defined, ast.FunctionDef)
            and not self.module.of_project
            and self.modules.gives_iterator(home, defined)
        ):
            raise self.refused(node, f"`{name}` returns an iterator", "return a tuple")
        if isinstance(defined, ast.FunctionDef) and self.is_exported(module, name, found):
            return Global(line, Ref("spec", own))
        return Global(line, Ref(home.name, own))

    def is_exported(self, module: Module, name: str, found: Defined) -> bool:
        """Return whether the name means a function as exported by `spec`, with argument checks."""
        if found.home.name in ("spec", "spec.plain"):
            return False
        if found.exported:
            return True
        entry = module.names.get(name)
        source = getattr(entry, "module", "")
        return module.name == "spec.plain" or source in ("spec", "spec.plain")

    def _attribute(self, node: ast.Attribute, scope: Scope) -> Expr:
        line, name, base = node.lineno, node.attr, node.value
        if isinstance(base, ast.Name) and not scope.has(base.id) and base.id in self.module.names:
            found = self.modules.resolve(self.module, base.id)
            match found:
                case Whole(module=whole):
                    return self._of_module(node, whole, name)
                case Defined(node=ast.ClassDef() as defined, home=home):
                    if name not in _members(defined):
                        raise self.refused(node, f"{defined.name} does not define `{shown(node)}`")
                    if not may_be_named(home, self.module):
                        raise self.refused(node, f"a claim must not use `{shown(node)}`")
                    if any(is_property(one) and one.name == name for one in _methods(defined)):
                        advice = f"write `x.{name}` for a record `x`"
                        raise self.refused(
                            node, f"`{shown(node)}` is a property of a class, not a value", advice
                        )
                    return Global(line, Ref(home.name, f"{defined.name}.{name}"))
                case _:
                    pass
        if name.startswith("_") and not (self.module.of_project and not name.startswith("__")):
            raise self.refused(node, f".{name} is a private attribute")
        return Field(line, self.expr(base, scope), name)

    def _of_module(self, node: ast.Attribute, whole: str, name: str) -> Expr:
        dotted = f"{whole}.{name}"
        if dotted in LIBRARY:
            return Builtin(node.lineno, LIBRARY[dotted])
        for place in ("spec.plain", "spec") if whole == "spec" else (whole,):
            inside = self.modules.load(place)
            if inside is not None and name in inside.names:
                return self._meant(node, inside, name)
        raise self.refused(node, f"`{dotted}` is not a function of the language")

    # Calls.

    def _call(self, node: ast.Call, scope: Scope) -> Expr:
        line, func = node.lineno, node.func
        if isinstance(func, ast.Name) and not scope.has(func.id):
            asked = self._asked(node, func.id, scope)
            if asked is not None:
                return asked
        called = self.expr(func, scope)
        builtin = called.name if isinstance(called, Builtin) else ""
        shows = isinstance(called, Global) and self._is_error(called.ref)
        args: list[Expr] = []
        for k, each in enumerate(node.args):
            with_strings = shows or (builtin in LABELLED and k == 0)
            self.showing += with_strings
            if isinstance(each, ast.Starred):
                args.append(Spread(each.lineno, self.iterated(each.value, scope)))
            elif (
                uses_up(builtin, k, len(node.args))
                and not any(isinstance(other, ast.Starred) for other in node.args[:k])
            ) or self._joins(func):
                args.append(self.iterated(each, scope))
            else:
                args.append(self.expr(each, scope))
            self.showing -= with_strings
        named: list[tuple[str, Expr]] = []
        for each in node.keywords:
            if each.arg is None:
                raise self.refused(
                    node,
                    "a call must not pass arbitrary keyword arguments, **..",
                    "write each argument",
                )
            self.showing += shows
            named.append((each.arg, self.expr(each.value, scope)))
            self.showing -= shows
        return Call(line, called, tuple(args), tuple(named))

    def _joins(self, func: ast.expr) -> bool:
        """Return whether a function is `str.join`, which consumes its argument.

        The separator must be a literal. In this project's own code it may also be a name.
        """
        match func:
            case ast.Attribute(value=ast.Constant(value=str()), attr="join"):
                return True
            case ast.Attribute(attr="join"):
                return self.module.of_project
            case _:
                return False

    def _is_error(self, ref: Ref) -> bool:
        """Return whether a name refers to an error class. Arguments of errors may be strings."""
        home = self.modules.load(ref.module)
        found = self.modules.resolve(home, ref.name) if home is not None else None
        if not (isinstance(found, Defined) and isinstance(found.node, ast.ClassDef)):
            return ref.module == "builtins"
        return self.modules.is_error(found.home, found.node)

    def _require_known(self, node: ast.expr, scope: Scope) -> None:
        """Refuse a type that contains an undefined name: Python would fail to evaluate it."""
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and not (
                part.id in self.module.names or part.id in TYPES or scope.has(part.id)
            ):
                raise self.refused(node, f"`{part.id}` is not the name of a type")

    def _asked(self, node: ast.Call, name: str, scope: Scope) -> Expr | None:
        """Compile `isinstance(x, T)` to a type test, and `cast(T, x)` to `x`.

        Return None for all other calls.
        """
        if name not in self.module.names:
            if name == "isinstance" and len(node.args) == 2 and not node.keywords:
                asked = (self.expr(node.args[0], scope),)
                return Primitive(node.lineno, "is", asked, self.types(node.args[1], scope))
            return None
        found = self.modules.resolve(self.module, name)
        if found == Library("typing.cast") and len(node.args) == 2 and not node.keywords:
            self.annotation(node.args[0])
            self._require_known(node.args[0], scope)
            return self.expr(node.args[1], scope)
        return None


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_written(key: ast.expr) -> bool:
    """Return whether a key consists of constants, such as `-1` or `(2, 3)`, and so has a hash."""
    parts = (ast.Constant, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.expr_context)
    return all(isinstance(part, parts) for part in ast.walk(key))


def is_iterator(made: Expr) -> bool:
    """Return whether the value of a form is an iterator, which can be consumed only once."""
    if isinstance(made, Comprehension):
        return not made.listed
    return isinstance(made, Call) and isinstance(made.of, Builtin) and made.of.name in ITERATORS


def may_be_named(home: Module, module: Module) -> bool:
    """Return whether code of `module` may use names that the module `home` defines."""
    if home is module or not home.of_project:
        return True
    return any(home.name == each or home.name.startswith(f"{each}.") for each in CLAIMABLE)


def source_of(node: ast.expr | None) -> str | None:
    """Return the source of an annotation. If the whole annotation is quoted, omit the quotes."""
    if node is None:
        return None
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return ast.unparse(node)


def shown(node: ast.AST | None) -> str:
    """Return the start of a node's source, as messages quote it."""
    text = ast.unparse(node).split("\n")[0] if node is not None else ""
    return text if len(text) <= 40 else f"{text[:37]}.."


def _comparison(line: int, op: ast.cmpop, left: Expr, right: Expr) -> Expr:
    if isinstance(op, ast.Is | ast.IsNot):
        of = left if isinstance(right, Constant) and right.value is None else right
        made = Primitive(line, "is none", (of,))
        return made if isinstance(op, ast.Is) else Primitive(line, "not", (made,))
    return Primitive(line, COMPARED[type(op)], (left, right))


def is_property(node: ast.FunctionDef) -> bool:
    """Return whether a method is a property."""
    return any(last_name(each) in PROPERTIES for each in node.decorator_list)


def _methods(node: ast.ClassDef) -> Iterator[ast.FunctionDef]:
    return (each for each in node.body if isinstance(each, ast.FunctionDef))


def _members(node: ast.ClassDef) -> set[str]:
    found: set[str] = set()
    for each in node.body:
        match each:
            case ast.FunctionDef(name=name):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Assign(targets=targets):
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
            case _:
                pass
    return found
