"""Print one Python function in Rocq: its value, whether it returns, and its equations."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from verif.certify.blocks import Block
from verif.certify.gallina import (
    BOOL,
    INT,
    NOTHING,
    TREE,
    Arrow,
    ListOf,
    Product,
    Term,
    Type,
    UnprintableError,
    default,
)
from verif.certify.patterns import is_variable, part, part_of
from verif.certify.scope import Functions
from verif.language.form import (
    Call,
    Constant,
    Expr,
    Function,
    Global,
    Primitive,
    Slice,
    Tuple,
    Variable,
    walk,
)


@dataclass
class Printed:
    """A Python function, printed in Rocq for the argument types of one call.

    `partial` tells whether the printed function may fail to return a value, because Python raises
    an error or because the fuel, which bounds a recursion, runs out. If `partial` is true, the
    condition under which the function returns a value is printed, too.
    """

    function: Callable[..., Any]
    name: str
    parameters: tuple[tuple[str, str, Type], ...]
    """The Python name, the Gallina name and the type of each passed argument."""
    result: Type
    passed: tuple[tuple[str, bool], ...]
    """The parameters of the Python function, and whether the Gallina function has each of them."""
    fuel: str = ""
    """The amount of fuel for a recursion that is not structural. It is set only during printing."""
    catches: bool = False
    """Whether the function or a callee catches an error.

    The printed function does not tell kinds of errors apart.
    """
    recursive: bool = False
    partial: bool = False
    text: str = ""
    steps: str = ""


def define(
    functions: Functions, printed: Printed, text: Function, scope: Mapping[str, Term]
) -> None:
    """Print a function, store the result in `printed`, and decide whether the function may raise.

    Raises UnprintableError.
    """
    _Definition(functions, printed, text, scope).print()


class _Definition:
    """Prints one Python function as Rocq definitions."""

    def __init__(
        self, functions: Functions, printed: Printed, text: Function, scope: Mapping[str, Term]
    ) -> None:
        self.printed = printed
        self.text = text
        self.scope = scope
        self.block = Block(functions, text.body, printed.result)
        self.calls = [
            e.args
            for e in walk(text.body)
            if isinstance(e, Call) and isinstance(e.of, Global) and e.of.ref == text.ref
        ]

    def print(self) -> None:
        """Print the definitions, and decide whether the function may raise."""
        body, printed = self.text.body, self.printed
        term = self.block.printed(body, self.scope)
        lists = self._falling() if printed.recursive else []
        # Rocq rejects a recursion on a list if the function also calls itself for an empty list.
        falls = next((each for each in lists if self._ends_at(body, each)), "")
        if printed.recursive and not falls and TREE not in {t for _, _, t in printed.parameters}:
            printed.fuel = self._measure(body)
        # By induction, recursive calls return if everything else in the body returns.
        printed.partial = term.ok != "true" or bool(printed.fuel)
        if printed.recursive and printed.partial:
            term = self.block.printed(body, self.scope)
        # The name of a user's file may contain `*)`, which would end the comment.
        out = [f"(* {self.text.file.replace('*', '')}: {self.text.ref.name} *)"]
        if printed.result != NOTHING:
            out += self._definition("", term.code)
        if printed.partial:
            out += self._definition("_ok", term.ok)
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

    def _falling(self) -> list[str]:
        """Return each list parameter for which every recursive call passes the tail of the list."""
        found: list[str] = []
        for k, (name, _, of) in enumerate(self.printed.parameters):
            tail = self.block.heads.get(name, ("", ""))[1]
            own = (args[k] for args in self.calls if len(args) > k)
            if isinstance(of, ListOf) and all(
                part_of(e, "1:") == name or (tail and is_variable(e, tail)) for e in own
            ):
                found.append(name)
        return found

    def _measure(self, body: Expr) -> str:
        """Return the fuel that bounds a recursion: an amount that each recursive call reduces.

        The fuel is the first of these amounts that fits:
        - an integer argument that each call reduces by one
        - an integer argument that each call divides, if each call passes all lists unchanged
        - the length of a list that each call makes shorter, if an empty list ends the recursion
        - the sum of the lengths of all lists; if a call reduces a number in the head of a list,
          the sum of this number over all entries of the list is added
        """
        parameters = self.printed.parameters
        lists = [(k, n, v, t) for k, (n, v, t) in enumerate(parameters) if isinstance(t, ListOf)]
        kept = all(is_variable(args[k], name) for k, name, _, _ in lists for args in self.calls)
        for falls in (_is_one_less, *((_is_quotient,) if kept else ())):
            for k, (name, variable, of) in enumerate(parameters):
                if of == INT and all(falls(args[k], name) for args in self.calls):
                    return f"(Z.to_nat {variable})"
        if not lists:
            raise UnprintableError("cannot print a recursion without an argument that gets smaller")
        for k, name, variable, _ in lists:
            shorter = all(self._fewer(args[k], name) > 0 for args in self.calls)
            if shorter and self._ends_at(body, name):
                return f"(length {variable})"
        parts = [f"length {variable}" for _, _, variable, _ in lists]
        for k, name, variable, of in lists:
            head = self.block.heads.get(name, ("", ""))[0]
            reduced = {at for args in self.calls for at in _reduced(args[k], head)}
            parts += [f"list_sum (map {_entry(of, at)} {variable})" for at in sorted(reduced)]
        return f"({' + '.join(parts)})"

    def _fewer(self, e: Expr, name: str) -> float:
        """Return `len(name) - len(e)` for the lists `name` and `e`.

        Return minus infinity if the difference is unknown. The result is right only if `e` takes
        no tail of an empty list.
        """
        match e:
            case Primitive(op="+", args=(Tuple(items=items), rest)):
                return self._fewer(rest, name) - len(items)
            case Variable(name=tail) if tail == self.block.heads.get(name, ("", ""))[1]:
                return 1
            case Variable(name=same) if same == name:
                return 0
            case Slice(of=of) if part(e) == (of, "1:"):
                return self._fewer(of, name) + 1
            case _:
                return -math.inf

    def _ends_at(self, body: Expr, name: str) -> bool:
        """Return whether the recursion ends if the list `name` is empty."""
        return f"({self.printed.name} " not in self._empty(body, name).code

    def _empty(self, body: Expr, name: str) -> Term:
        """Print the function's body for the case that the list `name` is empty."""
        return self.block.printed(body, {**self.scope, name: replace(self.scope[name], empty=True)})

    def _steps(self, body: Expr, name: str) -> str:
        """Return the equations of the function for an empty list and for a nonempty list."""
        printed = self.printed
        pattern, opened = self.block.opened(name, self.scope)
        opened = {**opened, name: replace(opened[name], code=f"({pattern})")}
        empty = self._empty(body, name)
        lines: list[str] = []
        for case, of, term in (
            ("nil", "[]", empty),
            ("cons", f"({pattern})", self.block.printed(body, opened)),
        ):
            said = " ".join(of if n == name else v for n, v, _ in printed.parameters)
            for suffix in ("", "_ok") if printed.partial else ("",):
                if (suffix == "" and printed.result == NOTHING) or any(
                    isinstance(t, Arrow) for _, _, t in printed.parameters
                ):
                    continue
                code = term.ok if suffix else term.code
                variables = [v for n, v, _ in printed.parameters if n != name]
                if case == "cons":
                    variables = [*re.findall(r"\w+", pattern), *variables]
                binders = " ".join(v for v in variables if v != "_")
                lines.append(
                    f"Lemma {printed.name}{suffix}_{case} {binders} : "
                    f"{printed.name}{suffix} {said} = {code}. Proof. step. Qed."
                )
        return "\n".join(lines)


def _is_one_less(e: Expr, name: str) -> bool:
    match e:
        case Primitive(op="-", args=(of, Constant(value=1))):
            return is_variable(of, name)
        case _:
            return False


def _is_quotient(e: Expr, name: str) -> bool:
    return isinstance(e, Primitive) and e.op == "//" and is_variable(e.args[0], name)


def _reduced(e: Expr, head: str | tuple[str, ...]) -> Iterator[int]:
    """Yield the index of each number that a recursive call reduces in a list's first element.

    `e` is the list that the call gets, such as `((s // 2, d),) + rest`. `head` has the names of the
    numbers in the first element before the call, such as `(s, d)`.
    """
    match e:
        case Primitive(op="+", args=(Tuple(items=(first,)), _)):
            names = head if isinstance(head, tuple) else (head,)
            items = first.items if isinstance(first, Tuple) else (first,)
            for at, (item, name) in enumerate(zip(items, names, strict=False)):
                if _is_one_less(item, name) or _is_quotient(item, name):
                    yield at
        case _:
            return


def _entry(of: ListOf, at: int) -> str:
    """Return the Gallina function that maps an entry of the list to its number at index `at`."""
    if of.element == INT:
        return "Z.to_nat"
    assert isinstance(of.element, Product)
    names = ("x" if k == at else "_" for k, _ in enumerate(of.element.parts))
    return f"(fun '({', '.join(names)}) => Z.to_nat x)"


def _binder(name: str, of: Type, *, both: bool) -> str:
    if isinstance(of, Arrow) and both:
        owed = Arrow(of.arguments, BOOL)
        return f"({name} : {of}) ({name}_ok : {owed})"
    return f"({name} : {of})"
