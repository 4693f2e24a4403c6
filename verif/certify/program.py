"""The functions that theorems are about, each printed once for the types that it is called at.

A function is printed when it is first called, after those that it calls. Its own call is a
recursion, on the tail of a list or inside of an IntTuple where each call is on that, and else with
fuel: where the fuel is not enough the function does not return, so that fuel is trusted by nobody.
"""

from __future__ import annotations

import ast
import inspect
import re
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from spec.int_tuple import IntTuple
from spec.layout import Layout
from verif.certify.annotations import alternatives, hints, printed_type
from verif.certify.blocks import Blocks
from verif.certify.gallina import (
    INT,
    ITEMS,
    LAYOUT,
    NOTHING,
    TREE,
    Arrow,
    ListOf,
    Named,
    Term,
    Type,
    UnprintableError,
    all_of,
    both,
    coerced,
    default,
)
from verif.symbolic.gate import admit
from verif.symbolic.sources import source_of

ROOT: Final = Path(__file__).resolve().parents[2]

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
        *("accumulated", "accumulated_ok", "removelast"),
    )
)
"""The words of Rocq and of its own lists, which no variable is called by."""


@dataclass
class Printed:
    """A function at the types of a call. `partial` is whether it has a condition to return."""

    function: Callable[..., Any]
    name: str
    parameters: tuple[tuple[str, str, Type], ...]
    """The names in Python and Gallina, and the types, of what is passed."""
    result: Type
    passed: tuple[tuple[str, bool], ...]
    """The parameters of Python's, and whether each is passed."""
    fuel: str = ""
    """The measure of a recursion that is on no part of an argument, while that is printed."""
    catches: bool = False
    """Whether an error is caught in it, or in what it calls: which one it is is not printed."""
    recursive: bool = False
    partial: bool = False
    text: str = ""
    steps: str = ""


class Program:
    """The printed functions, in the order in which they stand."""

    def __init__(self) -> None:
        self.functions: list[Printed] = []
        self._known: dict[tuple[Any, ...], Printed] = {}
        self._names: set[str] = set()
        self._open: list[Printed] = []

    def safe(self, name: str) -> str:
        """The name of a variable, which is that of no function."""
        return f"{name}_" if name in RESERVED or name in self._names else name

    def call(self, function: Any, arguments: tuple[Term, ...]) -> Term:
        """The call of a function. Raises UnprintableError, OutsideFragmentError."""
        if type(function) is not FunctionType:
            raise UnprintableError(f"the call of {function!r}")
        if set(hints(function).values()) == {object, None}:
            # It asks what the types say.
            return Term("tt", NOTHING)
        given = _given(function, arguments)
        passed = [(name, term) for name, term in given if term.type != NOTHING]
        key = (function, *((name, term.type) for name, term in given))
        if key not in self._known:
            self._print(key, function, given)
        printed = self._known[key]
        printed.recursive = printed.recursive or not printed.text
        if self._open:
            self._open[-1].catches |= printed.catches
        said = " ".join(code for _, term in passed for code in (term.code,))
        owed = " ".join(code for _, term in passed for code in _twice(term))
        fuel = "_f fuel" if printed.fuel else ""
        ok = all_of(tuple(term for _, term in passed))
        if printed.partial:
            ok = both(ok, f"({printed.name}_ok{fuel} {owed})")
        code = f"({printed.name}{fuel} {said})" if printed.result != NOTHING else "tt"
        return Term(code, printed.result, ok)

    def _print(
        self, key: tuple[Any, ...], function: FunctionType, given: list[tuple[str, Term]]
    ) -> None:
        admit(function)
        node = source_of(function).node
        if not isinstance(node, ast.FunctionDef):
            raise UnprintableError(f"{function.__name__} is no function with a name")
        result = _result(function, tuple(t.type for _, t in given))
        name = self._name(function, given)
        self._names.add(name)
        parameters = tuple((n, self.safe(n), t.type) for n, t in given if t.type != NOTHING)
        passed = tuple((n, term.type != NOTHING) for n, term in given)
        printed = Printed(function, name, parameters, result, passed)
        self._known[key] = printed
        scope = _scope(function, given, parameters)
        printed.catches = any(isinstance(part, ast.Try) for part in ast.walk(node))
        self._open.append(printed)
        try:
            _Text(self, printed, node, scope).print()
        except UnprintableError as why:
            del self._known[key]
            self._names.discard(name)
            if "in " in str(why)[:3]:
                raise
            raise UnprintableError(f"in {function.__qualname__}: {why}") from why
        finally:
            self._open.pop()
        self.functions.append(printed)

    def _name(self, function: FunctionType, given: list[tuple[str, Term]]) -> str:
        parts = [p for p in function.__qualname__.split(".") if p != "__init__"]
        name = "_".join(p.strip("_") if p.startswith("__") else p for p in parts)
        stem = function.__module__.rpartition(".")[2]
        # Printed at other types already, it is named by these, too.
        types = "_".join(str(term.type) for _, term in given if isinstance(term.type, Named))
        for found in (name, f"{stem}_{name}", f"{name}_{types}"):
            again = found != f"{name}_{types}" and function in self._printed(name)
            if not again and found not in self._names and found not in RESERVED:
                return found
        raise UnprintableError(f"too many functions are called {name}")

    def _printed(self, name: str) -> list[Any]:
        return [printed.function for printed in self.functions if printed.name == name]

    def text(self) -> str:
        """The definitions, each after those that it uses."""
        return "\n\n".join(printed.text for printed in self.functions)

    def steps(self) -> str:
        """The step lemmas."""
        return "\n".join(printed.steps for printed in self.functions if printed.steps)


class _Text:
    """The printing of one function."""

    def __init__(
        self,
        program: Program,
        printed: Printed,
        node: ast.FunctionDef,
        scope: Mapping[str, Term],
    ) -> None:
        self.program = program
        self.printed = printed
        self.node = node
        self.scope = scope
        function: Any = printed.function
        self.blocks = Blocks(program, function.__globals__, node, printed.name, printed.result)
        self.calls = [
            call
            for call in ast.walk(node)
            if isinstance(call, ast.Call) and self.blocks.meaning(call.func, {}) is function
        ]

    def print(self) -> None:
        """Fills in the text, and whether the function may raise."""
        body, printed = self.node.body, self.printed
        returns = self.blocks.returns(body, self.scope)
        falls = self._falls() if printed.recursive else ""
        if printed.recursive and not falls and TREE not in {t for _, _, t in printed.parameters}:
            printed.fuel = self._measure()
        # Its own calls return if it does: if all else does, it does.
        printed.partial = returns != "true" or bool(printed.fuel)
        out = [f"(* {_place(printed.function)} *)"]
        if printed.result != NOTHING:
            out += self._definition("", self.blocks.value(body, self.scope))
        if printed.partial:
            out += self._definition("_ok", self.blocks.returns(body, self.scope))
        if falls:
            printed.steps = self._steps(body, falls)
        printed.fuel = ""
        printed.text = "\n".join(out)

    def _definition(self, suffix: str, code: str) -> list[str]:
        printed = self.printed
        name = f"{printed.name}{suffix}"
        binders = " ".join(_binder(n, t, both=bool(suffix)) for _, n, t in printed.parameters)
        result = "bool" if suffix else str(printed.result)
        said = " ".join(n for _, n, _ in printed.parameters)
        if printed.fuel:
            zero = "false" if suffix else default(printed.result)
            return [
                f"Fixpoint {name}_f (fuel : nat) {binders} : {result} :=",
                f"  match fuel with O => {zero} | S fuel =>\n  {code} end.",
                f"Definition {name} {binders} : {result} :=",
                f"  {name}_f (S {printed.fuel}) {said}.",
            ]
        word = "Fixpoint" if re.search(rf"\b{name}\b", code) else "Definition"
        return [f"{word} {name} {binders} : {result} :=\n  {code}."]

    def _falls(self) -> str:
        """The list whose tail each call of its own takes; none where there is none."""
        for k, (name, _, of) in enumerate(self.printed.parameters):
            tail = self.blocks.heads.get(name, ("", ""))[1]
            tails = {f"{name}[1:]", tail or f"{name}[1:]"}
            own = (ast.unparse(call.args[k]) for call in self.calls if len(call.args) > k)
            if isinstance(of, ListOf) and all(said in tails for said in own):
                return name
        return ""

    def _measure(self) -> str:
        """The parameter that each call lowers by one, or divides, or the lengths of the lists."""
        for falls in (" - 1", " // "):
            for k, (name, variable, of) in enumerate(self.printed.parameters):
                own = (ast.unparse(call.args[k]) for call in self.calls)
                if of == INT and all(said.startswith(f"{name}{falls}") for said in own):
                    return f"(Z.to_nat {variable})"
        lists = [v for _, v, t in self.printed.parameters if isinstance(t, ListOf)]
        if not lists:
            raise UnprintableError("a recursion that no argument measures")
        return f"({' + '.join(f'length {v}' for v in lists)})"

    def _steps(self, body: Sequence[ast.stmt], name: str) -> str:
        """The equations of the function for the empty list, and for one with a head."""
        printed = self.printed
        pattern, opened = self.blocks.opened(name, self.scope)
        opened = {**opened, name: replace(opened[name], code=f"({pattern})")}
        empty = {**self.scope, name: replace(self.scope[name], empty=True)}
        lines: list[str] = []
        for case, scope, of in (("nil", empty, "[]"), ("cons", opened, f"({pattern})")):
            said = " ".join(of if n == name else v for n, v, _ in printed.parameters)
            for suffix in ("", "_ok") if printed.partial else ("",):
                if (suffix == "" and printed.result == NOTHING) or any(
                    isinstance(t, Arrow) for _, _, t in printed.parameters
                ):
                    continue
                code = (self.blocks.returns if suffix else self.blocks.value)(body, scope)
                variables = [v for n, v, _ in printed.parameters if n != name]
                if case == "cons":
                    variables = [*re.findall(r"\w+", pattern), *variables]
                binders = " ".join(v for v in variables if v != "_")
                lines.append(
                    f"Lemma {printed.name}{suffix}_{case} {binders} : "
                    f"{printed.name}{suffix} {said} = {code}. Proof. step. Qed."
                )
        return "\n".join(lines)


def _place(function: Any) -> str:
    file = Path(function.__code__.co_filename).resolve().relative_to(ROOT)
    return f"{file}: {function.__qualname__}"


def _binder(name: str, of: Type, *, both: bool) -> str:
    if isinstance(of, Arrow) and both:
        owed = Arrow(of.arguments, printed_type(bool))
        return f"({name} : {of}) ({name}_ok : {owed})"
    return f"({name} : {of})"


def _twice(term: Term) -> tuple[str, ...]:
    """The argument of a condition to return: a function is given with whether it returns."""
    return (term.code, term.accepted) if isinstance(term.type, Arrow) else (term.code,)


def _scope(
    function: Any, given: list[tuple[str, Term]], parameters: tuple[tuple[str, str, Type], ...]
) -> dict[str, Term]:
    variables = {name: variable for name, variable, _ in parameters}
    scope: dict[str, Term] = {}
    starred: list[Term] = []
    for name, term in given:
        if name not in variables:
            scope[name] = Term("tt", NOTHING)
            continue
        own = Term(variables[name], term.type)
        if isinstance(term.type, Arrow):
            own = Term(own.code, own.type, accepted=f"{own.code}_ok")
        if " " in name or (name.rpartition("_")[2].isdigit() and name.startswith("*")):
            starred.append(own)
        scope[name] = own
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL and parameter.name not in scope:
            items = tuple(
                scope[n] for n, _ in given if n.startswith(f"{parameter.name}_") and n in scope
            )
            scope[parameter.name] = Term("", ITEMS, items=items)
    return scope


def _given(function: FunctionType, arguments: tuple[Term, ...]) -> list[tuple[str, Term]]:
    """The arguments by name, as of the types that the function has them of."""
    chosen = _overload(function, arguments)
    annotations = dict(hints(chosen or function))
    parameters = list(inspect.signature(function).parameters.values())
    if parameters and parameters[0].name == "self":
        owner = function.__qualname__.partition(".")[0]
        annotations["self"] = function.__globals__[owner]
        if function.__name__ == "__init__":
            parameters = parameters[1:]
    found: list[tuple[str, Term]] = []
    left = list(arguments)
    for parameter in parameters:
        if parameter.name not in annotations:
            raise UnprintableError(f"no annotation of {parameter.name}")
        annotation = annotations[parameter.name]
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL and any(t.spread for t in left):
            if len(left) != 1:
                raise UnprintableError("arguments beside a list of them")
            found.append((parameter.name, left.pop()))
        elif parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            found += [
                (f"{parameter.name}_{k}", _fitted(term, annotation)) for k, term in enumerate(left)
            ]
            left = []
        elif left:
            found.append((parameter.name, _fitted(left.pop(0), annotation)))
        elif parameter.default is None:
            found.append((parameter.name, Term("tt", NOTHING)))
        elif type(parameter.default) is int:
            found.append((parameter.name, _fitted(Term(str(parameter.default), INT), annotation)))
        else:
            raise UnprintableError(f"no {parameter.name} for {function.__name__}")
    if left:
        raise UnprintableError(f"too many arguments for {function.__name__}")
    return found


def _fitted(term: Term, annotation: Any) -> Term:
    """The argument as one of the annotated type; of a union, as the member that it is."""
    if term.made is not None:
        of = printed_type(annotation)
        if not isinstance(of, Arrow):
            raise UnprintableError("a function where none is wanted")
        return term.made(of.arguments)
    if term.type == NOTHING:
        return term
    members = alternatives(annotation)
    if len(members) == 1:
        return coerced(term, printed_type(annotation))
    if term.type in (LAYOUT, NOTHING, TREE):
        return term
    if IntTuple in members:
        return coerced(term, TREE)
    return coerced(term, None)


def _overload(function: FunctionType, arguments: tuple[Term, ...]) -> Callable[..., Any] | None:
    """The overload whose parameters have the types of the arguments; None where none is."""
    types = [term.type for term in arguments]
    for overload in typing.get_overloads(function):
        annotations = {n: a for n, a in hints(overload).items() if n != "return"}
        try:
            if [printed_type(a) for a in annotations.values()] == types:
                return overload
        except UnprintableError:
            continue
    return None


def _result(function: FunctionType, types: tuple[Type, ...]) -> Type:
    if function is Layout.__init__:
        return LAYOUT
    chosen = _overload(function, tuple(Term("", t) for t in types)) or function
    if "return" not in hints(chosen):
        raise UnprintableError(f"{function.__name__} has no annotation of its result")
    return printed_type(hints(chosen)["return"])
