"""A lemma or contract for readers: hypotheses, conclusions and proof, taken from its source."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from verif.kernel.contract import Contract

ASSUME = "assume"
CONDITIONS = frozenset({ASSUME, "ensure", "ensure_equal", "same"})


@dataclass(frozen=True)
class Line:
    """A line of a lemma or contract: a hypothesis, a conclusion, or a statement between them.

    `assumed` tells whether the line is a hypothesis. If the line is neither a hypothesis nor a
    conclusion, its `label` is empty.
    """

    label: str
    formula: str
    assumed: bool = False


@dataclass(frozen=True)
class Law:
    """A promise about one observation of a result, such as the size of the result.

    `of` is the source text of the observation. `lines` has only the conditions of this law.
    """

    of: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Block:
    """The parts of the code that states a lemma or contract, as source text.

    `proof` is the docstring of a lemma's proof. `text` has the steps of the proof, with their
    comments. A contract is proved by evaluating its function, so `text` has only the hints.
    """

    signature: str
    given: tuple[Line, ...]
    shown: tuple[Line, ...]
    laws: tuple[Law, ...]
    accepted: str
    proof: str
    text: str


def block(contract: Contract) -> Block:
    """Split the code that states a lemma or contract into its parts."""
    source = textwrap.dedent(inspect.getsource(contract.block))
    function = _function(source)
    nested = {one.name: one for one in function.body if isinstance(one, ast.FunctionDef)}
    laws = {ast.unparse(law): ast.unparse(of) for of, law in _laws(function.body)}
    own = (one for one in function.body if not isinstance(one, (ast.FunctionDef, ast.Return)))
    return Block(
        f"{contract.function.__name__}({ast.unparse(function.args)})",
        _lines(source, own),
        _lines(source, nested["shows"].body) if "shows" in nested else (),
        tuple(Law(of, _lines(source, nested[law].body)) for law, of in laws.items()),
        _accepted(nested["accepts"]) if "accepts" in nested else "",
        ast.get_docstring(nested["proof"]) or "" if "proof" in nested else "",
        _steps(source, nested["proof"]) if "proof" in nested else _hints(source, function),
    )


def _function(source: str) -> ast.FunctionDef:
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    return function


def _laws(body: Iterable[ast.stmt]) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield the (observation, law) pairs in the dictionary that a contract's block returns."""
    for returned in (one for one in body if isinstance(one, ast.Return)):
        for node in ast.walk(returned):
            if isinstance(node, ast.Dict):
                pairs = zip(node.keys, node.values, strict=True)
                yield from ((of, law) for of, law in pairs if of is not None)


def _accepted(accepts: ast.FunctionDef) -> str:
    return "\n".join(
        ast.unparse(one.value) if isinstance(one, ast.Return) and one.value else ast.unparse(one)
        for one in accepts.body
    )


def _lines(source: str, body: Iterable[ast.stmt]) -> tuple[Line, ...]:
    """Return the labelled conditions and all other statements, except hints and docstrings."""
    said = (one for one in body if not (_is_prose(one) or _is_hint(one)))
    return tuple(_line(source, one) for one in said)


def _line(source: str, one: ast.stmt) -> Line:
    match one:
        case ast.Expr(ast.Call(ast.Name(verb), [ast.Constant(str(label)), *formulas])) if (
            verb in CONDITIONS
        ):
            return Line(label, " = ".join(map(ast.unparse, formulas)), assumed=verb == ASSUME)
        case _:
            return Line("", _source(source, one))


def _is_prose(one: ast.stmt) -> bool:
    return isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)


def _is_hint(one: ast.stmt) -> bool:
    """Return whether the statement runs only in proofs."""
    return isinstance(one, ast.If) and "proving()" in ast.unparse(one.test)


def _hints(source: str, function: ast.FunctionDef) -> str:
    hints = (one for one in ast.walk(function) if isinstance(one, ast.stmt) and _is_hint(one))
    return "\n".join(_source(source, one) for one in hints)


def _steps(source: str, proof: ast.FunctionDef) -> str:
    """Return the steps of a proof: the statements after its docstring."""
    steps = [one for one in proof.body if not _is_prose(one)]
    if not steps:
        return ""
    first = proof.body[0].end_lineno if _is_prose(proof.body[0]) else proof.lineno
    lines = source.splitlines()[first : steps[-1].end_lineno]
    return textwrap.dedent("\n".join(lines))


def _source(source: str, one: ast.stmt) -> str:
    lines = source.splitlines()[one.lineno - 1 : one.end_lineno]
    return textwrap.dedent("\n".join(lines))
