"""The functions that theorems are about, printed once for each combination of argument types.

A function is printed at its first call, after its callees. If each recursive call is on the tail of
a list or on an entry of an IntTuple, the printed function is structurally recursive. Otherwise it
takes fuel, an argument that bounds the depth of the recursion. Without enough fuel the printed
function does not return, so the amount of fuel need not be trusted.
"""

from __future__ import annotations

from typing import Any, Final

from verif.certify.definition import Printed, define
from verif.certify.gallina import (
    NOTHING,
    Arrow,
    Named,
    Term,
    UnprintableError,
    all_of,
    both,
)
from verif.certify.names import ref_of
from verif.certify.signatures import given, result_of, scope_of
from verif.kernel.text import Text
from verif.language.compile import Program as Language
from verif.language.compile import project
from verif.language.form import Attempt, Function, Ref, RefusedError, walk

RESERVED: Final = frozenset(
    (
        *("as", "at", "by", "cofix", "else", "end", "exists", "fix", "for", "forall", "fun", "if"),
        *("in", "let", "match", "mod", "return", "then", "using", "where", "with", "Prop", "Set"),
        *("Type", "S", "O", "Z", "N", "left", "right", "fst", "snd", "map", "length", "hd", "tl"),
        *("rev", "prod", "app", "negb", "true", "false", "nil", "cons", "list", "bool", "unit"),
        *("tt", "forallb", "flat_map", "fold_right", "fuel", "tree", "layout", "Tuple", "Leaf"),
        *("nonempty", "forall2", "map2", "as_many", "modes_in", "all_ok"),
        *("all2_ok", "greatest", "product_of", "no_layout", "upto", "nth", "seq"),
        *("xla_shape", "no_array", "last", "Some", "None", "option", "every_other", "combine"),
        *("accumulated", "accumulated_ok", "removelast", "end_at", "sliced", "same_tree"),
        *("equal_layouts", "map_short", "all_short", "filter"),
    )
)
"""Names in Rocq and its libraries that variables must not have."""


class Program:
    """The functions printed so far, in order. `language` has their compiled definitions."""

    def __init__(self, language: Language | None = None) -> None:
        self.language = language or project()
        self.functions: list[Printed] = []
        self._known: dict[tuple[Any, ...], Printed] = {}
        self._names: set[str] = set()
        self._open: list[Printed] = []

    def safe(self, name: str) -> str:
        """Return a variable's name. Append `_` if the name is reserved or a function's name."""
        return f"{name}_" if name in RESERVED or name in self._names else name

    def text_of(self, ref: Ref) -> Function:
        """Return the compiled form of a function. Raises UnprintableError if that fails."""
        try:
            return self.language.function(ref)
        except RefusedError as why:
            raise UnprintableError(str(why)) from why

    def call(self, function: Any, arguments: tuple[Term, ...]) -> Term:
        """Print the call of a function. Raises UnprintableError."""
        if not isinstance(function, Text):
            raise UnprintableError(f"cannot print a call of {function!r}")
        text = self.text_of(ref_of(function))
        terms = given(function, text, arguments)
        key = (function, *((name, term.type) for name, term in terms.items()))
        if key not in self._known:
            self._print(key, function, text, terms)
        printed = self._known[key]
        printed.recursive = printed.recursive or not printed.text
        if self._open:
            self._open[-1].catches |= printed.catches
        passed = tuple(term for term in terms.values() if term.type != NOTHING)
        said = " ".join(term.code for term in passed)
        fuel = "_f fuel" if printed.fuel else ""
        ok = all_of(passed)
        if printed.partial:
            owed = " ".join(code for term in passed for code in _twice(term))
            ok = both(ok, f"({printed.name}_ok{fuel} {owed})")
        code = f"({printed.name}{fuel} {said})" if printed.result != NOTHING else "tt"
        return Term(code, printed.result, ok)

    def _print(
        self, key: tuple[Any, ...], function: Text, text: Function, terms: dict[str, Term]
    ) -> None:
        result = result_of(function, [term.type for term in terms.values()])
        name = self._name(function, terms)
        self._names.add(name)
        parameters = tuple(
            (n, self.safe(n), term.type) for n, term in terms.items() if term.type != NOTHING
        )
        passed = tuple((n, term.type != NOTHING) for n, term in terms.items())
        catches = any(isinstance(part, Attempt) for part in walk(text.body))
        printed = Printed(function, name, parameters, result, passed, catches=catches)
        self._known[key] = printed
        self._open.append(printed)
        try:
            define(self, printed, text, scope_of(text, terms, {n: v for n, v, _ in parameters}))
        except UnprintableError as why:
            del self._known[key]
            self._names.discard(name)
            if "in " in str(why)[:3]:
                raise
            raise UnprintableError(f"in {ref_of(function).name}: {why}") from why
        finally:
            self._open.pop()
        self.functions.append(printed)

    def _name(self, function: Text, terms: dict[str, Term]) -> str:
        parts = [p for p in ref_of(function).name.split(".") if p != "__init__"]
        name = "_".join(p.strip("_") if p.startswith("__") else p for p in parts)
        stem = ref_of(function).module.rpartition(".")[2]
        # If the function is already printed for other types, the argument types become part of the
        # new name.
        types = "_".join(str(term.type) for term in terms.values() if isinstance(term.type, Named))
        for found in (name, f"{stem}_{name}", f"{name}_{types}"):
            again = found != f"{name}_{types}" and function in self._printed(name)
            if not again and found not in self._names and found not in RESERVED:
                return found
        raise UnprintableError(f"too many functions have the name {name}")

    def _printed(self, name: str) -> list[Any]:
        return [printed.function for printed in self.functions if printed.name == name]

    def text(self) -> str:
        """Return the definitions, each after the definitions that it uses."""
        return "\n\n".join(printed.text for printed in self.functions)

    def steps(self) -> str:
        """Return the step lemmas: equations of recursive functions for `[]` and `x :: l`."""
        return "\n".join(printed.steps for printed in self.functions if printed.steps)


def _twice(term: Term) -> tuple[str, ...]:
    """Return the arguments that pass a term to an `_ok` function.

    A term that is a function is passed as two arguments: the function, and its own `_ok` function.
    """
    return (term.code, term.accepted) if isinstance(term.type, Arrow) else (term.code,)
