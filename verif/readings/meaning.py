"""The concrete values of the unknowns of a proof, for a replay.

A replay runs a proof on concrete arguments. This module determines which value each unknown, and
each term built from unknowns, has for these arguments.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

from spec.int_tuple import IntTuple, congruent, flatten, unflatten
from spec.layout import Layout, make_layout
from spec.modes import Groups, Modes, layout_of, modes_of
from spec.xla import XlaShape
from verif.kernel.claim import Domain
from verif.kernel.errors import NoValueError
from verif.kernel.verbs import OnNumbers, running
from verif.readings.any_nesting import Nested
from verif.readings.any_rank import AnyRank, UnknownShape
from verif.readings.arrays import array_of
from verif.readings.by_mode import AnyTilers, ByMode, Pairs
from verif.readings.grouped import Grouped
from verif.readings.numbers import Among
from verif.readings.terminals import Parts, Terminals
from verif.readings.xla_shapes import AnyXlaShape

FARTHEST: Final = 64
"""The largest absolute value in the search for an unknown integer of a user's domain."""

NUMBERED: Final = re.compile(r"_(?:(\d+)_)?([sdt]?)(\d+)")
"""The name of an unknown integer, without the argument's name.

Examples: `_s0` is shape 0, `_d1` is stride or dimension 1, `_3` is entry 3, and `_2_t0` is side 0
of tile 2.
"""


class Meaning:
    """The values of unknowns, and of terms built from them, in one replay."""

    def __init__(self) -> None:
        self._profiles: dict[object, IntTuple] = {}

    def part(self, domain: Domain, value: Any, symbol: str, annotation: object) -> Any:
        """The value that one unknown must have so that the domain builds `value` from its unknowns.

        `symbol` is the unknown's name without the argument's name. For a user's domain, raises
        NoValueError if the domain does not build the value from any small integer.
        """
        if type(domain).__module__.rpartition(".")[0] != __name__.rpartition(".")[0]:
            return _found(domain, value)
        if symbol == "_is_one_integer":
            return not isinstance(value.shape if isinstance(value, Layout) else value, tuple)
        if isinstance(value, XlaShape):
            return _of_array(value, symbol, annotation)
        if annotation is int:
            return _number(domain, value, symbol)
        if isinstance(value, Layout):
            return _of_layout(value, symbol, annotation)
        return _of_tuple(value, annotation)

    def real(self, item: Any, real: Callable[[Any], Any]) -> Any:
        """The concrete value of a symbolic item. The argument `real` evaluates the item's parts.

        Raises NoValueError if no concrete value is known, for example for an unknown profile.
        """
        if isinstance(item, Nested):
            if item.profile not in self._profiles:
                raise NoValueError("the profile of a tuple of unknown nesting has no known value")
            return unflatten(real(item.terminals), self._profiles[item.profile])
        if isinstance(item, UnknownShape):
            return _shape(item, real)
        if isinstance(item, AnyTilers):
            return tuple(self.real(item.by_mode, real))
        if isinstance(item, XlaShape | AnyXlaShape):
            return array_of(real(item.dims), real(item.minor_to_major), real(item.sides))
        return _layout(item, real)

    def match(self, item: Any, value: Any, match: Callable[[Any, Any], bool]) -> bool:
        """Whether each part of a symbolic item matches the same part of the concrete `value`."""
        if isinstance(item, Nested):
            profile = self._profiles.setdefault(item.profile, value)
            parts = item.parts is None or match(item.parts, _modes(value))
            return congruent(profile, value) and parts and match(item.terminals, flatten(value))
        if isinstance(item, AnyTilers):
            return match(item.by_mode.groups, tuple(map(modes_of, value)))
        if isinstance(item, Layout | AnyRank | Grouped):
            return _is_layout(item, value, match)
        if isinstance(item, XlaShape | AnyXlaShape):
            fields = (item.dims, item.minor_to_major, item.sides)
            return all(map(match, fields, (value.dims, value.minor_to_major, value.sides)))
        # An error always matches, because claims do not depend on the messages of errors.
        return item == value or isinstance(value, Exception)


def _layout(item: Any, real: Callable[[Any], Any]) -> Any:
    if isinstance(item, Pairs):
        tiles, rests = real(item.tiles), real(item.rests)
        beyond = tuple(rests)[tiles.rank :]
        return make_layout(*map(make_layout, tiles, rests), *beyond)
    if isinstance(item, ByMode):
        return make_layout(*map(layout_of, real(item.groups)))
    if isinstance(item, AnyRank):
        return layout_of(real(item.modes))
    if isinstance(item, Grouped):
        return make_layout(*map(real, item.parts))
    return Layout(real(item.shape), real(item.stride)) if isinstance(item, Layout) else item


def _is_layout(item: Any, value: Layout, match: Callable[[Any, Any], bool]) -> bool:
    if isinstance(item, ByMode) and not match(item.groups, tuple(map(modes_of, value))):
        return False
    if isinstance(item, AnyRank):
        # A layout without modes is 1:0.
        none = value == layout_of(()) and match(item.modes, ())
        return none or match(item.modes, modes_of(value))
    if isinstance(item, Grouped):
        return len(item.parts) == value.rank and all(map(match, item.parts, value))
    return match(item.shape, value.shape) and match(item.stride, value.stride)


def _shape(item: UnknownShape, real: Callable[[Any], Any]) -> IntTuple:
    if type(item) is not UnknownShape:
        raise NoValueError("the strides of a layout of unknown rank have no known value")
    if item.nesting is None:
        return layout_of(real(item.modes)).shape
    shapes = tuple(layout_of(group).shape for group in real(item.nesting.groups))
    return unflatten(shapes, real(item.nesting.shape))


def _of_tuple(value: Any, annotation: object) -> Any:
    if annotation == Parts:
        return _modes(value)
    return flatten(value) if annotation == Terminals else value


def _of_array(value: XlaShape, symbol: str, annotation: object) -> Any:
    """The value of one unknown of an array.

    At an unknown rank, the unknowns are the dimensions, the order and the tiles. At a fixed
    profile, each entry of the dimensions and of the tiles is an unknown. The unknown for the order
    is an integer: the index of the order in the list of all permutations.
    """
    if annotation is int and symbol == "_order":
        return list(permutations(range(len(value.dims)))).index(value.minor_to_major)
    if found := NUMBERED.fullmatch(symbol):
        entries = value.sides[int(found[1])] if found[1] else value.dims
        return entries[int(found[3])]
    return {"_dims": value.dims, "_order": value.minor_to_major, "_tiles": value.sides}[symbol]


def _of_layout(value: Layout, symbol: str, annotation: object) -> Any:
    if annotation == Modes:
        return modes_of(value)
    if annotation == Groups:
        return tuple(map(modes_of, value))
    if annotation == Parts:
        return _modes(value.shape)
    return flatten(value.stride if symbol == "_strides" else value.shape)


def _modes(shape: Any) -> Any:
    """For each mode of a shape, the integers in this mode, without nesting."""
    return tuple(map(flatten, shape)) if isinstance(shape, tuple) else (flatten(shape),)


@dataclass(frozen=True)
class _Trying(OnNumbers):
    """A run that replaces each unknown by `number`. A false assumption raises LookupError."""

    number: int

    def unknown(self, name: str, annotation: object) -> Any:
        if annotation is not int:
            raise NoValueError(f"{name} is not an integer")
        return self.number

    def lift(self, item: Any) -> Any:
        return item

    def assume(self, label: str, condition: bool) -> None:
        if not condition:
            raise LookupError(label)


def _found(domain: Domain, value: Any) -> int:
    """Search for an integer from which a user's domain builds the value."""
    for number in (value, *range(-FARTHEST, FARTHEST + 1)):
        trying = _Trying(number)
        with running(trying), suppress(Exception):
            if domain.lifted(trying, "", {}) == value:
                return number
    raise NoValueError(
        f"found no small integer from which {type(domain).__name__} builds {value!r}"
    )


def _number(domain: Domain, value: Any, symbol: str) -> int:
    if not symbol:
        return domain.values.index(value) if isinstance(domain, Among) else value
    found = NUMBERED.fullmatch(symbol)
    if found is None:
        raise LookupError(f"{symbol} of {value}")
    if found[1]:
        value = value[int(found[1])]
    if isinstance(value, Layout):
        value = value.stride if found[2] == "d" else value.shape
    return flatten(value)[int(found[3])]
