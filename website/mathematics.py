"""The text of a claim as mathematics: its lets, hypotheses and conclusions, in LaTeX."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from verif.kernel.claim import Claim

HINTS: Final = frozenset({"by", "witness", "unfold"})
"""The verbs that say nothing but how a proof goes."""

_BINARY: Final[dict[type[ast.operator], str]] = {
    ast.Add: "{} + {}",
    ast.Sub: "{} - {}",
    ast.Mult: r"{} \cdot {}",
    ast.FloorDiv: r"\left\lfloor {} / {} \right\rfloor",
    ast.Mod: r"{} \bmod {}",
    ast.Pow: "{{{}}}^{{{}}}",
    ast.BitXor: r"{} \oplus {}",
    ast.BitAnd: r"{} \mathbin{{\&}} {}",
    ast.BitOr: r"{} \mathbin{{|}} {}",
    ast.LShift: r"{} \cdot 2^{{{}}}",
    ast.RShift: r"\left\lfloor {} / 2^{{{}}} \right\rfloor",
}

_COMPARISONS: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "=",
    ast.NotEq: r"\neq",
    ast.Lt: "<",
    ast.LtE: r"\leq",
    ast.Gt: ">",
    ast.GtE: r"\geq",
    ast.In: r"\in",
    ast.NotIn: r"\notin",
    ast.Is: r"\text{ is }",
    ast.IsNot: r"\text{ is not }",
}

_ATOMS: Final = (ast.Name, ast.Constant, ast.Attribute, ast.Subscript, ast.Tuple, ast.List)
_CLOSED: Final = (*_ATOMS, ast.Call)
"""What stands in no need of parentheses beside an operator."""


@dataclass(frozen=True)
class Line:
    """A line of a statement: what it is, its label if it has one, its formula; `depth` levels in.

    `kind` is one of "let", "if", "then", "where", "for each", and "with" for what several claims
    say alike, in a function of its own.
    """

    kind: str
    label: str
    formula: str
    depth: int = 0


def statement(claim: Claim) -> tuple[Line, ...]:
    """The lines of a claim's text, in order, without what is there for a proof alone."""
    (function,) = ast.parse(inspect.cleandoc(inspect.getsource(claim.text))).body
    assert isinstance(function, ast.FunctionDef)
    return tuple(_lines(function.body, 0))


def _lines(body: Sequence[ast.stmt], depth: int) -> Iterator[Line]:
    for one in body:
        match one:
            case ast.Expr(ast.Call(ast.Name(verb), arguments)):
                yield from _said(verb, arguments, depth)
            case ast.Expr(ast.Call(ast.Attribute(ast.Name("alg"))) as call):
                yield Line("then", "", rf"{latex(call)} \text{{ accepted}}", depth)
            case ast.Assign([target], value):
                yield Line("let", "", f"{_atom(target)} = {latex(value)}", depth)
            case ast.If(test, then, otherwise) if "proving()" not in ast.unparse(test):
                yield from _branch("where", latex(test), _lines(then, depth + 1), depth)
                refused = rf"\neg ({latex(test)})"
                yield from _branch("where", refused, _lines(otherwise, depth + 1), depth)
            case ast.For(target, among, inner):
                each = rf"{_atom(target)} \in {latex(among)}"
                yield from _branch("for each", each, _lines(inner, depth + 1), depth)
            case _:
                pass


def _branch(kind: str, formula: str, inside: Iterator[Line], depth: int) -> Iterator[Line]:
    """The head of a branch and what is inside, if anything is."""
    lines = tuple(inside)
    if lines:
        yield Line(kind, "", formula, depth)
        yield from lines


def _said(verb: str, arguments: Sequence[ast.expr], depth: int) -> Iterator[Line]:
    match verb, arguments:
        case (("assume" | "ensure"), [label, condition]):
            yield Line("if" if verb == "assume" else "then", _words(label), latex(condition), depth)
        case (("ensure_equal" | "same"), [label, left, right]):
            yield Line("then", _words(label), f"{latex(left)} = {latex(right)}", depth)
        case _ if verb not in HINTS:
            yield Line("with", "", _applied(_name(verb), arguments), depth)


def _words(label: ast.expr) -> str:
    """A label; what is filled in where it is made stands in braces."""
    return label.value if isinstance(label, ast.Constant) else ast.unparse(label)[2:-1]


def latex(node: ast.expr) -> str:
    r"""An expression of a claim's text in LaTeX.

    >>> latex(ast.parse("A.extended(B(i)) == x // (n + 1)", mode="eval").body)
    '\\widehat{A}(B(i)) = \\left\\lfloor x / (n + 1) \\right\\rfloor'
    """
    match node:
        case _ if isinstance(node, _ATOMS):
            return _atom(node)
        case ast.Call(function, arguments):
            return _call(function, arguments)
        case ast.BinOp(left, ast.Pow(), right):
            return _BINARY[ast.Pow].format(_inside(left), latex(right))
        case ast.BinOp(left, operation, right):
            return _BINARY[type(operation)].format(_inside(left), _inside(right))
        case ast.UnaryOp(ast.Not(), operand):
            return rf"\neg {_inside(operand)}"
        case ast.UnaryOp(ast.USub(), operand):
            return f"-{_inside(operand)}"
        case ast.BoolOp(ast.And(), values):
            return r" \wedge ".join(map(_inside, values))
        case ast.BoolOp(_, values):
            return r" \vee ".join(map(_inside, values))
        case ast.Compare(left, operations, others):
            signs = (_COMPARISONS[type(one)] for one in operations)
            pairs = zip(signs, others, strict=True)
            return latex(left) + "".join(f" {sign} {latex(other)}" for sign, other in pairs)
        case ast.IfExp(test, then, otherwise):
            return rf"{latex(then)} \text{{ if }} {latex(test)} \text{{ else }} {latex(otherwise)}"
        case ast.Starred(value):
            return rf"{_inside(value)} \ldots"
        case ast.GeneratorExp(element, generators) | ast.ListComp(element, generators):
            return rf"\left( {latex(element)} \right)_{{{_ranges(generators)}}}"
        case _:
            return rf"\texttt{{{_plain(ast.unparse(node))}}}"


def _call(function: ast.expr, arguments: Sequence[ast.expr]) -> str:
    match function, arguments:
        case ast.Name("attempt"), [operation, *rest]:
            return _call(operation, rest)
        case ast.Name("accepted"), _:
            return rf"{', '.join(map(latex, arguments))} \text{{ accepted}}"
        case ast.Name("modes_of" | "bool" | "tuple"), [one] if not isinstance(one, ast.Starred):
            return latex(one)
        case ast.Name("len"), [one]:
            return rf"\left| {latex(one)} \right|"
        case ast.Name("abs"), [one]:
            return rf"\left| {latex(one)} \right|"
        case ast.Name("all" | "any" as quantifier), [ast.GeneratorExp(element, generators)]:
            sign = r"\forall" if quantifier == "all" else r"\exists"
            return rf"{sign} {_ranges(generators)} : {latex(element)}"
        case ast.Name("sum"), [ast.GeneratorExp(element, generators)]:
            return rf"\sum_{{{_ranges(generators)}}} {_inside(element)}"
        case ast.Name("range"), [end]:
            return rf"[0, {latex(end)})"
        case ast.Attribute(ast.Name("alg"), "composition"), [left, right]:
            return rf"{_inside(left)} \circ {_inside(right)}"
        case ast.Attribute(ast.Name("alg"), "ceil_div"), [left, right]:
            return rf"\left\lceil {_inside(left)} / {_inside(right)} \right\rceil"
        case ast.Attribute(ast.Name("alg"), name), _:
            return _applied(_name(name), arguments)
        case ast.Attribute(layout, "extended"), _:
            return _applied(rf"\widehat{{{latex(layout)}}}", arguments)
        case ast.Attribute(value, name), _:
            return _applied(_name(name), [value, *arguments])
        case _:
            called = _atom(function) if isinstance(function, ast.Name) else f"({latex(function)})"
            return _applied(called, arguments)


def _applied(function: str, arguments: Sequence[ast.expr]) -> str:
    taken = (latex(one) for one in arguments if ast.unparse(one) != "alg")
    return f"{function}({', '.join(taken)})"


def _inside(node: ast.expr) -> str:
    """An operand, in parentheses where it is made of others."""
    return latex(node) if _is_closed(node) else f"({latex(node)})"


def _is_closed(node: ast.expr) -> bool:
    """Whether an expression can stand beside an operator as it is."""
    floor = isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv)
    composed = isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".composition")
    return floor or (isinstance(node, _CLOSED) and not composed)


def _ranges(generators: Sequence[ast.comprehension]) -> str:
    ranges = (rf"{_atom(one.target)} \in {latex(one.iter)}" for one in generators)
    conditions = (latex(test) for one in generators for test in one.ifs)
    return ", ".join((*ranges, *conditions))


def _atom(node: ast.expr) -> str:
    match node:
        case ast.Name(name):
            return _name(name)
        case ast.Constant(None):
            return r"\text{refused}"
        case ast.Constant(value):
            return str(value) if isinstance(value, int) else rf"\text{{{_plain(str(value))}}}"
        case ast.Attribute(ast.Name("alg"), name):
            return _name(name)
        case ast.Attribute(value, name):
            return rf"{_name(name)}({latex(value)})"
        case ast.Subscript(value, ast.Slice(low, high)):
            ends = [_atom(end) if end else "" for end in (low, high)]
            return rf"{{{_inside(value)}}}_{{{ends[0]}:{ends[1]}}}"
        case ast.Subscript(value, index):
            return rf"{{{_inside(value)}}}_{{{latex(index)}}}"
        case ast.Tuple(elements) | ast.List(elements):
            return f"({', '.join(map(latex, elements))})"
        case _:
            return rf"\texttt{{{_plain(ast.unparse(node))}}}"


def _name(name: str) -> str:
    r"""A name as it is set: one letter in italics, its number below; a word upright.

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
    """A text as LaTeX has it, with no sign of its own."""
    return re.sub(r"([_%&#${}])", r"\\\1", text)
