"""Print calls of builtin functions, loops and comprehensions in Gallina."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from spec.int_tuple import zip_modes
from spec.layout import Layout
from verif.certify.conditions import truth, truth_of
from verif.certify.gallina import (
    BOOL,
    INT,
    ITEMS,
    LAYOUT,
    TREE,
    Arrow,
    ListOf,
    Product,
    Term,
    Type,
    UnprintableError,
    all_of,
    both,
    coerced,
    either,
    entries_of,
    listed,
    negated,
)
from verif.certify.names import named
from verif.certify.scope import Printer, Scope
from verif.language.form import (
    Builtin,
    Call,
    Clause,
    Comprehension,
    Constant,
    Expr,
    Pattern,
    Primitive,
    Tuple,
    Variable,
)


@dataclass(frozen=True)
class Source:
    """The lists that a loop runs over, and the names of their entries.

    A loop runs over one list, or over the two lists of a `zip`. If `strict` is false, the `zip`
    ends with the shorter list.
    """

    lists: tuple[str, ...]
    binder: str
    scope: Scope
    ok: str
    strict: bool = True

    def each(self, code: str) -> str:
        """Return the Gallina function that takes the entries and returns `code`."""
        name, _, arguments = code.strip("()").partition(" ")
        if code == f"({name} {self.binder})" and arguments == self.binder and name.isidentifier():
            return name
        return f"(fun {self.binder} => {code})"

    def every(self, code: str) -> str:
        """Return the condition that `code` is true for all entries.

        If there are two lists, the condition also requires that their lengths are equal, unless the
        `zip` ends with the shorter list.
        """
        if code == "true" and (len(self.lists) == 1 or not self.strict):
            return "true"
        name = ("forallb" if len(self.lists) == 1 else "forall2") if self.strict else "all_short"
        return f"({name} {self.each(code)} {' '.join(self.lists)})"

    def mapped(self, code: str) -> str:
        """Return the list of the values of `code`, one for each entry."""
        if len(self.lists) == 1 and code == self.binder:
            return self.lists[0]
        name = ("map" if len(self.lists) == 1 else "map2") if self.strict else "map_short"
        return f"({name} {self.each(code)} {' '.join(self.lists)})"


def source(printer: Printer, pattern: Pattern, among: Expr, scope: Scope) -> Source:
    """Return the lists that `for pattern in among` iterates over. Raises UnprintableError."""
    match among:
        case Call(of=Builtin(name="zip"), args=(first, second)):
            found = _side_by_side(printer, pattern, first, second, scope, checks=False)
            return replace(found, strict=_is_strict(among))
        case Call(args=(first, second)) if named(among.of) is zip_modes:
            return _side_by_side(printer, pattern, first, second, scope, checks=True)
        case _:
            pass
    whole = iterated(printer, listed(printer.term(among, scope)))
    if not isinstance(whole.type, ListOf):
        raise UnprintableError(f"cannot print a loop over {whole.type}")
    binder, inner = _bound(printer, pattern, whole.type.element, scope)
    # Rocq cannot infer the type of an empty list whose entries no code uses.
    code = f"([] : {whole.type})" if whole.code == "[]" else whole.code
    return Source((code,), binder, inner, whole.ok)


def iterated(printer: Printer, term: Term) -> Term:
    """Return the list of a layout's modes, or the term itself if it is not a layout."""
    return printer.functions.call(Layout.__iter__, (term,)) if term.type == LAYOUT else term


def _is_strict(e: Call) -> bool:
    match e.named:
        case (("strict", Constant(value=bool() as strict)),):
            return strict
        case _:
            raise UnprintableError("cannot print a zip that does not say whether it is strict")


def _side_by_side(
    printer: Printer, pattern: Pattern, first: Expr, second: Expr, scope: Scope, *, checks: bool
) -> Source:
    """Return the two lists of a `zip`.

    With `checks`, the condition `ok` of the result also requires that both lengths are equal.
    """
    if not isinstance(pattern, tuple) or len(pattern) != 2:
        raise UnprintableError("cannot print a loop over pairs without a name for each part")
    left, right = (iterated(printer, printer.term(e, scope)) for e in (first, second))
    ok = both(left.ok, right.ok)
    if checks:
        if right.type == TREE:
            ok = both(ok, f"(as_many {left.code} {right.code})")
            right = Term(f"(modes_in {right.code})", ListOf(TREE))
        else:
            ok = both(ok, f"(as_many {left.code} (Tuple {right.code}))")
    if not isinstance(left.type, ListOf) or not isinstance(right.type, ListOf):
        raise UnprintableError(f"cannot pair {left.type} with {right.type}")
    x, inner = _bound(printer, pattern[0], left.type.element, scope)
    y, inner = _bound(printer, pattern[1], right.type.element, inner)
    return Source((left.code, right.code), f"{x} {y}", inner, ok)


def _bound(printer: Printer, pattern: Pattern, of: Type, scope: Scope) -> tuple[str, Scope]:
    """Return the binder of a loop variable, and the scope extended by this variable."""
    match pattern:
        case None | "_":
            return "_", scope
        case str() as name:
            variable = printer.functions.safe(name)
            return variable, {**scope, name: Term(variable, of)}
        case tuple() if isinstance(of, Product) and len(pattern) == len(of.parts):
            found: list[str] = []
            for each, inner in zip(pattern, of.parts, strict=True):
                variable, scope = _bound(printer, each, inner, scope)
                found.append(variable.removeprefix("'"))
            return f"'({', '.join(found)})", scope
        case _:
            raise UnprintableError(f"cannot print the loop variable {pattern}")


def comprehension(printer: Printer, e: Comprehension, scope: Scope, want: Type | None) -> Term:
    """Print a comprehension as a list."""
    element = want.element if isinstance(want, ListOf) else None
    return _comprehended(printer, e.element, e.clauses, scope, element)


def _comprehended(
    printer: Printer, made: Expr, clauses: Sequence[Clause], scope: Scope, element: Type | None
) -> Term:
    first, *others = clauses
    items = known(printer, first.among, scope)
    if not others and items is not None:
        found = _each_of(printer, made, first, items, scope)
        if found is not None:
            return found
    of = source(printer, first.pattern, first.among, scope)
    for test in first.conditions:
        of = _filtered(of, truth(printer, test, of.scope))
    if others:
        inner = _comprehended(printer, made, others, of.scope, element)
        if len(of.lists) != 1:
            raise UnprintableError("cannot print a loop nested in a loop over pairs")
        code = f"(flat_map {of.each(inner.code)} {' '.join(of.lists)})"
        return Term(code, inner.type, _owed(of, inner.ok))
    term = coerced(printer.term(made, of.scope, element), element)
    return Term(of.mapped(term.code), ListOf(term.type), _owed(of, term.ok))


def known(printer: Printer, among: Expr, scope: Scope) -> tuple[Term, ...] | None:
    """Return the entries of the tuple that a loop runs over, or None if they are not known."""
    if not isinstance(among, Variable | Tuple):
        return None
    return printer.term(among, scope).items


def _each_of(
    printer: Printer, made: Expr, clause: Clause, items: tuple[Term, ...], scope: Scope
) -> Term | None:
    """Print a comprehension over a tuple of known length, entry by entry.

    Return None if it is not known which entries the comprehension keeps.
    """
    found: list[Term] = []
    for item in items:
        inner = _unpacked(clause.pattern, item, scope)
        tests = [truth(printer, test, inner) for test in clause.conditions]
        if any(t.code not in ("true", "false") or t.ok != "true" for t in tests):
            return None
        if all(t.code == "true" for t in tests):
            found.append(printer.term(made, inner))
    return Term("", ITEMS, all_of(tuple(found)), tuple(found))


def _filtered(of: Source, test: Term) -> Source:
    """Return a source with only the entries that pass a test."""
    if test.ok != "true":
        raise UnprintableError("cannot print a comprehension with an `if` that may raise an error")
    if test.code == "true":
        return of
    if len(of.lists) != 1:
        raise UnprintableError("cannot print an `if` in a loop over pairs")
    return replace(of, lists=(f"(filter {of.each(test.code)} {of.lists[0]})",))


def _unpacked(pattern: Pattern, item: Term, scope: Scope) -> Scope:
    """Return the scope in which the names of a loop variable stand for the parts of an entry."""
    match pattern:
        case None | "_":
            return scope
        case str() as name:
            return {**scope, name: item}
        case tuple() if len(parts := entries_of(item)) == len(pattern):
            for each, part in zip(pattern, parts, strict=True):
                scope = _unpacked(each, part, scope)
            return scope
        case _:
            raise UnprintableError(f"cannot print the loop variable {pattern}")


def _owed(of: Source, ok: str) -> str:
    return of.ok if ok == "true" else both(of.ok, of.every(ok))


def _of_known(items: tuple[Term, ...]) -> Term:
    """Print `all` of a known number of conditions. Python stops at the first false condition."""
    code = ok = "true"
    for item in items:
        ok = both(ok, either(negated(code), item.ok))
        code = both(code, truth_of(item))
    return Term(code, BOOL, ok)


def _of_all(printer: Printer, test: Expr, of: Source) -> Term:
    term = truth(printer, test, of.scope)
    code, ok = term.code, term.ok
    if ok != "true":
        # `all` stops at the first false entry, so it does not evaluate the entries after it.
        name = "all_ok" if len(of.lists) == 1 else "all2_ok"
        ok = f"({name} {of.each(code)} {of.each(ok)} {' '.join(of.lists)})"
    return Term(of.every(code), BOOL, both(of.ok, ok))


def _called(function: Expr, *names: str) -> Call:
    line = function.line
    return Call(line, function, tuple(Variable(line, name) for name in names))


def builtin(  # noqa: PLR0911, PLR0912 - one return per case
    printer: Printer, name: str, e: Call, scope: Scope, want: Type | None
) -> Term:
    """Print a call of a builtin function. Raises UnprintableError."""
    match name, e.args:
        case "make", (_, *fields):
            terms = tuple(printer.term(each, scope) for each in fields)
            return Term(f"(Build_layout {' '.join(t.code for t in terms)})", LAYOUT, all_of(terms))
        case "all", (Comprehension(element=made, clauses=(Clause(conditions=()) as clause,)),):
            items = known(printer, clause.among, scope)
            if items is not None and (found := _each_of(printer, made, clause, items, scope)):
                return _of_known(found.items or ())
            return _of_all(printer, made, source(printer, clause.pattern, clause.among, scope))
        case "all", (Call(of=Builtin(name="map"), args=(function, first, second)),):
            pair = ("entry", "other")
            trees = printer.term(first, scope).type == ListOf(TREE)
            of = _side_by_side(printer, pair, first, second, scope, checks=trees)
            # If the entries are IntTuples, the two lists must have the same length.
            of = replace(of, strict=trees)
            return _of_all(printer, _called(function, *pair), of)
        case "all", (Variable() as only,) if (items := known(printer, only, scope)) is not None:
            return _of_known(items)
        case "map", (function, among):
            element = _called(function, "entry")
            made = Comprehension(e.line, element, (Clause("entry", among),))
            return comprehension(printer, made, scope, want)
        case "tuple", (Variable() as only,):
            return iterated(printer, printer.term(only, scope))
        case "tuple", (only,):
            return printer.term(only, scope, want)
        case "zip", (first, second) if _is_strict(e):
            return _paired(printer.term(first, scope), printer.term(second, scope))
        case "range", (count,):
            term = printer.term(count, scope, INT)
            return Term(f"(upto {term.code})", ListOf(INT), term.ok)
        case "reversed", (only,):
            term = printer.term(only, scope)
            return Term(f"(rev {term.code})", term.type, term.ok)
        case "divmod", sides:
            parts = tuple(Primitive(e.line, sign, sides) for sign in ("//", "%"))
            return printer.term(Tuple(e.line, parts), scope, want)
        case "accumulate", (entries, function):
            return _accumulated(printer, e, function, printer.term(entries, scope), scope)
        case "bool", (only,):
            return truth(printer, only, scope)
        case "max", (only,) if [n for n, _ in e.named] == ["default"]:
            listed, least = printer.term(only, scope), printer.term(e.named[0][1], scope)
            return Term(f"(greatest {least.code} {listed.code})", INT, both(listed.ok, least.ok))
        case _ if name in SIMPLE and not e.named:
            return SIMPLE[name](tuple(printer.term(each, scope) for each in e.args))
        case _:
            raise UnprintableError(f"cannot print `{name}` with {len(e.args)} arguments")


def _paired(left: Term, right: Term) -> Term:
    """Return the list of pairs of two lists with the same length."""
    if not isinstance(left.type, ListOf) or not isinstance(right.type, ListOf):
        raise UnprintableError(f"cannot pair {left.type} with {right.type}")
    ok = f"(Nat.eqb (length {left.code}) (length {right.code}))"
    of = ListOf(Product((left.type.element, right.type.element)))
    return Term(f"(combine {left.code} {right.code})", of, both(both(left.ok, right.ok), ok))


def _accumulated(printer: Printer, e: Call, function: Expr, entries: Term, scope: Scope) -> Term:
    """Print `accumulate`: the list of running results from `initial`."""
    if [name for name, _ in e.named] != ["initial"]:
        raise UnprintableError(f"line {e.line}: cannot print `accumulate` without `initial`")
    first = printer.term(e.named[0][1], scope)
    if isinstance(function, Builtin) and function.name in OPERATORS:
        by = Term(OPERATORS[function.name], Arrow((INT, INT), INT))
    else:
        by = printer.term(function, scope)
    if not isinstance(entries.type, ListOf) or by.type != Arrow(
        (first.type, entries.type.element), first.type
    ):
        raise UnprintableError(f"line {e.line}: cannot print `accumulate` with a {by.type}")
    ok = both(entries.ok, first.ok)
    if by.accepted:
        ok = both(ok, f"(accumulated_ok {by.code} {by.accepted} {entries.code} {first.code})")
    return Term(f"(accumulated {by.code} {entries.code} {first.code})", ListOf(first.type), ok)


OPERATORS: Final = {"add": "Z.add", "mul": "Z.mul"}
"""The Gallina function for each function of Python's module `operator`."""


def _length(terms: tuple[Term, ...]) -> Term:
    (term,) = terms
    if term.items is not None:
        return Term(str(len(term.items)), INT, term.ok)
    if not isinstance(term.type, ListOf):
        raise UnprintableError(f"cannot print the length of {term.type}")
    return Term(f"(Z.of_nat (length {term.code}))", INT, term.ok)


def _product(terms: tuple[Term, ...]) -> Term:
    term = coerced(terms[0], ListOf(INT))
    return Term(f"(product_of {term.code})", INT, term.ok)


def _numbers(name: str, count: int) -> Callable[[tuple[Term, ...]], Term]:
    def printed(terms: tuple[Term, ...]) -> Term:
        if len(terms) != count or {t.type for t in terms} != {INT}:
            raise UnprintableError(f"cannot print {name} of {len(terms)} values")
        return Term(f"({name} {' '.join(t.code for t in terms)})", INT, all_of(terms))

    return printed


SIMPLE: Final[Mapping[str, Callable[[tuple[Term, ...]], Term]]] = {
    "len": _length,
    "prod": _product,
    "abs": _numbers("Z.abs", 1),
    "min": _numbers("Z.min", 2),
    "max": _numbers("Z.max", 2),
}
"""Functions whose arguments are printed unchanged."""
