"""XLA's and JAX's texts: shapes, lines of HLO, layouts and formats of arrays.

    line    = [ [ "ROOT" ] [ "%" ] name "=" ] shapes operation "(" .. ")" ..
    shapes  = shape | "(" list(shape) ")"
    shape   = element "[" list(dim) "]" [ "{" order [ ":" { part } ] "}" ]
    dim     = digits | "<=" digits | "?"
    part    = "T" tile { tile } | "L(" digits ")" | "E(" digits ")" | "S(" digits ")" | "SC(" .. ")"
    formats = format | "(" list(formats) ")" | "[" list(formats) "]" | "{" list(key formats) "}"
    format  = [ "Format(layout=" ] "Layout(major_to_minor=" tuple ", tiling=" tuple ", .." ")"

This is the output of XLA in jaxlib 0.4 to 0.10; comments such as `/*index=5*/` are allowed between
shapes.
"""

import re
from dataclasses import dataclass
from typing import Any, Final

from spec.errors import NotationError
from spec.named import Made, Name
from spec.reading.errors import ReadingError
from spec.reading.reading import Reading, made
from spec.reading.scanner import Scanner
from spec.reading.trees import entries
from spec.xla.notation import Reader
from spec.xla.shape import BITS, XlaShape, XlaTile
from spec.xla.tiling import padded_size

FAMILY: Final = "XLA"

_ELEMENT: Final = rf"(?:{'|'.join(sorted(BITS, key=len, reverse=True))})"
STARTS_SHAPE: Final = rf"(?i:{_ELEMENT})\s*\["
STARTS_LINE: Final = r"(?:ROOT\s+)?%?[A-Za-z_][\w.\-]*\s*=\s*"
STARTS_HLO: Final = rf"{STARTS_LINE}(?:\(\s*)?{STARTS_SHAPE}|\(\s*{STARTS_SHAPE}"
STARTS_FORMAT: Final = (
    r"(?:Format\s*\(\s*layout\s*=\s*)?(?:jax[\w.]*\.)?(?:DeviceLocal)?Layout\s*\("
    r"\s*major_to_minor\s*="
)
STARTS_FORMATS: Final = rf"(?:[(\[{{]\s*)*(?:'[^']*'\s*:\s*)?{STARTS_FORMAT}"
"""A pattern for the start of a format, or of a tuple, list or dictionary of formats."""


@dataclass(frozen=True)
class ArrayFormat:
    """JAX's layout of an array, without the dimensions.

    >>> print(ArrayFormat((1, 0), ((8, 128),), None).of("f32", (16, 256)))
    f32[16,256]{1,0:T(8,128)}
    """

    minor_to_major: tuple[int, ...]
    tiles: tuple[XlaTile, ...]
    element_bits: int | None

    def of(self, element: str, dims: tuple[int, ...]) -> XlaShape:
        """The array with this layout and the sizes `dims`.

        Raises LayoutError if the rank of the layout differs from the number of sizes.
        """
        return XlaShape(element, dims, self.minor_to_major, self.tiles, self.element_bits)

    def __str__(self) -> str:
        order = ",".join(map(str, self.minor_to_major))
        tiles = "".join(f"({','.join(map(str, tile))})" for tile in self.tiles)
        return "{" + order + (f":T{tiles}" if tiles else "") + "}"


_LAYOUT: Final = re.compile(r"\s*\{\s*[\d:}]")


class ShapeReader(Reader):
    """A reader of shapes that also accepts dynamic dimensions, and memory spaces in layouts."""

    def __init__(self, scanner: Scanner) -> None:
        super().__init__(scanner.text, scanner.position)
        self._scanner = scanner
        self.notes: list[str] = []
        self.space: int | None = None
        self._alignment: tuple[int, int] | None = None
        """The position of n of `L(n)` in the text, and n."""

    def _accept(self, text: str) -> bool:
        """Accept `text` if it is next, but do not accept a `{` that opens a computation."""
        if text == "{" and _LAYOUT.match(self._text, self.position) is None:
            return False
        return super()._accept(text)

    def _dimension(self) -> int:
        start = self._next().end() - 1
        if self._accept("?"):
            return Name(self._scanner.unknowns.new(start, 1, 64).name)  # type: ignore[return-value] - a Name stands for an int
        if self._accept("<"):
            self._expect("=")
            most = self._integer()
            self.notes.append(
                f"a dimension is dynamic: its size is at most {most}, and memory is reserved for "
                f"{most}"
            )
            return most
        return super()._dimension()

    def _made(self, *parts: object) -> XlaShape:
        element, sizes, *rest = parts
        order, tiles, bits = (*rest, None, None, None)[:3]
        dims = entries(sizes) or ()
        order = tuple(reversed(range(len(dims)))) if order is None else order
        shape = made(XlaShape, element, dims, order, tiles or (), bits)
        if self._alignment is not None:
            self._require_aligned(shape, *self._alignment)
        return shape

    def _require_aligned(self, shape: object, position: int, alignment: int) -> None:
        """Refuse `L(alignment)` unless the padded size of the tiles is a multiple of `alignment`.

        If it is not, there is padding after the tiles, which an XlaShape cannot express.
        """
        if isinstance(shape, XlaShape):
            size = padded_size(shape.physical, *shape.tiles)
            if size % alignment == 0:
                return
            problem = f"adds padding after the {size} elements of the tiles, which is not supported"
        else:
            problem = "is supported only if all dimensions are known"
        self._scanner.position = self.position
        without = f"the array without L({alignment}) to ask where its elements lie"
        self._scanner.fail(f"L({alignment}) {problem}", without, position)

    def _bits(self) -> int | None:
        bits: int | None = None
        while True:
            token = self._next()
            sign = token["name"] or token["symbol"]
            if sign == "E":
                bits = super()._bits()
            elif sign in ("S", "L"):
                self.position = token.end()
                self._expect("(")
                start = self.position
                number = self._integer()
                self._expect(")")
                if sign == "S":
                    self.space = number
                    self.notes.append(f"in the memory space {number}")
                elif number > 1:
                    self._alignment = start, number
                    self.notes.append(f"the padding ends at a multiple of {number} elements")
            elif sign in ("SC", "M"):
                self.position = self._text.find(")", token.end()) + 1 or len(self._text)
                self.notes.append(f"{sign}(..) is ignored")
            else:
                return bits


def read_xla(scanner: Scanner) -> Reading:
    """Read the array or the line of HLO at the scanner's position.

    For a line, the value is the array, or the tuple of arrays, that its operation returns.

    >>> line = "ROOT %b.1 = bf16[16,256]{1,0:T(8,128)(2,1)S(1)} copy(%x), metadata={}"
    >>> reading = read_xla(Scanner(line, FAMILY))
    >>> reading.kind, print(reading.value), reading.parts["operation"], reading.parts["space"]
    bf16[16,256]{1,0:T(8,128)(2,1)}
    ('array', None, 'copy', 1)
    """
    start = scanner.spaced()
    line = scanner.match(STARTS_LINE)
    forms, notes, parts = _read_shapes(scanner)
    operation = scanner.match(r"[a-z][\w\-]*(?=\()")
    if line is not None:
        parts["name"] = re.sub(r"^ROOT\s+|[%=\s]", "", line[0])
        if operation is None:
            scanner.fail("expected an operation and its operands", "copy(%x)")
    if operation is not None:
        parts["operation"] = operation[0]
        parts["operands"] = tuple(_read_operands(scanner))
        _skip_attributes(scanner)
    is_tuple = entries(forms) is not None
    element, bits = _element(forms)
    return Reading(
        "tuple of arrays" if is_tuple else "array",
        "HLO" if operation is not None else FAMILY,
        forms,
        *scanner.since(start),
        element,
        bits,
        "none" if is_tuple else "elements",
        tuple(dict.fromkeys(notes)),
        tuple(one for one in scanner.unknowns.found if start <= one.position < scanner.position),
        parts,
    )


def _element(form: Any) -> tuple[str | None, int | None]:
    """The element type of an array, and the number of bits of an element.

    Dimensions of the array may be unknown. If `form` is not an array, return (None, None).
    """
    if isinstance(form, Made):
        form = XlaShape(form.parts[0], (), element_bits=form.parts[4])
    return (form.element, form.bits) if isinstance(form, XlaShape) else (None, None)


def _read_shapes(scanner: Scanner) -> tuple[Any, list[str], dict[str, Any]]:
    notes, parts = list[str](), dict[str, Any]()

    def one() -> Any:
        if scanner.accept("("):
            return scanner.sequence(one, ")")
        if not scanner.at(rf"(?i:{_ELEMENT})\s*\[|token\[\]|opaque\[\]"):
            scanner.fail("expected a shape", "f32[8,128]{1,0}")
        if scanner.match(r"(?:token|opaque)\[\]"):
            return None
        form, space = _read_shape(scanner, notes)
        if space is not None:
            parts["space"] = space
        return form

    forms = one()
    return forms, notes, parts


def _read_shape(scanner: Scanner, notes: list[str]) -> tuple[Any, int | None]:
    scanner.space()
    reader = ShapeReader(scanner)
    try:
        form = reader.shape()
    except ReadingError:
        raise
    except NotationError as error:
        raise ReadingError(scanner.text, error.position, error.problem, FAMILY) from None
    scanner.position = reader.position
    notes += reader.notes
    return form, reader.space


def _read_operands(scanner: Scanner) -> list[Any]:
    """The shapes of a line's operands, which older releases of XLA print beside the operands."""
    scanner.expect("(")
    found: list[Any] = []
    depth = 1
    while depth:
        if scanner.at(STARTS_SHAPE):
            found.append(_read_shape(scanner, [])[0])
        sign = scanner.match(r"[^()]?[^()\[\]\s,]*")
        if scanner.accept("("):
            depth += 1
        elif scanner.accept(")"):
            depth -= 1
        elif (sign is None or not sign[0]) and scanner.match(r"[\[\],]") is None:
            scanner.fail("expected ')'")
    return found


_OPENING: Final = {"(": ")", "{": "}", "[": "]"}


def _skip_attributes(scanner: Scanner) -> None:
    """Skip all attributes of a line of HLO, each written `, name=value`."""
    while scanner.match(r",\s*[A-Za-z_][\w.\-]*\s*=") is not None:
        open_: list[str] = []
        while (
            sign := scanner.match(r"\"(?:[^\"\\]|\\.)*\"|[^\"(){}\[\],\n]+|[(){}\[\]]|,")
        ) is not None:
            if sign[0] in _OPENING:
                open_.append(_OPENING[sign[0]])
            elif sign[0] in ")}]":
                if not open_ or open_.pop() != sign[0]:
                    scanner.position = sign.start()
                    return
            elif sign[0] == "," and not open_:
                scanner.position = sign.start()
                break


def read_format(
    scanner: Scanner, shape: tuple[int, ...] | None = None, element: str | None = None
) -> Reading:
    """Read a layout of JAX. If a shape and an element type are given, the value is an array.

    >>> text = "Layout(major_to_minor=(0, 1), tiling=((8, 128),), sub_byte_element_size_in_bits=0)"
    >>> print(read_format(Scanner(text, FAMILY), (16, 256), "f32").value)
    f32[16,256]{1,0:T(8,128)}
    """
    start = scanner.spaced()
    is_format = scanner.at(r"Format\s*\(") is not None
    if scanner.match(STARTS_FORMAT) is None:
        scanner.fail(
            "expected a layout of JAX", "Layout(major_to_minor=(0, 1), tiling=((8, 128),))"
        )
    order = _read_integers(scanner)
    tiles: tuple[tuple[int, ...], ...] = ()
    bits: int | None = None
    while scanner.accept(","):
        name = scanner.match(r"(_?\w+)\s*=")
        if name is None:
            break
        if name[1].lstrip("_") == "tiling":
            tiles = () if scanner.match(r"None\b") else _read_tiles(scanner)
        elif name[1].lstrip("_").startswith("sub_byte"):
            bits = scanner.integer() or None
        else:
            scanner.fail(
                f"the attribute {name[1]} of a layout is not supported", "tiling=..", name.start(1)
            )
    scanner.expect(")")
    if is_format:
        # The other arguments of a format do not affect the layout.
        scanner.close("(", ")", r"[^()]*([()])")
    form: Any = ArrayFormat(tuple(reversed(order)), tiles, bits)
    kind, notes = "array format", ("give the shape and the element type of the array",)
    if shape is not None and element is not None:
        form, kind, notes = scanner.made(start, form.of, element, shape), "array", ()
    return Reading(kind, "JAX", form, *scanner.since(start), element, notes=notes)


def read_formats(
    scanner: Scanner, shape: tuple[int, ...] | None = None, element: str | None = None
) -> Reading:
    """Read a format of JAX, or a tuple, list or dictionary of formats.

    For example, the formats of a call's arguments are such a tuple.

    >>> text = "((Layout(major_to_minor=(1, 0)),), {'x': Layout(major_to_minor=(0, 1))})"
    >>> str(read_formats(Scanner(text, FAMILY)))
    '(({0,1}),({1,0}))  (tuple of array formats; JAX)'
    """
    start = scanner.spaced()
    opening = scanner.match(r"[(\[{]")
    if opening is None:
        return read_format(scanner, shape, element)

    def one() -> Any:
        scanner.match(r"'[^']*'\s*:")
        return read_formats(scanner).form

    forms = scanner.sequence(one, {"(": ")", "[": "]", "{": "}"}[opening[0]])
    return Reading("tuple of array formats", "JAX", forms, *scanner.since(start))


def _read_integers(scanner: Scanner) -> tuple[int, ...]:
    scanner.expect("(")
    return scanner.sequence(scanner.integer, ")")


def _read_tiles(scanner: Scanner) -> tuple[tuple[int, ...], ...]:
    scanner.expect("(")
    return scanner.sequence(lambda: _read_integers(scanner), ")")
