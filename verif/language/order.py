"""Check the order of definitions in a file: a name has a value only below its definition.

Python runs the statements of a file from top to bottom, but `verif.language.modules` resolves names
without regard to order. So a statement is refused if it needs a name that is defined only below the
statement. Python would find no value for this name, or a builtin of the same name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy

from verif.language.syntax import annotations_of, defaults_of, free, loaded, stored


def early_uses(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.expr, str]]:
    """Yield each expression that needs a name before the name is defined, with one such name."""
    defined = {name: node for node in body for name in bound_by(node)}
    lazy = any(map(_makes_annotations_lazy, body))
    above: set[str] = set()
    for node in body:
        for part in _evaluated(node, lazy=lazy):
            early = _needed(part, defined, lazy=lazy) & defined.keys() - above
            if early:
                yield part, min(early)
        above |= bound_by(node)


def bound_by(node: ast.stmt) -> set[str]:
    """Return the names that a statement at the top level binds."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {one.asname or one.name.partition(".")[0] for one in node.names}
    return stored([node])


def _makes_annotations_lazy(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(one.name == "annotations" for one in node.names)
    )


def _evaluated(node: ast.stmt, *, lazy: bool) -> Iterator[ast.expr]:
    """Yield the expressions that Python evaluates when it runs a statement.

    If a decorator is a call, its function and its arguments are yielded separately, because a
    decorator such as `contract` does not call the functions that it takes as arguments.
    """
    match node:
        case ast.FunctionDef(args=args, decorator_list=decorators):
            for each in decorators:
                yield from _in_declaration(each)
            yield from defaults_of(args)
            yield from () if lazy else annotations_of(node)
        case ast.ClassDef(body=body, bases=bases, decorator_list=decorators):
            yield from (*decorators, *bases)
            for each in body:
                yield from _evaluated(each, lazy=lazy)
        case ast.AnnAssign(annotation=annotation, value=value):
            yield from () if lazy else (annotation,)
            yield from () if value is None else (value,)
        case ast.Assign(value=value):
            yield value
        case ast.Expr(value=value):
            yield from _in_declaration(value)
        case _:
            pass


def _in_declaration(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.Call):
        yield from (node.func, *node.args, *(each.value for each in node.keywords))
    else:
        yield node


def _needed(part: ast.expr, defined: Mapping[str, ast.stmt], *, lazy: bool) -> set[str]:
    """Return the names that the evaluation of an expression may need.

    If the expression contains a call or an attribute, each function that occurs in the expression
    may be called, and may call further functions.
    """
    bare = _without_lambdas(part)
    if not any(isinstance(each, ast.Call | ast.Attribute) for each in ast.walk(bare)):
        return free(bare)
    needed, pending = set[str](), [free(part)]
    while pending:
        more = pending.pop() - needed
        needed |= more
        pending += [_used_by(defined[name], lazy=lazy) for name in more if name in defined]
    return needed


def _without_lambdas(part: ast.expr) -> ast.expr:
    """Return the expression without the bodies of its lambdas, which run only if called."""
    bare = deepcopy(part)
    for each in ast.walk(bare):
        if isinstance(each, ast.Lambda):
            each.body = ast.Constant(None)
    return bare


def _used_by(node: ast.stmt, *, lazy: bool) -> set[str]:
    """Return the global names that a definition may use when it is called."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return set()
    inner = (each for each in ast.walk(node) if isinstance(each, ast.FunctionDef) and not lazy)
    return free(node).union(*(loaded(part) for each in inner for part in annotations_of(each)))
