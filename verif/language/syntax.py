"""Queries on Python syntax trees: which names code binds or reads, and how blocks end."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

Scoped = ast.FunctionDef | ast.Lambda

_OWN_SCOPE = (
    ast.FunctionDef,
    ast.ClassDef,
    ast.Lambda,
    ast.GeneratorExp,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
)


def _children(node: ast.AST) -> list[ast.AST]:
    """Return the nodes directly inside a node: `ast.iter_child_nodes`, but faster."""
    found: list[ast.AST] = []
    for name in node._fields:
        inner = getattr(node, name, None)
        if isinstance(inner, ast.AST):
            found.append(inner)
        elif isinstance(inner, list):
            found += [each for each in inner if isinstance(each, ast.AST)]
    return found


def stored(body: Iterable[ast.stmt]) -> set[str]:
    """Return the names that the statements bind, except inside functions and comprehensions.

    `_` is not a name in the language: it stands for an unused value.
    """
    found: set[str] = set()
    pending: list[ast.AST] = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, _OWN_SCOPE):
            continue
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and node.id != "_":
            found.add(node.id)
        pending += _children(node)
    return found


def surely_bound(body: Iterable[ast.stmt]) -> set[str]:
    """Return the names that have a value whenever execution reaches the end of the statements."""
    found: set[str] = set()
    for node in body:
        match node:
            case ast.If(body=then, orelse=other):
                if leaves(then):
                    found |= surely_bound(other)
                elif leaves(other):
                    found |= surely_bound(then)
                else:
                    found |= surely_bound(then) & surely_bound(other)
            case ast.Try(body=inner, handlers=handlers):
                if all(leaves(each.body) for each in handlers):
                    found |= surely_bound(inner)
            case ast.For() | ast.AnnAssign(value=None):
                pass
            case _:
                found |= stored([node])
    return found


def parameters(args: ast.arguments) -> list[ast.arg]:
    """Return all parameters, including the starred ones."""
    starred = [a for a in (args.vararg, args.kwarg) if a is not None]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *starred]


def annotations_of(node: ast.FunctionDef) -> list[ast.expr]:
    """Return the annotations of a function's parameters and of its result."""
    found = (*(each.annotation for each in parameters(node.args)), node.returns)
    return [each for each in found if each is not None]


def bound_in(node: Scoped) -> set[str]:
    """Return the local names of a function."""
    names = {a.arg for a in parameters(node.args)}
    return names | stored(node.body) if isinstance(node, ast.FunctionDef) else names


def times_bound(node: ast.FunctionDef) -> dict[str, int]:
    """Return how often each local name may be bound; a binding inside a loop counts twice."""
    counts = {a.arg: 1 for a in parameters(node.args)}

    def look(part: ast.AST, times: int) -> None:
        if isinstance(part, ast.FunctionDef):
            counts[part.name] = counts.get(part.name, 0) + times
        if isinstance(part, _OWN_SCOPE):
            return
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            counts[part.id] = counts.get(part.id, 0) + times
        for inner in _children(part):
            look(inner, 2 if isinstance(part, ast.For) else times)

    for statement in node.body:
        look(statement, 1)
    return counts


def used_once(node: ast.FunctionDef, name: str, value: ast.expr) -> bool:
    """Return whether a name may be bound to the iterator `value`.

    The name must be read exactly once. Neither this name nor a name that `value` reads may be bound
    a second time.
    """
    counts = times_bound(node)
    if any(counts.get(read, 0) > 1 for read in (name, *free(value))):
        return False
    return _times_read(node.body, name) == 1


def _times_read(  # noqa: PLR0911 - one return per case
    part: object, name: str, *, often: bool = False
) -> int:
    """Count the reads of a name; a read that may be repeated or delayed counts twice."""
    match part:
        case ast.Name(id=other, ctx=ast.Load()):
            return (2 if often else 1) * (other == name)
        case ast.For(iter=among, body=body):
            return _times_read(among, name, often=often) + _times_read(body, name, often=True)
        case (
            ast.GeneratorExp(generators=[first, *_])
            | ast.ListComp(generators=[first, *_])
            | ast.DictComp(generators=[first, *_])
        ):
            found = _times_read(first.iter, name, often=often)
            inside = [n for n in ast.iter_child_nodes(part) if n is not first]
            inside += [n for n in ast.iter_child_nodes(first) if n is not first.iter]
            return found + _times_read(inside, name, often=True)
        case ast.FunctionDef() | ast.Lambda():
            return _times_read(list(ast.iter_child_nodes(part)), name, often=True)
        case ast.AST():
            return _times_read(list(ast.iter_child_nodes(part)), name, often=often)
        case list():
            return sum(_times_read(each, name, often=often) for each in part)
        case _:
            return 0


def functions_inside(node: ast.AST) -> Iterator[Scoped]:
    """Yield the functions and lambdas inside a function, at any depth."""
    pending = _children(node)
    for part in pending:
        if isinstance(part, ast.FunctionDef | ast.Lambda):
            yield part
        pending += _children(part)


def loaded(node: ast.AST) -> set[str]:
    """Return the names that are read anywhere inside a node."""
    return {
        each.id
        for each in ast.walk(node)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)
    }


def free(node: ast.AST) -> set[str]:
    """Return the names that the code reads and does not bind: enclosing or global names."""
    match node:
        case ast.Name(id=name):
            return {name} if isinstance(node.ctx, ast.Load) else set()
        case ast.FunctionDef(args=args, body=body):
            return _free_in(defaults_of(args)) | (_free_in(body) - bound_in(node))
        case ast.Lambda(args=args, body=body):
            return _free_in(defaults_of(args)) | (free(body) - bound_in(node))
        case ast.GeneratorExp(generators=clauses) | ast.ListComp(generators=clauses):
            return _free_in_comprehension([node.elt], clauses)
        case ast.DictComp(key=key, value=value, generators=clauses):
            return _free_in_comprehension([key, value], clauses)
        case _:
            return _free_in(_children(node))


def _free_in(nodes: Iterable[ast.AST]) -> set[str]:
    return set[str]().union(*map(free, nodes))


def _free_in_comprehension(
    elements: Sequence[ast.expr], clauses: Sequence[ast.comprehension]
) -> set[str]:
    """Return the free names of a comprehension.

    Python evaluates the first sequence outside the scope of the comprehension.
    """
    first, *others = clauses
    inside = (*elements, *(c.iter for c in others), *(test for c in clauses for test in c.ifs))
    targets = {
        part.id for c in clauses for part in ast.walk(c.target) if isinstance(part, ast.Name)
    }
    return free(first.iter) | (_free_in(inside) - targets)


def defaults_of(args: ast.arguments) -> list[ast.expr]:
    """Return the default values of parameters."""
    return [each for each in (*args.defaults, *args.kw_defaults) if each is not None]


def leaves(body: Sequence[ast.stmt]) -> bool:
    """Return whether the statements always end in `return`, `raise` or `continue`."""
    for node in body:
        match node:
            case ast.Return() | ast.Raise() | ast.Continue():
                return True
            case ast.If(body=then, orelse=other) if leaves(then) and leaves(other):
                return True
            case ast.Try(body=inner, handlers=handlers) if leaves(inner) and all(
                leaves(each.body) for each in handlers
            ):
                return True
            case _:
                pass
    return False


def may_leave(body: Iterable[ast.stmt]) -> bool:
    """Return whether a `return`, `raise` or `continue` may leave the statements."""
    inside = any(isinstance(node, ast.Continue) for node in _statements(body, loops=False))
    return inside or any(
        isinstance(node, ast.Return | ast.Raise) for node in _statements(body, loops=True)
    )


def continues(body: Iterable[ast.stmt]) -> bool:
    """Return whether the statements contain a `continue` of the enclosing loop."""
    return any(isinstance(node, ast.Continue) for node in _statements(body, loops=False))


def _statements(body: Iterable[ast.AST], *, loops: bool) -> Iterator[ast.AST]:
    """Yield the statements at any depth, but not in inner functions.

    Statements inside loops are yielded only if `loops` is set.
    """
    for node in body:
        if isinstance(node, ast.FunctionDef):
            continue
        yield node
        if isinstance(node, ast.For) and not loops:
            continue
        for name in ("body", "orelse", "handlers"):
            yield from _statements(getattr(node, name, ()), loops=loops)
