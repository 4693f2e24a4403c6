"""The result of reading a text: value, kind, family, element type, and unit of offsets."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from spec.composed import ComposedLayout
from spec.errors import LayoutError
from spec.int_tuple import format_int_tuple
from spec.layout import Layout
from spec.named import Made, Name, multiplied, names_in, valued
from spec.reading.trees import entries, has_leaf
from spec.taking import is_coordinate, shown
from spec.xla.shape import XlaShape
from spec.xla.tiling import format_tile

Unit = Literal["elements", "bytes", "bits", "none"]
"""The unit of the offsets of a value; "none" for a value without offsets."""


AT_ZEROS: Final = "the coordinates start at the origin here, not at the start of the tensor"
"""The note on a coordinate tensor that begins at other coordinates than zeros."""


@dataclass(frozen=True)
class Unknown:
    """A number `?` that is known only at run time: its name, a divisor, and its width in bits."""

    name: str
    position: int
    divisor: int = 1
    bits: int = 32

    @property
    def condition(self) -> str:
        """The condition on the number in the syntax of `--for`, or "" if there is no condition.

        >>> Unknown("N1", 0, 8).condition
        'N1 % 8 == 0'
        """
        return "" if self.divisor == 1 else f"{self.name} % {self.divisor} == 0"


@dataclass(frozen=True)
class Reading:
    """A value that was read from a text, its kind, and its position in the text.

    `form` is the value, or a named value (spec/named.py) if some numbers are unknown. `notes` say
    what was converted or assumed. `bits` is the width of an element, even if its type is not known.
    """

    kind: str
    family: str
    form: Any
    text: str = ""
    start: int = 0
    end: int = 0
    element: str | None = None
    bits: int | None = None
    unit: Unit = "none"
    notes: tuple[str, ...] = ()
    unknowns: tuple[Unknown, ...] = ()
    parts: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @property
    def value(self) -> Any:
        """The value. Raises LayoutError if the value has unknown numbers: use `at` instead.

        >>> Reading("layout", "layout notation", Layout(8)).value
        Layout.parse('8:1')
        """
        if self.unknowns:
            names = ", ".join(one.name for one in self.unknowns)
            raise LayoutError(
                f"{self.notation} has the unknown numbers {names}: give them, as in"
                f" .at({self.unknowns[0].name}=128)"
            )
        return self.form

    @property
    def origin(self) -> Any:
        """The coordinate at which a coordinate tensor begins, or None if it begins at zeros.

        `form` maps the first coordinate to zeros. To get a coordinate of the tensor, add `origin`
        to the value of `form`.
        """
        return self.parts.get("origin")

    def of_family(self, family: str, text: str, start: int, end: int) -> "Reading":
        """Return a copy with another family (the format of the text), text and position."""
        return replace(self, family=family, text=text, start=start, end=end)

    def at(self, /, **numbers: int) -> Any:
        """The value, with these numbers in place of the unknown numbers.

        Raises LayoutError if a number is missing, or does not satisfy its condition.

        >>> form = Made(Layout, ((Name("N1"), 4), (4, 1)))
        >>> unknown = Reading("layout", "layout notation", form, unknowns=(Unknown("N1", 0, 8),))
        >>> unknown.at(N1=16)
        Layout.parse('(16,4):(4,1)')
        >>> unknown.at(N1=3)
        Traceback (most recent call last):
        spec.errors.LayoutError: N1 must be a multiple of 8, but N1=3 is not
        """
        known = {one.name for one in self.unknowns}
        if numbers.keys() != known:
            given = ", ".join(sorted(numbers)) or "none"
            raise LayoutError(
                f"give a number for each of {', '.join(sorted(known))}; found: {given}"
            )
        for one in self.unknowns:
            if numbers[one.name] % one.divisor != 0:
                number = f"{one.name}={numbers[one.name]}"
                raise LayoutError(
                    f"{one.name} must be a multiple of {one.divisor}, but {number} is not"
                )
        return valued(self.form, numbers)

    @property
    def notation(self) -> str:
        """The value in the notation of spec/notation.py, with a name for each unknown number.

        >>> Reading("layout", "", Made(Layout, ((Name("N1"), 4), (4, 1)))).notation
        '(N1,4):(4,1)'
        """
        return written(self.form)

    @property
    def names(self) -> str:
        """The unknown numbers and their conditions in the syntax of `--for`.

        >>> Reading("", "", (), unknowns=(Unknown("N1", 0, 8), Unknown("N2", 3))).names
        'N1, N2; N1 % 8 == 0'
        """
        names = ", ".join(one.name for one in self.unknowns)
        return "; ".join((names, *(one.condition for one in self.unknowns if one.condition)))

    def __str__(self) -> str:
        about = (self.kind, self.family, *self._of(), *self.notes)
        return f"{self.notation}  ({'; '.join(about)})"

    def _of(self) -> tuple[str, ...]:
        width = self.element or (f"{self.bits} bits" if self.bits else "")
        if self.unit == "none":
            return (f"of {width}",) if width else ()
        return (f"offsets in {self.unit}" + (f" of {width}" if width else ""),)


def of_coordinates(reading: Reading, begin: Any) -> Reading:
    """Change the `Reading` of a layout to that of a coordinate tensor that begins at `begin`.

    >>> of_coordinates(Reading("layout", "CuTe IR", Layout(8)), (0, 16)).origin
    (0, 16)
    """
    reading = replace(reading, kind="coordinate tensor", unit="none")
    if not has_leaf(begin, lambda leaf: leaf != 0):
        return reading
    notes = (*reading.notes, AT_ZEROS)
    return replace(reading, notes=notes, parts={**reading.parts, "origin": begin})


def made(make: Any, *parts: Any) -> Any:
    """Apply `make` to the parts, or build a named value if they contain names of numbers.

    >>> made(Layout, (4, 2), (Name("N1"), 1))
    Made(make=<class 'spec.layout.Layout'>, parts=((4, 2), (Name(name='N1'), 1)))
    """
    return Made(make, parts) if any(names_in(parts)) else make(*parts)


def written(form: Any) -> str:
    """Write a value, or a named value, in this project's notation.

    >>> written(Made(ComposedLayout, (Layout(2), 0, Made(Layout, (Name("M"), 1)))))
    '2:1 o 0 o M:1'
    """
    match form:
        case Name(name):
            return name
        case Made(make, (one, other)) if make is multiplied:
            return f"{written(one)}*{written(other)}"
        case Made(make, (shape, stride)) if make is Layout:
            return f"{written(shape)}:{written(stride)}"
        case Made(make, (outer, offset, inner)) if make is ComposedLayout:
            return f"{written(outer)} o {written(offset)} o {written(inner)}"
        case Made(make, (element, dims, order, tiles, bits)) if make is XlaShape:
            of = ("T" if tiles else "") + "".join(map(format_tile, tiles))
            of += f"E({bits})" if bits else ""
            order = ",".join(map(str, order)) + (f":{of}" if of else "")
            return f"{element}[{','.join(map(written, dims))}]" + (f"{{{order}}}" if order else "")
        case str():
            return form
        case _ if is_coordinate(form):
            return format_int_tuple(form)
        case _:
            parts = entries(form)
            return str(form) if parts is None else _written_tuple(parts)


def _written_tuple(parts: tuple[Any, ...]) -> str:
    """The text of a tuple: a tiler in angle brackets, or a tuple of arrays or numbers."""
    if any(names_in(parts)):
        open_, close = "<>" if has_leaf(parts, _is_layout) else "()"
        return f"{open_}{','.join(map(written, parts))}{close}"
    if is_coordinate(parts) or has_leaf(parts, _is_of_a_tiler):
        return shown(parts)
    return f"({','.join(map(written, parts))})"


def _is_of_a_tiler(leaf: object) -> bool:
    return leaf is None or isinstance(leaf, int | Layout)


def _is_layout(leaf: object) -> bool:
    return isinstance(leaf, Layout) or (isinstance(leaf, Made) and leaf.make is not multiplied)
