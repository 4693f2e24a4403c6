"""Find the functions that a statement of the theory uses, and all functions that these use."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache

from verif.kernel.contract import Contract, Text
from verif.kernel.theory import contracts_in
from verif.theory import THEORY

KERNEL = "verif.kernel."
REQUIRES = "require_"


def spoken_of(contract: Contract) -> tuple[Text, ...]:
    """Return the functions in the statement of a lemma or contract, without its proof.

    The statement consists of hypotheses and conclusions. Lemmas and functions of the kernel, such
    as `assume`, are not returned, because they are not mathematical functions.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(contract.block))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    said = [one for one in tree.body if not _is_proof(one)]
    return tuple(_named(said, contract.block))


def with_parts(function: Text) -> tuple[Text, ...]:
    """Return all functions that `function` uses, directly or indirectly, then `function` itself.

    Some functions of `spec` are not part of the theory, such as a function that prints a number.
    Functions that are used only by such functions are left out.
    """
    found = dict[Text, None]()
    _follow(function, found, set())
    return tuple(found)


def _follow(function: Text, found: dict[Text, None], under: set[Text]) -> None:
    if function in found or function in under:
        return
    under.add(function)
    if function in _of_the_theory() or not function.__module__.startswith("spec."):
        for part in _parts(function):
            _follow(part, found, under)
    found[function] = None


@cache
def _of_the_theory() -> frozenset[Text]:
    return frozenset((*THEORY.observations, *(one.function for one in THEORY.contracts)))


@cache
def _parts(function: Text) -> tuple[Text, ...]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    return tuple(_named(tree.body, function))


def _named(said: list[ast.stmt], within: Text) -> Iterator[Text]:
    names = (node.id for one in said for node in ast.walk(one) if isinstance(node, ast.Name))
    for name in dict.fromkeys(names):
        item = within.__globals__.get(name)
        if inspect.isfunction(item) and not _is_apart(item) and not _is_error(item):
            yield item


def _is_error(item: Text) -> bool:
    """Return whether the function makes an error message or only raises an error."""
    return "Error" in str(item.__annotations__.get("return")) or item.__name__.startswith(REQUIRES)


def _is_apart(item: Text) -> bool:
    """Return whether the function is part of the kernel, such as `assume`, or states a lemma."""
    return item.__module__.startswith(KERNEL) or item in _blocks(item.__module__)


@cache
def _blocks(module: str) -> frozenset[Text]:
    return frozenset(one.block for one in contracts_in(module))


def _is_proof(one: ast.stmt) -> bool:
    if isinstance(one, ast.FunctionDef):
        return one.name == "proof"
    return isinstance(one, ast.If) and "proving()" in ast.unparse(one.test)
