"""Split a file of attacks: each new file has one claim and everything that the claim needs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Attack:
    """A claim of a file, and the source of a file with only this claim and the code it needs."""

    id: str
    title: str
    name: str
    text: str


@dataclass(frozen=True)
class _Statement:
    node: ast.stmt
    defines: frozenset[str]
    names: frozenset[str]

    @property
    def is_import(self) -> bool:
        return isinstance(self.node, ast.Import | ast.ImportFrom)

    @property
    def claims(self) -> tuple[str, str] | None:
        """Id and title of the claim that the statement declares.

        The decorator that declares the claim may have any name.
        """
        calls = getattr(self.node, "decorator_list", ())
        if isinstance(self.node, ast.Assign):
            calls = [each for each in ast.walk(self.node.value) if isinstance(each, ast.Call)]
        for call in calls:
            if isinstance(call, ast.Call):
                strings = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
                if strings and re.fullmatch(r"[A-Z][A-Z0-9-]+", str(strings[0])):
                    return str(strings[0]), str((*strings, "")[1])
        return None


def attacks_in(file: Path) -> Iterator[Attack]:
    """Yield the claims of a file, each with the source that it needs."""
    text = file.read_text(encoding="utf-8")
    statements = [_statement(node) for node in ast.parse(text).body]
    for one in statements:
        found = one.claims
        if found is not None and one.defines:
            kept = _needed(statements, one)
            lines = (ast.unparse(each.node) for each in statements if each in kept)
            yield Attack(*found, min(one.defines), "\n\n".join(lines) + "\n")


def _statement(node: ast.stmt) -> _Statement:
    defines: set[str] = set()
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            defines = {name}
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            defines = {(one.asname or one.name).partition(".")[0] for one in names}
        case ast.Assign() | ast.AnnAssign():
            stored = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
            defines = {n.id for n in stored if isinstance(n.ctx, ast.Store)}
        case _:
            pass
    named = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    # Strings count as names, too, because a string may cite a lemma by its name.
    said = {each.value for each in ast.walk(node) if isinstance(each, ast.Constant)}
    named |= {each for each in said if isinstance(each, str)}
    return _Statement(node, frozenset(defines), frozenset(named))


def _needed(statements: list[_Statement], claim: _Statement) -> set[_Statement]:
    kept = {claim}
    while True:
        names = frozenset().union(*(one.names for one in kept))
        own = frozenset().union(*(one.defines for one in kept if not one.is_import))
        more = {
            one
            for one in statements
            if one not in kept
            and (one.claims is None or one.defines & claim.names)
            and (one.defines & names or (not one.is_import and _touches(one, own)))
        }
        if not more:
            return kept
        kept |= more


def _touches(one: _Statement, names: frozenset[str]) -> bool:
    """Whether a statement passes one of the names to a decorator, or may change its value."""
    match one.node:
        case ast.FunctionDef(decorator_list=[_, *_] as decorators):
            inside = (each for each in decorators if isinstance(each, ast.Call))
            given = (part for call in inside for part in (*call.args, *call.keywords))
            return bool(_read(given) & names)
        case ast.Assign(targets=targets) if not one.defines:
            return bool(_read(targets) & names)
        case _:
            return not one.defines and bool(one.names & names)


def _read(nodes: Iterable[ast.AST]) -> frozenset[str]:
    found = (each for node in nodes for each in ast.walk(node))
    return frozenset(each.id for each in found if isinstance(each, ast.Name))
