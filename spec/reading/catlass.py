"""Layouts in the source of CATLASS kernels.

    text     = [ "auto" name "=" ] call [ ";" ]
    call     = "MakeLayout" "<" element "," tag ">" sizes
             | "MakeLayout" "(" shape "," stride [ "," shape ] ")" | "MakeLayoutL0C" sizes
             | tag [ "::" [ "template" ] "MakeLayout" ] "<" element ">" sizes
             | tag "::" "MakeLayoutInL0C" "(" coord ")"
             | tag [ name ] ( "(" list(number) ")" | "{" list(number) "}" )
    sizes    = "(" number "," number ")"
    coord    = ( "MakeCoord" | "MatrixCoord" ) ( sizes | "{" number "," number "}" )
    shape    = ( "MakeShape" | "MakeStride" ) "(" list(shape | number) ")"
    tag      = "zN" | "nZ" | "zZ" | "nN" | "RowMajor" | "ColumnMajor" | "VectorLayout"

The namespaces `Catlass`, `layout` and `tla` are optional. CATLASS prints no layouts.
"""

from typing import Any, Final

from spec.reading.elements import read_element
from spec.reading.numbers import read_number, starts_number
from spec.reading.reading import Reading
from spec.reading.scanner import Scanner
from spec.tla.formats import BY_ROWS_WITHIN, FORMATS, Tag
from spec.tla.layout import TlaLayout

FAMILY: Final = "CATLASS"

_SPACES: Final = r"(?:(?:Catlass|AscendC|tla|layout)\s*::\s*)*"
_ALWAYS: Final = r"(?:zN|nZ|zZ|nN|L0C|RowMajor|ColumnMajor|Vector(?:Layout)?)"
_TAG: Final = rf"{_SPACES}(?:(?<=layout::)\w+|{_ALWAYS})"
_DECLARED: Final = rf"(?:(?:static|constexpr|const)\s+)*(?:auto|{_TAG})\s+\w+\s*=\s*"
_MAKE: Final = r"MakeLayout(?:L0C)?\s*[<(]"
_CALLED: Final = r"\s*(?:::|<|\(|\{|\w+\s*[({])"

STARTS_CATLASS: Final = (
    rf"(?:{_DECLARED})?(?:{_SPACES}{_MAKE}|{_SPACES}(?<=layout::)\w"
    rf"|(?!{_ALWAYS}\s*\(){_ALWAYS}{_CALLED})"
)
"""A pattern for the start of a CATLASS call.

It does not match `zN(f16, 30, 40)`, which is a call in the project's notation.
"""

_COORD: Final = rf"{_SPACES}(?:MakeCoord|MatrixCoord)(?=\s*[({{])"

_COMPACT: Final = {"RowMajor": (2, 3), "ColumnMajor": (2, 3), "Vector": (1,), "VectorLayout": (1,)}
"""Maps each tag that needs no element type to the numbers of arguments that the tag accepts."""


_IN_FRACTALS: Final = tuple(BY_ROWS_WITHIN)

_WHOLE: Final = 10
"""The number of arguments with which a format in fractals is complete without an element type.

The arguments are the rows and columns, the shape and the strides.
"""


def read_catlass(scanner: Scanner) -> Reading:
    """Read the call at the scanner's position.

    >>> print(read_catlass(Scanner("tla::MakeLayout<half, layout::zN>(30, 40)", FAMILY)).value)
    ((16,2),(16,3)):((16,256),(1,512)):(30,40)
    >>> print(read_catlass(Scanner("layout::RowMajor layoutA{30, 40};", FAMILY)).value)
    (30,40):(40,1):(30,40)
    """
    start = scanner.spaced()
    scanner.match(_DECLARED)
    made = scanner.match(rf"{_SPACES}MakeLayout(L0C)?")
    if made is None:
        element, value = _of_tag(scanner)
    elif made[1]:
        element, value = None, _format(scanner, "L0C", "f32")
    elif scanner.accept("<"):
        element = read_element(scanner)[0]
        scanner.expect(",")
        tag = _tag(scanner)
        scanner.expect(">")
        value = _format(scanner, tag, element)
    else:
        element, value = None, _of_parts(scanner)
    scanner.accept(";")
    return Reading("array", FAMILY, value, *scanner.since(start), element, unit="elements")


def _of_tag(scanner: Scanner) -> tuple[str | None, TlaLayout]:
    """Read a call that begins with a tag, such as `zN`. Return its element type and its layout.

    If the call names no element type, the element type is None.
    """
    start = scanner.spaced()
    tag = _tag(scanner)
    if scanner.match(r"::\s*(?:template\s+)?MakeLayout\b") or scanner.at("<"):
        scanner.expect("<")
        element = read_element(scanner)[0]
        scanner.expect(">")
        return element, _format(scanner, tag, element)
    if tag == Tag.ZN and scanner.match(r"::\s*MakeLayoutInL0C\s*\("):
        if scanner.match(_COORD) is None:
            scanner.fail("expected a coordinate", "MakeCoord(30, 40)")
        sizes = _numbers(scanner, tag)
        scanner.expect(")")
        return None, scanner.made(start, FORMATS[Tag.L0C], "f32", *sizes)
    scanner.match(r"\w+(?=\s*[({])")
    sizes = () if scanner.at("::") else _numbers(scanner, tag)
    if tag in _IN_FRACTALS and len(sizes) == _WHOLE:
        return None, scanner.made(start, _in_fractals, *sizes)
    if tag not in _COMPACT:
        scanner.fail(
            f"{tag} needs the element type", f"layout::{tag}::MakeLayout<half>(30, 40)", start
        )
    if len(sizes) not in _COMPACT[tag]:
        counts = " or ".join(map(str, _COMPACT[tag]))
        scanner.fail(f"{tag} takes {counts} sizes here, not {len(sizes)}", position=start)
    return None, scanner.made(start, _compact, tag, *sizes)


def _numbers(scanner: Scanner, tag: str) -> tuple[Any, ...]:
    """The numbers in parentheses or braces."""
    closing = "}" if scanner.accept("{") else ")"
    if closing == ")":
        scanner.expect("(")
    return scanner.sequence(lambda: _number(scanner, tag), closing)


def _in_fractals(rows: int, columns: int, *rest: int) -> TlaLayout:
    """The layout that a constructor makes from the rows and columns, the shape and the strides.

    >>> print(_in_fractals(30, 40, 16, 2, 16, 3, 16, 256, 1, 512))
    ((16,2),(16,3)):((16,256),(1,512)):(30,40)
    """
    shape, stride = (((a, b), (c, d)) for a, b, c, d in (rest[:4], rest[4:]))
    return TlaLayout(shape, stride, (rows, columns))


def _tag(scanner: Scanner) -> str:
    start = scanner.spaced()
    found = scanner.match(rf"{_SPACES}(\w+)")
    tag = "" if found is None else found[1].replace("VectorLayout", "Vector")
    if tag not in FORMATS:
        scanner.fail("expected a format of CATLASS", f"one of {', '.join(FORMATS)}", start)
    return tag


def _format(scanner: Scanner, tag: str, element: str) -> TlaLayout:
    """Read the sizes, and return the layout with these sizes in the format `tag`."""
    start = scanner.spaced()
    scanner.expect("(")
    sizes = scanner.sequence(lambda: _number(scanner, tag, element), ")")
    if tag == "Vector" and len(sizes) == 1:
        sizes = (1, *sizes)
    if len(sizes) != 2:
        scanner.fail(f"{tag} takes two sizes (rows and columns), not {len(sizes)}", "", start)
    return scanner.made(start, FORMATS[tag], element, *sizes)


def _compact(tag: str, *sizes: int) -> TlaLayout:
    """The layout of a vector or a matrix. For a matrix, a leading dimension may be given."""
    if tag == "Vector":
        return TlaLayout(sizes, (1,))
    rows, columns, *leading = sizes
    if tag == "RowMajor":
        return TlaLayout((rows, columns), (*(leading or [columns]), 1))
    return TlaLayout((rows, columns), (1, *(leading or [rows])))


def _of_parts(scanner: Scanner) -> TlaLayout:
    """Read a layout from a shape, a stride and optionally an origin shape."""
    start = scanner.spaced()
    scanner.expect("(")
    return scanner.made(start, TlaLayout, *scanner.sequence(lambda: _part(scanner), ")"))


def _part(scanner: Scanner) -> Any:
    if scanner.match(r"(?:tla::)?Make(?:Shape|Stride|Tuple|Coord)\s*\("):
        return scanner.sequence(lambda: _part(scanner), ")")
    return _number(scanner)


def _number(scanner: Scanner, tag: str = "", element: str = "half") -> Any:
    scanner.match(r"(?:tla::)(?=Int\b)|static_cast<\w+>(?=\()")
    if scanner.match(r"\("):
        value = _number(scanner)
        scanner.expect(")")
        return value
    if not starts_number(scanner) or scanner.at(r"\?"):
        variables = f"{tag}({element}, m, n) with --for 'm, n'" if tag else "(m,n):(n,1):(m,n)"
        scanner.fail("the value of a variable is not known", f"its number, or {variables}")
    value = read_number(scanner)
    scanner.match(r"\{\s*\}")
    return value
