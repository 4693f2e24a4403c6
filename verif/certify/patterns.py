"""Find expressions that are printed as a unit: chained comparisons, loops, parts of lists.

The compiler turns one piece of Python syntax into several nested expressions. The names that the
compiler introduces are not Python identifiers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from verif.language.form import (
    Attempt,
    Builtin,
    Call,
    Constant,
    Expr,
    Function,
    If,
    Index,
    Let,
    LetRec,
    Parameter,
    Pattern,
    Primitive,
    Slice,
    Variable,
)

COMPARISONS: Final = frozenset(("==", "!=", "<", "<=", ">", ">="))


def is_hint(of: Expr) -> bool:
    """Return whether calls of the function `of` are hints for the prover. Hints are not printed."""
    return isinstance(of, Builtin) and of.name in ("by", "witness", "unfold")


@dataclass(frozen=True)
class Chain:
    """A chain such as `a < b <= c`, which has the signs `<`, `<=` and the sides `a`, `b`, `c`."""

    signs: tuple[str, ...]
    sides: tuple[Expr, ...]


def chain(e: Expr) -> Chain | None:
    """Return the chain of comparisons in an expression, or None.

    `a < b and b < c` is a chain, too: it means `a < b < c`.
    """
    match e:
        case Primitive(op=op, args=(left, right)) if op in COMPARISONS:
            return Chain((op,), (left, right))
        case Primitive(op="and", args=(first, rest)):
            one, others = chain(first), chain(rest)
            if one is None or others is None or one.sides[1:] != others.sides[:1]:
                return None
            return Chain(one.signs + others.signs, one.sides + others.sides[1:])
        case Let(pattern=str() as name, value=value, body=body) if not name.isidentifier():
            inner = chain(body)
            if inner is None:
                return None
            sides = (value if is_variable(side, name) else side for side in inner.sides)
            return Chain(inner.signs, tuple(sides))
        case _:
            return None


def is_variable(e: Expr, name: str) -> bool:
    return isinstance(e, Variable) and e.name == name


@dataclass(frozen=True)
class Loop:
    """A loop `for pattern in among`.

    In the compiled form, the loop is a local function with the name `name`. The body calls this
    function again, with the remaining entries and the `state`: the values of the names that the
    body changes. `after` are the statements after the loop.
    """

    line: int
    name: str
    pattern: Pattern
    among: Expr
    body: Expr
    after: Expr
    state: tuple[Parameter, ...]
    initial: tuple[Expr, ...]


def loop(e: LetRec) -> Loop | None:
    """Return the loop from which the compiler made a local function, or None."""
    match e:
        case LetRec(
            functions=(
                Function(
                    params=(_, *state),
                    body=If(
                        test=Call(of=Builtin(name="some")),
                        then=Let(pattern=pattern, body=body),
                        other=after,
                    ),
                    made=True,
                ),
            ),
            body=Call(
                of=Variable(name=name),
                args=(Call(of=Builtin(name="through"), args=(among,)), *initial),
            ),
        ):
            found = (name, pattern, among, body, after, tuple(state), tuple(initial))
            return Loop(e.line, *found)
        case _:
            return None


def local_name(function: Function) -> str:
    """Return the name of a local function, as calls use it."""
    return function.ref.name.rpartition(">.")[2]


def is_statement(e: Expr) -> bool:
    """Return whether a value comes from statements that bind names, not from one expression.

    The line numbers show the difference: a conditional expression starts at its first value, but an
    `if` statement starts at its condition.
    """
    return isinstance(e, Attempt) or (isinstance(e, If) and e.then.line > e.line)


def part(e: Expr) -> tuple[Expr, str] | None:
    """Return the sequence that an expression indexes or slices, and the index or slice as a text.

    The text is in Python's notation, such as `0`, `1:` or `::-1`. Return None for any other
    expression, and also if a number in the brackets is not a constant.
    """
    match e:
        case Index(of=of, at=Constant(value=int() as at)):
            return of, str(at)
        case Slice(of=of, low=low, high=high, step=step):
            ends = [_end(each) for each in (low, high, step)]
            if None in ends:
                return None
            return of, f"{ends[0]}:{ends[1]}" + (f":{ends[2]}" if step is not None else "")
        case _:
            return None


def _end(e: Expr | None) -> str | None:
    match e:
        case None:
            return ""
        case Constant(value=int() as value):
            return str(value)
        case _:
            return None


def part_of(e: Expr, at: str) -> str | None:
    """Return the name x if the expression is x[at] for a variable x, otherwise None.

    `at` is an index or a slice as a text, such as `0` or `1:`.
    """
    match part(e):
        case (Variable(name=name), place) if place == at:
            return name
        case _:
            return None
