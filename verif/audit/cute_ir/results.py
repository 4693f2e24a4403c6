"""Decide whether the type of a result states the value that the operation must return.

Without unknown numbers the operation is evaluated. With unknown numbers the result is proved for
all values of these numbers (verif/sizes). Trying some values can refute a type, but not prove it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, Final, cast

from spec.composed import ComposedLayout
from spec.errors import LayoutError
from spec.layout import Layout
from spec.named import Made, Name, names_in, valued
from spec.parser import Call, Expression, Literal
from spec.reading.trees import entries
from verif.audit.cute_ir.bases import component, has_bases, with_bases, without_bases
from verif.audit.cute_ir.direct import direct, has_names
from verif.audit.cute_ir.fits import (
    Fit,
    Multiple,
    coalesced_modes,
    compared,
    composed_parts,
    fits,
    flat_modes,
    split_as,
    tile_alone,
    unwrapped,
)
from verif.audit.cute_ir.laws import as_in_cute, broken, required
from verif.audit.cute_ir.rows import Row
from verif.audit.cute_ir.types import Type, Unknown, mapped, parts_of, paths, written_form
from verif.audit.statement import Verdict
from verif.expression import evaluated
from verif.kernel.errors import KernelError
from verif.questions.answer import Ruling
from verif.questions.program import UndecidedError
from verif.sizes.asked import asked
from verif.sizes.calculator import tabled
from verif.sizes.case import Case, stated_item
from verif.sizes.names import Sizes, read_sizes
from verif.sizes.sized import Sized, read_sized
from verif.upstream.in_process import SPEC

FIRST: Final = 1_000_003
"""In an operation that only copies entries, this number replaces the first unknown number.

The numbers after it replace the other unknown numbers.
"""


MOST_FORMS: Final = 40
"""The limit on the number of times that the type and the result are compared as functions.

An assignment gives a number to each name. If the type and the result differ in form at an
assignment, they are compared as functions. When the limit is reached, no further assignments are
tried.
"""


LARGE: Final = (128, 384)
"""Factors by which the audit multiplies the least admitted numbers.

The audit also tries the products, because with such large numbers each mode has several tiles.
"""


@dataclass(frozen=True)
class Decision:
    """A verdict, its reason, and the equivalent question of `layout-verif check`, if any."""

    verdict: Verdict
    detail: str = ""
    question: str = ""


def decide(
    row: Row, expression: Expression, operands: tuple[Type, ...], told: Type, *, prove: bool = True
) -> Decision:
    """Decide whether the expression equals the value in the type `told`, for all unknown numbers.

    If `prove` is false, a statement that needs a proof is unknown.
    """
    unknowns = tuple(dict.fromkeys(u for one in operands for u in one.unknowns))
    inside = _inside(expression, told)
    if inside is not None:
        expression, told = inside
    other = as_in_cute(expression, told.form)
    try:
        if other is not None and _is_direct(other[0], unknowns, told):
            return Decision(Verdict.HOLDS, f"{other[1]}: {_for_all(unknowns)}")
        found = _decided(row, expression, unknowns, told, prove=prove)
        if found.verdict is not Verdict.HOLDS and other is not None:
            expression, reason = other
            found = _decided(row, expression, unknowns, told, prove=prove)
            found = replace(found, detail=f"{reason}{found.detail and ': '}{found.detail}")
    except UndecidedError as error:
        found = Decision(Verdict.UNKNOWN, str(error))
    doubt = row.doubt(operands) if found.verdict is Verdict.FAULT else ""
    if not doubt:
        return found
    if _inverts(expression, told, unknowns):
        return Decision(Verdict.HOLDS, f"A(R(i)) = i for all i of R, {_for_all(unknowns)}")
    return Decision(Verdict.UNKNOWN, f"{doubt}: {found.detail}")


def _inverts(expression: Expression, told: Type, unknowns: tuple[Unknown, ...]) -> bool:
    """For a right inverse R with only known numbers, return whether A(R(i)) = i is proved."""
    match expression, told.form:
        case Call("right_inverse", (a,)), Layout() as r:
            identity = f"equal(composition({text_of(a)}, {r}), {r.size}:1)"
            try:
                found = asked(identity, names_of(unknowns, frozenset(), ()))
            except (LayoutError, KernelError):
                return False
            return found.ruling is Ruling.HOLDS
        case _:
            return False


def _decided(
    row: Row, expression: Expression, unknowns: tuple[Unknown, ...], told: Type, *, prove: bool
) -> Decision:
    form = told.form
    if isinstance(expression, Literal):
        return _copied(row, expression.value, unknowns, form, told)
    if expression.name == "crd2idx" and has_bases(expression):
        return _by_components(row, expression, unknowns, told, prove=prove)
    if not has_names(expression):
        return _evaluated(row, expression, form, told)
    if row.moves:
        return _moved(expression, unknowns, form, told)
    return _proved(row, expression, unknowns, form, told, prove=prove)


THROUGH: Final = frozenset(
    {
        "coalesce", "composition", "filter", "filter_zeros", "flat_divide", "flatten",
        "logical_divide", "select", "tiled_divide", "zipped_divide",
    }
)  # fmt: skip
"""The operations that, given a composed layout, act on its inner layout."""


def _inside(expression: Expression, told: Type) -> tuple[Expression, Type] | None:
    """Replace composed layouts by their inner layouts, in an operation and in its result's type.

    Return None unless the operand and the result have the same swizzle and offset.
    """
    match expression:
        case Call(name, (Literal(composed), *rest)) if name in THROUGH:
            one, result = composed_parts(composed), composed_parts(told.form)
            if one is None or result is None or one[:2] != result[:2] or any(names_in(one[:2])):
                return None
            return Call(name, (Literal(one[2]), *rest)), replace(told, form=result[2])
        case _:
            return None


# Operations whose numbers are all known


def _evaluated(row: Row, expression: Expression, form: Any, told: Type) -> Decision:
    try:
        found = tile_alone(evaluated(expression, SPEC))
    except LayoutError as error:
        return _refused(expression, form, str(error))
    fit = compared(form, told.unknowns, found, by_mode=row.by_mode)
    return _concluded(fit, expression, form, found, told)


def _concluded(fit: Fit, expression: Expression, form: Any, found: Any, told: Type) -> Decision:
    text = "" if told.unknowns else _question(expression, form)
    match fit.kind:
        case "same":
            return Decision(Verdict.HOLDS, fit.detail, text)
        case "form":
            other = f"another form of the same function, {written_form(found)}"
            return Decision(Verdict.HOLDS, other, text)
        case "no":
            law = broken(expression, form)
            must = f"it must be {written_form(found)}: {fit.detail}"
            return Decision(Verdict.FAULT, f"{must}; {law}" if law else must, text)
        case _:
            return Decision(Verdict.UNKNOWN, fit.detail)


def _refused(expression: Expression, form: Any, reason: str) -> Decision:
    """Check the stated result against the operation's law, because the spec defines no result."""
    law = broken(expression, form)
    if law:
        return Decision(Verdict.FAULT, law)
    if law == "":
        detail = f"the law of the operation holds at every coordinate, though {reason}"
        return Decision(Verdict.HOLDS, detail)
    return Decision(Verdict.UNKNOWN, f"the result is not defined: {reason}")


def _question(expression: Expression, form: Any) -> str:
    """The equivalent question of `layout-verif check`; empty if no question is equivalent."""
    if isinstance(expression, Literal) or not isinstance(form, Layout | ComposedLayout):
        return ""
    if expression.name == "partition_tv":
        # The value of partition_tv is a pair of a layout and an offset, and no question compares
        # pairs.
        return ""
    return f"equal({text_of(expression)}, {form})"


# Operations that only copy entries of their operands


def _copied(row: Row, found: Any, unknowns: tuple[Unknown, ...], form: Any, told: Type) -> Decision:
    if not unknowns and not told.unknowns:
        fit = compared(form, (), found, by_mode=row.by_mode)
        return _concluded(fit, Literal(found), form, found, told)
    return _matched(form, told, found, unknowns)


def _moved(
    expression: Expression, unknowns: tuple[Unknown, ...], form: Any, told: Type
) -> Decision:
    """Decide an operation that only copies entries.

    The operation is evaluated with a distinct number in place of each name. In the result, the
    names replace these numbers again.
    """
    numbers = {one.name: FIRST + k for k, one in enumerate(unknowns)}
    names = {number: Name(name) for name, number in numbers.items()}
    given = _with(expression, lambda name: numbers[name.name])
    try:
        found = evaluated(given, SPEC)
    except LayoutError as error:
        return Decision(Verdict.UNKNOWN, f"the result is not defined: {error}")
    return _matched(form, told, _named(found, names), unknowns)


def _named(value: Any, names: Mapping[int, Name]) -> Any:
    """Replace each number that stands for a name by this name."""
    match value:
        case Layout(shape, stride):
            parts = (_named(shape, names), _named(stride, names))
            return Layout(*parts) if parts == (shape, stride) else Made(Layout, parts)
        case ComposedLayout(outer=outer, offset=offset, inner=inner):
            parts = (_named(outer, names), _named(offset, names), _named(inner, names))
            return value if parts == (outer, offset, inner) else Made(ComposedLayout, parts)
        case tuple():
            return tuple(_named(part, names) for part in cast("tuple[Any, ...]", value))
        case int():
            return names.get(value, value)
        case _:
            return value


def _matched(form: Any, told: Type, found: Any, unknowns: tuple[Unknown, ...]) -> Decision:
    """Compare the type with the result, entry by entry.

    A name in the type stands for any multiple of the name's divisor.
    """
    known = {one.name: one.divisor for one in unknowns}
    why = fits(
        form, {one.name: one.divisor for one in told.unknowns}, unwrapped(found, form), known
    )
    if why is None:
        return Decision(Verdict.HOLDS, _for_all(unknowns))
    return _refuted_match(form, told, found, unknowns, why)


def _refuted_match(
    form: Any, told: Type, found: Any, unknowns: tuple[Unknown, ...], why: str
) -> Decision:
    """Try numbers in place of the names, to find numbers for which the type is wrong.

    The entries of type and result do not match, but the type may be another form of the result.
    """
    for numbers in _few_numbers(unknowns):
        value = valued(found, numbers)
        fit = compared(form, told.unknowns, value, by_mode=True)
        entry = fits(form, {one.name: one.divisor for one in told.unknowns}, value, {})
        # The operation only copies entries. So if the type and the value have the same profile, the
        # type is wrong wherever an entry differs from the value.
        if fit.kind == "no" or (fit.kind == "unclear" and entry and _congruent(form, value)):
            detail = f"it must be {written_form(value)}{_at(numbers)}: {fit.detail or entry}"
            return Decision(Verdict.FAULT, detail)
    return Decision(Verdict.UNKNOWN, f"the forms differ, but no tried number shows a fault: {why}")


def _congruent(form: Any, value: Any) -> bool:
    """Whether two layouts have the same profile."""
    one, other = parts_of(form), parts_of(value)
    return one is not None and other is not None and _profile(one[0]) == _profile(other[0])


def _profile(tree: Any) -> Any:
    parts = entries(tree)
    return None if parts is None else tuple(map(_profile, parts))


def _few_numbers(unknowns: tuple[Unknown, ...]) -> Iterator[dict[str, int]]:
    """Yield numbers for the unknowns, each a multiple of the unknown's divisor.

    For each factor (1, 2, 3, 5, 7), all unknowns first get their divisor times the factor. Then
    unknown k, counted from 0, gets its divisor times (factor + k).
    """
    for factor in (1, 2, 3, 5, 7):
        yield {one.name: one.divisor * factor for one in unknowns}
        yield {one.name: one.divisor * (factor + k) for k, one in enumerate(unknowns)}


# The functions below prove the result of an operation that calculates with unknown numbers.


def _proved(  # noqa: PLR0911 - one return per case
    row: Row,
    expression: Expression,
    unknowns: tuple[Unknown, ...],
    form: Any,
    told: Type,
    *,
    prove: bool,
) -> Decision:
    bases = dict[tuple[int, ...], Name]()
    plain = without_bases(expression, bases)
    zero, conditions = required(plain)
    text, names = text_of(plain), names_of(unknowns, zero, conditions)
    if _is_direct(expression, unknowns, told):
        return Decision(Verdict.HOLDS, f"for all {names}")
    try:
        trials = Sized(text, read_sizes(names), expression)
        refuted, tried, reason = _tried(row, trials, form, told)
        if refuted is not None:
            return refuted
        if not tried:
            return Decision(Verdict.UNKNOWN, f"the result is not defined: {reason}")
        so_far = f"no counterexample at the {tried} numbers tried"
        if not prove:
            return Decision(Verdict.UNKNOWN, f"{so_far}, and the time for proofs has run out")
        added = tuple(Unknown(name.name) for name in bases.values())
        sized = read_sized(text, read_sizes(names_of((*unknowns, *added), zero, conditions)))
        table = tabled(text, sized.sizes.text)
        if table.proof is None:
            return Decision(Verdict.UNKNOWN, f"{so_far}, and no proof: {table.reason}")
        found = [
            Found(case.condition, case.result and with_bases(_stated(case, sized), bases))
            for case in table.cases
        ]
        return _by_cases(found, sized, form, told, unknowns, names, so_far)
    except (LayoutError, KernelError) as error:
        return Decision(Verdict.UNKNOWN, f"no proof: {error}")


def _is_direct(expression: Expression, unknowns: tuple[Unknown, ...], told: Type) -> bool:
    """Whether the type states the result that follows from the operation's definition."""
    known = {one.name: one.divisor for one in unknowns}
    found = direct(expression, known)
    if found is None or not has_names(expression):
        return False
    facts, form = {one.name: one.divisor for one in told.unknowns}, told.form
    return _fits_mode_by_mode(form, facts, unwrapped(found.value, form), {**known, **found.known})


def _fits_mode_by_mode(
    form: Any,
    facts: Mapping[str, int],
    found: Any,
    known: Mapping[str, int],
    prove: Multiple | None = None,
) -> bool:
    """Whether a result fits the type if each mode is flattened, coalesced or split as needed."""
    forms = (
        (form, found),
        (flat_modes(form), flat_modes(found)),
        (coalesced_modes(form), coalesced_modes(found)),
        (flat_modes(form), split_as(form, coalesced_modes(found))),
    )
    return any(fits(a, facts, b, known, prove) is None for a, b in forms)


@dataclass(frozen=True)
class Found:
    """One case of a proved result: the condition of the case, and the value of the result.

    The value may contain names. It is None if the operation has no result in this case.
    """

    condition: str
    value: Any


def _stated(case: Case, sized: Sized) -> Any:
    assert case.result is not None
    return tile_alone(stated_item(case.result, sized.sizes))


def _tried(row: Row, sized: Sized, form: Any, told: Type) -> tuple[Decision | None, int, str]:
    """Try numbers in place of the names, to find numbers for which the type is wrong.

    Also return the number of tried assignments, and the error if the operation rejects all of them.
    """
    tried, reason, others = 0, "", 0
    for numbers, value in chain(_large(sized), sized.results):
        if value is None or others == MOST_FORMS:
            continue
        tried += 1
        fit = compared(form, told.unknowns, tile_alone(value), by_mode=row.by_mode)
        if fit.kind == "no":
            detail = f"it must be {written_form(value)}{_at(numbers)}: {fit.detail}"
            return Decision(Verdict.FAULT, detail), tried, ""
        others += fit.kind != "same"
    if not tried:
        try:
            sized.at(sized.tried[0])
        except (LayoutError, IndexError) as error:
            reason = str(error)
    return None, tried, reason


def _large(sized: Sized) -> Iterator[tuple[dict[str, int], Any]]:
    """Yield large numbers for the names, with the operation's result at these numbers.

    The numbers are the least admitted numbers, multiplied by each factor in `LARGE`.
    """
    for factor in LARGE:
        for point in sized.tried[:1]:
            numbers = {name: factor * number for name, number in point.items()}
            if sized.sizes.admits(numbers):
                with suppress(LayoutError):
                    yield sized.sizes.defined(numbers), sized.at(numbers)


def _by_cases(
    cases: list[Found],
    sized: Sized,
    form: Any,
    told: Type,
    unknowns: tuple[Unknown, ...],
    names: str,
    so_far: str,
) -> Decision:
    """Compare the proved result of each case with the type."""
    known = {one.name: one.divisor for one in unknowns}
    facts = {one.name: one.divisor for one in told.unknowns}
    good: list[Any] = []
    for case in cases:
        if case.value is None:
            where = " or ".join(c.condition for c in cases if c.value is not None) or "nowhere"
            only = f"{so_far}, but the result is defined only if {where}"
            return Decision(Verdict.UNKNOWN, only)
        found = unwrapped(case.value, form)
        if _fits_mode_by_mode(form, facts, found, known, partial(_is_multiple, sized.sizes)):
            good.append(found)
    if len(good) == len(cases):
        return Decision(Verdict.HOLDS, f"for all {names}")
    if good and _same_everywhere(good[-1], sized):
        detail = f"the same function for all {names}, in another form in special cases"
        return Decision(Verdict.HOLDS, detail)
    return Decision(Verdict.UNKNOWN, f"{so_far}, and the form differs in special cases")


def _by_components(
    row: Row, expression: Call, unknowns: tuple[Unknown, ...], told: Type, *, prove: bool
) -> Decision:
    """Decide each entry of the result of a `crd2idx`, if the result is a coordinate."""
    coordinate, shape, stride = expression.args
    assert isinstance(stride, Literal)
    last = Decision(Verdict.UNKNOWN, "the result has no entries")
    for path, entry in paths(told.form):
        one = Literal(component(stride.value, path))
        of_entry = Call("crd2idx", (coordinate, shape, one))
        into = Type(told.text, "int_tuple", entry, told.unknowns)
        numbers = (Type("", "int_tuple", None, unknowns),)
        last = decide(row, of_entry, numbers, into, prove=prove)
        if last.verdict is not Verdict.HOLDS:
            at = "".join(f"@{k}" for k in reversed(path))
            return Decision(last.verdict, f"entry {at}: {last.detail}")
    return Decision(last.verdict, last.detail)


def _same_everywhere(general: Any, sized: Sized) -> bool:
    """Whether the expression and the layout `general` are the same function for all sizes."""
    if parts_of(general) is None:
        return False
    found = asked(f"equal({sized.text}, {written_form(general)})", sized.sizes.text)
    return found.ruling is Ruling.HOLDS


def _is_multiple(sizes: Sizes, item: Any, n: int) -> bool:
    """Whether the solvers prove that a term with names is a multiple of n."""
    table = tabled(f"({written_form(item)}) % {n}", sizes.text)
    return table.proof is not None and all(case.result == "0" for case in table.cases)


# Texts


def names_of(unknowns: tuple[Unknown, ...], zero: frozenset[str], more: tuple[str, ...]) -> str:
    """The names and the facts about them, in the syntax of `--for`. Names in `zero` may be 0."""
    names = ", ".join(one.name for one in unknowns)
    least = (f"{one.name} >= 0" for one in unknowns if one.name in zero)
    facts = (f"{one.name} % {one.divisor} == 0" for one in unknowns if one.divisor > 1)
    return "; ".join((names, *least, *facts, *more))


def text_of(expression: Expression) -> str:
    """The expression in the notation of the calculator."""
    match expression:
        case Call(name, args):
            return f"{name}({', '.join(map(text_of, args))})"
        case Literal(value):
            return written_form(value)


def _for_all(unknowns: tuple[Unknown, ...]) -> str:
    return f"for all {names_of(unknowns, frozenset(), ())}" if unknowns else ""


def _at(numbers: Mapping[str, int]) -> str:
    return (
        " at " + ", ".join(f"{name}={number}" for name, number in numbers.items())
        if numbers
        else ""
    )


def _with(expression: Expression, change: Any) -> Expression:
    match expression:
        case Call(name, args):
            return Call(name, tuple(_with(arg, change) for arg in args))
        case Literal(value):
            return Literal(mapped(value, change))
