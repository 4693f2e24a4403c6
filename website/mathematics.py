"""Translate the function of a claim to LaTeX: its lets, hypotheses and conclusions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from verif.kernel.claim import Claim
from verif.kernel.text import form_of_text
from verif.language.form import (
    Builtin,
    Call,
    Clause,
    Comprehension,
    Constant,
    Expr,
    Field,
    Global,
    If,
    Index,
    Let,
    LetRec,
    Message,
    Pattern,
    Primitive,
    Rest,
    Slice,
    Spread,
    Tuple,
    Variable,
)

_BINARY: Final = {
    "+": "{} + {}",
    "-": "{} - {}",
    "*": r"{} \cdot {}",
    "//": r"\left\lfloor {} / {} \right\rfloor",
    "%": r"{} \bmod {}",
    "^": r"{} \oplus {}",
    "&": r"{} \mathbin{{\&}} {}",
    "|": r"{} \mathbin{{|}} {}",
    "<<": r"{} \cdot 2^{{{}}}",
    ">>": r"\left\lfloor {} / 2^{{{}}} \right\rfloor",
}

_SIGNS: Final = {
    "==": "=",
    "!=": r"\neq",
    "<": "<",
    "<=": r"\leq",
    ">": ">",
    ">=": r"\geq",
    "in": r"\in",
    "not in": r"\notin",
}

_ATOMS: Final = (Variable, Global, Builtin, Constant, Field, Index, Slice, Tuple)
_CLOSED: Final = (*_ATOMS, Call)
"""The kinds of expressions that need no parentheses beside an operator."""


@dataclass(frozen=True)
class Line:
    """A line of a statement: its kind, its label (or ""), its formula, and its nesting depth.

    `kind` is one of "let", "if", "then", "where", "for each", and "with" for a call of a function
    that several claims share.
    """

    kind: str
    label: str
    formula: str
    depth: int = 0


def statement(claim: Claim) -> tuple[Line, ...]:
    """Return the lines of a claim in order, without the steps that only a proof needs."""
    return tuple(_lines(form_of_text(claim.text).body, 0))


def _lines(e: Expr, depth: int) -> Iterator[Line]:
    match e:
        case Let(pattern=None, value=value, body=body):
            yield from _step(value, depth)
            yield from _lines(body, depth)
        case Let(pattern=pattern, value=value, body=body):
            yield Line("let", "", f"{_pattern(pattern)} = {latex(value)}", depth)
            yield from _lines(body, depth)
        case If(test=test, then=then, other=other) if not _asks_whether_proving(test):
            yield from _branch("where", latex(test), _lines(then, depth + 1), depth)
            refused = rf"\neg ({latex(test)})"
            yield from _branch("where", refused, _lines(other, depth + 1), depth)
        case LetRec(
            functions=(loop,),
            body=Call(args=(Call(of=Builtin(name="through"), args=(among,)), *_)),
        ):
            yield from _loop(loop.body, among, depth)
        case LetRec(body=body):
            yield from _lines(body, depth)
        case _:
            pass


def _step(e: Expr, depth: int) -> Iterator[Line]:
    """Yield the lines for a line of code that binds no name, such as a call of `assume`."""
    match e:
        case Call(of=Builtin(name="assume" | "ensure" as verb), args=(label, condition)):
            kind = "if" if verb == "assume" else "then"
            yield Line(kind, _words(label), latex(condition), depth)
        case Call(of=Builtin(name="ensure_equal" | "same"), args=(label, left, right)):
            yield Line("then", _words(label), f"{latex(left)} = {latex(right)}", depth)
        case Call(of=Global(ref=ref), args=arguments):
            yield Line("with", "", _applied(_name(ref.last), arguments), depth)
        case Call(of=Field(of=Variable(name="alg"))):
            yield Line("then", "", rf"{latex(e)} \text{{ accepted}}", depth)
        case If():
            yield from _lines(e, depth)
        case _:
            pass


def _loop(body: Expr, among: Expr, depth: int) -> Iterator[Line]:
    """Yield the lines of a loop over the elements of `among`.

    The compiler turns a loop into a recursive function of the remaining elements; `body` is the
    body of this function.
    """
    match body:
        case If(then=Let(pattern=pattern, body=inner), other=after):
            each = rf"{_pattern(pattern)} \in {latex(among)}"
            yield from _branch("for each", each, _lines(inner, depth + 1), depth)
            yield from _lines(after, depth)
        case _:
            pass


def _branch(kind: str, formula: str, inside: Iterator[Line], depth: int) -> Iterator[Line]:
    """Yield the head of a branch and the lines inside; yield nothing if no lines are inside."""
    lines = tuple(inside)
    if lines:
        yield Line(kind, "", formula, depth)
        yield from lines


def _asks_whether_proving(test: Expr) -> bool:
    return isinstance(test, Call) and test.of == Builtin(test.of.line, "proving")


def _words(label: Expr) -> str:
    """Return a label, with formatted values in braces."""
    match label:
        case Message(parts=parts):
            shown = (p if isinstance(p, str) else f"{{{_source(p.value)}}}" for p in parts)
            return "".join(shown)
        case Constant(value=value):
            return str(value)
        case _:
            return _source(label)


def _source(e: Expr) -> str:
    return e.name if isinstance(e, Variable) else latex(e)


def latex(e: Expr) -> str:
    r"""Return an expression of a claim in LaTeX.

    >>> n, one = Variable(1, "n"), Constant(1, 1)
    >>> latex(Primitive(1, "//", (n, Primitive(1, "+", (n, one)))))
    '\\left\\lfloor n / (n + 1) \\right\\rfloor'
    """
    match e:
        case Call():
            return _call(e)
        case Primitive():
            return _primitive(e)
        case Let(pattern=str() as name, value=value, body=body):
            # In `a < b() < c`, b() is evaluated once, so the compiler names its value. Print b()
            # in place of this name.
            return latex(_with(body, name, value))
        case If(test=test, then=then, other=other):
            return rf"{latex(then)} \text{{ if }} {latex(test)} \text{{ else }} {latex(other)}"
        case Spread(of=of):
            return rf"{_inside(of)} \ldots"
        case Comprehension(element=element, clauses=clauses):
            return rf"\left( {latex(element)} \right)_{{{_ranges(clauses)}}}"
        case _:
            return _atom(e)


def _primitive(e: Primitive) -> str:
    match e.op, e.args:
        case "**", (left, right):
            return f"{{{_inside(left)}}}^{{{latex(right)}}}"
        case "not", (Primitive(op="is none", args=(of,)),):
            return rf"{latex(of)} \text{{ is not }} \text{{refused}}"
        case "is none", (of,):
            return rf"{latex(of)} \text{{ is }} \text{{refused}}"
        case (("is" | "is exactly"), (of,)):
            kinds = (kind if isinstance(kind, str) else kind.last for kind in e.types)
            named = r" \mathbin{|} ".join(map(_name, kinds))
            return rf"{_name('isinstance')}({latex(of)}, {named})"
        case "not", (of,):
            return rf"\neg {_inside(of)}"
        case "neg", (of,):
            return f"-{_inside(of)}"
        case "and", (Primitive() as first, second) if (chain := _chain(first, second)) is not None:
            return chain
        case "and", operands:
            return r" \wedge ".join(map(_inside, operands))
        case "or", operands:
            return r" \vee ".join(map(_inside, operands))
        case op, (left, right) if op in _SIGNS:
            return f"{latex(left)} {_SIGNS[op]} {latex(right)}"
        case op, operands:
            return _BINARY[op].format(*map(_inside, operands))


def _chain(first: Primitive, second: Expr) -> str | None:
    """Return the LaTeX of a chain `a < b < c`, or None for two separate conditions."""
    match second:
        case Primitive(op=op, args=(middle, right)) if op in _SIGNS:
            others = f" {_SIGNS[op]} {latex(right)}"
        case Primitive(op="and", args=(Primitive(args=(middle, _)) as left, right)):
            rest = _chain(left, right)
            if rest is None:
                return None
            others = rest.removeprefix(latex(middle))
        case _:
            return None
    if first.op not in _SIGNS or first.args[1] != middle:
        return None
    return latex(first) + others


def _call(e: Call) -> str:
    match e.of, e.args:
        case Builtin(name="attempt"), (operation, *rest):
            return _call(Call(e.line, operation, tuple(rest)))
        case Builtin(name="accepted"), results:
            return rf"{', '.join(map(latex, results))} \text{{ accepted}}"
        case Builtin(name="bool" | "tuple"), (one,) if not isinstance(one, Spread):
            return latex(one)
        case Builtin(name="len" | "abs"), (one,):
            return rf"\left| {latex(one)} \right|"
        case Builtin(name="all" | "any" as quantifier), (Comprehension() as all_,):
            sign = r"\forall" if quantifier == "all" else r"\exists"
            return rf"{sign} {_ranges(all_.clauses)} : {latex(all_.element)}"
        case Builtin(name="sum"), (Comprehension(element=element, clauses=clauses),):
            return rf"\sum_{{{_ranges(clauses)}}} {_inside(element)}"
        case Builtin(name="range"), (end,):
            return rf"[0, {latex(end)})"
        case Builtin(name="table"), (Tuple(items=pairs),):
            entries = (rf"{latex(k)} \mapsto {latex(v)}" for k, v in map(_pair, pairs))
            return rf"\{{{', '.join(entries)}\}}"
        case Global(ref=ref), (one,) if ref.name == "modes_of" and not isinstance(one, Spread):
            return latex(one)
        case Field(of=Variable(name="alg"), name="composition"), (left, right):
            return rf"{_inside(left)} \circ {_inside(right)}"
        case Field(of=Variable(name="alg"), name="ceil_div"), (left, right):
            return rf"\left\lceil {_inside(left)} / {_inside(right)} \right\rceil"
        case Field(of=Variable(name="alg"), name=name), arguments:
            return _applied(_name(name), arguments)
        case Field(of=layout, name="extended"), arguments:
            return _applied(rf"\widehat{{{latex(layout)}}}", arguments)
        case Field(of=value, name=name), arguments:
            return _applied(_name(name), (value, *arguments))
        case function, arguments:
            return _applied(_called(function), arguments)


def _pair(entry: Expr) -> tuple[Expr, Expr]:
    """Return the key and the value of an entry in a dict display."""
    if not (isinstance(entry, Tuple) and len(entry.items) == 2):
        raise ValueError(f"line {entry.line}: each entry of a table must be a pair")
    key, value = entry.items
    return key, value


def _called(function: Expr) -> str:
    named = isinstance(function, Variable | Global | Builtin)
    return _atom(function) if named else f"({latex(function)})"


def _applied(function: str, arguments: Iterable[Expr]) -> str:
    taken = (one for one in arguments if not (isinstance(one, Variable) and one.name == "alg"))
    return f"{function}({', '.join(map(latex, taken))})"


def _inside(e: Expr) -> str:
    """Return an operand, in parentheses if it is compound."""
    return latex(e) if _is_closed(e) else f"({latex(e)})"


def _is_closed(e: Expr) -> bool:
    """Return whether an expression needs no parentheses beside an operator."""
    match e:
        case Primitive(op="//"):
            return True
        case Call(of=Field(name="composition")):
            return False
        case _:
            return isinstance(e, _CLOSED)


def _ranges(clauses: Sequence[Clause]) -> str:
    ranges = (rf"{_pattern(one.pattern)} \in {latex(one.among)}" for one in clauses)
    conditions = (latex(test) for one in clauses for test in one.conditions)
    return ", ".join((*ranges, *conditions))


def _atom(e: Expr) -> str:
    match e:
        case Variable(name=name) | Builtin(name=name):
            return _name(name)
        case Global(ref=ref):
            return _name(ref.last)
        case Constant(value=None):
            return r"\text{refused}"
        case Constant(value=int() as value):
            return str(value)
        case Constant(value=value):
            return rf"\text{{{_plain(str(value))}}}"
        case Field(of=Variable(name="alg"), name=name):
            return _name(name)
        case Field(of=of, name=name):
            return rf"{_name(name)}({latex(of)})"
        case Slice(of=of, low=low, high=high):
            ends = [_atom(end) if end is not None else "" for end in (low, high)]
            return rf"{{{_inside(of)}}}_{{{ends[0]}:{ends[1]}}}"
        case Index(of=of, at=at):
            return rf"{{{_inside(of)}}}_{{{latex(at)}}}"
        case Tuple(items=items):
            return f"({', '.join(map(latex, items))})"
        case _:
            return rf"\texttt{{{type(e).__name__}}}"


def _pattern(pattern: Pattern) -> str:
    match pattern:
        case None:
            return r"\_"
        case str() as name:
            return _name(name)
        case Rest(name=name):
            return rf"\texttt{{*{_plain(name)}}}"
        case parts:
            return f"({', '.join(map(_pattern, parts))})"


def _with(e: Expr, name: str, value: Expr) -> Expr:
    """Substitute a value for a name that the compiler generated."""
    match e:
        case Variable(name=own) if own == name:
            return value
        case Primitive(args=args):
            return Primitive(e.line, e.op, tuple(_with(a, name, value) for a in args), e.types)
        case Let(pattern=pattern, value=own, body=body):
            return Let(e.line, pattern, _with(own, name, value), _with(body, name, value))
        case _:
            return e


def _name(name: str) -> str:
    r"""Return a name in LaTeX: one letter in italics with a subscript; a word in upright type.

    >>> _name("B1"), _name("size"), _name("logical_divide")
    ('B_{1}', '\\mathrm{size}', '\\mathrm{logical\\_divide}')
    """
    short = re.fullmatch(r"([A-Za-z])_?(\d*)", name)
    if name == "_":
        return r"\_"
    if short is None:
        return rf"\mathrm{{{_plain(name.rstrip('_'))}}}"
    letter, number = short.groups()
    return f"{letter}_{{{number}}}" if number else letter


def _plain(text: str) -> str:
    """Escape a text for LaTeX."""
    return re.sub(r"([_%&#${}])", r"\\\1", text)
