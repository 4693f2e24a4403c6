"""The notation of XLA shapes: its grammar and its parser.

    shape   = element "[" [ integer { "," integer } ] "]" [ "{" layout "}" ]
    layout  = [ integer { "," integer } ] [ ":" [ tiles ] [ "E" "(" integer ")" ] ]
    tiles   = "T" tile { tile }
    tile    = "(" [ size { "," size } ] ")"
    size    = integer | "*"
    integer = digits | "0x" hexadecimal digits

Spaces are allowed between tokens. The element type may be in capitals, as in XLA's document. As in
XLA, `E(0)` means that no element size is given. docs/reference/xla.md lists the other parts of a
layout that XLA writes, and says which of them this parser does not support.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn, TypeVar

from spec.errors import LayoutError, NotationError
from spec.xla.shape import XlaShape, XlaTile, require_element, require_order
from spec.xla.tiling import sides

UNREAD: Final[Mapping[str, str]] = {
    "D": "the level types of a sparse array",
    "L": "the alignment of the padding",
    "#": "the index type of a sparse array",
    "*": "the pointer type of a sparse array",
    "S": "the memory space",
    "SC": "the split among memories",
    "P": "the physical shape of a sparse array",
    "M": "the prefix of dynamic shapes",
}
"""The parts of XLA's layouts that are not supported, by their first characters."""

_T = TypeVar("_T")

_TOKEN = re.compile(
    r"\s*(?:(?P<integer>0x[0-9a-fA-F]+|[0-9]+)|(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<symbol>\S)|(?P<end>$))"
)


def parse_xla_shape(text: str) -> XlaShape:
    """Parse an XLA shape.

    Post-conditions: parse_xla_shape(str(shape)) == shape (tested).

    >>> parse_xla_shape("f32[3, 5]{1,0:T(2,2)}")
    XlaShape.parse('f32[3,5]{1,0:T(2,2)}')
    >>> parse_xla_shape("F32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}").tiles
    ((None, None, 2, None, 3),)
    >>> parse_xla_shape("f32[3,5]{1,0:T(0,2)}")
    Traceback (most recent call last):
    spec.errors.NotationError: every side of tile (0,2) must be 1 or more, not 0 at position 14 of \
'f32[3,5]{1,0:T(0,2)}'

    Source: XLA tiled layout; XLA's HLO text.
    """
    shape, end = read_xla_shape(text, 0)
    if text[end:].strip():
        position = len(text) - len(text[end:].lstrip())
        raise NotationError(text, position, "expected the end of the text")
    return shape


def read_xla_shape(text: str, position: int) -> tuple[XlaShape, int]:
    """The XLA shape at a position of a text, and the position where the shape ends.

    >>> read_xla_shape("size_bytes(f32[3])", 11)
    (XlaShape.parse('f32[3]{0}'), 17)
    """
    reader = Reader(text, position)
    return reader.shape(), reader.position


class Reader:
    """A recursive-descent parser with a method for each rule of the grammar."""

    def __init__(self, text: str, position: int) -> None:
        self._text = text
        self.position = position

    def shape(self) -> XlaShape:
        element = self._element()
        self._expect("[")
        dims = self._list(self._dimension, "]")
        self._expect("]")
        if not self._accept("{"):
            return self._made(element, dims)
        start = self.position - 1
        order = self._list(self._integer, ":}")
        self._checked(start, lambda: require_order(order, len(dims)))
        tiles: tuple[XlaTile, ...] = ()
        bits = None
        if self._accept(":"):
            tiles = self._tiles()
            bits = self._bits()
            self._refuse_what_is_not_read()
        self._expect("}")
        return self._made(element, dims, order, tiles, bits)

    def _made(self, *parts: Any) -> XlaShape:
        """Construct the shape from its parsed parts."""
        return XlaShape(*parts)

    def _element(self) -> str:
        token = self._next()
        if token["symbol"] == "(":
            self._fail("tuples of shapes are not supported")
        if token["name"] is None:
            self._fail("expected an element type")
        element = token["name"].lower() if token["name"].isupper() else token["name"]
        self._checked(token.start("name"), lambda: require_element(element))
        self.position = token.end()
        return element

    def _dimension(self) -> int:
        if self._at("<") or self._at("?"):
            self._fail("dynamic dimensions are not supported")
        return self._integer()

    def _tiles(self) -> tuple[XlaTile, ...]:
        tiles: list[XlaTile] = []
        if self._accept("T"):
            while not tiles or self._at("("):
                tiles.append(self._tile())
        return tuple(tiles)

    def _tile(self) -> XlaTile:
        start = self._next().start("symbol")
        self._expect("(")
        tile = self._list(self._size, ")")
        self._checked(start, lambda: sides(tile))
        self._expect(")")
        return tile

    def _size(self) -> int | None:
        if self._accept("*"):
            return None
        size = self._integer()
        if self._at("*"):
            self._fail("the side of a tile must be an integer, not an expression")
        return size

    def _bits(self) -> int | None:
        if not self._accept("E"):
            return None
        self._expect("(")
        bits = self._integer()
        self._expect(")")
        return bits or None

    def _refuse_what_is_not_read(self) -> None:
        token = self._next()
        sign = token["name"] or token["symbol"]
        if sign in UNREAD:
            self._fail(f"{sign}(..), {UNREAD[sign]}, is not supported")

    def _integer(self) -> int:
        token = self._next()
        digits = token["integer"]
        if digits is None:
            self._fail("expected an integer")
        try:
            value = int(digits, 16 if "x" in digits else 10)
        except ValueError:
            # Python limits the length of decimal text (sys.set_int_max_str_digits).
            self._fail(
                f"{len(digits)} decimal digits are too many; write hexadecimal digits after 0x"
            )
        self.position = token.end()
        return value

    def _list(self, item: Callable[[], _T], closing: str) -> tuple[_T, ...]:
        """Parse items up to a closing symbol. The closing symbol is not consumed."""
        items: list[_T] = []
        if not self._at(closing):
            items.append(item())
        while self._accept(","):
            items.append(item())
        if not self._at(closing):
            self._fail(f"expected ',' or {' or '.join(map(repr, closing))}")
        return tuple(items)

    def _checked(self, position: int, requirement: Callable[[], object]) -> None:
        """Call a check, and convert its LayoutError into a NotationError at `position`."""
        try:
            requirement()
        except LayoutError as error:
            raise NotationError(self._text, position, str(error)) from error

    def _next(self) -> re.Match[str]:
        token = _TOKEN.match(self._text, self.position)
        assert token is not None
        return token

    def _at(self, symbols: str) -> bool:
        symbol = self._next()["symbol"]
        return symbol is not None and symbol in symbols

    def _accept(self, text: str) -> bool:
        token = self._next()
        if text not in (token["symbol"], token["name"]):
            return False
        self.position = token.end()
        return True

    def _expect(self, symbol: str) -> None:
        if not self._accept(symbol):
            self._fail(f"expected {symbol!r}")

    def _fail(self, problem: str) -> NoReturn:
        token = self._next()
        raise NotationError(self._text, token.start(str(token.lastgroup)), problem)
