"""Random programs. Some are slightly outside the language, and many contain deliberate errors."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from tests.language.comparing import code_of
from tests.language.grammar import GRAMMAR, ODD, Template, template

NAMES: Final = ("a", "b", "c", "x", "y", "z", "k", "n", "t", "u", "rest")
HELD: Final = ("p", "q", "s", "v")
"""Names that are used only for parameters of lambdas."""
SHADOWING: Final = (
    "_",
    "_",
    "int",
    "ValueError",
    "len",
    "sum",
    "g",
    "f",
    "T",
    "max",
    "range",
    "P",
    "tuple",
    "side_1",
    "loop_1",
)
ASSIGNED: Final = ("int", "int", "int", "bool", "ints", "list", "any", "opt", "fn", "items")
ASSIGNED_TOO: Final = ("dict", "P", "Q", "str", "pair", "nest", "pairs")
SHORT: Final = {
    **dict.fromkeys(("int", "num", "lit", "opt", "any"), "1"),
    **dict.fromkeys(("ints", "seq", "iter", "nest"), "(1, 2)"),
    **dict.fromkeys(("bool", "truth"), "True"),
    "items": "(1, 2)",
    "nat": "2",
    "list": "[3]",
    "iterator": "reversed((1, 2))",
    "pairs": "((1, 2), (3, 4))",
    "step": "1",
    "slice": "1:",
    "pair": "(4, 5)",
    "fn": "abs",
    "pos": "2",
    "P": "P(1)",
    "Q": "Q(1, 2)",
    "str": "'a'",
    "dict": "{1: 2}",
}
"""For each kind of hole in a template, a short expression.

The expression fills a deeply nested hole if no name fits.
"""
BOUNDED: Final = ("nat", "num", "pos", "slice", "step", "lit")
"""Types that are never replaced by a random type, so that numbers and lists stay small."""
ALIKE: Final = {
    **dict.fromkeys(("seq", "iter", "items", "nest"), ("ints", "list", "pair")),
    "int": ("int", "int", "bool"),
    "truth": ("bool", "int", "ints", "opt"),
    "opt": ("opt", "int"),
}
"""For each type, the types of names that may be used as an expression of this type."""
BARE: Final = template("@name")

HEAD: Final = """from __future__ import annotations
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial, reduce
from itertools import accumulate, chain, combinations, dropwhile, islice, pairwise, permutations
from itertools import product, repeat, starmap, takewhile, zip_longest
from math import gcd, isqrt, prod
from operator import add, mul
from typing import NamedTuple

from spec.errors import ShapeError
"""

Scope = dict[str, str]
"""The usual type of each name."""


@dataclass
class Drawing:
    """The state of the generator of one random program."""

    draw: Random
    oddness: float
    calls: frozenset[str] = frozenset(("f1", "g", "h", "r"))
    templates: dict[str, tuple[Template, ...]] = field(default_factory=dict)
    captured: frozenset[str] = frozenset()
    """The variables of the enclosing function."""
    changing: set[str] = field(default_factory=lambda: set(NAMES))
    """Names that may be bound more than once. No inner function may capture these names."""
    loops: int = 0
    tries: int = 0
    numbered: int = 0

    def __post_init__(self) -> None:
        self.anew()

    def anew(self) -> None:
        """Choose a small part of the grammar, so that the chosen forms are combined more often."""
        shares = {"?": self.oddness, "!": self.draw.choice((0, 0, 0.3, 0.6))}
        share = self.draw.choice((0.3, 0.6, 0.9))
        for kind, templates in GRAMMAR.items():
            kept = [t for t in templates if self.chance(shares.get(t.mark, share))]
            self.templates[kind] = (*kept, template(SHORT[kind]))

    def chance(self, share: float) -> bool:
        return self.draw.random() < share

    def name(self) -> str:
        return self.draw.choice(SHADOWING if self.chance(0.2 * self.oddness) else NAMES)

    def new(self, letter: str) -> str:
        """Return a fresh name. Inside a loop, this name counts as bound more than once."""
        self.numbered += 1
        name = f"{letter}{self.numbered}"
        if self.loops:
            self.changing.add(name)
        return name

    def bound(self, letter: str, scope: Scope) -> str:
        """Return the name that the next statement binds."""
        if self.chance(self.oddness):
            return self.name()
        free = [n for n in NAMES if n not in self.captured and not (self.tries and n in scope)]
        return self.draw.choice(free) if free and self.chance(0.5) else self.new(letter)

    # Expressions.

    def expr(self, kind: str, scope: Scope, depth: int) -> str:
        if self.chance(0.1 * self.oddness) and kind not in BOUNDED:
            kind = self.draw.choice(tuple(SHORT))
        if depth > 0 and kind in self.templates:
            chosen = self.draw.choice(self.templates[kind])
            if chosen is not BARE and chosen.calls <= self.calls:
                return self.filled(chosen, scope, depth)
        return self.named(kind, scope) or SHORT.get(kind, "N")

    def named(self, kind: str, scope: Scope) -> str | None:
        alike = ALIKE.get(kind, (kind,))
        names = [n for n, k in scope.items() if k in alike or kind == "any"]
        return self.draw.choice(names) if names else None

    def filled(self, made: Template, scope: Scope, depth: int) -> str:
        names = {v: self.name() for v in made.own}
        if made.holds and not self.chance(self.oddness):
            names = dict(zip(made.own, self.draw.sample(HELD, len(names)), strict=True))
        elif len(set(names.values())) < len(names) and not self.chance(self.oddness):
            names = dict(zip(made.own, self.draw.sample(NAMES, len(names)), strict=True))
        held = scope
        if made.holds and not self.chance(self.oddness):
            held = {n: k for n, k in scope.items() if n not in self.changing}
        text = ""
        for part in made.parts:
            if isinstance(part, str):
                text += part
            elif part.kind[0] == "$":
                text += names[part.kind[1]]
            elif part.kind == "name":
                text += self.named("int", scope) or "N"
            else:
                inner = (
                    {**held, **{names[v]: kind for v, kind in part.binds}} if part.binds else scope
                )
                text += self.expr(part.kind, inner, depth - 1)
        return text

    # Statements.

    def block(self, scope: Scope, depth: int, count: int, loop: bool) -> list[str]:
        """Return the lines of several statements, and add the names that they bind to `scope`."""
        lines: list[str] = []
        for _ in range(count):
            lines += self.statement(scope, depth, loop)
            if _left(lines) and not self.chance(self.oddness):
                break
        return lines or ["pass"]

    def statement(self, scope: Scope, depth: int, loop: bool) -> list[str]:
        makers = [self.assigned] * 8 + [self.augmented] * 3 + [self.unpacked] * 2
        makers += [self.nested, self.asserted, self.evaluated]
        if depth > 0:
            makers += [self.branch] * 5 + [self.loop] * 4 + [self.attempted] * 2
        if self.chance(0.5 * self.oddness):
            makers = [self.odd]
        if self.chance(0.06 if depth < 2 else 0.01):
            return [self.left(scope)]
        if loop and self.chance(0.08):
            return ["continue"]
        if loop and self.chance(0.5 * self.oddness):
            return ["break"]
        maker = self.draw.choice(makers)
        return maker(scope, depth, loop)

    def left(self, scope: Scope) -> str:
        if self.chance(0.1):
            errors = ("ValueError", "ArithmeticError", "ShapeError", "TypeError")
            return f"raise {self.draw.choice(errors)}('no')"
        return f"return {self.expr(self.draw.choice(('int', 'int', 'any')), scope, 3)}"

    def assigned(self, scope: Scope, depth: int, _loop: bool) -> list[str]:
        name = self.bound("c", scope)
        kind = scope.get(name, "fn")
        if kind in ("fn", "mixed") or self.chance(0.1):
            kind = self.draw.choice(ASSIGNED if self.chance(0.7) else ASSIGNED_TOO)
        value = self.expr(kind, scope, 3)
        scope[name] = kind
        return [f"{name}: int = {value}" if self.chance(0.05) else f"{name} = {value}"]

    def augmented(self, scope: Scope, _depth: int, _loop: bool) -> list[str]:
        kind = self.draw.choice(("int", "int", "int", "ints", "list"))
        name = self.named(kind, scope)
        if (
            name not in self.changing
            or name in self.captured
            or (self.tries and not self.chance(self.oddness))
        ):
            return self.assigned(scope, _depth, _loop)
        op = self.draw.choice(
            ("+", "+", "-", "//", "%", "&", "|", "^") if kind == "int" else ("+",)
        )
        other = "iter" if kind == "list" and self.chance(0.3) else kind
        return [f"{name} {op}= {self.expr(other, scope, 2)}"]

    def unpacked(self, scope: Scope, _depth: int, _loop: bool) -> list[str]:
        a, b, c = (self.bound("c", scope) for _ in range(3))
        if len({a, b, c}) < 3:
            a, b, c = (self.new("c") for _ in range(3))
        target, kind, types = self.draw.choice(
            (
                (f"{a}, {b}", "@int, @int", "ii"),
                (f"{a}, {b}", "@pair", "ii"),
                (f"{a}, *{b}", "@int, *@seq", "il"),
                (f"*{a}, {b}", "@ints", "li"),
                (f"{a}, *{b}, {c}", "(@int, *@iter, @int)", "ili"),
                (f"({a}, {b}), {c}", "@pair, @int", "iii"),
                (f"{a}, ({b}, *{c})", "@int, @ints", "iil"),
                (
                    f"{a}, {b}",
                    f"{self.named('int', scope) or 1}, {self.named('int', scope) or 2}",
                    "ii",
                ),
                (f"{a}, {b}", "@iterator", "ii"),
                (f"[{a}, {b}]", "[@int, @bool]", "ii"),
                (f"{a},", "@seq", "i"),
                (f"{a}, {b}, {c}", "(@int, @ints, @list)", "itl"),
            )
        )
        value = self.filled(template(kind), scope, 3)
        kinds = {"i": "int", "l": "list", "t": "ints"}
        scope |= dict(zip((a, b, c), (kinds[t] for t in types), strict=False))
        return [f"{target} = {value}"]

    def asserted(self, scope: Scope, _depth: int, _loop: bool) -> list[str]:
        return [f"assert {self.expr('truth', scope, 2)}"] if self.chance(self.oddness) else ["pass"]

    def evaluated(self, scope: Scope, _depth: int, _loop: bool) -> list[str]:
        return [self.expr("any", scope, 2)]

    def branch(self, scope: Scope, depth: int, loop: bool) -> list[str]:
        then, other = dict(scope), dict(scope)
        lines = [f"if {self.expr('truth', scope, 2)}:"]
        lines += _in(self.block(then, depth - 1, self.draw.randrange(1, 4), loop))
        if self.chance(0.2):
            between = dict(scope)
            lines += [f"elif {self.expr('truth', scope, 2)}:"]
            lines += _in(self.block(between, depth - 1, self.draw.randrange(1, 3), loop))
            then = {n: k for n, k in then.items() if n in between}
        if self.chance(0.6):
            lines += ["else:", *_in(self.block(other, depth - 1, self.draw.randrange(1, 3), loop))]
        self.joined(scope, then, other)
        return lines

    def joined(self, scope: Scope, *ends: Scope) -> None:
        """Add to `scope` the names that every branch binds.

        Sometimes also add a name that only some branches bind.
        """
        for name in {n: None for end in ends for n in end}:
            kinds = [end[name] for end in ends if name in end]
            if len(kinds) == len(ends) or self.chance(0.2 * self.oddness):
                scope[name] = kinds[0] if len(set(kinds)) == 1 else "mixed"

    def loop(self, scope: Scope, depth: int, _loop: bool) -> list[str]:
        self.loops += 1
        a, b, c = self.new("i"), self.new("i"), self.new("i")
        if self.chance(self.oddness):
            a, b, c = self.name(), self.name(), self.name()
        free = [n for n in NAMES if n not in scope]
        if len(free) > 2 and self.chance(0.5):
            a, b, c = self.draw.sample(free, 3)
        inner = dict(scope)
        if self.chance(0.6):
            head = f"for {a} in {self.expr('iter', scope, 2)}:"
            inner[a] = "int"
        elif self.chance(0.7):
            head = f"for {a}, {b} in {self.expr('pairs', scope, 2)}:"
            inner |= {a: "int", b: "int"}
        elif self.chance(0.5):
            head = (
                f"for {a}, *{b} in ({self.expr('ints', scope, 2)}, {self.expr('list', scope, 2)}):"
            )
            inner |= {a: "int", b: "list"}
        else:
            head = f"for {a}, ({b}, {c}) in enumerate({self.expr('pairs', scope, 2)}):"
            inner |= {a: "int", b: "int", c: "int"}
        if self.chance(0.2 * self.oddness):
            head = f"while {self.expr('bool', scope, 2)}:"
            inner = dict(scope)
        lines = [head, *_in(self.block(inner, depth - 1, self.draw.randrange(1, 4), True))]
        if self.chance(0.2 * self.oddness):
            lines += ["else:", *_in(self.block(dict(inner), depth - 1, 1, False))]
        if self.chance(0.5 * self.oddness):
            scope |= inner
        self.loops -= 1
        return lines

    def attempted(self, scope: Scope, depth: int, loop: bool) -> list[str]:
        body, handler = dict(scope), dict(scope)
        errors = (
            "ValueError",
            "ValueError",
            "ValueError",
            "ShapeError",
            "(ShapeError, ValueError)",
        )
        more = (
            "ZeroDivisionError",
            "Exception",
            "IndexError",
            "ValueError as e",
            "TypeError",
            "LookupError",
        )
        error = self.draw.choice(more if self.chance(self.oddness) else errors)
        count = self.draw.choice((1, 1, 1, 2, 3))
        self.tries += 1
        tried = self.block(body, depth - 1, count, loop and self.chance(self.oddness))
        self.tries -= 1
        if self.chance(0.5):
            name = self.new("c")
            tried = [f"{name} = fails({self.expr('int', scope, 2)})"]
            body[name] = "int"
        if self.chance(0.3) and not _left(tried):
            tried.append(self.left(body))
        caught = self.block(handler, depth - 1, 1, loop)
        if self.chance(0.4) and not _left(caught):
            caught.append(self.left(handler))
            handler = dict(body)
        lines = ["try:", *_in(tried), f"except {error}:", *_in(caught)]
        if self.chance(0.2 * self.oddness):
            lines += [
                self.draw.choice(("else:", "finally:")),
                *_in(self.block(dict(scope), 0, 1, False)),
            ]
        self.joined(scope, body, handler)
        return lines

    def nested(self, scope: Scope, depth: int, _loop: bool) -> list[str]:
        name = self.new("f")
        held = {
            n: k for n, k in scope.items() if n not in self.changing or self.chance(self.oddness)
        }
        if self.chance(0.2):
            scope[name] = "fn"
            return [f"{name} = lambda v: {self.expr('int', {**held, 'v': 'int'}, 3)}"]
        params = self.draw.choice(("v", "v", "v=2", "*v", f"v={self.named('int', held) or 3}"))
        around = self.changing, self.loops, self.tries
        self.changing, self.loops, self.tries = set(NAMES), 0, 0
        lines = self.function(name, held, 1, params)
        self.changing, self.loops, self.tries = around
        scope[name] = "fn"
        return lines

    def function(self, name: str, scope: Scope, depth: int, params: str) -> list[str]:
        inner = dict(scope)
        for param in params.replace("*", "").split(","):
            own = param.split("=", maxsplit=1)[0].strip()
            if own:
                inner[own] = "ints" if f"*{own}" in params else "int"
        before, self.captured = self.captured, frozenset(n for n in scope if n in NAMES)
        body = self.block(inner, depth, self.draw.randrange(1, 4), False)
        self.captured = before
        if not _left(body) and self.chance(0.9):
            body.append(f"return {self.expr('int' if self.chance(0.8) else 'any', inner, 3)}")
        return [f"def {name}({params}):", *_in(body)]

    def odd(self, scope: Scope, depth: int, loop: bool) -> list[str]:
        name = self.named("list", scope) or "x"
        number = self.named("int", scope) or "x"
        made = self.draw.choice(ODD).replace("LIST", name).replace("NUMBER", number)
        return self.filled(template(made), scope, 2).split("\n")


def _left(lines: list[str]) -> bool:
    """Whether the last statement is a `return`, `raise`, `continue` or `break`."""
    return bool(lines) and lines[-1].startswith(("return", "raise", "continue", "break"))


def _in(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


RECORDS: Final = """
@dataclass(frozen=True)
class P:
    a: int
    t: tuple[int, ...] = ()

    @property
    def p(self) -> int:
        return {p}

    def m(self, x: int) -> int:
        return {m}

    def n(self, x: int) -> P:
        return P({n}, self.t)


class Q(NamedTuple):
    x: int
    y: int = 3

    def w(self, k: int) -> int:
        return {w}


N = {N}
T = {T}
"""

HELPERS: Final = """
def fails(x):
    if x % 3 == 1:
        raise ValueError("one")
    if x % 7 == 2:
        raise ShapeError("two")
    return x


def flat(x):
    if isinstance(x, (tuple, list)):
        return tuple(z for y in x for z in flat(y))
    return (x,)


def each(n) -> Iterator[int]:
    return (x * n for x in range(n % 4))


def chosen(n, t) -> Iterator[int]:
    return map(abs, (n, *t))


def all2(s):
    return tuple(s)[:2]


def even(k):
    return True if k <= 0 else odd(k - 1)


def odd(k):
    return False if k <= 0 else even(k - 1)
"""


def module(seed: str, count: int) -> str:
    """Return the source of a module with programs `f_0`, `f_1`, .."""
    text = _module(Random(seed), count)
    try:
        code_of(text)
    except SyntaxError:
        return module(f"{seed} again", count)
    return text


def _module(draw: Random, count: int) -> str:
    d = Drawing(draw, draw.choice((0.0, 0.0, 0.01, 0.03)))
    outside = {"N": "int", "T": "ints"}
    this = {**outside, "self.a": "int", "self.t": "ints", "x": "int"}
    pair = {**outside, "self.x": "int", "self.y": "int", "k": "int", "self": "pair"}
    d.calls = frozenset()
    drawn = {"p": d.expr("int", {**this, "x": "other"}, 2), "m": d.expr("int", this, 2)}
    drawn |= {"n": d.expr("int", this, 2), "w": d.expr("int", pair, 2)}
    drawn |= {"N": str(draw.choice((-3, 1, 2, 5))), "T": str(draw.choice(((), (1,), (4, 2, 7))))}
    lines = RECORDS.format(**drawn).split("\n") + HELPERS.split("\n")
    for name, params in (("f1", "v"), ("g", "a, b=2"), ("h", "a, *t, k=1")):
        helper = d.function(name, dict(outside), draw.choice((0, 1)), params)
        while not _is_python(helper):
            helper = d.function(name, dict(outside), draw.choice((0, 1)), params)
        lines += ["", "", *helper]
        d.calls |= {name}
    less = draw.choice(("n - 1", "n // 2", "n - 2"))
    again = d.expr("int", {**outside, "n": "int", f"r({less})": "int"}, 3)
    lines += ["", "", "def r(n):", "    if n <= 0:", f"        return {d.expr('int', outside, 1)}"]
    lines += [f"    return {again} + r({less})"]
    d.calls |= {"r"}
    for number in range(count):
        d.oddness = draw.choice((0.0, 0.0, 0.01, 0.03, 0.1))
        d.anew()
        d.changing = set(NAMES)
        made = main(d, f"f_{number}", outside)
        while d.oddness and not _is_python(made):
            made = main(d, f"f_{number}", outside)
        lines += ["", "", *made]
    return HEAD + "\n".join(lines) + "\n"


def main(d: Drawing, name: str, outside: Scope) -> list[str]:
    """Return the lines of a program: a function of an integer, a tuple and a boolean."""
    scope = {"n": "int", "t": "ints", "b": "bool", **outside}
    lines = d.block(scope, d.draw.choice((1, 2, 2, 3)), d.draw.randrange(2, 8), False)
    names = [n for n in scope if n not in outside and scope[n] not in ("fn", "iterator")]
    last = [d.expr("any", scope, 3), *d.draw.sample(names, d.draw.randrange(min(len(names), 4)))]
    if not _left(lines):
        lines.append(f"return ({', '.join(last)})")
    return [f"def {name}(n: int, t: tuple[int, ...], b: bool = False):", *_in(lines)]


def _is_python(lines: list[str]) -> bool:
    try:
        compile("\n".join(lines), "program", "exec")
    except SyntaxError:
        return False
    return True


def arguments(seed: str) -> list[tuple[object, ...]]:
    """Return arguments for a program."""
    draw = Random(f"arguments {seed}")
    tuples = ((), (1,), (2, 3), (0, -1, 4), (5, 5), (1, 2, 3, 4), (3, 1, 2), (7, 0))
    return [(draw.randrange(-4, 8), draw.choice(tuples), draw.random() < 0.5) for _ in range(4)]
