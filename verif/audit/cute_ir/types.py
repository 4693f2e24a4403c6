"""Read types of CuTe IR: `!cute.layout<"(?{div=8},4):(4,1)">` is read as (N1,4):(4,1).

The result is a named value (spec/named.py): it has a name for each unknown number. The type records
a divisor of each unknown number, and how many bits the number has.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from spec.basis import ArithmeticTuple
from spec.composed import ComposedLayout
from spec.errors import LayoutError
from spec.layout import Layout
from spec.named import (
    Made,
    Name,
    added,
    ceiled,
    exact,
    floored,
    multiplied,
    names_in,
    negated,
    remainder,
    subtracted,
)
from spec.reading import ReadingError
from spec.reading.cute_ir import read_quoted
from spec.reading.cute_print import read_print, read_swizzle
from spec.reading.elements import element_of, width_of
from spec.reading.scanner import Scanner
from spec.reading.trees import entries
from spec.swizzle import Swizzle
from verif.audit.brackets import split

FAMILY: Final = "CuTe IR"

VALUES: Final = frozenset(
    {
        "layout",
        "composed_layout",
        "shape",
        "stride",
        "coord",
        "int_tuple",
        "tile",
        "swizzle",
        "arith_tuple_iter",
    }
)
"""The kinds of types that state a single value, in quotes, and nothing else."""

OF_LAYOUTS: Final = frozenset({"layout", "composed_layout", "memref", "coord_tensor"})
"""The types that have a layout."""

_LAYOUT: Final = re.compile(r'!cute\.layout<"([^"]*)">')
_KIND: Final = re.compile(r"!cute\.([a-z_0-9]+)\s*<")
_STATIC: Final = re.compile(r"[-\d(),\s]+(?::[-\d(),\s]+)?")
_ALIGN: Final = re.compile(r"\b(?:assumed_)?align\s*<\s*(\d+)\s*>")
_SPACE: Final = re.compile(r"\b(?:generic|gmem|smem|rmem|tmem|dsmem)\b")
_WORD: Final = re.compile(r"(?:i|index)(8|16|32|64)?")
_INTEGER: Final = re.compile(r"!cute\.i(8|16|32|64)<(?:divby\s+(\d+))?>")


class NotReadError(LayoutError):
    """A type or an operation that is not understood."""


@dataclass(frozen=True)
class Pointer:
    """The pointer in a type. `align` is in bytes; the default is the size of an element."""

    element: str
    bits: int
    space: str
    align: int
    swizzle: Swizzle | None = None


@dataclass(frozen=True)
class Unknown:
    """An unknown number, and what the type says about it."""

    name: str
    divisor: int = 1
    bits: int = 32


@dataclass(frozen=True)
class Type:
    """The kind of a type (such as `memref`), its value, and its pointer, if it has one.

    `start` is the coordinate at which a coordinate tensor begins.
    """

    text: str
    kind: str
    form: Any
    unknowns: tuple[Unknown, ...] = ()
    pointer: Pointer | None = None
    start: Any = None

    @property
    def layout(self) -> bool:
        """Whether the value is a layout."""
        return self.kind in OF_LAYOUTS


def is_type(text: str) -> bool:
    """Whether `read_type` can read this text as a value, a tensor or a pointer."""
    found = _KIND.match(text)
    if found is None:
        return _INTEGER.fullmatch(text) is not None or _WORD.fullmatch(text) is not None
    return found[1] in VALUES or found[1] in ("memref", "coord_tensor", "ptr")


def no_layout(text: str) -> str:
    """Say why no layout can have this printed type, or return '' if a layout may have it.

    >>> no_layout('!cute.layout<"(0,12):(2,2)">')
    'a mode has 0 elements, so no layout has this type'
    """
    found = _LAYOUT.fullmatch(text)
    if found is None:
        return ""
    if re.search(r"\bx\b", found[1]) is not None:
        return "x stands for a number that the compiler failed to calculate"
    shape = found[1].partition(":")[0]
    empty = re.search(r"(?<![\w=])0(?![\w@])", shape) is not None
    return "a mode has 0 elements, so no layout has this type" if empty else ""


@lru_cache(maxsize=1 << 14)
def read_type(text: str) -> Type:
    """Read a type. Errors: NotReadError.

    >>> read_type('!cute.shape<"(4,?{div=8})">').unknowns
    (Unknown(name='N1', divisor=8, bits=32),)
    >>> found = read_type('!cute.memref<f16, smem, align<16>, S<2,4,3>, "8:1">').pointer
    >>> print(found.element, found.align, found.swizzle)
    f16 16 Sw<2,4,3>
    """
    try:
        return _read(text)
    except ReadingError as error:
        raise NotReadError(str(error)) from None


def _read(text: str) -> Type:
    integer = _INTEGER.fullmatch(text)
    word = integer or _WORD.fullmatch(text)
    if word is not None:
        divisor = int(integer[2] or 1) if integer is not None else 1
        unknown = Unknown("N1", max(divisor, 1), int(word[1] or 64))
        return Type(text, "integer", Name("N1"), (unknown,))
    found = _KIND.match(text)
    if found is None or not text.endswith(">"):
        raise NotReadError(f"the type {text[:60]} is not the type of a layout")
    kind, inside = found[1], text[found.end() : -1].strip()
    if kind in VALUES:
        form, unknowns = _quoted(inside)
        return Type(text, kind, form, unknowns)
    if kind == "ptr":
        return Type(text, kind, None, (), _pointer(inside))
    if kind == "memref":
        *parts, last = split(inside)
        form, unknowns = _quoted(last)
        return Type(text, kind, form, unknowns, _pointer(", ".join(parts)))
    if kind == "coord_tensor":
        parts = split(inside)
        if len(parts) != 2:
            raise NotReadError(f"expected a coordinate and a layout, not {inside[:60]}")
        start, first = _quoted(parts[0])
        form, rest = _quoted(parts[1])
        form, rest = _shifted(form, rest, len(first))
        return Type(text, kind, form, (*first, *rest), None, start)
    raise NotReadError(f"the type {text[:60]} is not the type of a layout")


def _quoted(text: str) -> tuple[Any, tuple[Unknown, ...]]:
    inside = text[1:-1] if text[:1] == text[-1:] == '"' else ""
    if _STATIC.fullmatch(inside) is not None:
        return _static(inside), ()
    scanner = Scanner(f"<{text}>", FAMILY)
    reading = read_quoted(scanner, "elements")
    if scanner.spaced() != len(scanner.text):
        scanner.fail("expected the end of the value")
    unknowns = (Unknown(one.name, one.divisor, one.bits) for one in reading.unknowns)
    return reading.form, tuple(unknowns)


def _static(text: str) -> Any:
    """Read a shape or layout without unknown numbers. Try JSON first, then CuTe's print format."""
    shape, colon, stride = text.partition(":")
    try:
        tree = _tree(shape)
        return Layout(tree, _tree(stride)) if colon else tree
    except (ValueError, LayoutError):
        return read_print(Scanner(text, FAMILY)).form


def _tree(text: str) -> Any:
    return _tupled(json.loads(text.replace("(", "[").replace(")", "]")))


def _tupled(tree: Any) -> Any:
    return tuple(map(_tupled, tree)) if isinstance(tree, list) else tree  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def _pointer(text: str) -> Pointer:
    spelling, *parts = split(text)
    known, digits = element_of(spelling), re.search(r"\d+", spelling)
    if known is None and digits is None and not spelling.startswith("!"):
        raise NotReadError(f"expected an element type, not {spelling[:40]}")
    # A pointee of another dialect, such as a TMA descriptor, counts as one byte.
    other = 8 if digits is None or spelling.startswith("!") else int(digits[0])
    bits = width_of(known[0]) if known is not None else other
    element = known[0] if known is not None else spelling
    space, align, swizzle = "any", max(bits // 8, 1), None
    for part in parts:
        aligned, word = _ALIGN.fullmatch(part), _SPACE.search(part)
        if aligned is not None:
            align = int(aligned[1])
        elif part.startswith("S"):
            swizzle = read_swizzle(Scanner(part, FAMILY))
        elif word is not None:
            space = word[0]
        else:
            raise NotReadError(f"the part {part[:40]} of a pointer is not supported")
    return Pointer(element, bits, space, align, swizzle)


# Named values


def mapped(form: Any, change: Callable[[Name], Any]) -> Any:
    """The named value with `change(name)` in place of each name.

    >>> mapped((Name("N1"), 4), lambda name: 8)
    (8, 4)
    """
    match form:
        case Name():
            return change(form)
        case Made(make, parts):
            inside = tuple(mapped(part, change) for part in parts)
            return Made(make, inside) if any(names_in(inside)) else make(*inside)
        case _:
            parts = entries(form)
            return form if parts is None else tuple(mapped(part, change) for part in parts)


def renamed(type_: Type, first: int) -> Type:
    """The type with its unknown numbers named N<first>, N<first + 1>, and so on."""
    if not type_.unknowns:
        return type_
    names = {one.name: f"N{first + k}" for k, one in enumerate(type_.unknowns)}

    def change(name: Name) -> Name:
        return Name(names[name.name])

    unknowns = tuple(replace(one, name=names[one.name]) for one in type_.unknowns)
    start = mapped(type_.start, change)
    return replace(type_, form=mapped(type_.form, change), unknowns=unknowns, start=start)


def named(operands: tuple[str, ...], same: tuple[int, ...]) -> tuple[Type, ...]:
    """The types of the operands. Each unknown number has a name, and equal operands share names.

    `same` has, for each operand, the position of the first operand that is the same value.
    """
    types, count = list[Type](), 1
    for k, text in enumerate(operands):
        one = renamed(read_type(text), count) if same[k] == k else types[same[k]]
        count += len(one.unknowns) if same[k] == k else 0
        types.append(one)
    return tuple(types)


def _shifted(form: Any, unknowns: tuple[Unknown, ...], by: int) -> tuple[Any, tuple[Unknown, ...]]:
    moved = renamed(Type("", "", form, unknowns), 1 + by)
    return moved.form, moved.unknowns


def leaves(form: Any) -> Iterator[Any]:
    """The entries of nested tuples, from left to right."""
    parts = entries(form)
    if parts is None:
        yield form
    else:
        for part in parts:
            yield from leaves(part)


def paths(tree: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    """The entries of a coordinate, each with its path.

    >>> list(paths((4, (5, 6))))
    [((0,), 4), ((1, 0), 5), ((1, 1), 6)]
    """
    parts = entries(tree)
    if parts is None:
        yield path, tree
        return
    for k, part in enumerate(parts):
        yield from paths(part, (*path, k))


def parts_of(form: Any) -> tuple[Any, Any] | None:
    """Shape and stride of a layout, with or without names; None if the value is not a layout."""
    match form:
        case Layout(shape, stride):
            return shape, stride
        case Made(make, (shape, stride)) if make is Layout:
            return shape, stride
        case _:
            return None


def written_form(form: Any) -> str:  # noqa: PLR0911 - one return per case
    """Write a named value as the calculator does. A tuple that contains a layout becomes a tiler.

    >>> written_form((Made(multiplied, (Name("N1"), 8)), (4, None)))
    '(N1*8,(4,_))'
    """
    match form:
        case Layout() | ComposedLayout() | Swizzle() | ArithmeticTuple():
            return str(form)
        case None:
            return "_"
        case Name(name):
            return name
        case Made(make, (x, y)) if make is Layout:
            return f"{written_form(x)}:{written_form(y)}"
        case Made(make, (x, y, z)) if make is ComposedLayout:
            return f"{written_form(x)} o {written_form(y)} o {written_form(z)}"
        case Made(make, (x, y)) if make in _SIGNS:
            return f"{_operand(x)}{_SIGNS[make]}{_operand(y)}"
        case Made(make, (x, y)) if make in (ceiled, floored):
            return f"{'ceil' if make is ceiled else 'floor'}({_operand(x)}/{_operand(y)})"
        case Made(make, (x,)) if make is negated:
            return f"0 - {_operand(x)}"
        case _:
            parts = entries(form)
            if parts is None:
                return str(form)
            inside = ",".join(map(written_form, parts))
            return f"<{inside}>" if any(parts_of(leaf) for leaf in leaves(form)) else f"({inside})"


def _operand(form: Any) -> str:
    text = written_form(form)
    return f"({text})" if isinstance(form, Made) and form.make in (*_SIGNS, negated) else text


_SIGNS: Final[dict[Callable[..., Any], str]] = {
    added: " + ",
    subtracted: " - ",
    multiplied: "*",
    exact: "/",
    remainder: " % ",
}
