"""The notation extended by names: polynomials in names in place of integers, and conditions.

    number     = term { ( "+" | "-" ) term }
    term       = factor { ( "*" | "/" | "%" ) factor }
    factor     = "-" factor | operand [ "**" factor ]
    operand    = integer | name | "(" number ")"
               | ( "ceil" | "floor" ) "(" term "/" factor ")"
    condition  = all { "or" all }
    all        = comparison { "and" comparison }
    comparison = number ( "==" | "!=" | "<=" | ">=" | "<" | ">" ) number
    predicate  = ( name | names | "(" names "," names ")" ) "->" condition
    names      = "(" name { "," name } ")"

The rest of the grammar is in spec/notation.py. In shapes, strides, coordinates, offsets and
dimensions of XLA shapes, a `number` of this grammar may replace each `integer` of the other
grammar. `(M)` alone is a tuple of rank 1, like `(8)`. If an operator follows, `(M)` is a number. In
`x/y`, y must divide x. All names must be declared. The operands of `**` must not contain names.
`6e5` and `600_000` are integers.
"""

import operator
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, TypeVar, cast

from spec.composed import ComposedLayout
from spec.errors import NotationError, StrideError
from spec.int_tuple import IntTuple, SliceTuple
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
    substituted,
    subtracted,
    valued,
)
from spec.parser import Expression, Literal, Parser
from spec.swizzle import Swizzle
from spec.xla.notation import Reader
from spec.xla.shape import XlaShape

OF_TERMS: Final = {"+": added, "-": subtracted}
OF_FACTORS: Final = {"*": multiplied, "/": exact, "%": remainder}
OPERATORS: Final = (*OF_TERMS, *OF_FACTORS, "**", "^")
ROUNDED: Final = {"ceil": ceiled, "floor": floored}
COMPARED: Final = ("==", "!=", "<=", ">=", "<", ">")

LARGEST_POWER: Final = 4096
"""The largest number of bits that a power such as `2**20` may have."""

LONGEST_NUMBER: Final = 1000
"""The greatest length of an integer such as `600_000`, in characters.

In an integer such as `6e5`, only the characters before the `e` count.
"""

INSTEAD: Final[Mapping[str, str]] = {
    "&&": "join conditions by `and`",
    "||": "join conditions by `or`",
    "=>": "write >= to compare",
    "=<": "write <= to compare",
    "=": "write == to compare",
}
"""Maps each operator that is not allowed in conditions to the advice in its error message."""

COMPARES: Final = "a condition compares two numbers, as in M % 8 == 0"

UNJOINED: Final = "expected the end of the condition; join conditions by `and`"

RESERVED: Final = frozenset(("and", "or", "not", "true", "false", *ROUNDED))
"""The words that cannot be names: keywords of the grammar, and truth values of the solvers."""

_TOKEN = re.compile(
    r"\s*(?:(?P<integer>_?-?(?:0x[0-9a-fA-F]+|[0-9]+(?:_[0-9]{3})*(?:e[0-9]+)?))"
    r"|(?P<swizzle>SW(?:_-?[0-9]{1,9}){3})|(?P<name>[A-Za-z][A-Za-z0-9_]*)"
    r"|(?P<symbol>[=!<>]=|\*\*|[_:,()<>\[+*/%^@-])|(?P<end>$)|(?P<unexpected>\S))"
)

_T = TypeVar("_T")


@dataclass(frozen=True)
class Comparison:
    """Two numbers, and the comparison sign between them."""

    sign: str
    left: Any
    right: Any


@dataclass(frozen=True)
class Joined:
    """Conditions joined by `and` (all must hold) or by `or` (at least one must hold)."""

    word: str
    parts: "tuple[Condition, ...]"


Condition = Comparison | Joined


COMPARING: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}

Numbers = Mapping[str, Any]
"""Maps each name to its value: a known or a symbolic integer."""


def holds(condition: Condition, numbers: Numbers) -> bool:
    """Whether the condition holds for these numbers. If the answer is symbolic, the path forks.

    >>> holds(parse_condition("M >= 3 and M % 2 == 0", {"M"}), {"M": 4})
    True
    """
    match condition:
        case Comparison(sign, left, right):
            return bool(COMPARING[sign](valued(left, numbers), valued(right, numbers)))
        case Joined("and", parts):
            return all(holds(part, numbers) for part in parts)
        case Joined(_, parts):
            return any(holds(part, numbers) for part in parts)


@dataclass(frozen=True)
class Predicate:
    """A condition on coordinates: `(m,k) -> m < M and k < K`.

    `coordinates` has one name for each mode. In a predicate on tiles, such as
    `((a,b),(i,j)) -> 8*i + a < M and b + j < K`, `within` has the names (a,b) of the coordinate
    inside a tile, and `coordinates` has the names (i,j) of the coordinate of the tile. This order
    is the order of `zipped_divide`. In all other predicates, `within` is empty.
    """

    coordinates: tuple[str, ...]
    within: tuple[str, ...]
    condition: Condition
    text: str

    def __str__(self) -> str:
        return self.text

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all coordinates."""
        return (*self.within, *self.coordinates)

    def at(self, numbers: Numbers) -> "Predicate":
        """The predicate with names replaced by numbers, except the names of coordinates."""
        known = {name: number for name, number in numbers.items() if name not in self.names}
        kept = {name: Name(name) for name in self.names}
        return replace(self, condition=_replaced(self.condition, {**known, **kept}))


def _replaced(condition: Condition, values: Mapping[str, Any]) -> Condition:
    if isinstance(condition, Joined):
        return Joined(condition.word, tuple(_replaced(part, values) for part in condition.parts))
    sides = (substituted(side, values) for side in (condition.left, condition.right))
    return Comparison(condition.sign, *sides)


def parse_predicate(text: str, declared: Collection[str]) -> Predicate:
    """Parse a predicate. Its condition may use its coordinates and the declared names.

    >>> parse_predicate("(m,k) -> m < M", {"M"}).coordinates
    ('m', 'k')

    Errors: NotationError.
    """
    start = len(text) - len(text.lstrip())
    head = re.match(r"[^<>]*?->", text)
    if head is None:
        problem = "expected a predicate such as (m,k) -> m < 100 and k < 64"
        raise NotationError(text, start, problem)
    names = re.sub(r"\s", "", head[0].removesuffix("->"))
    parts = re.fullmatch(r"\(\(([\w,]+)\),\(([\w,]+)\)\)|\(?([\w,]+)\)?", names)
    groups: list[list[str]] = []
    if parts is not None:
        groups = [group.split(",") for group in parts.groups() if group]
    each = [name for group in groups for name in group]
    for name in each or [""]:
        if not re.fullmatch(r"[A-Za-z]\w*", name) or name in RESERVED or name in declared:
            problem = "expected the coordinates before ->, as in (m,k) -> m < 100"
            if name in declared:
                problem = f"{name} is a size and cannot name a coordinate, too"
            raise NotationError(text, start, problem)
    if len(set(each)) < len(each) or len({len(group) for group in groups}) > 1:
        problem = "expected different names, and equally many in each group of ((..),(..))"
        raise NotationError(text, start, problem)
    blank = " " * head.end() + text[head.end() :]
    try:
        condition = parse_condition(blank, {*each, *declared})
    except NotationError as error:
        raise NotationError(text, error.position, error.problem) from None
    within = tuple(groups[0]) if len(groups) == 2 else ()
    return Predicate(tuple(groups[-1]), within, condition, " ".join(text.split()))


def without_predicates(text: str, declared: Collection[str]) -> "tuple[str, dict[int, Predicate]]":
    """Return a call without its predicates, and a dict from argument index to predicate.

    In the returned text, a 0 and spaces replace each predicate. The text keeps its length, so that
    positions do not change.

    >>> call, predicates = without_predicates("f((4,2), m -> m < 4, 2)", ())
    >>> call, [(place, str(one)) for place, one in predicates.items()]
    ('f((4,2), 0         , 2)', [(1, 'm -> m < 4')])

    Errors: NotationError.
    """
    found: dict[int, Predicate] = {}
    while (arrow := text.find("->")) >= 0:
        opened = [0]
        depth, place = 0, 0
        for position, sign in enumerate(text[:arrow]):
            depth += (sign in "([{<") - (sign in ")]}>")
            if depth == 1 and sign in "(,":
                opened.append(position + 1)
                place += sign == ","
        start = opened[-1] + len(text[opened[-1] :]) - len(text[opened[-1] :].lstrip())
        end = _end_of_argument(text, arrow)
        try:
            found[place] = parse_predicate(" " * start + text[start:end], declared)
        except NotationError as error:
            raise NotationError(text, error.position, error.problem) from None
        another = re.match(r",\s*(\w+)\s*[=!<>]", text[end:])
        if another is not None and another[1] in found[place].names:
            raise NotationError(text, end, UNJOINED)
        text = f"{text[:start]}0{' ' * (end - start - 1)}{text[end:]}"
    return text, found


def _end_of_argument(text: str, start: int) -> int:
    """The position of the next comma or parenthesis that ends an argument."""
    depth = 0
    for position in range(start, len(text)):
        sign = text[position]
        if depth == 0 and sign in ",)":
            return position
        depth += (sign == "(") - (sign == ")")
    return len(text)


def parse_named_expression(
    text: str, declared: Collection[str], operations: Collection[str] | None = None
) -> Expression:
    """Parse an expression. Literals that contain names become named values (spec/named.py).

    >>> parse_named_expression("size(2*M)", {"M"}).args[0].value.parts
    (2, Name(name='M'))
    """
    return _parsed(text, declared, lambda parser: parser.expression(operations))


def parse_number(text: str, declared: Collection[str]) -> Any:
    """Parse a number, such as `-M`, into a named value.

    >>> parse_number("-M", {"M"}).parts
    (Name(name='M'),)
    """
    return _parsed(text, declared, lambda parser: parser.integer())


def parse_condition(text: str, declared: Collection[str]) -> Condition:
    """Parse a condition.

    >>> parse_condition("M >= 3", {"M"})
    Comparison(sign='>=', left=Name(name='M'), right=3)
    """
    return _parsed(text, declared, lambda parser: parser.condition())


def _parsed(text: str, declared: Collection[str], rule: "Callable[[NamedParser], _T]") -> _T:
    parser = NamedParser(text, declared)
    value = rule(parser)
    parser.end()
    return value


class NamedParser(Parser):
    """A parser of the notation in which numbers may be polynomials in declared names."""

    tokens_known: ClassVar[re.Pattern[str]] = _TOKEN

    def __init__(self, text: str, declared: Collection[str]) -> None:
        super().__init__(text)
        self._declared = declared

    def expression(self, names: Collection[str] | None) -> Expression:
        token = self._token()
        numeric = token.kind == "name" and (token.text in self._declared or token.text in ROUNDED)
        return Literal(self.value()) if numeric else super().expression(names)

    def _unknown(self, name: str, names: Collection[str]) -> str:
        problem = super()._unknown(name, names)
        if self._declared and problem == f"unknown name {name!r}":
            return f"{problem}, not one of {', '.join(self._declared)}"
        return problem

    def _basis(self) -> int:
        try:
            return super()._basis()
        except StrideError:
            raise StrideError("the number before @ must not contain a name") from None

    def integer(self) -> int:
        """An integer, or an expression that contains names and has an integer as its value."""
        value = self._term()
        while True:
            if self._at_sign(OF_TERMS):
                sign = self._token().text
                self._index += 1
                value = self._made(OF_TERMS[sign], value, self._term())
            elif self._at_negative():
                # `2*M-2%3` means 2*M minus 2%3, but its tokens are 2, *, M, -2, %, 3.
                value = self._made(subtracted, value, self._term(self._power(-self._constant())))
            else:
                return value

    def _term(self, first: int | None = None, *, before_division: bool = False) -> int:
        """Read a product. `first` is its first factor, if this factor has already been read."""
        value = self._factor() if first is None else first
        while self._at_sign(OF_FACTORS) and not (before_division and self._at("/")):
            sign = self._token().text
            self._index += 1
            value = self._made(OF_FACTORS[sign], value, self._factor())
        return value

    def _factor(self) -> int:
        if self._at_negative():
            # As in Python, -2**2 is -(2**2).
            return -self._power(-self._constant())
        if self._at("-"):
            with self._deeper():
                self._index += 1
                return self._made(negated, self._factor())
        return self._power(self._base())

    def _power(self, base: int) -> int:
        """Read an exponent and return the power of `base`. Without an exponent, return `base`."""
        if self._at("^"):
            self._fail("write a power with **, as in 2**20")
        if not self._at("**"):
            return base
        sign = self._token()
        self._index += 1
        with self._deeper():
            exponent = self._factor()
        if any(names_in((base, exponent))):
            problem = "the operands of ** must be constants, as in 2**20; write M*M for a square"
            raise NotationError(self._text, sign.position, problem)
        base, exponent = valued((base, exponent), {})
        if exponent < 0 or exponent * base.bit_length() > LARGEST_POWER:
            problem = f"a power must be an integer of at most {LARGEST_POWER} bits"
            raise NotationError(self._text, sign.position, problem)
        return base**exponent

    def _constant(self) -> int:
        """An integer, which may be written as `6e5` or `600_000`."""
        token = self._token()
        digits, e, zeros = token.text.removeprefix("_").partition("e")
        if token.kind != "integer" or "x" in digits or not (e or "_" in digits):
            return super().integer()
        if len(digits) > LONGEST_NUMBER or len(zeros) > 3:
            self._fail("the number has too many digits")
        self._index += 1
        return int(digits) * 10 ** int(zeros or "0")

    def _base(self) -> int:
        token = self._token()
        if token.kind == "integer":
            return self._constant()
        if self._at("("):
            with self._deeper():
                self._index += 1
                value = self.integer()
                self._expect(")")
                return value
        if token.kind == "name" and token.text in ROUNDED:
            with self._deeper():
                self._index += 1
                self._expect("(")
                dividend = self._term(before_division=True)
                self._expect("/")
                divisor = self._factor()
                self._expect(")")
                return self._made(ROUNDED[token.text], dividend, divisor)
        if token.kind == "name" and token.text in self._declared:
            self._index += 1
            return cast(int, Name(token.text))
        return self._fail(f"expected an integer or one of {', '.join(self._declared)}")

    def int_tuple(self) -> IntTuple:
        return self._tuple_or_number(self.int_tuple)

    def _strides(self) -> IntTuple:
        return self._tuple_or_number(self._strides) if self._at("(") else super()._strides()

    def coordinate(self) -> SliceTuple:
        return None if self._accept("_") else self._tuple_or_number(self.coordinate)

    def _tuple_or_number(self, entry: Callable[[], _T]) -> "_T | tuple[_T, ...] | int":
        if not self._at("("):
            return self.integer()
        start = self._index
        try:
            entries = self._list("(", entry, ")")
        except NotationError as none:
            self._index = start
            try:
                return self.integer()
            except NotationError as neither:
                # The text is neither a tuple nor a number. Report the error that is further right.
                raise max(none, neither, key=lambda error: error.position) from None
        if len(entries) == 1 and (self._at_sign(OPERATORS) or self._at_negative()):
            self._index = start
            return self.integer()
        return entries

    def _composed_with(self, outer: Swizzle | Layout) -> ComposedLayout:
        self._expect_o()
        start, offset = self._index, 0
        try:
            offset = self.integer()
            self._expect_o()
        except NotationError:
            self._index, offset = start, 0
        return self._made(ComposedLayout, outer, offset, self._composed_inside())

    def _read_xla_shape(self, position: int) -> tuple[XlaShape, int]:
        reader = _NamedReader(self._text, position, self._declared)
        return reader.shape(), reader.position

    def _made(self, make: Callable[..., _T], *parts: object) -> _T:
        """Apply `make` to the parts.

        If a part has a name, or if `make` is a division, return a named value instead.
        """
        late = make in (exact, floored, ceiled, remainder) or any(map(_is_named, parts))
        return cast(_T, Made(make, parts)) if late else make(*parts)

    def condition(self) -> Condition:
        self._instead = INSTEAD
        condition = self._joined("or", lambda: self._joined("and", self._comparison))
        if self._at(","):
            self._fail(UNJOINED)
        return condition

    def _joined(self, word: str, part: Callable[[], Condition]) -> Condition:
        parts = [part()]
        while self._token().kind == "name" and self._token().text == word:
            self._index += 1
            parts.append(part())
        return parts[0] if len(parts) == 1 else Joined(word, tuple(parts))

    def _comparison(self) -> Comparison:
        left = self.integer()
        sign = self._token()
        if sign.kind != "symbol" or sign.text not in COMPARED:
            self._fail(f"expected one of {' '.join(COMPARED)} ({COMPARES})")
        self._index += 1
        return Comparison(sign.text, left, self.integer())

    def _at_sign(self, signs: Collection[str]) -> bool:
        token = self._token()
        return token.kind == "symbol" and token.text in signs

    def _at_negative(self) -> bool:
        token = self._token()
        return token.kind == "integer" and token.text.startswith("-")


class _NamedReader(Reader):
    """A parser of XLA shapes in which dimensions may be polynomials in declared names."""

    def __init__(self, text: str, position: int, declared: Collection[str]) -> None:
        super().__init__(text, position)
        self._declared = declared

    def _dimension(self) -> int:
        if self._at("<") or self._at("?"):
            return super()._dimension()
        end = self._end_of_dimension()
        # Put blanks in front, so that the positions in error messages are right.
        text = " " * self.position + self._text[self.position : end]
        try:
            dimension = parse_number(text, self._declared)
        except NotationError as error:
            raise NotationError(self._text, error.position, error.problem) from None
        self.position = end
        return dimension

    def _end_of_dimension(self) -> int:
        """The position of the character after the current dimension."""
        depth, end = 0, self.position
        while end < len(self._text) and (depth or self._text[end] not in ",]"):
            depth += {"(": 1, ")": -1}.get(self._text[end], 0)
            end += 1
        return end

    def _made(self, *parts: object) -> XlaShape:
        named = any(map(_is_named, parts))
        return cast(XlaShape, Made(XlaShape, parts)) if named else super()._made(*parts)


def _is_named(part: object) -> bool:
    if isinstance(part, tuple):
        return any(map(_is_named, cast("tuple[object, ...]", part)))
    return isinstance(part, Name | Made)
