"""Check the coordinate or the alignment at which the result of an operation begins.

A slice, a tile, or the part of one thread begins at the offset of some coordinate. This offset is a
sum of multiples of the strides, so every common divisor of these multiples divides the offset.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import gcd
from typing import Any, Final

from spec.coordinates import crd2idx_extended, require_coordinate
from spec.errors import CoordinateError, LayoutError
from spec.layout import Layout, make_layout
from spec.named import Name, names_in, valued
from spec.parser import Call, Literal
from spec.reading.reading import made
from spec.swizzle import Swizzle
from verif.audit.cute_ir.bases import component
from verif.audit.cute_ir.direct import direct, offset_terms
from verif.audit.cute_ir.fits import composed_parts, divisor_of
from verif.audit.cute_ir.instructions import UnmodeledError, part_of, partitioned
from verif.audit.cute_ir.results import Decision
from verif.audit.cute_ir.rows import tile_and_place, without_any
from verif.audit.cute_ir.types import (
    NotReadError,
    Pointer,
    Type,
    is_type,
    leaves,
    named,
    parts_of,
    paths,
    read_type,
)
from verif.audit.statement import Verdict

KEEP: Final = frozenset(
    {
        "append_to_rank", "coalesce", "composition", "flat_divide", "flatten", "get_iter",
        "group_modes", "logical_divide", "make_view", "prepend_to_rank", "recast_iter", "select",
        "tiled.copy.retile", "tiled_divide", "zipped_divide",
    }
)  # fmt: skip
"""The operations whose result begins where their tensor operand begins."""

PARTS: Final = ("tiled.copy.partition_D", "tiled.copy.partition_S", "tiled.mma.partition")
"""The operations whose result begins at the first element of a thread."""

ACCESSES: Final = ("memref.load", "memref.store")
"""The operations that access the element of a tensor at a coordinate."""

SPACES: Final = ("dsmem", "generic", "gmem", "rmem", "smem")
"""The memory spaces whose addresses count bytes."""

MANY: Final = 64
"""The number of values tried for an unknown coordinate: multiples of its divisor, from 0.

Coordinates that are one step along a mode are also tried. For an unknown size with divisor d, only
the size MANY * d is tried.
"""

BASE: Final = Name("base")
"""The name that stands for the address of a tensor, in bits."""

POINTER: Final = "the result is in the memory space of its tensor, and aligned as its type says"

START: Final = "the result begins at the coordinate of its type"

INSIDE: Final = "no memory outside of the tensor is accessed"


@dataclass(frozen=True)
class Place:
    """A coordinate, and the layout that maps the coordinate to an offset."""

    at: Any
    shape: Any
    stride: Any


NOWHERE: Final = Place(0, 1, 0)
"""The place whose offset is 0: the beginning of a tensor."""


@lru_cache(maxsize=1 << 14)
def begins(
    name: str, attributes: str, operands: tuple[str, ...], result: str, same: tuple[int, ...]
) -> tuple[str, Decision] | None:
    """The claim about where a result begins, and the decision on it; None if there is no claim."""
    if not (name in KEEP or name in PARTS or name in ("add_offset", "local_tile", "slice")):
        return None
    first = _first(name)
    if not all(map(is_type, (*operands[first:], result))) or len(operands) <= first:
        return None
    try:
        types = _types(name, operands, same)
        one, told = types[0], read_type(result)
        if one.pointer is not None and told.pointer is not None:
            found = _of_pointer(name, attributes, operands, types, told)
            return (POINTER, found) if found is not None else None
        if start_of(one) is not None and start_of(told) is not None:
            return START, _of_start(types, told, _place(name, attributes, operands, types))
    except (UnmodeledError, NotReadError):
        # Make no claim: the statement about the type of the result already reports this error.
        return None
    return None


@lru_cache(maxsize=1 << 14)
def outside(
    name: str, attributes: str, operands: tuple[str, ...], same: tuple[int, ...]
) -> tuple[str, Decision] | None:
    """Report a coordinate outside of its tensor, as a decision on the claim `INSIDE`.

    The verdict is UNKNOWN, because the program need not access the result, or the tensor may be a
    part of a larger tensor. Return None for a coordinate inside the tensor, or if the coordinate or
    the sizes of the tensor are known only at run time.
    """
    if name in ACCESSES:
        operands, same = operands[:2], same[:2]
    first = _first(name)
    if name not in (*PARTS, *ACCESSES, "local_tile", "slice"):
        return None
    if len(operands) < first + 2 or not all(map(is_type, operands[first:])):
        return None
    try:
        types = _types(name, operands, same)
        place = _place(name, attributes, operands, types) if types[0].pointer else None
    except (UnmodeledError, NotReadError):
        return None
    if place is None or place.shape is None or any(names_in((place.at, place.shape))):
        return None
    try:
        require_coordinate(place.at, place.shape)
    except CoordinateError as error:
        detail = f"the coordinate is outside of the tensor: {error}"
        return INSIDE, Decision(Verdict.UNKNOWN, detail)
    except LayoutError:
        pass
    return None


def _first(name: str) -> int:
    """The position of the tensor among the operands, counted from 0.

    The position is 1 in a tiled operation, because operand 0 is the tiled copy or instruction.
    """
    return 1 if name.startswith("tiled.") else 0


def _types(name: str, operands: tuple[str, ...], same: tuple[int, ...]) -> tuple[Type, ...]:
    """The types of the tensor and of the operands after the tensor."""
    first = _first(name)
    return named(operands[first:], tuple(max(k - first, 0) for k in same[first:]))


def start_of(one: Type) -> Any:
    """The coordinate at which a coordinate tensor or an iterator begins; None for other types."""
    return one.form if one.kind == "arith_tuple_iter" else one.start


# Where a result begins


def _place(
    name: str, attributes: str, operands: tuple[str, ...], types: tuple[Type, ...]
) -> Place | None:
    """The place at which the result begins; None if it is unknown."""
    one = types[0]
    if name in KEEP:
        return NOWHERE
    if name == "add_offset":
        return Place(types[1].form, None, 1) if len(types) == 2 else None
    composed = composed_parts(one.form)
    parts = parts_of(composed[2] if composed is not None else one.form)
    if parts is None:
        return None
    if name == "slice" or name in ACCESSES:
        return Place(without_any(types[1].form), *parts)
    known = {u.name: u.divisor for t in types for u in t.unknowns}
    if name == "local_tile":
        return _place_of_tile(attributes, types, parts, known)
    return _place_of_thread(name, attributes, operands[0], types, parts, known)


def _place_of_tile(
    attributes: str, types: tuple[Type, ...], parts: tuple[Any, Any], known: Mapping[str, int]
) -> Place | None:
    """The place of a tile: its coordinate among the tiles, and the layout of the tiles."""
    if len(types) != 3:
        return None
    keep, at = tile_and_place(types, attributes)
    divided = Call("zipped_divide", (Literal(made(Layout, *parts)), Literal(keep)))
    found = direct(divided, known)
    layout = parts_of(found.value) if found is not None else None
    if layout is None:
        return None
    return Place(without_any(at), layout[0][1], layout[1][1])


def _place_of_thread(
    name: str,
    attributes: str,
    tiled: str,
    types: tuple[Type, ...],
    parts: tuple[Any, Any],
    known: Mapping[str, int],
) -> Place | None:
    """The number of the thread, and the layout that maps a thread to its first element.

    To get this layout, swap threads and values in the thread-value layout, and take the part for
    value 0. This part consists of the first element of each thread.
    """
    part = part_of(name, attributes, tiled)
    swapped = replace(part, tv=make_layout(part.tv[1], part.tv[0]))
    found = direct(partitioned(swapped, made(Layout, *parts)), known)
    layout = parts_of(found.value) if found is not None else None
    if layout is None or len(types) < 2:
        return None
    return Place(types[1].form, layout[0][0], layout[1][0])


# Checks of the alignment of a pointer


def _of_pointer(
    name: str, attributes: str, operands: tuple[str, ...], types: tuple[Type, ...], told: Type
) -> Decision | None:
    base, pointer = types[0].pointer, told.pointer
    assert base is not None
    assert pointer is not None
    other = _other_memory(name, base, pointer)
    if other:
        return Decision(Verdict.FAULT, other)
    composed = composed_parts(types[0].form) if name not in KEEP else None
    if base.space not in SPACES or (composed is not None and composed_parts(told.form) is not None):
        # A slice's type may state the offset in its composed layout instead of in the pointer.
        return None
    place = _place(name, attributes, operands, types)
    swizzle, offset = composed[:2] if composed is not None else (None, 0)
    if place is None or offset != 0 or not isinstance(swizzle, Swizzle | None):
        return Decision(Verdict.UNKNOWN, "the offset of the first element is not clear")
    known = {u.name: u.divisor for t in types for u in t.unknowns} | {BASE.name: 8 * base.align}
    sought = Sought(BASE, place, base.bits, _bits_of(pointer), is_multiple=True)
    return sought.decision(known, swizzle)


def _bits_of(pointer: Pointer) -> int:
    """The alignment of a pointer in bits. Elements of less than 8 bits may begin inside a byte."""
    return pointer.bits if pointer.align == 1 and pointer.bits < 8 else 8 * pointer.align


def _other_memory(name: str, base: Pointer, pointer: Pointer) -> str:
    """Describe how two pointers differ in memory space, element or swizzle.

    Return "" if no difference is found.
    """
    if base.space != pointer.space:
        return f"the result is in {pointer.space}, but its tensor is in {base.space}"
    if name == "recast_iter":
        return ""
    if base.element != pointer.element:
        return f"the result has elements {pointer.element}, but its tensor has {base.element}"
    if base.swizzle != pointer.swizzle:
        return f"the result has the swizzle {pointer.swizzle}, but its tensor has {base.swizzle}"
    return ""


# Checks of the first coordinate


def _of_start(types: tuple[Type, ...], told: Type, place: Place | None) -> Decision:
    """Check each entry of the start coordinate that the type of the result states."""
    known = {u.name: u.divisor for t in types for u in t.unknowns}
    divisors = {u.name: u.divisor for u in told.unknowns}
    starts, wanted = list(paths(start_of(types[0]))), list(paths(start_of(told)))
    if [path for path, _ in starts] != [path for path, _ in wanted]:
        return Decision(
            Verdict.FAULT, "result and tensor begin at coordinates with different profiles"
        )
    if place is None:
        return Decision(Verdict.UNKNOWN, "the coordinate of the first element is not clear")
    for (path, start), (_, entry) in zip(starts, wanted, strict=True):
        at = _component_of(place, path)
        is_multiple = isinstance(entry, Name)
        number = divisors[entry.name] if isinstance(entry, Name) else entry
        found = Sought(start, at, 1, number, is_multiple).decision(known, None)
        if found.verdict is not Verdict.HOLDS:
            where = "".join(f"@{k}" for k in reversed(path))
            return replace(found, detail=f"entry {where}: {found.detail}")
    return Decision(Verdict.HOLDS)


def _component_of(place: Place, path: tuple[int, ...]) -> Place:
    """Return the place with one number for each stride: its coefficient of basis element `path`."""
    if place.shape is None:
        # Without a shape, the coordinate itself is the offset.
        return Place(dict(paths(place.at)).get(path, 0), None, 1)
    return Place(place.at, place.shape, component(place.stride, path))


# The first element


@dataclass(frozen=True)
class Sought:
    """What a type says about the sum start + scale * offset, for the offset of `place`.

    If `is_multiple`, the type says that the sum is a multiple of `number`. Otherwise the type says
    that the sum equals `number`.
    """

    start: Any
    place: Place
    scale: int
    number: int
    is_multiple: bool

    def decision(self, known: Mapping[str, int], swizzle: Swizzle | None) -> Decision:
        """Look for a proof by the divisors of the terms, and then for a counterexample."""
        names = dict[str, int]()
        terms = self._terms(known, names)
        if terms is None:
            return Decision(Verdict.UNKNOWN, "the offset of the first element is not clear")
        if self._is_right(terms, {**known, **names}, swizzle):
            return Decision(Verdict.HOLDS)
        wrong = self._wrong(known, swizzle)
        if wrong:
            return Decision(Verdict.FAULT, wrong)
        return Decision(
            Verdict.UNKNOWN, "no proof by the divisors of the strides, and no counterexample found"
        )

    def _terms(self, known: Mapping[str, int], names: dict[str, int]) -> list[Any] | None:
        if self.place.shape is None:
            return [self.place.at]
        return offset_terms(self.place.at, self.place.shape, self.place.stride, known, names)

    def _is_right(
        self, terms: list[Any], known: Mapping[str, int], swizzle: Swizzle | None
    ) -> bool:
        constant = sum(term for term in terms if isinstance(term, int))
        others = [divisor_of(term, known) for term in terms if not isinstance(term, int)]
        others = [divisor for divisor in others if divisor != 0]
        offset = gcd(constant, *others)
        if swizzle is not None:
            # A swizzle keeps the bits below its base.
            offset = gcd(offset, 1 << swizzle.base) if others else swizzle(constant)
        start = divisor_of(self.start, known)
        if self.is_multiple:
            return gcd(start, self.scale * offset) % self.number == 0
        is_known = not others and isinstance(self.start, int)
        return is_known and self.start + self.scale * constant == self.number

    def _wrong(self, known: Mapping[str, int], swizzle: Swizzle | None) -> str:
        """Describe an example for which the type is wrong. Return "" if no example was found."""
        for numbers in self._tried(known):
            try:
                offset = self._offset(numbers)
            except LayoutError:
                continue
            moved = swizzle(offset) if swizzle is not None else offset
            value = valued(self.start, numbers) + self.scale * moved
            if value % self.number if self.is_multiple else value != self.number:
                return self._quoted(numbers, offset, value)
        return ""

    def _offset(self, numbers: Mapping[str, int]) -> int:
        at = valued(self.place.at, numbers)
        if self.place.shape is None:
            return at
        return crd2idx_extended(at, *valued((self.place.shape, self.place.stride), numbers))

    def _tried(self, known: Mapping[str, int]) -> Iterator[dict[str, int]]:
        """Yield assignments of numbers to the names. At most one unknown coordinate is not 0."""
        sizes = dict.fromkeys(names_in(self.place.shape), MANY) if self.place.shape else {}
        strides = dict.fromkeys(names_in(self.place.stride), 1)
        coordinates = [n for n in dict.fromkeys(names_in(self.place.at)) if n not in sizes]
        starts = list(dict.fromkeys(names_in(self.start)))
        usual = {name: known.get(name, 1) * n for name, n in {**strides, **sizes}.items()}
        for base in (0, 1):
            begin = {**usual, **{name: base * known.get(name, 1) for name in starts}}
            yield {**begin, **dict.fromkeys(coordinates, 0)}
            for name in coordinates:
                for k in (*range(1, MANY), *self._steps(usual, known.get(name, 1))):
                    yield {**begin, **dict.fromkeys(coordinates, 0), name: k * known.get(name, 1)}

    def _steps(self, numbers: Mapping[str, int], divisor: int) -> Iterator[int]:
        """Yield each k such that the coordinate k * divisor is one step along a single mode."""
        step = 1
        for size in leaves(valued(self.place.shape, numbers) or ()):
            step *= size
            if step % divisor == 0:
                yield step // divisor

    def _quoted(self, numbers: Mapping[str, int], offset: int, value: int) -> str:
        at = ", ".join(f"{name}={n}" for name, n in numbers.items() if name != BASE.name)
        where = f" at {at}" if at else ""
        if self.start is BASE:
            base = numbers[BASE.name] // 8
            address = f"{value // 8}" if value % 8 == 0 else f"{value}/8"
            return (
                f"if the tensor begins at the address {base}, the result begins {offset} elements"
                f" later, at {address}, which {self.number // 8} does not divide{where}"
            )
        if self.is_multiple:
            return f"the coordinate is {value}, which {self.number} does not divide{where}"
        return f"the coordinate is {value}, not {self.number}{where}"
