"""The Gallina types and terms in which Python functions are printed.

A Python expression becomes two Gallina terms. The first is total: where Python raises an error, its
value is a default. The second is a boolean, which tells whether Python returns a value. The terms
do not use option types for errors, so their equations are the equations of the Python code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final


class UnprintableError(Exception):
    """A function or claim cannot be printed in Gallina. The message has the reason."""


class TwoTypesError(UnprintableError):
    """The branches of a conditional have two different types."""

    def __init__(self, *types: Type) -> None:
        super().__init__("the branches of a conditional have two different types")
        self.types = types


@dataclass(frozen=True)
class Named:
    """A named type, with its default value."""

    name: str
    default: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class ListOf:
    """The type of lists, which are Python's tuples of any length."""

    element: Type

    def __str__(self) -> str:
        return f"(list {self.element})"


@dataclass(frozen=True)
class Product:
    """The type of tuples of a known length. `fields` names the entries of a named tuple."""

    parts: tuple[Type, ...]
    fields: tuple[str, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return f"({' * '.join(map(str, self.parts))})"


@dataclass(frozen=True)
class Arrow:
    """The type of functions."""

    arguments: tuple[Type, ...]
    result: Type

    def __str__(self) -> str:
        return f"({' -> '.join(map(str, (*self.arguments, self.result)))})"


@dataclass(frozen=True)
class OptionOf:
    """The type of a value that may be None."""

    of: Type

    def __str__(self) -> str:
        return f"(option {self.of})"


Type = Named | ListOf | Product | Arrow | OptionOf

INT: Final = Named("Z", "0")
BOOL: Final = Named("bool", "false")
TREE: Final = Named("tree", "(Leaf 0)")
"""The type of IntTuples."""
LAYOUT: Final = Named("layout", "no_layout")
XLA_SHAPE: Final = Named("xla_shape", "no_array")
"""The type of XLA shapes: dimensions, order and tiles. The element type is not printed."""
NOTHING: Final = Named("unit", "tt")
"""The type of None, and the result type of functions that return nothing."""
ITEMS: Final = Named("items", "")
"""The type of a tuple with a term for each entry. The context determines how to print the tuple."""
TEXT: Final = Named("text", "")
"""The type of error messages, which are never printed in Gallina."""


def default(of: Type) -> str:
    """Return the default of a type. A term has this value where Python raises an error."""
    match of:
        case Named():
            return of.default
        case ListOf():
            return "[]"
        case Product():
            return f"({', '.join(map(default, of.parts))})"
        case OptionOf():
            return "None"
        case Arrow():
            raise UnprintableError("there is no default value of a function type in Gallina")


@dataclass(frozen=True)
class Term:
    """A term, its type, and the condition under which Python computes its value without an error.

    `items` are the entries of a tuple, if they are known. `name` is the variable that holds a list,
    if the list may be matched. `empty` tells whether the list is empty, or is None if that is
    unknown. `head` and `tail` are the parts of a nonempty list; the tail is a variable, too.

    `accepted` is the condition under which a call returns. It is set for an operation that the code
    attempts, and for a parameter that is itself a function. `made` prints a lambda or a named
    function for given argument types. `calls` prints a call of a named function. `goes` prints
    statements that the compiler has turned into a function. `spread` marks a list passed as `*xs`.
    """

    code: str
    type: Type
    ok: str = "true"
    items: tuple[Term, ...] | None = None
    empty: bool | None = None
    head: Term | None = None
    tail: str = ""
    accepted: str = ""
    made: Callable[[tuple[Type, ...]], Term] | None = field(default=None, compare=False)
    calls: Callable[[tuple[Term, ...]], Term] | None = field(default=None, compare=False)
    goes: Callable[[Any, Any], Term] | None = field(default=None, compare=False)
    spread: bool = False
    name: str = field(default="", compare=False)


def both(left: str, right: str) -> str:
    """Return the conjunction of two booleans, simplified."""
    if "true" in (left, right):
        return right if left == "true" else left
    return "false" if "false" in (left, right) else f"({left} && {right})"


def all_of(terms: tuple[Term, ...]) -> str:
    """Return the condition under which Python evaluates these terms, in order, without an error."""
    ok = "true"
    for term in terms:
        ok = both(ok, term.ok)
    return ok


def either(left: str, right: str) -> str:
    """Return the disjunction of two booleans, simplified."""
    if "false" in (left, right):
        return right if left == "false" else left
    return "true" if "true" in (left, right) else f"({left} || {right})"


def negated(condition: str) -> str:
    """Return the negation of a boolean, simplified."""
    if condition in ("true", "false"):
        return "false" if condition == "true" else "true"
    return f"(negb {condition})" if not condition.startswith("(negb ") else condition[6:-1]


def conditional(condition: str, yes: Term, no: Term) -> Term:
    """Return an `if` between two terms, simplified for known conditions and equal terms.

    Raises TwoTypesError.
    """

    def printed(yes: str, no: str) -> str:
        if condition in ("true", "false"):
            return yes if condition == "true" else no
        if (yes, no) in (("true", "false"), ("false", "true")):
            return condition if yes == "true" else negated(condition)
        return yes if yes == no == "true" else f"(if {condition} then {yes} else {no})"

    return _of_either(printed, yes, no)


def matched(subject: str, one: tuple[str, Term], other: tuple[str, Term]) -> Term:
    """Return a `match` with two arms. If both arms are the same constant, return that constant.

    Raises TwoTypesError.
    """

    def printed(yes: str, no: str) -> str:
        if yes == no and yes in ("true", "false"):
            return yes
        return f"(match {subject} with\n  | {one[0]} => {yes}\n  | {other[0]} => {no} end)"

    return _of_either(printed, one[1], other[1])


def _of_either(printed: Callable[[str, str], str], yes: Term, no: Term) -> Term:
    """Combine the terms of two branches with `printed`: first the code, then the `ok` conditions.

    Raises TwoTypesError.
    """
    if yes.type != no.type:
        raise TwoTypesError(yes.type, no.type)
    return Term(printed(yes.code, no.code), yes.type, printed(yes.ok, no.ok))


def bound(name: str, code: str, then: Term) -> Term:
    """Return a `let`, or only its body if the body is a constant."""

    def printed(then: str) -> str:
        plain = then in ("true", "false", "True")
        return then if plain else f"(let {name} := {code} in\n  {then})"

    return Term(printed(then.code), then.type, printed(then.ok))


def coerced(term: Term, want: Type | None) -> Term:
    """Convert the term to the type `want`. Integers and tuples of IntTuples can become IntTuples.

    Values of an optional type become `Some` or `None`. Raises UnprintableError if the conversion is
    impossible.
    """
    if term.type == want or (want is None and term.type != ITEMS):
        return term
    if isinstance(want, OptionOf):
        given = coerced(term, want.of) if term.type != NOTHING else None
        return Term(f"(Some {given.code})" if given else "None", want, term.ok)
    if term.type == ITEMS:
        return _of_items(term, want)
    if want == TREE and term.type == INT:
        return Term(f"(Leaf {term.code})", TREE, term.ok)
    code = _converted(term.code, term.type.element, want) if isinstance(term.type, ListOf) else ""
    if want is None or not code:
        raise UnprintableError(f"cannot convert {term.type} to {want}")
    return Term(code, want, term.ok)


def _converted(code: str, element: Type, want: Type | None) -> str:
    """Convert a list with entries of type `element` to `want`. Return "" if this is impossible."""
    if want == TREE:
        inner = coerced(Term(code, ListOf(element)), ListOf(TREE))
        return f"(Tuple {inner.code})"
    if want == ListOf(OptionOf(element)):
        return f"(map Some {code})"
    if want == ListOf(TREE) and element == INT:
        return f"(map Leaf {code})"
    if want == ListOf(TREE) and isinstance(element, Product) and set(element.parts) == {INT}:
        names = [f"x{k}" for k, _ in enumerate(element.parts)]
        made = "; ".join(f"Leaf {name}" for name in names)
        return f"(map (fun '({', '.join(names)}) => Tuple [{made}]) {code})"
    return ""


def _of_items(term: Term, want: Type | None) -> Term:
    items = term.items or ()
    if want is None:
        if not items:
            raise UnprintableError("cannot print an empty tuple of unknown type")
        types = tuple(coerced(item, None).type for item in items)
        return _of_items(term, ListOf(types[0]) if len(types) == 1 else Product(types))
    match want:
        case ListOf():
            parts = tuple(coerced(item, want.element) for item in items)
            return Term(f"[{'; '.join(p.code for p in parts)}]", want, all_of(parts), items)
        case Product() if len(items) == len(want.parts):
            parts = tuple(map(coerced, items, want.parts))
            return Term(f"({', '.join(p.code for p in parts)})", want, all_of(parts), parts)
        case Named() if want == TREE:
            inner = coerced(term, ListOf(TREE))
            return Term(f"(Tuple {inner.code})", TREE, inner.ok)
        case _:
            raise UnprintableError(f"cannot convert a tuple of {len(items)} entries to {want}")


def listed(term: Term) -> Term:
    """Convert a tuple to a list if all entries have the same type; return other terms unchanged."""
    items = tuple(coerced(item, None) for item in term.items or ())
    types = {item.type for item in items}
    return coerced(replace(term, items=items), ListOf(types.pop())) if len(types) == 1 else term


def entries_of(term: Term) -> tuple[Term, ...]:
    """Return the entries of a tuple of known length."""
    if term.items is not None:
        return term.items
    if not isinstance(term.type, Product):
        raise UnprintableError("cannot print the unpacking of a tuple of unknown length")
    return tuple(projected(term, k) for k in range(len(term.type.parts)))


def projected(term: Term, index: int) -> Term:
    """Return an entry of a tuple of known length."""
    if term.items is not None:
        if index >= len(term.items):
            raise UnprintableError(f"a tuple of {len(term.items)} entries has no entry {index}")
        return term.items[index]
    if not isinstance(term.type, Product) or index >= len(term.type.parts):
        raise UnprintableError(f"cannot print entry {index} of {term.type}")
    # In Rocq, (a, b, c) is ((a, b), c).
    last = len(term.type.parts) - 1
    inner = term.code
    for _ in range(last - max(index, 1)):
        inner = f"(fst {inner})"
    side = "fst" if index == 0 else "snd"
    return Term(f"({side} {inner})", term.type.parts[index], term.ok)
