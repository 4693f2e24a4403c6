"""Names that stand for arbitrary integers, definitions of names, and conditions on names.

An example is `M, N; M % 128 == 0; N <= 4096; K = 64*k`: names first, then conditions and
definitions. A name is at least 1, unless a condition gives another lower bound. A definition or
condition also declares the names in it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, NamedTuple

from spec.errors import LayoutError, NotationError
from spec.named import Made, Name, names_in, valued
from spec.named_notation import (
    RESERVED,
    Comparison,
    Condition,
    Joined,
    Numbers,
    holds,
    parse_condition,
    parse_number,
)
from spec.parser import SWIZZLES
from spec.xla.shape import BITS
from verif.operations.table import SPELLED
from verif.questions.question import QUESTIONS

_NAME: Final = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z][A-Za-z0-9_]*")

_DEFINITION: Final = re.compile(r"\s*([A-Za-z][A-Za-z0-9_]*)\s*=(?!=)(.*)$")

_SINGLE: Final = re.compile(r"(?<![=!<>])=(?!=)")

TAKEN: Final = frozenset((*SPELLED, *QUESTIONS, *BITS, *SWIZZLES, *RESERVED)) - {"S"}
"""The words of the notation, which cannot be names.

`S` can be a name, such as the length of a sequence: only `S<` begins a swizzle.
"""


class NamesError(LayoutError):
    """The names, definitions or sizes make no sense."""


@dataclass(frozen=True)
class Sizes:
    """The names and their least values; the definitions, in dependency order; the conditions."""

    lows: Mapping[str, int]
    definitions: tuple[tuple[str, Any], ...] = ()
    conditions: tuple[tuple[str, Condition], ...] = ()
    text: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.lows)

    @property
    def said(self) -> str:
        """The sizes as text.

        Default lower bounds are shown where a reader might expect other bounds.
        """
        return "; ".join((self.text.strip(), *self.taken))

    @cached_property
    def taken(self) -> tuple[str, ...]:
        """The default lower bounds to show, because the user may have meant smaller numbers.

        A default bound is shown in two cases:

        - A condition on the name has no effect, because a comparison in the condition has the same
          truth value at all sample sizes within the bounds.
        - A condition gives a lower bound that contains another name, and admits a number below the
          default.

        >>> read_sizes("M, i, j; M <= 64; i + j >= -3").taken
        ('i >= 1', 'j >= 1')
        >>> read_sizes("i, j; j >= 0; i >= j").taken, read_sizes("M, ld; ld >= M").taken
        (('i >= 1',), ())
        """
        conditions = [condition for _, condition in self.conditions]
        bounded = {name for name, bound in bounded_by(conditions) if isinstance(bound, int)}
        points = list(self._from_the_bounds_on())
        idle = [one for one in _comparisons(conditions) if self._is_idle(one, points)]
        bodies = dict(self.definitions)
        spoken = {name for one in idle for name in _named((one.left, one.right), bodies)}
        loose = {
            name
            for name in _above_others(_comparisons(conditions))
            if name in self.lows and any(self._admits_below(name, point) for point in points)
        }
        shown = (spoken | loose) - bounded
        return tuple(f"{name} >= {low}" for name, low in self.lows.items() if name in shown)

    @cached_property
    def known(self) -> tuple[str, ...]:
        """The names that an expression may use, including the defined ones."""
        return (*self.lows, *(name for name, _ in self.definitions))

    def defined(self, numbers: Numbers) -> dict[str, Any]:
        """Return the numbers of all names, including the defined ones.

        Errors: InexactError if a definition divides inexactly.
        """
        found = dict(numbers)
        for name, body in self.definitions:
            found[name] = valued(body, found)
        return found

    def admits(self, numbers: Mapping[str, int]) -> bool:
        """Return whether the numbers satisfy the bounds and the conditions."""
        if any(numbers[name] < low for name, low in self.lows.items()):
            return False
        try:
            return self.are_met(self.defined(numbers))
        except LayoutError:
            return False

    def are_met(self, numbers: Numbers) -> bool:
        """Return whether the conditions hold. `numbers` also has a number for each defined name."""
        return all(holds(condition, numbers) for _, condition in self.conditions)

    def _admits_below(self, name: str, point: Numbers) -> bool:
        """Return whether the conditions admit the point if the name is one below its bound."""
        with suppress(LayoutError):
            return self.are_met(self.defined({**point, name: self.lows[name] - 1}))
        return False

    def _is_idle(self, comparison: Comparison, points: Collection[Numbers]) -> bool:
        """Return whether the comparison is true at all points, or false at all of them.

        Points at which the comparison cannot be evaluated do not count.
        """
        truths: set[bool] = set()
        for point in points:
            with suppress(LayoutError):
                truths.add(holds(comparison, self.defined(point)))
        return len(truths) < 2

    def _from_the_bounds_on(self) -> Iterator[dict[str, int]]:
        """Yield points within the bounds: near the bounds, near the constants, and far away."""
        said = {
            abs(c) for _, item in (*self.definitions, *self.conditions) for c in constants(item)
        }
        near = {0, 1, 2, 3, 1 << 40} | {n for c in said for n in (c - 1, c, c + 1)}
        for number in sorted(near):
            above = {name: max(low, number) for name, low in self.lows.items()}
            yield above
            for name, low in self.lows.items():
                yield {**above, name: low}
                yield {**self.lows, name: above[name]}

    def condition(self, text: str) -> Condition:
        """Parse a condition over these names."""
        return parse_condition(text, self.known)

    def where(self, *texts: str) -> Sizes:
        """Return these sizes with further conditions."""
        more = tuple((text, self.condition(text)) for text in texts)
        return replace(self, conditions=self.conditions + more)


def read_sizes(text: str) -> Sizes:
    """Parse the names, the definitions and the conditions in a text.

    Errors: NamesError, NotationError.

    >>> read_sizes("M, i; i >= 0; M % 8 == 0; K = 64*k").lows
    {'M': 1, 'i': 0, 'k': 1}
    """
    head, *rest = text.split(";")
    names = _listed(head, text) if text.strip() else []
    parts = [part.strip() for part in rest if part.strip()]
    for part in parts:
        if "=>" in part or "=<" in part:
            raise NamesError(f"{part!r}: write >= or <= to compare")
    defined = [(m[1], m[2]) for part in parts if (m := _DEFINITION.match(part))]
    bodies = dict(defined)
    for name, count in Counter(name for name, _ in defined).items():
        if count > 1:
            raise NamesError(f"{name!r} is defined {count} times, but a name needs one definition")
    conditions = [part for part in parts if not _DEFINITION.match(part)]
    for part in (*bodies.values(), *conditions):
        if _SINGLE.search(part):
            raise NamesError(f"{part!r}: write == to compare; = defines a name, as in K = 64*k")
        names += [name for name in _NAME.findall(part) if name not in RESERVED]
    names = [name for name in dict.fromkeys(names) if name not in bodies]
    for name in (*names, *bodies):
        if not _NAME.fullmatch(name):
            raise NamesError(
                f"{name!r} is not a name: use a letter, then letters, digits and _;"
                " write conditions after a semicolon, as in M, N; M <= 5"
            )
        if name in TAKEN:
            raise NamesError(f"{name!r} is a word of the notation: choose another name")
    known = (*names, *bodies)
    definitions = _in_order({name: parse_number(body, known) for name, body in bodies.items()})
    if bodies and not names:
        name, body = next(iter(bodies.items()))
        raise NamesError(
            "at least one name must stand for all integers, but"
            f" {name} = {body.strip()} gives {name} one value; write the value in the expression"
            f" instead of {name}, or write == for a condition"
        )
    if not names:
        raise NamesError("no names are declared: write them as in 'M, N; M % 128 == 0'")
    read = tuple((part, parse_condition(part, known)) for part in conditions)
    lows = {name: _low(name, [condition for _, condition in read]) for name in names}
    return Sizes(lows, definitions, read, text)


def _listed(head: str, text: str) -> list[str]:
    """The names before the first `;`. Errors: NotationError if one of the names is empty."""
    names = head.split(",")
    for k, name in enumerate(names, 1):
        if not name.strip():
            raise NotationError(text, len(",".join(names[:k])), "expected a name")
    return [name.strip() for name in names]


def sizes_at(text: str, sizes: Sizes) -> dict[str, int]:
    """Parse numbers such as `M=256, N=100`, one for each name.

    Errors: NamesError if a number is missing or malformed, or if the conditions exclude the sizes.
    """
    found: dict[str, int] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, sign, number = part.partition("=")
        try:
            found[name.strip()] = parse_number(number, ()) if sign else int("")
        except (NotationError, ValueError):
            raise NamesError(f"expected NAME=NUMBER such as M=256, not {part!r}") from None
    missing = [name for name in sizes.names if name not in found]
    odd = [name for name in found if name not in sizes.names]
    if missing or odd:
        amiss = [("missing", missing), ("unknown", odd)]
        words = "; ".join(f"{word} {', '.join(which)}" for word, which in amiss if which)
        raise NamesError(f"{words}: the declared names are {', '.join(sizes.names)}")
    lows = dict(sizes.lows)
    low = [name for name in sizes.names if found[name] < lows[name]]
    if low:
        bounds = " and ".join(f"{name} >= {lows[name]}" for name in low)
        if all(lows[name] == 1 for name in low):
            bounds += " holds if --for names no other lower bound"
        raise NamesError(f"the conditions exclude {text.strip()}: {bounds}")
    if not sizes.admits(found):
        raise NamesError(f"the conditions exclude {text.strip()}: {sizes.text.strip()}")
    return found


def constants(item: Any) -> Iterator[int]:
    """Yield the constants in a condition, or in a value that may contain names."""
    match item:
        case Comparison(_, left, right):
            yield from constants((left, right))
        case Joined(_, parts) | Made(_, parts) | (*parts,):
            for part in parts:
                yield from constants(part)
        case int():
            yield item
        case _:
            return


def bounded_by(conditions: Collection[Condition]) -> Iterator[tuple[str, Any]]:
    """Yield the names with the lower bounds that the conditions state directly."""
    for found in filter(None, map(_lower_bound, _stated(conditions))):
        if not found.is_strict:
            yield found.name, found.bound
        elif isinstance(found.bound, int):
            yield found.name, found.bound + 1


class Bound(NamedTuple):
    """A name and its lower or upper bound. If `is_strict`, the name never equals the bound.

    The bound may contain other names.
    """

    name: str
    bound: Any
    is_strict: bool


def upper_bounds(conditions: Collection[Condition]) -> Iterator[Bound]:
    """Yield the upper bounds that the conditions state directly for a name."""
    for one in _stated(conditions):
        # Exchange the sides: the upper bound `x < b` becomes the lower bound `b < x`.
        turned = one if one.sign == "==" else Comparison(one.sign, one.right, one.left)
        found = _lower_bound(turned)
        if found is not None:
            yield found


def _stated(conditions: Collection[Condition]) -> Iterator[Comparison]:
    """Yield the comparisons that must hold: all but those inside `or`."""
    for condition in conditions:
        if isinstance(condition, Comparison):
            yield condition
        elif condition.word == "and":
            yield from _stated(condition.parts)


def _lower_bound(comparison: Comparison) -> Bound | None:
    """Return the lower bound that a comparison states for a name on one of its sides, or None."""
    match comparison:
        case Comparison(">" | ">=" | "==" as op, Name(name), bound):
            return Bound(name, bound, op == ">")
        case Comparison("<" | "<=" | "==" as op, bound, Name(name)):
            return Bound(name, bound, op == "<")
        case _:
            return None


def _above_others(comparisons: Iterable[Comparison]) -> Iterator[str]:
    """Yield each name for which a comparison gives a lower bound that contains names."""
    for found in filter(None, map(_lower_bound, comparisons)):
        if not isinstance(found.bound, int):
            yield found.name


def _comparisons(conditions: Collection[Condition]) -> Iterator[Comparison]:
    """Yield all comparisons in the conditions, including those inside `and` and `or`."""
    for condition in conditions:
        if isinstance(condition, Comparison):
            yield condition
        else:
            yield from _comparisons(condition.parts)


def _named(item: Any, bodies: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names in a value, and recursively the names in their definitions."""
    for name in names_in(item):
        yield name
        yield from _named(bodies.get(name), bodies)


def _low(name: str, conditions: list[Condition]) -> int:
    lows = [
        bound for one, bound in bounded_by(conditions) if one == name and isinstance(bound, int)
    ]
    return max(lows, default=1)


def _in_order(bodies: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Sort the definitions so that each one comes after the definitions that it uses."""
    found: dict[str, Any] = {}
    while len(found) < len(bodies):
        ready = [
            name
            for name, body in bodies.items()
            if name not in found and set(names_in(body)) & bodies.keys() <= found.keys()
        ]
        if not ready:
            circular = ", ".join(sorted(bodies.keys() - found.keys()))
            raise NamesError(f"the definitions of {circular} are circular")
        found[ready[0]] = bodies[ready[0]]
    return tuple(found.items())
