"""The parser of the notation: one method for each rule of the grammar in `notation`."""

import re
from collections.abc import Callable, Collection, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar, Final, NoReturn, TypeAlias, TypeVar, cast

from spec.basis import E, has_coordinates, require_one_module
from spec.composed import ComposedLayout
from spec.composition import Tiler
from spec.errors import LayoutError, NotationError
from spec.int_tuple import IntTuple, SliceTuple, flatten
from spec.layout import Layout
from spec.spelling import suggested
from spec.swizzle import Swizzle
from spec.tla.layout import TlaLayout
from spec.tokens import TOKEN, Token, tokens
from spec.xla.notation import read_xla_shape
from spec.xla.shape import BITS, XlaShape

Value: TypeAlias = (
    Tiler
    | SliceTuple
    | XlaShape
    | TlaLayout
    | Swizzle
    | ComposedLayout
    | tuple[ComposedLayout, int]
    | str
)

MAX_NESTING: Final = 64

SWIZZLES: Final = ("Sw", "Swizzle", "S")
"""The names that introduce a swizzle."""

_LIKE_A_TYPE: Final = re.compile(r"[A-Za-z]+[0-9]+[a-z0-9_]*")

_NOT_TIMES: Final = "write a shape as (8,8), not 8x8"

_T = TypeVar("_T")


class UnknownNameError(NotationError):
    """Raised for a name that is neither an operation nor an element type."""


@dataclass(frozen=True)
class Literal:
    """A value in an expression."""

    value: Value


@dataclass(frozen=True)
class Call:
    """A named operation and its arguments."""

    name: str
    args: "tuple[Expression, ...]"


Expression: TypeAlias = Literal | Call


class Parser:
    """A recursive-descent parser with a method for each rule of the grammar.

    A subclass in spec/named_notation.py also accepts names in place of numbers. The subclass has
    its own tokens, and postpones the construction of values that contain names.

    >>> Parser("(4,8):(1,4)").layout()
    Layout.parse('(4,8):(1,4)')
    """

    tokens_known: ClassVar[re.Pattern[str]] = TOKEN
    types_known: ClassVar[Collection[str]] = BITS

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = tokens(text, self.tokens_known)
        self._index = 0
        self._nesting = 0
        self._instead: Mapping[str, str] = {}  # The advice for each unexpected sign.

    def expression(self, names: Collection[str] | None) -> Expression:
        token = self._token()
        if token.kind != "name" or self._at_swizzle():
            return Literal(self.value())
        after = self._tokens[self._index + 1].text
        if after == "[":
            return Literal(self._xla_shape())
        if token.text in BITS and after != "(":
            self._index += 1
            return Literal(token.text)
        if names is not None and token.text not in names:
            raise UnknownNameError(self._text, token.position, self._unknown(token.text, names))
        self._index += 1
        if names is not None and self._at("<"):
            self._fail(f"write all arguments of {token.text} in parentheses: {token.text}(A, 0)")
        return Call(token.text, self._list("(", lambda: self.expression(names), ")"))

    def _unknown(self, name: str, names: Collection[str]) -> str:
        """Describe an unknown name. If `(` follows it, suggest only names of operations."""
        after = self._tokens[self._index + 1].text
        if after == "(":
            return f"unknown operation {name!r}{suggested(name, names)}"
        if after == ".":
            return f"{name!r} is followed by a dot: write an operation as a call, as in size(A)"
        if _LIKE_A_TYPE.fullmatch(name):
            near = suggested(name, self.types_known) or ", such as f16, bf16, f32 or s8"
            return f"unknown element type {name!r}{near}"
        known = ("Sw", "Swizzle") if after == "<" else (*self.types_known, *names)
        # A name of one letter is probably a size, so do not suggest nZ or zN for n.
        near = suggested(name, known) if len(name) > 1 else ""
        return f"unknown name {name!r}{near}"

    def _xla_shape(self) -> XlaShape:
        # An XLA shape has its own tokens, so the text after it is tokenized again.
        shape, end = self._read_xla_shape(self._token().position)
        self._tokens, self._index = tokens(self._text, self.tokens_known, end), 0
        return shape

    def _read_xla_shape(self, position: int) -> tuple[XlaShape, int]:
        return read_xla_shape(self._text, position)

    def _made(self, make: Callable[..., _T], *parts: object) -> _T:
        """Construct a value from parts that were read."""
        return make(*parts)

    def value(self) -> Value:
        if self._at_swizzle():
            swizzle = self.swizzle()
            return self._composed_with(swizzle) if self._at_o() else swizzle
        if self._at("<"):
            return self._swizzled_tile() if self._at_swizzle(1) else self.tiler()
        start = self._index
        coordinate = self.coordinate()
        if not self._at(":"):
            return coordinate
        self._index = start
        shape, stride = self.int_tuple(), self._after_colon()
        if self._accept(":"):
            return self._made(TlaLayout, shape, stride, self.int_tuple())
        layout = self._made(Layout, shape, stride)
        return self._composed_with(layout) if self._at_o() else layout

    def _after_colon(self) -> IntTuple:
        self._index += 1
        stride = self._strides()
        if has_coordinates(stride):
            require_one_module(stride)
        return stride

    def _strides(self) -> IntTuple:
        if self._at("("):
            return self._list("(", self._strides, ")")
        stride = self._basis()
        while self._accept("+"):
            stride = stride + self._basis()
        return stride

    def _basis(self) -> int:
        n, path = self.integer(), tuple[int, ...]()
        while self._accept("@"):
            path = (self._digits("expected the number of an entry after @"), *path)
        return n * cast("int", E(*path)) if path else n

    def swizzle(self) -> Swizzle:
        if not self._at_swizzle():
            self._fail("expected a swizzle")
        start = self._token()
        self._index += 1
        parts = self._numbers(start)
        try:
            return Swizzle(*parts)
        except LayoutError as invalid:
            raise NotationError(self._text, start.position, str(invalid)) from None

    def _numbers(self, start: Token) -> tuple[int, int, int]:
        """The numbers of a swizzle, after its name (`Sw<3,4,3>`) or in its name (`SW_3_4_3`)."""
        if start.kind == "swizzle":
            bits, base, shift = map(int, start.text.split("_")[1:])
            return bits, base, shift
        closing = ")" if self._accept("(") else ">"
        if closing == ">":
            self._expect("<")
        bits = self.integer()
        self._expect(",")
        base = self.integer()
        self._expect(",")
        shift = self.integer()
        self._expect(closing)
        return bits, base, shift

    def composed_layout(self) -> ComposedLayout:
        return self._composed_with(self.swizzle() if self._at_swizzle() else self.layout())

    def _swizzled_tile(self) -> tuple[ComposedLayout, int]:
        """Read `<C,x>`, the part of a tensor with the swizzled layout C and the offset x."""
        self._index += 1
        part = self.composed_layout()
        if not self._accept(","):
            self._fail("expected ',' and the offset of the tile")
        offset = self.integer()
        if not self._accept(">"):
            self._fail("expected '>'")
        return part, offset

    def _composed_with(self, outer: Swizzle | Layout) -> ComposedLayout:
        self._expect_o()
        offset = 0
        if self._token().kind == "integer" and self._at_o(1):
            offset = self.integer()
            self._expect_o()
        return self._made(ComposedLayout, outer, offset, self._composed_inside())

    def _composed_inside(self) -> Layout | ComposedLayout:
        if self._at_swizzle():
            return self.composed_layout()
        position, shape = self._token().position, self.int_tuple()
        if self._at_o() and 0 in flatten(shape):
            # `A o (0,0) o B`: some tools print an offset as a coordinate. (0,0) is not a shape.
            problem = "a coordinate as an offset is not supported: write the integer"
            raise NotationError(self._text, position, problem)
        inside = self._layout_with(shape)
        return self._composed_with(inside) if self._at_o() else inside

    def _at_swizzle(self, ahead: int = 0) -> bool:
        token = self._tokens[self._index + ahead]
        if token.kind != "name" or token.text not in SWIZZLES:
            return token.kind == "swizzle"
        opening = self._tokens[self._index + ahead + 1].text
        return opening == "<" or (opening == "(" and token.text == "Swizzle")

    def tiler(self) -> Tiler:
        return self._list("<", self.tile, ">")

    def tile(self) -> Tiler:
        if self._at("<"):
            return self.tiler()
        if self._accept("_"):
            return None
        shape = self.int_tuple()
        return self._made(Layout, shape, self._after_colon()) if self._at(":") else shape

    def layout(self) -> Layout:
        return self._layout_with(self.int_tuple())

    def _layout_with(self, shape: IntTuple) -> Layout:
        return self._made(Layout, shape, self._after_colon() if self._at(":") else None)

    def coordinate(self) -> SliceTuple:
        if self._at("("):
            return self._list("(", self.coordinate, ")")
        return None if self._accept("_") else self.integer()

    def int_tuple(self) -> IntTuple:
        return self._list("(", self.int_tuple, ")") if self._at("(") else self.integer()

    def integer(self) -> int:
        return self._digits("expected an integer")

    def _digits(self, problem: str) -> int:
        """Read an integer literal, even where the notation with names allows a name.

        If no integer follows, the error message is `problem`.
        """
        token = self._token()
        if token.kind != "integer":
            self._fail(problem)
        try:
            value = int(token.text.removeprefix("_"), 16 if "x" in token.text else 10)
        except ValueError:
            # Python limits the length of decimal text (sys.set_int_max_str_digits).
            self._fail(
                f"{len(token.text)} decimal digits are too many; write hexadecimal digits after 0x"
            )
        self._index += 1
        return value

    def end(self) -> None:
        token = self._token()
        if self._at_times():
            self._fail(f"expected the end of the text; {_NOT_TIMES}")
        if token.kind == "name" and self._text[: token.position][-1:].isdigit():
            self._fail("a number has no unit (write 600_000, not 600K)")
        if self._at("(") or self._at("["):
            self._fail("expected the end of the text; an offset is evaluate(A, coordinate)")
        if self._at(","):
            self._fail("expected the end of the text; write a tuple in parentheses, as in (4,8)")
        if self._at(":") and self._tokens[0].kind == "name":
            self._fail("expected the end of the text; write an argument as in size((4,8):(8,1))")
        if self._token().kind != "end":
            self._fail("expected the end of the text")

    def _at_times(self) -> bool:
        """Whether the next token is the `x8` of a shape that is written as 8x8."""
        token = self._token()
        return token.kind == "name" and re.fullmatch(r"x\d+", token.text) is not None

    def _list(self, opening: str, item: Callable[[], _T], closing: str) -> tuple[_T, ...]:
        if not self._at(opening):
            self._fail(f"expected {opening!r}")
        with self._deeper():
            self._index += 1
            items: list[_T] = []
            while not self._at(closing):
                items.append(item())
                if not self._accept(",") and not self._at(closing):
                    advice = f"; {_NOT_TIMES}" if self._at_times() else ""
                    self._fail(f"expected ',' or {closing!r}{advice}")
            self._index += 1
        return tuple(items)

    @contextmanager
    def _deeper(self) -> Generator[None]:
        """Read one level deeper. Fail before the nesting exceeds Python's recursion limit."""
        if self._nesting == MAX_NESTING:
            self._fail(f"nested deeper than {MAX_NESTING} levels")
        self._nesting += 1
        try:
            yield
        finally:
            self._nesting -= 1

    def _token(self) -> Token:
        token = self._tokens[self._index]
        if token.kind == "unexpected":
            problem = f"unexpected character {token.text!r}"
            after = self._text[token.position :]
            sign = next(filter(after.startswith, self._instead), None)
            if sign is not None:
                problem += f"; {self._instead[sign]}"
            raise NotationError(self._text, token.position, problem)
        return token

    def _at(self, symbol: str) -> bool:
        return self._token().kind == "symbol" and self._token().text == symbol

    def _accept(self, symbol: str) -> bool:
        if not self._at(symbol):
            return False
        self._index += 1
        return True

    def _expect(self, symbol: str) -> None:
        if not self._accept(symbol):
            self._fail(f"expected {symbol!r}")

    def _at_o(self, ahead: int = 0) -> bool:
        """Whether the token after the next `ahead` tokens is the sign `o`."""
        token = self._tokens[self._index + ahead]
        return token.kind == "name" and token.text == "o"

    def _expect_o(self) -> None:
        if not self._at_o():
            self._fail("expected 'o'")
        self._index += 1

    def _fail(self, problem: str) -> NoReturn:
        raise NotationError(self._text, self._token().position, problem)
