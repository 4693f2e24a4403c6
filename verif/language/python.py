"""Print functions of the language as Python, so that CPython can run what the prover evaluates.

A loop is printed as a `for`. Statements after an `if` are printed once, after the `if`, and not in
each of its branches. Every name is bound once in a function, or once in each iteration of a loop.
If the source binds a name again, the printed name gets a number as its suffix.
"""

from __future__ import annotations
import __future__

import ast
import keyword
import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Final

from verif.language.builtins import EAGER, LIBRARY, PYTHONS, SHOWING
from verif.language.compile import Program
from verif.language.evaluate import attribute_of
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
    Slice,
    Spread,
    Tuple,
    Variable,
    walk,
)

ANNOTATIONS: Final = __future__.annotations.compiler_flag
"""The compiler flag that leaves the annotations of printed functions unevaluated."""

Names = Mapping[str, str]
"""The Python name of each variable of the language."""

BINARY: Final[Mapping[str, type[ast.operator]]] = {
    "+": ast.Add,
    "-": ast.Sub,
    "*": ast.Mult,
    "//": ast.FloorDiv,
    "%": ast.Mod,
    "^": ast.BitXor,
    "&": ast.BitAnd,
    "|": ast.BitOr,
    "<<": ast.LShift,
    ">>": ast.RShift,
    "**": ast.Pow,
}

IN_PLACE: Final[Mapping[str, str]] = {"+=": "iadd", "*=": "imul", "|=": "ior"}
"""Functions of `operator` that change a list or a table in place, as `x += e` does."""

COMPARED: Final[Mapping[str, type[ast.cmpop]]] = {
    "==": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
    "in": ast.In,
    "not in": ast.NotIn,
}

UNARY: Final[Mapping[str, type[ast.unaryop]]] = {
    "not": ast.Not,
    "neg": ast.USub,
    "pos": ast.UAdd,
}

SOURCES: Final[Mapping[str, tuple[str, str]]] = {
    **{name: ("builtins", name) for name in PYTHONS | SHOWING | {"type", "isinstance"}},
    **{
        name: (dotted.rpartition(".")[0], dotted.rpartition(".")[2])
        for dotted, name in LIBRARY.items()
    },
    "table": ("builtins", "dict"),
    "some": ("builtins", "bool"),
    "cache": ("functools", "cache"),
    "Promise": ("verif.kernel.contract", "Promise"),
    "dataclass": ("dataclasses", "dataclass"),
    "NamedTuple": ("typing", "NamedTuple"),
    "Elements": ("verif.language.evaluate", "Elements"),
    "entries": ("verif.language.evaluate", "entries"),
}
"""For each builtin except verbs like `ensure`: the module and the name to import in Python."""

MEMBER: Final = "member'"
"""The name of `attribute_of` while a printed module runs.

No other definition can have this name, because the name is not a valid identifier.
"""


class _UnstructuredError(Exception):
    """A jump that no Python statement can express at its position."""


@dataclass(frozen=True)
class Sink:
    """What generated Python statements do with an expression's value: return it, or bind it."""

    use: Callable[[ast.expr], list[ast.stmt]]
    returns: bool


RETURN: Final = Sink(lambda value: [ast.Return(value)], returns=True)


def _no_way(_: ast.expr) -> list[ast.stmt]:
    raise _UnstructuredError


NOWHERE: Final = Sink(_no_way, returns=False)
"""The sink of a block that must not end with a value, because other statements follow."""


@dataclass(frozen=True)
class Jump:
    """How a call of a generated function is printed: as assignments to its parameters and a jump.

    If the function is a loop, `again` is true, and the jump is a `continue`. Otherwise no statement
    is needed for the jump, because the statements of the function come next.
    """

    params: tuple[str, ...]
    again: bool


ASKED: Final = ast.Load()
"""The AST context object of each attribute that is read from a value.

Attributes of classes have another AST context object.
"""


class _Guarding(ast.NodeTransformer):
    """Replaces each attribute of a value by a call of `attribute_of`."""

    def visit(self, node: ast.AST) -> Any:
        made = self.generic_visit(node)
        if not (isinstance(made, ast.Attribute) and made.ctx is ASKED):
            return made
        called = ast.Call(_name(MEMBER), [made.value, ast.Constant(made.attr)], [])
        return ast.fix_missing_locations(ast.copy_location(called, made))


@dataclass(frozen=True)
class Printed:
    """The source of a module, and the names that the requested functions have in it."""

    text: str
    names: Mapping[Ref, str]
    program: Program = field(repr=False)
    parts: Sequence[tuple[str, ast.Module]] = field(repr=False)
    """The parts of the module, each with its file. Statements have their original line numbers."""

    def run(self) -> dict[str, Any]:
        """Execute the module and return its names. Tracebacks show the original lines."""
        space: dict[str, Any] = {"__name__": "printed", MEMBER: partial(attribute_of, self.program)}
        for file, part in self.parts:
            guarded = _Guarding().visit(part)
            exec(
                compile(guarded, file, "exec", ANNOTATIONS, dont_inherit=True),
                space,
            )
        return space


def printed(program: Program, functions: Iterable[Function], *, whole: bool = False) -> Printed:
    """Print the functions, and all definitions that they use, as a module of Python.

    Definitions of `spec` and `verif` are imported; with `whole` their functions are printed, too.
    Raises RefusedError if a function uses a definition that the language cannot express.
    """
    module = _Module(program, {each.ref: each for each in functions}, whole=whole)
    return module.printed()


@dataclass
class _Module:
    """The state of printing a module: its names, its imports, and the definitions so far."""

    program: Program
    asked: Mapping[Ref, Function]
    whole: bool
    names: dict[Ref, str] = field(default_factory=dict[Ref, str])
    imports: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    taken: set[str] = field(default_factory=lambda: set(keyword.kwlist))
    definitions: dict[Ref, list[ast.stmt]] = field(default_factory=dict[Ref, list[ast.stmt]])

    def printed(self) -> Printed:
        found = self._reached()
        # Calls may pass arguments by name. So parameters keep their names, and definitions get
        # other names.
        params = {name for each in found.values() for name in _kept_names(each)}
        self.taken |= params
        for ref in found:
            self.names[ref] = self._new(
                ref.name.replace(".", "_") if ref in self.asked else ref.last
            )
        for ref, each in found.items():
            self._define(ref, each)
        imports: list[ast.stmt] = [
            ast.ImportFrom("__future__", [ast.alias("annotations")], 0),
            *(
                ast.ImportFrom(source, [ast.alias(name, None if name == own else own)], 0)
                for (source, name), own in sorted(self.imports.items())
                if source != "builtins" or name != own
            ),
        ]
        parts = [
            ("<printed from the language>", ast.Module(imports, [])),
            *((_file(found[ref]), ast.Module(body, [])) for ref, body in self.definitions.items()),
        ]
        for _, part in parts:
            _complete(part)
        whole = ast.Module([statement for _, part in parts for statement in part.body], [])
        return Printed(
            ast.unparse(whole) + "\n",
            {ref: self.names[ref] for ref in self.asked},
            self.program,
            parts,
        )

    def _reached(self) -> dict[Ref, Function | Record | Expr]:
        """Return the definitions to print, in an order in which Python can execute them."""
        found: dict[Ref, Function | Record | Expr] = {}
        pending: list[Ref] = list(self.asked)
        while pending:
            ref = pending.pop(0)
            if ref in found or self.is_imported(ref):
                continue
            definition = self.asked.get(ref) or self.program.definition(ref)
            assert definition is not None, ref
            found[ref] = definition
            for part in self._parts(ref, definition):
                for e in walk(part):
                    match e:
                        case Global(ref=named):
                            pending.append(named)
                        case Primitive(types=types):
                            pending += [kind for kind in types if isinstance(kind, Ref)]
                        case _:
                            pass
        order = (Record, Expr, Function)
        return dict(sorted(found.items(), key=lambda item: _place(item[1], order)))

    def _parts(self, ref: Ref, definition: Function | Record | Expr) -> Iterator[Expr]:
        match definition:
            case Function():
                yield Lambda(definition.line, definition)
            case Record():
                yield from (p.default for p in definition.fields if p.default is not None)
                yield from (Lambda(0, each) for each in self._methods(definition))
            case Expr():
                yield definition

    def _methods(self, record: Record) -> Iterator[Function]:
        """Yield those methods and properties of a record that the language supports."""
        for name in sorted(record.methods | record.properties):
            with suppress(RefusedError):
                method = self.program.function(Ref(record.ref.module, f"{record.ref.name}.{name}"))
                self._require_known(method)
                yield method

    def _require_known(self, function: Function) -> None:
        """Raise RefusedError if a function uses a definition that the language does not support."""
        pending: list[Expr] = [Lambda(function.line, function)]
        seen: set[Ref] = set()
        while pending:
            for e in walk(pending.pop()):
                if isinstance(e, Global) and e.ref not in seen and not self.is_imported(e.ref):
                    seen.add(e.ref)
                    found = self.program.definition(e.ref)
                    if isinstance(found, Function):
                        pending.append(Lambda(found.line, found))
                    elif isinstance(found, Expr):
                        pending.append(found)

    def is_imported(self, ref: Ref) -> bool:
        """Return whether a definition need not be printed: it is imported or part of a class."""
        if ref in self.asked:
            return False
        home = self.program.modules.load(ref.module)
        if "." in ref.name and "<" not in ref.name:
            return True
        if home is None or home.of_project:
            return (
                not (self.whole and isinstance(self.program.definition(ref), Function))
                if home
                else True
            )
        return False

    def _new(self, name: str) -> str:
        base = re.sub(r"\W+", "_", name).strip("_") or "text"
        made, number = base, 1
        while made in self.taken:
            made, number = f"{base}_{number}", number + 1
        self.taken.add(made)
        return made

    def imported(self, source: str, name: str) -> ast.expr:
        """Import a name from another module, and return the expression for the imported name."""
        if (source, name) not in self.imports:
            free = source == "builtins" and name not in self.taken
            self.imports[source, name] = name if free else self._new(name)
            self.taken.add(self.imports[source, name])
        return _name(self.imports[source, name])

    def builtin(self, name: str) -> ast.expr:
        """Return the Python name of a builtin of the language."""
        return self.imported(*SOURCES.get(name, ("verif.kernel.verbs", name)))

    def meant(self, ref: Ref) -> ast.expr:
        """Return the Python expression for a top-level name."""
        if ref in self.names:
            definition = None if ref in self.asked else self.program.definition(ref)
            computed = isinstance(definition, Expr) and not _is_literal(definition)
            return ast.Call(_name(self.names[ref]), [], []) if computed else _name(self.names[ref])
        outer, _, inner = ref.name.partition(".")
        if inner:
            return ast.Attribute(self.meant(Ref(ref.module, outer)), inner)
        return self.imported(self._source(ref), outer)

    def _source(self, ref: Ref) -> str:
        plain = self.program.modules.load("spec.plain") if ref.module == "spec" else None
        return "spec.plain" if plain is not None and ref.name in plain.names else ref.module

    def _define(self, ref: Ref, definition: Function | Record | Expr) -> None:
        name = self.names[ref]
        match definition:
            case Function():
                self.definitions[ref] = [self.function(definition, name)]
            case Record():
                self.definitions[ref] = [self._record(definition, name)]
            case Expr() if _is_literal(definition):
                value = _Body(self, set()).expr(definition, {})
                self.definitions[ref] = [ast.Assign([_name(name, ast.Store())], value)]
            case Expr():
                # As in the evaluator, the value is computed on first use.
                text = Function(ref, (), definition, "", definition.line)
                made = self.function(text, name)
                made.decorator_list = [self.builtin("cache")]
                self.definitions[ref] = [made]

    def function(self, function: Function, name: str) -> ast.FunctionDef:
        """Print a top-level function or a method."""
        return _Body(self, set(_kept_names(function))).function(function, name, {})

    def _record(self, record: Record, name: str) -> ast.stmt:
        made = _Body(self, set())
        body: list[ast.stmt] = [
            ast.AnnAssign(
                _name(each.name, ast.Store()),
                ast.Constant("object"),
                None if each.default is None else made.expr(each.default, {}),
                1,
            )
            for each in record.fields
        ]
        for each in self._methods(record):
            method = self.function(each, each.ref.last)
            if each.ref.last in record.properties:
                method.decorator_list = [self.imported("builtins", "property")]
            body.append(method)
        if record.named_tuple:
            return ast.ClassDef(name, [self.builtin("NamedTuple")], [], body or [ast.Pass()], [])
        frozen = ast.Call(
            self.builtin("dataclass"), [], [ast.keyword("frozen", ast.Constant(True))]
        )
        return ast.ClassDef(name, [], [], body or [ast.Pass()], [frozen])


@dataclass
class _Body:
    """The state of printing the statements of one top-level function."""

    module: _Module
    taken: set[str]
    moving: set[str] = field(default_factory=set[str])
    """Names that a loop rebinds. Code that runs later must capture their current values."""
    inner: set[str] = field(default_factory=set[str])
    """Names that the current expression binds, by a comprehension or a lambda."""
    before: list[ast.stmt] = field(default_factory=list[ast.stmt])
    """Definitions that must precede the current statement."""
    loops: int = 0

    def new(self, name: str) -> str:
        """Return an unused name for a variable."""
        base = re.sub(r"\W", "_", name).lstrip("_") or "unused"
        made, number = base, 1
        while made in self.taken or made in self.module.taken:
            made, number = f"{base}_{number}", number + 1
        self.taken.add(made)
        if self.loops:
            self.moving.add(made)
        return made

    @contextmanager
    def _frame(self) -> Generator[None]:
        """Enter a function, which has its own statements and loops."""
        saved = self.inner, self.before, self.loops
        self.inner, self.before, self.loops = set(), [], 0
        yield
        self.inner, self.before, self.loops = saved

    def function(self, function: Function, name: str, names: Names) -> ast.FunctionDef:
        """Print a function definition."""
        arguments = self._arguments(function.params, names)
        within = {**names, **{each.name: each.name for each in function.params}}
        with self._frame():
            body = self.statements(function.body, within, RETURN, {})
        return ast.FunctionDef(name, arguments, body, [])

    def _arguments(self, params: Sequence[Parameter], names: Names) -> ast.arguments:
        placed = [each for each in params if not each.by_name and not each.several]
        named = [each for each in params if each.by_name]
        star = next((ast.arg(each.name) for each in params if each.several), None)
        defaults = [None if p.default is None else self.expr(p.default, names) for p in placed]
        by_name = [None if p.default is None else self.expr(p.default, names) for p in named]
        return ast.arguments(
            posonlyargs=[],
            args=[ast.arg(each.name) for each in placed],
            vararg=star,
            kwonlyargs=[ast.arg(each.name) for each in named],
            kw_defaults=by_name,
            kwarg=None,
            defaults=[each for each in defaults if each is not None],
        )

    # Statements.

    def statements(  # noqa: PLR0911 - one return per case
        self, e: Expr, names: Names, sink: Sink, jumps: Mapping[str, Jump]
    ) -> list[ast.stmt]:
        """Return the statements that compute an expression and pass its value to the sink."""
        made: list[ast.stmt] = []
        while True:
            match e:
                case Let(pattern=pattern, value=value, body=body):
                    lines, names = self._bound(pattern, value, names)
                    made += lines
                    e = body
                case LetRec(functions=functions, body=body) if not functions[0].made:
                    lines, names = self._local_functions(functions, names)
                    made += lines
                    e = body
                case LetRec():
                    return [*made, *self._made(e, names, sink, jumps)]
                case If(test=test, then=then, other=other):
                    asked = self.expr(test, names)
                    made += self._flushed()
                    first = self.statements(then, names, sink, jumps)
                    second = self.statements(other, names, sink, jumps)
                    if _leaves(first):
                        return [*made, ast.If(asked, first, []), *second]
                    return [*made, ast.If(asked, first or [ast.Pass()], second)]
                case Call(of=Variable(name=name), args=args) if name in jumps:
                    return [*made, *self._jump(jumps[name], args, names)]
                case Raise(error=error):
                    raised = self.expr(error, names)
                    return [*made, *self._flushed(), ast.Raise(raised)]
                case Attempt():
                    return [*made, *self._attempt(e, names, sink, jumps)]
                case _:
                    value = self.expr(e, names)
                    return [*made, *self._flushed(), *sink.use(value)]

    def _flushed(self) -> list[ast.stmt]:
        lines, self.before = self.before, []
        return lines

    def _bound(self, pattern: Pattern, value: Expr, names: Names) -> tuple[list[ast.stmt], Names]:
        """Return the statements that bind a value's parts, and the names in scope after them."""
        target, after = self._target(pattern, names)
        if pattern is None:
            sink = Sink(lambda made: [ast.Expr(made)], returns=False)
        else:
            sink = Sink(lambda made: [ast.Assign([target], made)], returns=False)
        if not isinstance(value, If | Let | LetRec | Attempt):
            made = self.expr(value, names)
            return [*self._flushed(), *sink.use(made)], after
        try:
            return self.statements(value, names, sink, {}), after
        except _UnstructuredError:
            made = self._thunk(value, names)
            return [*self._flushed(), *sink.use(made)], after

    def _target(self, pattern: Pattern, names: Names) -> tuple[ast.expr, Names]:
        """Return the target of an assignment, and the names in scope after the assignment."""
        match pattern:
            case None:
                return _name(self.new("unused"), ast.Store()), names
            case str():
                own = self.new(pattern)
                return _name(own, ast.Store()), {**names, pattern: own}
            case Rest(name=name):
                own = self.new(name)
                starred = ast.Starred(_name(own, ast.Store()), ast.Store())
                return starred, {**names, name: own}
            case tuple():
                parts: list[ast.expr] = []
                for each in pattern:
                    part, names = self._target(each, names)
                    parts.append(part)
                return ast.Tuple(parts, ast.Store()), names

    def _local_functions(
        self, functions: Sequence[Function], names: Names
    ) -> tuple[list[ast.stmt], Names]:
        after = dict(names)
        for each in functions:
            after[each.ref.last] = self.new(each.ref.last)
        own = [after[each.ref.last] for each in functions]
        definitions: list[ast.stmt] = []
        for each in functions:
            # Python evaluates a default at the definition, where the other functions are not bound
            # yet.
            made = self._any_function(each, after[each.ref.last], after, names)
            definitions += [*self._flushed(), made]
        held = sorted(self._moved(definitions, names))
        if not held:
            return definitions, after
        maker = self.new("made")
        values = ast.Tuple([_name(each) for each in own], ast.Load())
        outer = ast.FunctionDef(maker, _plain(held), [*definitions, ast.Return(values)], [])
        target = ast.Tuple([_name(each, ast.Store()) for each in own], ast.Store())
        call = ast.Call(_name(maker), [_name(each) for each in held], [])
        return [outer, ast.Assign([target], call)], after

    def _any_function(
        self, function: Function, name: str, names: Names, before: Names
    ) -> ast.FunctionDef:
        if not function.made:
            arguments = self._arguments(function.params, before)
            made = self.function(
                replace(function, params=_without_defaults(function.params)), name, names
            )
            made.args = arguments
            return made
        own = {each.name: self.new(each.name) for each in function.params}
        with self._frame():
            body = self.statements(function.body, {**names, **own}, RETURN, {})
        return ast.FunctionDef(name, _plain(own.values()), body, [])

    def _moved(self, nodes: Iterable[ast.AST], names: Names) -> set[str]:
        """Return the names in scope that the nodes use and that a loop rebinds."""
        return _used(nodes) & self.moving & set(names.values())

    def _made(
        self, e: LetRec, names: Names, sink: Sink, jumps: Mapping[str, Jump]
    ) -> list[ast.stmt]:
        """Print generated functions as a loop, as statements after a branch, or as functions."""
        saved = set(self.taken), self.before, self.loops, set(self.moving)
        try:
            loop = _loop_of(e)
            if loop is not None:
                return self._loop(loop, names, sink, jumps)
            if len(e.functions) == 1:
                return self._joined(e.functions[0], e.body, names, sink, jumps)
        except _UnstructuredError:
            self.taken, self.before, self.loops, self.moving = saved
        lines, names = self._local_functions(e.functions, names)
        within = {name: jump for name, jump in jumps.items() if name not in names}
        return [*lines, *self.statements(e.body, names, sink, within)]

    def _joined(
        self, after: Function, body: Expr, names: Names, sink: Sink, jumps: Mapping[str, Jump]
    ) -> list[ast.stmt]:
        own = {each.name: self.new(each.name) for each in after.params}
        inside = {name: jump for name, jump in jumps.items() if jump.again}
        inside[after.ref.last] = Jump(tuple(own.values()), again=False)
        first = self.statements(body, names, sink if sink.returns else NOWHERE, inside)
        return [*first, *self.statements(after.body, {**names, **own}, sink, jumps)]

    def _loop(
        self, loop: _Loop, names: Names, sink: Sink, jumps: Mapping[str, Jump]
    ) -> list[ast.stmt]:
        among = self.expr(loop.among, names, at_once=True)
        made = self._flushed()
        own: dict[str, str] = {}
        for each, value in loop.carried:
            own[each] = self.new(each)
            made.append(ast.Assign([_name(own[each], ast.Store())], self.expr(value, names)))
        within: Names = {**names, **own}
        outside = set(own.values()) - self.moving
        self.moving |= outside
        self.loops += 1
        target, inner = self._target(loop.pattern, within)
        again = {loop.name: Jump(("", *own.values()), again=True)}
        body = self.statements(loop.body, inner, sink if sink.returns else NOWHERE, again)
        self.loops -= 1
        self.moving -= outside
        if isinstance(body[-1], ast.Continue):
            body = body[:-1] or [ast.Pass()]
        made.append(ast.For(target, among, body, []))
        return [*made, *self.statements(loop.after, within, sink, jumps)]

    def _jump(self, jump: Jump, args: Sequence[Expr], names: Names) -> list[ast.stmt]:
        pairs = [
            (name, self.expr(value, names))
            for name, value in zip(jump.params, args, strict=True)
            if name and not (isinstance(value, Variable) and names[value.name] == name)
        ]
        made = self._flushed()
        if len(pairs) == 1:
            made.append(ast.Assign([_name(pairs[0][0], ast.Store())], pairs[0][1]))
        elif pairs:
            targets = ast.Tuple([_name(name, ast.Store()) for name, _ in pairs], ast.Store())
            made.append(ast.Assign([targets], ast.Tuple([v for _, v in pairs], ast.Load())))
        return [*made, ast.Continue()] if jump.again else made

    def _attempt(
        self, e: Attempt, names: Names, sink: Sink, jumps: Mapping[str, Jump]
    ) -> list[ast.stmt]:
        errors = [
            self.module.meant(each)
            if each.module != "builtins"
            else self.module.imported("builtins", each.name)
            for each in e.errors
        ]
        kind = errors[0] if len(errors) == 1 else ast.Tuple(errors, ast.Load())
        if sink.returns:
            # A `return` inside `try` is safe: after its expression is evaluated, nothing can raise.
            body = self.statements(e.body, names, sink, {})
            after: list[ast.stmt] = []
            handler = self.statements(e.handler, names, sink, jumps)
        else:
            result = self.new("tried")
            keep = Sink(
                lambda value: [ast.Assign([_name(result, ast.Store())], value)], returns=False
            )
            body = self.statements(e.body, names, keep, {})
            after = sink.use(_name(result))
            handler = self.statements(e.handler, names, keep, {})
        handlers = [ast.ExceptHandler(kind, None, handler or [ast.Pass()])]
        return [ast.Try(body, handlers, [], []), *after]

    # Expressions.

    def _thunk(self, e: Expr, names: Names) -> ast.expr:
        """Put an expression that needs statements into a function, and call this function."""
        name = self.new("made")
        with self._frame():
            body = self.statements(e, names, RETURN, {})
        held = sorted(_used(body) & (self.inner | self.moving) & set(names.values()))
        self.before.append(ast.FunctionDef(name, _plain(held), body, []))
        return ast.Call(_name(name), [_name(each) for each in held], [])

    def expr(self, e: Expr, names: Names, *, at_once: bool = False) -> ast.expr:
        """Print an expression. `at_once` means that a generator is consumed immediately."""
        made = self._expr(e, names, at_once)
        if not hasattr(made, "lineno"):
            made.lineno = made.end_lineno = e.line
            made.col_offset = made.end_col_offset = 0
        return made

    def _expr(self, e: Expr, names: Names, at_once: bool) -> ast.expr:  # noqa: PLR0911, PLR0912
        match e:
            case Constant(value=value):
                if type(value) is int and value < 0:
                    return ast.UnaryOp(ast.USub(), ast.Constant(-value))
                return ast.Constant(value)
            case Variable(name=name):
                if name not in names:
                    raise _UnstructuredError
                return _name(names[name])
            case Global(ref=ref):
                if ref.module == "builtins":
                    return self.module.imported("builtins", ref.name)
                return self.module.meant(ref)
            case Builtin(name=name):
                return self.module.builtin(name)
            case Primitive():
                return self._primitive(e, names)
            case Tuple(items=items, listed=listed):
                made = [self.expr(each, names) for each in items]
                return ast.List(made, ast.Load()) if listed else ast.Tuple(made, ast.Load())
            case Spread(of=of):
                return ast.Starred(self.expr(of, names, at_once=True), ast.Load())
            case Index(of=of, at=at):
                return ast.Subscript(self.expr(of, names), self.expr(at, names), ast.Load())
            case Slice(of=of, low=low, high=high, step=step):
                whole = self.expr(of, names)
                ends = [None if end is None else self.expr(end, names) for end in (low, high, step)]
                return ast.Subscript(whole, ast.Slice(*ends), ast.Load())
            case Field(of=of, name=name):
                return ast.Attribute(self.expr(of, names), name, ASKED)
            case Call():
                return self._call(e, names)
            case If(test=test, then=then, other=other):
                return ast.IfExp(*(self.expr(each, names) for each in (test, then, other)))
            case Lambda(function=function):
                return self._lambda(function, names)
            case Comprehension():
                return self._comprehension(e, names, at_once=at_once)
            case Message(parts=parts):
                return ast.JoinedStr(
                    [
                        ast.Constant(part)
                        if isinstance(part, str)
                        else ast.FormattedValue(
                            self.expr(part.value, names),
                            ord(part.conversion) if part.conversion else -1,
                            ast.JoinedStr([ast.Constant(part.format)]) if part.format else None,
                        )
                        for part in parts
                    ]
                )
            case _:
                return self._thunk(e, names)

    def _primitive(self, e: Primitive, names: Names) -> ast.expr:  # noqa: PLR0911 - one return per case
        args = [self.expr(each, names) for each in e.args]
        match e.op:
            case "and" | "or":
                return ast.BoolOp(ast.And() if e.op == "and" else ast.Or(), args)
            case "is none":
                return ast.Compare(args[0], [ast.Is()], [ast.Constant(None)])
            case "is" | "is exactly":
                types = ast.Tuple([self._type(each) for each in e.types], ast.Load())
                if e.op == "is":
                    return ast.Call(self.module.builtin("isinstance"), [args[0], types], [])
                kind = ast.Call(self.module.builtin("type"), [args[0]], [])
                return ast.Compare(kind, [ast.In()], [types])
            case op if op in UNARY:
                return ast.UnaryOp(UNARY[op](), args[0])
            case op if op in COMPARED:
                return ast.Compare(args[0], [COMPARED[op]()], [args[1]])
            case op if op in IN_PLACE:
                return ast.Call(self.module.imported("operator", IN_PLACE[op]), args, [])
            case op:
                return ast.BinOp(args[0], BINARY[op](), args[1])

    def _type(self, kind: str | Ref) -> ast.expr:
        if isinstance(kind, Ref):
            return self.module.meant(kind)
        if kind == "none":
            return ast.Call(self.module.builtin("type"), [ast.Constant(None)], [])
        return self.module.imported("builtins", kind)

    def _call(self, e: Call, names: Names) -> ast.expr:
        builtin = e.of.name if isinstance(e.of, Builtin) else ""
        args = [self.expr(each, names, at_once=builtin in EAGER) for each in e.args]
        match builtin:
            case "first" | "rest":
                return ast.Attribute(args[0], builtin, ast.Load())
            case "through":
                elements = ast.Call(self.module.imported("builtins", "iter"), args, [])
                return ast.Call(self.module.builtin("Elements"), [elements], [])
            case _:
                named = [ast.keyword(name, self.expr(value, names)) for name, value in e.named]
                return ast.Call(self.expr(e.of, names), args, named)

    def _lambda(self, function: Function, names: Names) -> ast.expr:
        arguments = self._arguments(function.params, names)
        own = {each.name: each.name for each in function.params}
        saved = set(self.inner)
        self.inner |= set(own)
        body = self.expr(function.body, {**names, **own})
        self.inner = saved
        held = self._moved([body], names) - set(own)
        return _with_values(held, ast.Lambda(arguments, body))

    def _comprehension(self, e: Comprehension, names: Names, *, at_once: bool) -> ast.expr:
        saved, outer = set(self.inner), names
        clauses: list[ast.comprehension] = []
        self.loops += 1
        for clause in e.clauses:
            among = self.expr(clause.among, names, at_once=True)
            target, names = self._target(clause.pattern, names)
            self.inner |= {n.id for n in ast.walk(target) if isinstance(n, ast.Name)}
            conditions = [self.expr(test, names) for test in clause.conditions]
            clauses.append(ast.comprehension(target, among, conditions, 0))
        element = self.expr(e.element, names)
        self.loops -= 1
        self.inner = saved
        if e.listed:
            return ast.ListComp(element, clauses)
        made = ast.GeneratorExp(element, clauses)
        return made if at_once else _with_values(self._moved([made], outer), made)


@dataclass(frozen=True)
class _Loop:
    """The parts of a loop: its sequence, the names it rebinds, its body and the code after it."""

    name: str
    among: Expr
    carried: tuple[tuple[str, Expr], ...]
    pattern: Pattern
    body: Expr
    after: Expr


def _loop_of(e: LetRec) -> _Loop | None:
    """Return the loop that the compiler turned into a local function, or None."""
    match e:
        case LetRec(
            functions=[
                Function(
                    ref=ref,
                    params=[_, *params],
                    body=If(
                        test=Call(of=Builtin(name="some")),
                        then=Let(pattern=pattern, value=Call(of=Builtin(name="first")), body=body),
                        other=after,
                    ),
                )
            ],
            body=Call(
                of=Variable(name=name),
                args=[Call(of=Builtin(name="through"), args=[among]), *values],
            ),
        ) if ref.last == name:
            carried = tuple((p.name, value) for p, value in zip(params, values, strict=True))
            return _Loop(name, among, carried, pattern, body, after)
        case _:
            return None


def _complete(part: ast.Module) -> None:
    """Add the attributes that `compile` needs but `ast.unparse` does not need."""
    for node in ast.walk(part):
        for name in node._fields:
            if not hasattr(node, name):
                setattr(node, name, ast.Load() if name == "ctx" else [])
    ast.fix_missing_locations(part)


def _file(definition: Function | Record | Expr) -> str:
    """Return the file of a definition, as tracebacks show it."""
    if isinstance(definition, Expr):
        return "<printed from the language>"
    return definition.file


def _place(definition: Function | Record | Expr, order: Sequence[type]) -> int:
    return next(k for k, kind in enumerate(order) if isinstance(definition, kind))


def _kept_names(definition: Function | Record | Expr) -> Iterator[str]:
    """Yield the parameter names of a function and of all functions inside it."""
    if not isinstance(definition, Function):
        return
    for part in walk(Lambda(definition.line, definition)):
        match part:
            case Lambda(function=function):
                functions: Sequence[Function] = (function,)
            case LetRec(functions=functions):
                pass
            case _:
                continue
        for each in functions:
            if not each.made:
                yield from (p.name for p in each.params)


def _is_literal(e: Expr) -> bool:
    if isinstance(e, Tuple):
        return all(map(_is_literal, e.items))
    return isinstance(e, Constant)


def _without_defaults(params: Sequence[Parameter]) -> tuple[Parameter, ...]:
    return tuple(replace(each, default=None) for each in params)


def _name(name: str, context: ast.expr_context | None = None) -> ast.Name:
    return ast.Name(name, context or ast.Load())


def _plain(names: Iterable[str]) -> ast.arguments:
    """Return parameters with these names and without defaults."""
    return ast.arguments([], [ast.arg(each) for each in names], None, [], [], None, [])


def _with_values(names: Iterable[str], made: ast.expr) -> ast.expr:
    """Wrap a function or generator so that it captures the current values of names."""
    held = sorted(names)
    if not held:
        return made
    return ast.Call(ast.Lambda(_plain(held), made), [_name(each) for each in held], [])


def _used(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that the nodes read."""
    return {
        part.id
        for node in nodes
        for part in ast.walk(node)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)
    }


def _leaves(body: Sequence[ast.stmt]) -> bool:
    """Return whether the statements always end in `return`, `raise` or `continue`."""
    match body[-1:]:
        case [ast.Return() | ast.Raise() | ast.Continue()]:
            return True
        case [ast.If(body=then, orelse=other)]:
            return _leaves(then) and _leaves(other)
        case _:
            return False
