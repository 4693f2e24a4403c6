"""The page `reports/promises.md`: the post-conditions of `spec`, with the evidence for each.

A promise is a clause of the post-conditions, up to a semicolon or a full stop. It ends with a mark
that names the evidence:

- ids of claims, such as (C1, C2): these claims prove the promise
- (contract): the theory has a contract of the function
- (definition): the code itself states the promise
- (tested): only tests support the promise
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

import spec
from verif.certify.theorems import theorems
from verif.claims.catalogue import catalogue
from verif.kernel.claim import Claim
from verif.kernel.verdict import EVERYTHING, Outcome
from verif.pages.exported import speaks_of
from verif.pages.files import write_whole
from verif.pages.rendering import rendered
from verif.theory import THEORY

PAGE: Final = Path("reports/promises.md")
README: Final = Path("README.md")
ROW: Final = re.compile(r"^\| promises in docstrings \|.*$", re.MULTILINE)
"""A pattern for the row of the README that contains the counts of `share`."""

_SAID: Final = re.compile(r"[Pp]ost-conditions: (.*?)(?=\n\n|\nRaises |\Z)", re.DOTALL)
_END: Final = re.compile(r"(?<!\.)[;.](?:\s+|$)")
_MARKED: Final = re.compile(r" \(((?:[A-Z]+\d+[a-z]*(?:, )?)+|contract|definition|tested)\)")
_MARK: Final = re.compile(f"{_MARKED.pattern}$")


class Kept(StrEnum):
    """The kind of evidence for a promise."""

    PROVED = "proved"
    DEFINITION = "by definition"
    TESTED = "tested"
    UNMARKED = "unmarked"


@dataclass(frozen=True)
class Promise:
    """A post-condition of a function of `spec`, and the marks at its end."""

    name: str
    function: Any
    text: str
    marks: tuple[str, ...]

    @property
    def kept(self) -> Kept:
        """The kind of evidence that the marks in parentheses name, such as (tested)."""
        match self.marks:
            case ():
                return Kept.UNMARKED
            case ("tested",):
                return Kept.TESTED
            case ("definition",):
                return Kept.DEFINITION
            case _:
                return Kept.PROVED

    @property
    def claims(self) -> tuple[str, ...]:
        """The ids of the claims that prove the promise."""
        return () if self.kept is not Kept.PROVED or self.marks == ("contract",) else self.marks


def promises() -> tuple[Promise, ...]:
    """Return all promises of `spec`, module by module, in docstring order."""
    return tuple(
        promise
        for module in _modules()
        for name, function in _public(module)
        for promise in promises_of(name, function)
    )


def promises_of(name: str, function: Any) -> Iterator[Promise]:
    """Yield the promises in a function's docstring.

    >>> def doubled(n): "Post-conditions: even (C1); at least n (tested). No less."
    >>> [(promise.text, promise.marks) for promise in promises_of("doubled", doubled)]
    [('even', ('C1',)), ('at least n', ('tested',)), ('No less', ())]
    """
    said = _SAID.search(inspect.cleandoc(function.__doc__ or ""))
    for clause in _END.split(" ".join(said[1].split())) if said else ():
        mark = _MARK.search(clause)
        if clause:
            marks = tuple(mark[1].split(", ")) if mark else ()
            yield Promise(name, function, _MARK.sub("", clause), marks)


def unkept(promise: Promise, claims: Mapping[str, Claim]) -> str | None:
    """Return why a promise lacks the evidence that its marks name, or None if it has the evidence.

    A claim counts as evidence if it is proved and names the function.
    """
    if promise.kept is Kept.UNMARKED:
        return "it does not end in a mark"
    if _MARKED.search(promise.text):
        return "it has a mark inside"
    if promise.marks == ("contract",):
        return None if promise.function in THEORY.contract_of else "the theory has no contract"
    for name in promise.claims:
        claim = claims.get(name)
        if claim is None or claim.expect.outcome is not Outcome.PROVED:
            return f"{name} is not a proved claim"
        if not speaks_of(claim, promise.function):
            return f"{name} does not name {promise.name}"
    return None


def for_all(
    promise: Promise, claims: Mapping[str, Claim], also: Collection[str] = frozenset()
) -> bool:
    """Return whether the promise is proved for every rank and all integers.

    `also` has the ids of further claims that are proved for every rank and all integers, for
    example by Rocq.
    """
    everywhere = (
        name in also or claims[name].expect.scope == EVERYTHING for name in promise.claims
    )
    return promise.kept is Kept.PROVED and all(everywhere)


def carried(by: Claim, among: Iterable[Promise]) -> tuple[Promise, ...]:
    """Return the promises that the claim proves."""
    return tuple(promise for promise in among if by.id in promise.claims)


def _modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(spec.__path__, "spec."):
        yield importlib.import_module(found.name)


def _public(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the public functions, classes, methods and properties of a module, by name."""
    for name, item in vars(module).items():
        if name.startswith("_") or getattr(item, "__module__", None) != module.__name__:
            continue
        if isinstance(item, FunctionType | type):
            yield name, item
        if isinstance(item, type):
            methods = ((m, x) for m, x in vars(item).items() if not m.startswith("_"))
            yield from (
                (f"{name}.{m}", x) for m, x in methods if isinstance(x, FunctionType | property)
            )


def promises_page() -> str:
    """Return the page: all promises with their marks, and each proved claim with its promises."""
    claims = {claim.id: claim for claim in catalogue()}
    found = promises()
    proved = [claim for claim in claims.values() if claim.expect.outcome is Outcome.PROVED]
    return rendered(
        "promises.md.jinja",
        share=share(),
        rows=[(one, [(name, _reach(claims[name])) for name in one.claims]) for one in found],
        carried=[(claim, carried(claim, found)) for claim in proved],
    )


def share() -> str:
    """Describe how many promises are proved, hold by definition, or are only tested."""
    claims = {claim.id: claim for claim in catalogue()}
    found = promises()
    kept = Counter(promise.kept for promise in found)
    everywhere = sum(for_all(promise, claims, _certified()) for promise in found)
    certified = everywhere - sum(for_all(promise, claims) for promise in found)
    return (
        f"{len(found)}: {kept[Kept.PROVED]} are proved, {everywhere} of them for every rank and "
        f"all integers ({certified} of these by theorems of Rocq alone); "
        f"{kept[Kept.DEFINITION]} hold by definition; {kept[Kept.TESTED]} are only tested"
    )


def _reach(claim: Claim) -> str:
    """Return the scope of a claim and of its Rocq theorem; "" if the claim has the full scope."""
    if claim.expect.scope in (None, EVERYTHING):
        return ""
    wider = "; Rocq: every rank and nesting, all integers" if claim.id in _certified() else ""
    return f"{claim.expect.scope}{wider}"


@cache
def _certified() -> frozenset[str]:
    """Return the claims with a Rocq theorem, which covers shapes and layouts of every nesting."""
    return frozenset(theorem.claim for theorem in theorems())


def counted(readme: str) -> str:
    """Return the text of the README with the current counts of promises."""
    return ROW.sub(f"| promises in docstrings | {share()} ([list]({PAGE})) |", readme)


if __name__ == "__main__":
    write_whole(PAGE, promises_page().encode())
    write_whole(README, counted(README.read_text()).encode())
