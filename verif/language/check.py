"""The type checker, which refuses code only if it is certainly ill-typed.

The checker passes wanted types from an expression to its parts, and inferred types from the parts
to the expression. An expression whose type cannot be inferred has the type `UNKNOWN`, which fits
everywhere. If the value of such an expression does not fit, the evaluation raises StuckError.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from verif.language.calls import CITED, Calls, called
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
    Primitive,
    Raise,
    Ref,
    Shown,
    Slice,
    Spread,
    Tuple,
    Variable,
)
from verif.language.modules import Module
from verif.language.names import Names
from verif.language.operations import Env
from verif.language.signatures import signatures
from verif.language.types import (
    ANYTHING,
    BOOL,
    FREE,
    INT,
    NEVER,
    NONE,
    OBJECT,
    TEXT,
    UNKNOWN,
    Arrow,
    Fixed,
    Letter,
    Made,
    Sequence,
    Type,
    Union,
    show,
    union,
)

if TYPE_CHECKING:
    from verif.language.compile import Program

_MOST_OPTIONS: Final = 8


class Checker(Names):
    """Checks functions of one program."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.builtins = signatures(self.types)

    def check(self, function: Function, given: Env | None = None, result: Type = ANYTHING) -> None:
        """Raise RefusedError if the function is ill-typed.

        Args:
            function: a top-level function, a method, or a lambda of a declaration.
            given: types of parameters, which are used instead of the annotated types.
            result: the wanted result type, if the function has no annotation for it.
        """
        _Text(self, function, builtins=self.builtins).function(function, {}, given or {}, result)

    def check_module(self, module: Module) -> None:
        """Raise RefusedError if a function, a method or a property of the module is ill-typed."""
        for name, entry in module.names.items():
            ref = Ref(module.name, name)
            if isinstance(entry, ast.FunctionDef):
                self.check(self.program.function(ref))
            elif isinstance(entry, ast.ClassDef):
                record = self.program.record(ref)
                for member in sorted(record.properties | record.methods):
                    self.check(self.program.function(Ref(module.name, f"{name}.{member}")))

    def constant(self, ref: Ref, value: Expr) -> Type:
        """Return the type of a constant, inferred from its value."""
        text = Function(ref, (), value, self.types.module(ref).file, value.line)
        return _Text(self, text, builtins=self.builtins).infer(value, {}, ANYTHING)


@dataclass
class _Loop:
    """A local function that the compiler generated, and the argument types of its calls."""

    function: Function
    given: tuple[Type, ...] | None = None
    checked: tuple[Type, ...] | None = None

    def call(self, types: tuple[Type, ...]) -> None:
        """Merge the argument types of one more call into `given`."""
        before = self.given or (NEVER,) * len(types)
        self.given = tuple(_widened(union(pair)) for pair in zip(before, types, strict=True))


def _widened(t: Type) -> Type:
    """Return UNKNOWN for a type with many alternatives, such as a tuple that grows in a loop."""
    return UNKNOWN if isinstance(t, Union) and len(t.options) > _MOST_OPTIONS else t


@dataclass
class _Text(Calls):
    """Checks the types in one function."""

    loops: dict[str, _Loop] = field(default_factory=dict[str, _Loop], kw_only=True)

    def function(self, f: Function, env: Env, given: Env, result: Type = ANYTHING) -> Type:
        """Check a function and return its result type."""
        slots = self.names.signature(f).slots or ()
        inner = dict(env)
        for p, slot in zip(f.params, slots, strict=True):
            if p.default is not None:
                default = self.value(p.default, env)
                if not self.types.fits(default, slot.type):
                    raise self.misfit(p.default, default, slot.type)
            t = given.get(p.name, slot.type)
            t = UNKNOWN if t in (ANYTHING, OBJECT) else t
            inner[p.name] = Sequence(t) if p.several else t
        wanted = self.types.read(f.returns, self.module, result)
        if f.ref.last == "__init__":
            wanted = Made(Ref(f.ref.module, f.ref.name.rpartition(".")[0]))
        found = self.value(f.body, inner, wanted)
        return found if wanted == ANYTHING else wanted

    def value(self, e: Expr, env: Env, wanted: Type = UNKNOWN) -> Type:
        """Return the type of an expression, which must fit the wanted type."""
        found = self.infer(e, env, wanted)
        if self.types.fits(found, wanted):
            return found
        if self.speaks and wanted == UNKNOWN and self.types.is_value(found, strings=True):
            return found
        raise self.misfit(e, found, wanted)

    def condition(self, e: Expr, env: Env) -> None:
        """Check the condition of a branch."""
        self.decides(e, self.infer(e, env, UNKNOWN))

    def infer(self, e: Expr, env: Env, wanted: Type) -> Type:
        """Return the type of an expression. `wanted` helps to infer the types of its parts."""
        match e:
            case Constant(value=value):
                return self.constant(value)
            case Variable(name=name):
                if name in self.loops:
                    return Arrow(None, UNKNOWN)
                return env.get(name, UNKNOWN)
            case Global(ref=ref):
                if self.names.marks(ref) & CITED:
                    raise self.refused(
                        e, f"`{ref.name}` is not a value", f"cite it: `by({ref.name}, ..)`"
                    )
                return self.names.meaning(ref)
            case Builtin(name=name):
                return self.builtins.get(name, Arrow(None, UNKNOWN))
            case Primitive():
                return self.primitive(e, env, wanted)
            case Tuple():
                return self.tuple(e, env, wanted)
            case Lambda(function=f):
                return self.lambda_(f, env, wanted)
            case If(test=test, then=then, other=other):
                self.condition(test, env)
                one = self.value(then, self.narrow(test, env, passes=True), wanted)
                return union((one, self.value(other, self.narrow(test, env, passes=False), wanted)))
            case Let(pattern=pattern, value=value, body=body):
                found = self.infer(value, env, ANYTHING)
                env = self.bind(value, pattern, found, self.assumed(value, env))
                return self.value(body, env, wanted)
            case LetRec():
                return self.local(e, env, wanted)
            case Attempt(body=body, handler=handler):
                return union((self.value(body, env, wanted), self.value(handler, env, wanted)))
            case Raise(error=error):
                with self.message():
                    self.value(error, env, ANYTHING)
                return NEVER
            case Message(parts=parts):
                with self.message():
                    for part in parts:
                        if isinstance(part, Shown):
                            self.value(part.value, env)
                return TEXT
            case Comprehension(element=element, clauses=clauses, listed=listed):
                for clause in clauses:
                    among = self.elements(clause.among, self.value(clause.among, env, ANYTHING))
                    env = self.bind(clause.among, clause.pattern, among, env)
                    for test in clause.conditions:
                        self.condition(test, env)
                        env = self.narrow(test, env, passes=True)
                of = self.value(element, env, self.inside(wanted))
                return Sequence(of, "list" if listed else "iterator")
            case Index(of=of, at=at):
                found, place = self.value(of, env, ANYTHING), self.value(at, env, ANYTHING)
                if not self.types.is_value(place, strings=True):
                    raise self.misfit(at, place, UNKNOWN)
                return self.some(found, lambda option: self.entry(e, option, place))
            case Slice(of=of, low=low, high=high, step=step):
                for end in (low, high, step):
                    if end is not None:
                        self.value(end, env, Union((INT, NONE)))
                return self.some(self.value(of, env), lambda option: self.sliced(e, option))
            case Field(of=of, name=name):
                found = self.value(of, env, ANYTHING)
                return self.some(found, lambda option: self.member(e, option, name))
            case Call(of=Variable(name=name), args=args) if name in self.loops:
                self.loops[name].call(tuple(self.value(a, env, ANYTHING) for a in args))
                return NEVER
            case Call():
                found = self.call(e, env)
                if TEXT in self.types.options(found) and not self.speaks:
                    raise self.refused(e, f"{called(e)} returns text", "compare the values instead")
                return found
            case _:
                raise self.refused(e, f"{type(e).__name__} here")

    def constant(self, value: object) -> Type:
        """Return the type of a constant."""
        match value:
            case bool():
                return BOOL
            case int():
                return INT
            case str():
                return TEXT
            case None:
                return NONE
            case Ref(module=module, name=name):
                return Made(Ref(module, name.rpartition(".")[0]))
            case _:
                return UNKNOWN

    def inside(self, wanted: Type) -> Type:
        """Return the wanted element type of a sequence whose wanted type is `wanted`."""
        if wanted in (ANYTHING, *FREE):
            return ANYTHING
        found = [o.of for o in self.types.options(wanted) if isinstance(o, Sequence)]
        return found[0] if len(found) == 1 else UNKNOWN

    def tuple(self, e: Tuple, env: Env, wanted: Type) -> Type:
        """Return the type of a tuple display or a list display."""
        kind = "list" if e.listed else "tuple"
        if any(isinstance(item, Spread) for item in e.items):
            each = self.inside(wanted)
            return Sequence(union(self.spread(item, env, each) for item in e.items), kind)
        fixed = [o for o in self.types.options(wanted) if isinstance(o, Fixed)]
        fixed = [o for o in fixed if len(o.items) == len(e.items)]
        if len(fixed) == 1:
            wants = fixed[0].items
        else:
            # If several tuple types of this length are wanted, no item gets a wanted type. The
            # caller compares the type of the whole tuple with each wanted type.
            wants = (self.inside(wanted) if not fixed else UNKNOWN,) * len(e.items)
        items = [self.value(i, env, w) for i, w in zip(e.items, wants, strict=True)]
        return Fixed(tuple(items), kind)

    def lambda_(self, f: Function, env: Env, wanted: Type) -> Type:
        """Return the type of a lambda. Its parameters get their types from the wanted type."""
        arrows = [o for o in self.types.options(wanted) if isinstance(o, Arrow)]
        slots = arrows[0].slots if len(arrows) == 1 else None
        given = {p.name: s.type for p, s in zip(f.params, slots or (), strict=False)}
        given = {name: t for name, t in given.items() if not isinstance(t, Letter)}
        result = self.function(f, env, given)
        own = tuple(
            replace(s, type=given.get(s.name, s.type)) for s in self.names.signature(f).slots or ()
        )
        return Arrow(own, result)

    def local(self, e: LetRec, env: Env, wanted: Type) -> Type:
        """Return the type of an expression with local functions.

        A function that the compiler generated for a loop or a branch has no annotations. The types
        of its parameters are the types of the arguments in its calls. The check is repeated until
        these types no longer change.
        """
        inner = dict(env)
        for f in e.functions:
            if f.made:
                self.loops[f.ref.last] = _Loop(f)
            else:
                inner[f.ref.last] = self.names.signature(f)
        for f in e.functions:
            if not f.made:
                result = self.function(f, inner, {})
                inner[f.ref.last] = replace(self.names.signature(f), result=result)
        found = [self.value(e.body, inner, wanted)]
        made = [self.loops[f.ref.last] for f in e.functions if f.made]
        while pending := [loop for loop in made if loop.given != loop.checked]:
            for loop in pending:
                loop.checked = loop.given
                own = dict(
                    zip((p.name for p in loop.function.params), loop.given or (), strict=True)
                )
                found.append(self.value(loop.function.body, inner | own, wanted))
        return union(found)

    def primitive(self, e: Primitive, env: Env, wanted: Type) -> Type:
        """Return the type of an operator's result."""
        op, args = e.op, e.args
        if op in ("and", "or"):
            return self.connective(e, env, wanted)
        if op == "not":
            self.condition(args[0], env)
            return BOOL
        if op in ("is", "is exactly", "is none"):
            self.value(args[0], env)
            return BOOL
        if op in ("==", "!=", "in", "not in"):
            found = [self.infer(a, env, ANYTHING) for a in args]
            for a, t in zip(args, found, strict=True):
                # Strings may be compared: a string may name an alternative, such as a format.
                if not self.types.is_value(t, strings=True):
                    raise self.misfit(a, t, UNKNOWN)
            other = found[1] if op in ("==", "!=") else self.elements(args[1], found[1])
            if not self.types.overlap(found[0], other):
                both = f"{show(found[0])} and {show(other)}"
                raise self.refused(e, f"`{op}` compares {both}", "they are never equal")
            return BOOL
        found = [self.value(a, env) for a in args]
        if op in ("neg", "pos"):
            return self.some(found[0], lambda a: self.operate(e, (a,)))
        return self.some(found[0], lambda a: self.some(found[1], lambda b: self.operate(e, (a, b))))

    def connective(self, e: Primitive, env: Env, wanted: Type) -> Type:
        """Return the type of `and` or `or`. Earlier operands narrow the types in later operands."""
        found: list[Type] = []
        for a in e.args[:-1]:
            t = self.value(a, env)
            self.decides(a, t)
            # If `or` returns an operand early, the operand is truthy, and therefore not None.
            found.append(self.types.narrowed(t, ("none",), passes=False) if e.op == "or" else t)
            env = self.narrow(a, env, passes=e.op == "and")
        return union((*found, self.value(e.args[-1], env, wanted)))

    def narrow(self, test: Expr, env: Env, *, passes: bool) -> Env:
        """Return the types of names after a test.

        `passes` is the result of the test.
        """
        match test:
            case Primitive(op="is" | "is exactly" as op, args=(Variable(name=name),), types=kinds):
                if passes or op == "is":
                    return self.with_(env, name, kinds, passes=passes)
            case Primitive(op="is none", args=(Variable(name=name),)):
                return self.with_(env, name, ("none",), passes=passes)
            case Primitive(op="not", args=(of,)):
                return self.narrow(of, env, passes=not passes)
            case Primitive(op="and" | "or" as op, args=args):
                if (op == "and") == passes:
                    for a in args:
                        env = self.narrow(a, env, passes=passes)
                    return env
                ways: list[Env] = []
                for a in args:
                    ways.append(self.narrow(a, env, passes=passes))
                    env = self.narrow(a, env, passes=not passes)
                return {name: union(way[name] for way in ways) for name in env}
            case Variable(name=name) if passes:
                return self.with_(env, name, ("none",), passes=False)
            case Call(of=Builtin(name="accepted"), args=args) if passes:
                for a in args:
                    env = self.narrow(a, env, passes=True)
                return env
            case _:
                pass
        return env

    def assumed(self, e: Expr, env: Env) -> Env:
        """Return the types of names after a statement. Only an `assume` changes them."""
        match e:
            case Call(of=Builtin(name="assume"), args=(_, test)):
                return self.narrow(test, env, passes=True)
            case _:
                return env

    def with_(self, env: Env, name: str, kinds: tuple[str | Ref, ...], *, passes: bool) -> Env:
        """Return the types of names after a test whether `name` has one of the types `kinds`.

        `passes` is the result of the test.
        """
        found = self.types.narrowed(env.get(name, UNKNOWN), kinds, passes=passes)
        # If no type is left (NEVER), the code after the test is unreachable. So give the name the
        # type UNKNOWN, which fits everywhere.
        return {**env, name: UNKNOWN if found == NEVER else found}
