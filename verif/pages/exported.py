"""The page `reports/exported.md`: the exported functions of `spec` that each claim names.

A claim names the functions in its own code and in the code of its helper functions. The helper
functions are in the claim's file or in `verif.readings`. Lines with `by` belong to the proof and do
not count. A function that is only called inside `spec` does not count, either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from spec import plain
from spec.layout import Layout
from verif.claims.catalogue import catalogue
from verif.kernel.claim import Claim
from verif.kernel.text import form_of_text, imported
from verif.kernel.verdict import Outcome
from verif.language.compile import project
from verif.language.form import (
    Builtin,
    Call,
    Expr,
    Field,
    Function,
    Global,
    Ref,
    Variable,
    parts_of,
)
from verif.pages.files import write_whole
from verif.pages.rendering import rendered
from verif.readings.domains import Layouts

PAGE: Final = Path("reports/exported.md")

EXPORTED: Final = {name: getattr(plain, name) for name in plain.__all__}
"""Everything that `spec` exports, by name."""

CALL: Final = "Layout.__call__"
"""The name of the method that evaluates a layout at a coordinate."""

ASKED: Final = tuple(
    f"Layout.{name}"
    for name, item in vars(Layout).items()
    if isinstance(item, FunctionType | property) and not name.startswith("_")
)
"""The public methods and properties of a layout."""

FUNCTIONS: Final = (
    *(name for name, item in EXPORTED.items() if isinstance(item, FunctionType)),
    CALL,
    *ASKED,
)
"""The functions that `spec` exports, and the methods of its layouts."""


def spoken_of(claim: Claim) -> tuple[str, ...]:
    """Return the names of the functions and classes of `spec` that the claim's code names."""
    layouts = {name for name, domain in claim.domains.items() if isinstance(domain, Layouts)}
    found: set[str] = set()
    for function in _texts(claim):
        arguments = layouts if function is form_of_text(claim.text) else set[str]()
        for each in _said(function.body):
            found.update(_named(each), _asked(each, arguments))
    return tuple(name for name in (*EXPORTED, CALL, *ASKED) if name in found)


def speaks_of(claim: Claim, function: Any) -> bool:
    """Return whether the claim's code names this function or method of `spec`, exported or not."""
    exported = (name for name, item in EXPORTED.items() if item is function)
    methods = (f"Layout.{name}" for name, item in vars(Layout).items() if item is function)
    return bool({*exported, *methods} & set(spoken_of(claim))) or any(
        isinstance(each, Global) and imported(each.ref) is function
        for text in _texts(claim)
        for each in _said(text.body)
    )


def unspoken(claims: Iterable[Claim]) -> tuple[str, ...]:
    """Return the functions that `spec` exports and that no claim names."""
    found = {name for claim in claims for name in spoken_of(claim)}
    return tuple(name for name in FUNCTIONS if name not in found)


def _texts(claim: Claim) -> Iterator[Function]:
    """Yield the claim's function and its helper functions."""
    seen: set[Ref] = set()
    text = form_of_text(claim.text)
    pending = [text]
    while pending:
        function = pending.pop()
        if function.ref not in seen:
            seen.add(function.ref)
            yield function
            pending += _helpers(function, text.ref.module)


def _helpers(function: Function, module: str) -> Iterator[Function]:
    """Yield the functions that `function` names, if `module` or `verif.readings` defines them."""
    for each in _said(function.body):
        if isinstance(each, Global):
            home = each.ref.module
            if home == module or home.startswith("verif.readings"):
                found = project().definition(each.ref)
                if isinstance(found, Function):
                    yield found


def _said(e: Expr) -> Iterator[Expr]:
    """Yield all expressions in some code, except citations."""
    yield e
    for part in parts_of(e):
        if not (isinstance(part, Call) and isinstance(part.of, Builtin) and part.of.name == "by"):
            yield from _said(part)


def _named(e: Expr) -> Iterator[str]:
    """Yield the `spec` name that an expression denotes: alg.NAME, or an imported NAME."""
    match e:
        case Field(of=Variable(name="alg"), name=name) if name in EXPORTED:
            yield name
        case Global(ref=ref) if ref.module.partition(".")[0] == "spec":
            item = imported(ref)
            yield from (name for name, known in EXPORTED.items() if known is item)
        case _:
            pass


def _asked(e: Expr, layouts: set[str]) -> Iterator[str]:
    """Yield the methods of layouts that an expression calls on the claim's arguments."""
    match e:
        case Call(of=Variable(name=name)) if name in layouts:
            yield CALL
        case Field(of=Variable(name=name), name=asked) if name in layouts:
            yield f"Layout.{asked}"
        case _:
            pass


def exported_page() -> str:
    """Return the page: all claims of the catalogue, and functions that no proved claim names."""
    claims = catalogue()
    proved = [claim for claim in claims if claim.expect.outcome is Outcome.PROVED]
    return rendered(
        "exported.md.jinja",
        spoken=[(claim, spoken_of(claim)) for claim in claims],
        unspoken=unspoken(proved),
        functions=len(FUNCTIONS),
    )


if __name__ == "__main__":
    write_whole(PAGE, exported_page().encode())
