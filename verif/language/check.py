"""The checker: refuses a compiled text that is certainly ill-typed.

Types flow inwards as what is wanted and outwards as what is found. Where nothing is known the type
is `UNKNOWN` and the text passes: the evaluators give no meaning to a value that does not fit.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

from verif.language.evaluate import IN_PLACE
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
    Pattern,
    Primitive,
    Raise,
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
from verif.language.generic import filled, solve, takes_function
from verif.language.modules import Module
from verif.language.names import Names
from verif.language.signatures import signatures
from verif.language.types import (
    ALGEBRA,
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
    Basic,
    Fixed,
    Letter,
    Made,
    Sequence,
    Slot,
    Table,
    Type,
    Types,
    Union,
    show,
    union,
)

if TYPE_CHECKING:
    from verif.language.compile import Program

Env = Mapping[str, Type]
"""The types of the names that are bound where a text stands."""

_SPECIAL: Final = {
    "+": "__add__", "-": "__sub__", "*": "__mul__", "//": "__floordiv__", "%": "__mod__",
    "^": "__xor__", "&": "__and__", "|": "__or__", "neg": "__neg__", "pos": "__pos__",
    "<": "__lt__", "<=": "__le__", ">": "__gt__", ">=": "__ge__",
}  # fmt: skip
_ORDER: Final = frozenset(("<", "<=", ">", ">="))
_MOST_OPTIONS: Final = 8
_FREE: Final = Slot("", ANYTHING)
"""A parameter of a function that is not known."""
_CITES: Final = frozenset(("lemma", "claim"))


class Checker(Names):
    """Checks functions of one program."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.builtins = signatures(self.types)

    def check(self, function: Function, given: Env | None = None, result: Type = ANYTHING) -> None:
        """Raise RefusedError if the function is ill-typed.

        Args:
            function: a top-level function, a method, or a lambda of a declaration.
            given: the types of parameters that are known better than by their annotations.
            result: the type that is wanted of a result without an annotation.
        """
        _Text(self, function).function(function, {}, given or {}, result)

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
        """The type of a constant, inferred from its value."""
        text = Function(ref, (), value, self.types.module(ref).file, value.line)
        return _Text(self, text).infer(value, {}, ANYTHING)


@dataclass
class _Loop:
    """A local function that the compiler made, and the types that its calls give it."""

    function: Function
    given: tuple[Type, ...] | None = None
    checked: tuple[Type, ...] | None = None

    def call(self, types: tuple[Type, ...]) -> None:
        """Add the types of the arguments of one more call."""
        before = self.given or (NEVER,) * len(types)
        self.given = tuple(_widened(union(pair)) for pair in zip(before, types, strict=True))


def _widened(t: Type) -> Type:
    """A type with few options; a tuple that grows in a loop has another type each time."""
    return UNKNOWN if isinstance(t, Union) and len(t.options) > _MOST_OPTIONS else t


@dataclass
class _Text:
    """The check of one function."""

    checker: Checker
    whole: Function
    speaking: int = 0
    loops: dict[str, _Loop] = field(default_factory=dict[str, _Loop])

    @property
    def types(self) -> Types:
        return self.checker.types

    @cached_property
    def module(self) -> Module:
        """The module of the function."""
        return self.types.module(self.whole.ref)

    @cached_property
    def in_proof(self) -> bool:
        """Whether the text may call lemmas: in the theory, and in a lemma or a contract."""
        if self.module.of_project and self.module.name.startswith(
            ("verif.theory", "verif.readings")
        ):
            return True
        outermost = Ref(self.module.name, self.whole.ref.name.partition(".")[0])
        return bool(self.checker.marks(outermost) & {"lemma", "contract"})

    @cached_property
    def prints(self) -> bool:
        """Whether the text may compute with strings, as only those of `spec` do."""
        return self.module.of_project and self.module.name.partition(".")[0] == "spec"

    @property
    def speaks(self) -> bool:
        """Whether strings are values here: in `spec`, and in the message of an error."""
        return self.speaking > 0 or self.prints

    @contextmanager
    def message(self) -> Generator[None]:
        """A stretch of text in which strings are values: the message of an error."""
        self.speaking += 1
        try:
            yield
        finally:
            self.speaking -= 1

    def refused(self, e: Expr, what: str, instead: str = "") -> RefusedError:
        """The error of an expression that is ill-typed."""
        return RefusedError(Refusal(self.whole.file, e.line, what, instead))

    def some(self, t: Type, operate: Callable[[Type], Type]) -> Type:
        """The type of an operation's result on one of the options of a type.

        An option that has no result is left out; if none has one, the first refusal is raised.
        """
        found: list[Type] = []
        refusals: list[RefusedError] = []
        for option in self.types.options(t):
            try:
                found.append(operate(option))
            except RefusedError as refusal:
                refusals.append(refusal)
        if refusals and not found:
            raise refusals[0]
        return union(found)

    # Functions.

    def function(self, f: Function, env: Env, given: Env, result: Type = ANYTHING) -> Type:
        """Check a function; the type of its result."""
        slots = self.checker.signature(f).slots or ()
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
        """The type of an expression where a type is wanted."""
        found = self.infer(e, env, wanted)
        if self.types.fits(found, wanted):
            return found
        if self.speaks and wanted == UNKNOWN and self.types.is_value(found, strings=True):
            return found
        raise self.misfit(e, found, wanted)

    def misfit(self, e: Expr, found: Type, wanted: Type) -> RefusedError:
        """The error of an expression whose type is not the one that is wanted."""
        takes = any(isinstance(o, Arrow) for o in self.types.options(wanted))
        if not (takes or self.types.is_value(found)):
            if ALGEBRA in self.types.options(found):
                advice = "call an operation, such as `alg.size(A)`"
                return self.refused(e, "`alg` as a value", advice)
            if self.types.is_value(found, strings=True):
                advice = "strings are labels of claims and messages of errors"
                return self.refused(e, "a string as a value", advice)
            advice = "call it, or pass it to a function that calls it"
            return self.refused(e, "a function as a value", advice)
        return self.refused(e, f"{show(found)} where {show(wanted)} is needed")

    def condition(self, e: Expr, env: Env) -> None:
        """Check an expression that decides something."""
        self.decides(e, self.infer(e, env, UNKNOWN))

    def decides(self, e: Expr, t: Type) -> None:
        """Check that an expression of a type can decide something.

        An integer can where it is not 0, and a tuple, a list or a table where it is not empty.
        """
        for option in self.types.options(t):
            match option:
                case Basic("str") if not self.prints:
                    raise self.misfit(e, t, BOOL)
                case Basic(name) if name != "implementation":
                    continue
                case Fixed() | Table() | Letter():
                    continue
                case Sequence(kind=kind) if kind != "iterator":
                    continue
                case Arrow() | Basic():
                    raise self.misfit(e, t, BOOL)
                case _:
                    raise self.refused(e, f"{show(option)} as a condition", "write a comparison")

    # Expressions.

    def infer(self, e: Expr, env: Env, wanted: Type) -> Type:
        """The type that an expression has; parts of it may use the type that is wanted of it."""
        match e:
            case Constant(value=value):
                return self.constant(value)
            case Variable(name=name):
                if name in self.loops:
                    return Arrow(None, UNKNOWN)
                return env.get(name, UNKNOWN)
            case Global(ref=ref):
                if self.checker.marks(ref) & _CITES:
                    raise self.refused(
                        e, f"`{ref.name}` as a value", f"cite it: `by({ref.name}, ..)`"
                    )
                return self.checker.meaning(ref)
            case Builtin(name=name):
                return self.checker.builtins.get(name, Arrow(None, UNKNOWN))
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
            case Call():
                found = self.call(e, env)
                if TEXT in self.types.options(found) and not self.speaks:
                    raise self.refused(e, f"{_name(e)}, which prints", "compare the values instead")
                return found
            case _:
                raise self.refused(e, f"{type(e).__name__} here")

    def constant(self, value: object) -> Type:
        """The type of a constant."""
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
        """The type wanted of elements, where a type of sequences is wanted."""
        if wanted in (ANYTHING, *FREE):
            return ANYTHING
        found = [o.of for o in self.types.options(wanted) if isinstance(o, Sequence)]
        return found[0] if len(found) == 1 else UNKNOWN

    def tuple(self, e: Tuple, env: Env, wanted: Type) -> Type:
        """The type of a tuple or a list that is written out."""
        kind = "list" if e.listed else "tuple"
        if any(isinstance(item, Spread) for item in e.items):
            each = self.inside(wanted)
            return Sequence(union(self.spread(item, env, each) for item in e.items), kind)
        fixed = [o for o in self.types.options(wanted) if isinstance(o, Fixed)]
        fixed = [o for o in fixed if len(o.items) == len(e.items)]
        if len(fixed) == 1:
            wants = fixed[0].items
        else:
            # One of several forms may be wanted: the whole is compared with them afterwards.
            wants = (self.inside(wanted) if not fixed else UNKNOWN,) * len(e.items)
        items = [self.value(i, env, w) for i, w in zip(e.items, wants, strict=True)]
        return Fixed(tuple(items), kind)

    def spread(self, item: Expr, env: Env, each: Type) -> Type:
        """The type of what an item adds to a tuple or to arguments."""
        if not isinstance(item, Spread):
            return self.value(item, env, each)
        found = self.elements(item, self.value(item.of, env))
        if not self.types.fits(found, each):
            raise self.misfit(item, found, each)
        return found

    def lambda_(self, f: Function, env: Env, wanted: Type) -> Type:
        """The type of a lambda, whose parameters have the types that are wanted."""
        arrows = [o for o in self.types.options(wanted) if isinstance(o, Arrow)]
        slots = arrows[0].slots if len(arrows) == 1 else None
        given = {p.name: s.type for p, s in zip(f.params, slots or (), strict=False)}
        given = {name: t for name, t in given.items() if not isinstance(t, Letter)}
        result = self.function(f, env, given)
        own = tuple(
            replace(s, type=given.get(s.name, s.type))
            for s in self.checker.signature(f).slots or ()
        )
        return Arrow(own, result)

    def local(self, e: LetRec, env: Env, wanted: Type) -> Type:
        """The type of a text with local functions.

        A function that the compiler made of a loop or of a branch has no annotations: its calls
        give its parameters their types, and it is checked until they give no more.
        """
        inner = dict(env)
        for f in e.functions:
            if f.made:
                self.loops[f.ref.last] = _Loop(f)
            else:
                inner[f.ref.last] = self.checker.signature(f)
        for f in e.functions:
            if not f.made:
                result = self.function(f, inner, {})
                inner[f.ref.last] = replace(self.checker.signature(f), result=result)
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

    def bind(self, e: Expr, pattern: Pattern, t: Type, env: Env) -> Env:
        """The types of names with those that a pattern binds."""
        match pattern:
            case None:
                return env
            case str() as name:
                return {**env, name: t}
            case Rest(name=name):
                return {**env, name: Sequence(t, "list")}
            case _:
                for part, of in zip(pattern, self.parts(e, pattern, t), strict=True):
                    env = self.bind(e, part, of, env)
                return env

    def parts(self, e: Expr, pattern: tuple[Pattern, ...], t: Type) -> Iterable[Type]:
        """The type of each part that a pattern takes of a value."""
        fixed = self.types.as_tuple(t) if isinstance(t, Made) else t
        star = any(isinstance(p, Rest) for p in pattern)
        if isinstance(fixed, Fixed) and not star:
            if len(fixed.items) != len(pattern):
                raise self.refused(e, f"{len(fixed.items)} values for {len(pattern)} names")
            return fixed.items
        return (self.elements(e, t),) * len(pattern)

    def elements(self, e: Expr, t: Type) -> Type:
        """The type of the elements of what is gone through."""
        return self.some(t, lambda option: self._elements(e, option))

    def _elements(self, e: Expr, t: Type) -> Type:
        match t:
            case Basic("Any" | "Never") | Letter():
                return t
            case Fixed(items=items):
                return union(items)
            case Sequence(of=of) | Table(key=of):
                return of
            case Basic("str") if self.prints:
                return TEXT
            case Made(ref=ref):
                if fields := self.types.as_tuple(t):
                    return union(fields.items)
                if method := self.checker.method(ref, "__iter__"):
                    return self.elements(e, method.result)
            case _:
                pass
        raise self.refused(e, f"{show(t)} where a sequence is needed")

    def entry(self, e: Index, t: Type, place: Type) -> Type:
        """The type of an entry."""
        match self.types.as_tuple(t) or t if isinstance(t, Made) else t:
            case Basic("Any" | "Never") | Letter():
                return t
            case Table(key=key, value=value) if self.types.overlap(place, key):
                return value
            case _ if not self.types.fits(place, INT):
                raise self.misfit(e.at, place, INT)
            case Fixed(items=items) if isinstance(e.at, Constant) and isinstance(e.at.value, int):
                there = -len(items) <= e.at.value < len(items)
                return items[e.at.value] if there else UNKNOWN
            case Fixed(items=items):
                return union(items)
            case Basic("str") if self.prints:
                return TEXT
            case Sequence(of=each, kind=kind) if kind != "iterator":
                return each
            case Made(ref=ref) if method := self.checker.method(ref, "__getitem__"):
                return method.result
            case _:
                raise self.refused(
                    e, f"an entry of {show(t)}", "only tuples, lists and tables have entries"
                )

    def sliced(self, e: Slice, t: Type) -> Type:
        """The type of a part of a sequence."""
        match self.types.as_tuple(t) or t if isinstance(t, Made) else t:
            case Fixed(items=items, kind=kind):
                return Sequence(union(items), kind)
            case Sequence(kind=kind) if kind != "iterator":
                return t
            case Basic("Any" | "Never") | Letter():
                return t
            case _:
                raise self.refused(e, f"a part of {show(t)}", "only tuples and lists have parts")

    def member(self, e: Field, t: Type, name: str) -> Type:
        """The type of an attribute."""
        found: Type | None = None
        match t:
            case Basic("Any") | Letter() if name in self.known_members:
                return UNKNOWN
            case Basic("Never"):
                return NEVER
            case Basic("implementation"):
                found = self.checker.operation(name)
                if found is None:
                    raise self.refused(e, f"`alg.{name}`", "`alg` has the operations of `spec`")
            case Made(ref=ref):
                found = self.checker.member(ref, name)
                if found == TEXT and not (self.speaks or self.checker.stores(ref, name)):
                    raise self.refused(e, f"`.{name}`, which prints", "compare the values instead")
            case Basic("int" | "bool") if name == "bit_length":
                return Arrow((), INT)
            case Fixed() | Sequence() if name in ("index", "count"):
                return Arrow((Slot("value", UNKNOWN),), INT)
            case Table(key=key, value=value):
                key = key if self.types.is_value(key, strings=True) else UNKNOWN
                found = _of_table(key, value).get(name)
            case Basic("str") if self.prints:
                return Arrow(None, TEXT)
            case _:
                pass
        if found is None:
            raise self.refused(
                e, f"the attribute `.{name}` of {show(t)}", "it has no such field or method"
            )
        return found

    @cached_property
    def known_members(self) -> frozenset[str]:
        """The attributes that a value of unknown type may have."""
        return self.checker.known_members(self.module)

    # Operators.

    def primitive(self, e: Primitive, env: Env, wanted: Type) -> Type:
        """The type of an operator's result."""
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
                # Strings can be compared: they are names of variants.
                if not self.types.is_value(t, strings=True):
                    raise self.misfit(a, t, UNKNOWN)
            other = found[1] if op in ("==", "!=") else self.elements(args[1], found[1])
            if not self.types.overlap(found[0], other):
                both = f"{show(found[0])} and {show(other)}"
                raise self.refused(e, f"`{op}` of {both}", "they are never equal")
            return BOOL
        found = [self.value(a, env) for a in args]
        if op in ("neg", "pos"):
            return self.some(found[0], lambda a: self.operate(e, (a,)))
        return self.some(found[0], lambda a: self.some(found[1], lambda b: self.operate(e, (a, b))))

    def connective(self, e: Primitive, env: Env, wanted: Type) -> Type:
        """The type of `and` and `or`, whose later operands know what the earlier ones found."""
        found: list[Type] = []
        for a in e.args[:-1]:
            t = self.value(a, env)
            self.decides(a, t)
            # Where `or` goes on with a value it is true, and so not None.
            found.append(self.types.narrowed(t, ("none",), passes=False) if e.op == "or" else t)
            env = self.narrow(a, env, passes=e.op == "and")
        return union((*found, self.value(e.args[-1], env, wanted)))

    def operate(self, e: Primitive, args: tuple[Type, ...]) -> Type:
        """The type of an operator's result for arguments of types that are no unions."""
        op = e.op.removesuffix("=") if e.op in IN_PLACE else e.op
        if NEVER in args:
            return NEVER
        if UNKNOWN in args or any(isinstance(a, Letter) for a in args):
            return BOOL if op in _ORDER else UNKNOWN
        for a in args:
            if isinstance(a, Made) and (
                special := self.checker.method(a.ref, _SPECIAL.get(op, ""))
            ):
                return special.result
        args = tuple(self.types.as_tuple(a) or a if isinstance(a, Made) else a for a in args)
        if self.prints and set(args) == {TEXT}:
            return BOOL if op in _ORDER else TEXT
        if all(a in (INT, BOOL) for a in args):
            bits = op in ("&", "|", "^") and set(args) == {BOOL}
            return BOOL if op in _ORDER or bits else INT
        match op, args:
            case "+", (Fixed(items=left, kind=kind), Fixed(items=right, kind=other)) if (
                kind == other
            ):
                return Fixed(left + right, kind)
            case "+", (
                Fixed(kind=kind) | Sequence(kind=kind),
                Fixed(kind=other) | Sequence(kind=other),
            ) if kind == other != "iterator":
                return Sequence(union(self.elements(e, a) for a in args), kind)
            case "*", (Fixed(kind=kind) | Sequence(kind=kind), Basic("int" | "bool")) if (
                kind != "iterator"
            ):
                return Sequence(self.elements(e, args[0]), kind)
            case _, (Fixed() | Sequence(), Fixed() | Sequence()) if (
                op in _ORDER and self.types.overlap(*args)
            ):
                return BOOL
            case _:
                raise self.refused(e, f"`{e.op}` of {' and '.join(map(show, args))}")

    def narrow(self, test: Expr, env: Env, *, passes: bool) -> Env:
        """The types of names where a condition is true, or false."""
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
        """The types of names after a statement, which may be an assumption."""
        match e:
            case Call(of=Builtin(name="assume"), args=(_, test)):
                return self.narrow(test, env, passes=True)
            case _:
                return env

    def with_(self, env: Env, name: str, kinds: tuple[str | Ref, ...], *, passes: bool) -> Env:
        """The types of names after a test of one of them."""
        found = self.types.narrowed(env.get(name, UNKNOWN), kinds, passes=passes)
        # Where no value is left the text is dead, and says nothing.
        return {**env, name: UNKNOWN if found == NEVER else found}

    # Calls.

    def call(self, e: Call, env: Env) -> Type:
        """The type of a call's result."""
        match e.of:
            case Builtin(name=name):
                return self.builtin(e, name, env)
            case Variable(name=name) if name in self.loops:
                self.loops[name].call(tuple(self.value(a, env, ANYTHING) for a in e.args))
                return NEVER
            case Global(ref=ref) if marks := self.checker.marks(ref) & _CITES:
                if "claim" in marks or not self.in_proof:
                    raise self.refused(
                        e, f"a call of `{ref.name}`", f"cite it: `by({ref.name}, ..)`"
                    )
                return self.apply(e, self.checker.meaning(ref), e.args, env)
            case _:
                return self.apply(e, self.infer(e.of, env, ANYTHING), e.args, env)

    def apply(self, e: Call, of: Type, args: tuple[Expr, ...], env: Env) -> Type:
        """The type of the result of a function of some type for some arguments."""

        def one(t: Type) -> Type:
            if isinstance(t, Made):
                t = self.checker.method(t.ref, "__call__") or t
            if isinstance(t, Arrow):
                return self.applied(e, t, args, env)
            if t in (UNKNOWN, NEVER) or isinstance(t, Letter):
                return self.applied(e, Arrow(None, UNKNOWN), args, env)
            raise self.refused(e, f"a call of {show(t)}", "only functions and layouts are called")

        return self.some(of, one)

    def applied(self, e: Call, of: Arrow, args: tuple[Expr, ...], env: Env) -> Type:
        """The type of the result of a function for some arguments."""
        solved: dict[str, Type] = {}
        pairs = self.matched(e, of.slots, args)
        # Functions come last: what they take is known by the other arguments.
        for a, slot in sorted(pairs, key=lambda pair: takes_function(pair[1].type)):
            want = filled(slot.type, solved) if takes_function(slot.type) else slot.type
            found = self.spread(a, env, want)
            if slot == _FREE and not self.speaks and TEXT in self.types.options(found):
                raise self.misfit(a, found, UNKNOWN)
            solve(slot.type, found, lambda t: self.elements(e, t), solved)
        return filled(of.result, solved)

    def matched(
        self, e: Call, slots: tuple[Slot, ...] | None, args: tuple[Expr, ...]
    ) -> Iterator[tuple[Expr, Slot]]:
        """Each argument with its parameter."""
        if slots is None:
            yield from ((a, _FREE) for a in (*args, *(v for _, v in e.named)))
            return
        left = [s for s in slots if not s.several]
        rest = next((s for s in slots if s.several), None)
        spread = False
        for a in args:
            spread = spread or isinstance(a, Spread)
            place = next((s for s in left if not s.by_name), rest)
            if place is None:
                takes = f"{sum(not s.by_name for s in slots)} arguments"
                raise self.refused(e, f"{_name(e)} takes {takes}, but {len(args)} are given")
            if spread and place is not rest:
                # It is not known which parameters the elements are for.
                yield a, replace(_FREE, type=UNKNOWN)
                continue
            if place is not rest:
                left.remove(place)
            yield a, place
        for name, v in e.named:
            place = next((s for s in left if s.name == name), None)
            if place is None:
                raise self.refused(e, f"{_name(e)} cannot take an argument `{name}` here")
            left.remove(place)
            yield v, place
        missing = next((s for s in left if s.required), None)
        if missing is not None and not spread:
            raise self.refused(e, f"{_name(e)} needs an argument `{missing.name or '..'}`")

    def builtin(self, e: Call, name: str, env: Env) -> Type:
        """The type of a call of a builtin."""
        args = e.args
        match name:
            case "by":
                return self.cite(e, env)
            case "attempt" | "unfold" | "partial" if not args:
                raise self.refused(e, f"{name}() without a function")
            case "attempt" | "unfold":
                result = self.apply(e, self.infer(args[0], env, ANYTHING), args[1:], env)
                return union((result, NONE)) if name == "attempt" else NONE
            case "partial":
                return self.partial(e, env)
            case "make":
                for a in args[1:]:
                    self.value(a, env, ANYTHING)
                return Made(args[0].ref) if isinstance(args[0], Global) else UNKNOWN
            case "bool":
                self.condition(args[0], env)
                return BOOL
            case _:
                pass
        spread = any(isinstance(a, Spread) for a in args)
        known = self.checker.builtins
        arrow = known.get(name, Arrow(None, UNKNOWN))
        arrow = arrow if spread else known.get(f"{name}_{len(args)}", arrow)
        result = self.applied(e, arrow, args, env)
        if name in ("ensure_equal", "same") and len(args) == 3:
            left, right = (self.value(a, env) for a in args[1:])
            if not self.types.overlap(left, right):
                both = f"{show(left)} and {show(right)}"
                raise self.refused(e, f"{name} of {both}", "they are never equal")
        return result

    def cite(self, e: Call, env: Env) -> Type:
        """Check that `by` cites a lemma or a claim, with the arguments that it has."""
        match e.args:
            case (Constant(value=str()), *given):
                for a in given:
                    self.spread(a, env, UNKNOWN)
            case (Global(ref=ref), *given) if marks := self.checker.marks(ref) & _CITES:
                slots = self.checker.signature(self.checker.program.function(ref)).slots or ()
                if "claim" in marks:
                    slots = slots[1:]
                self.applied(e, Arrow(slots, NONE), tuple(given), env)
            case _:
                raise self.refused(
                    e, "`by` of what is not a lemma or a claim", "cite a lemma, a claim, or its id"
                )
        return NONE

    def partial(self, e: Call, env: Env) -> Type:
        """The type of a function with some arguments given."""
        found = self.infer(e.args[0], env, ANYTHING)
        if not isinstance(found, Arrow) or found.slots is None:
            self.applied(e, Arrow(None, UNKNOWN), e.args[1:], env)
            return Arrow(None, UNKNOWN)
        optional = tuple(replace(s, required=False) for s in found.slots)
        given: list[Slot] = []
        for a, slot in self.matched(e, optional, e.args[1:]):
            self.spread(a, env, slot.type)
            given.append(slot)
        return replace(found, slots=tuple(s for s in optional if s.several or s not in given))


def _of_table(key: Type, value: Type) -> dict[str, Type]:
    return {
        "get": Arrow((Slot("key", key), Slot("default", UNKNOWN, required=False)), UNKNOWN),
        "keys": Arrow((), Sequence(key, "iterator")),
        "values": Arrow((), Sequence(value, "iterator")),
        "items": Arrow((), Sequence(Fixed((key, value)), "iterator")),
    }


def _name(e: Call) -> str:
    match e.of:
        case Builtin(name=name) | Field(name=name) | Variable(name=name):
            return f"`{name}`"
        case Global(ref=ref):
            return f"`{ref.last}`"
        case _:
            return "the function"
