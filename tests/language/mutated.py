"""Realistic programs to compare with CPython: the project's functions with random changes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import spec
from tests.language.calls import example_calls

FILES: Final = ("int_tuple", "coalesce", "composition", "complement", "inverse", "coordinates")
"""The modules of `spec` whose functions are changed."""

OPERATORS: Final = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.BitAnd, ast.BitXor)
COMPARISONS: Final = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In)

Calls = dict[str, list[tuple[Any, ...]]]


@cache
def _calls() -> dict[str, Calls]:
    """Return the arguments of the calls in docstring examples, by module and function."""
    found: dict[str, Calls] = {}
    for known, args, named in example_calls([f"spec.{name}" for name in FILES]):
        ref = known.function.ref
        if not named and "." not in ref.name:
            found.setdefault(ref.module, {}).setdefault(ref.name, []).append(args)
    return found


def _changed(draw: Random, node: ast.FunctionDef) -> None:
    """Change one place of a function, or nothing if 50 tries fail."""
    for _ in range(50):
        if _changes(draw, node):
            return


def _changes(draw: Random, node: ast.FunctionDef) -> bool:
    """Try to change a random place of a function, and return whether this succeeds."""
    places = [node, *(each for part in node.body for each in ast.walk(part))]
    at, other = draw.choice(places), draw.choice(places)
    match at:
        case ast.BinOp():
            at.op = draw.choice(OPERATORS)()
        case ast.Compare():
            at.ops = [draw.choice(COMPARISONS)() for _ in at.ops]
        case ast.Constant(value=int()):
            at.value = draw.choice((0, 1, 2, -1, None, True))
        case ast.Name(ctx=ast.Load()):
            names = [n.id for n in places if isinstance(n, ast.Name)]
            at.id = draw.choice(names)
        case ast.BoolOp():
            at.op = draw.choice((ast.And, ast.Or))()
        case ast.If() | ast.IfExp():
            at.test = ast.UnaryOp(ast.Not(), at.test)
        case ast.Call(args=[_, *_]):
            at.args = draw.sample(at.args, len(at.args))
        case ast.Return() if isinstance(other, ast.expr) and not isinstance(other, ast.Starred):
            at.value = deepcopy(other)
        case ast.FunctionDef() | ast.For() if len(at.body) > 1:
            k = draw.randrange(len(at.body) - 1)
            at.body[k : k + 2] = draw.choice(
                (at.body[k : k + 1], at.body[k + 1 : k + 2], [at.body[k + 1], at.body[k]])
            )
        case ast.GeneratorExp():
            at.generators = at.generators * 2 if draw.random() < 0.2 else at.generators
        case _:
            return False
    return True


def mutated(seed: str) -> Iterator[tuple[str, Calls]]:
    """Yield modules of `spec` with one function changed, and arguments for this function."""
    draw = Random(seed)
    for name in FILES:
        text = Path(spec.__path__[0], f"{name}.py").read_text(encoding="utf-8")
        tree = ast.parse(text)
        calls = _calls().get(f"spec.{name}", {})
        functions = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name in calls]
        chosen = draw.choice(functions)
        for _ in range(draw.choice((1, 1, 2, 3))):
            _changed(draw, chosen)
        made = ast.unparse(ast.fix_missing_locations(tree))
        try:
            compile(made, name, "exec")
        except SyntaxError:
            continue
        yield made, {chosen.name: calls[chosen.name]}
