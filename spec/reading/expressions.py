"""Expressions of the calculator whose arguments may be texts of other tools.

An example is
`conflict_free(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1), (8,64):(64,1), half_t)`. A
*family* is a format of texts, such as CuTe IR or the notation of this project. An argument is read
as a text of another family if it is not in the notation, or if it starts with a value in the
notation but continues after this value.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar, Final, cast

from spec.errors import LayoutError, NotationError
from spec.named_notation import NamedParser
from spec.parser import Call, Expression, Literal, Parser, UnknownNameError
from spec.reading.chain import CPP, family_of
from spec.reading.elements import ELEMENTS
from spec.reading.errors import ReadingError
from spec.reading.operands import operand, require_zeros
from spec.reading.reading import Reading, Unknown, written
from spec.reading.scanner import Scanner, Unknowns
from spec.reading.texts import LABEL, Options, read, reader_at
from spec.tokens import tokens

_WITHOUT_NAMES: Final = ("matrix instruction", "copy instruction", "machine")
"""The kinds of values that `--for` rejects, because the notation cannot express them."""


@dataclass(frozen=True)
class ReadLiteral(Literal):
    """A value that an expression contains in the format of another tool, such as a C++ type."""

    reading: Reading


class _Texts(Parser):
    """A parser of expressions that may contain texts in the formats of other tools.

    If an expression cannot be parsed in the calculator's notation, the readers of these formats are
    tried.
    """

    types_known: ClassVar[Collection[str]] = ELEMENTS
    unknowns: Unknowns

    def expression(self, names: Collection[str] | None) -> Expression:
        position, nesting = self._tokens[self._index].position, self._nesting
        label = LABEL.match(self._text, position)
        if label is not None:
            position = label.end()
            self._continue_at(position)
        try:
            found = super().expression(names)
        except NotationError as own:
            foreign = self._foreign(position, own)
            if foreign is None:
                raise
            self._nesting = nesting
            return foreign
        if self._ends_argument():
            return found
        # The expression that was read may be only the beginning of a text of another tool.
        rest = NotationError(self._text, self._tokens[self._index].position, "expected the end")
        return self._foreign(position, rest) or found

    def _at(self, symbol: str) -> bool:
        """Like `Parser._at`, but without an error for an unexpected character.

        A text in the format of another tool may begin with such a character.
        """
        token = self._tokens[self._index]
        return token.kind == "symbol" and token.text == symbol

    def _ends_argument(self) -> bool:
        token = self._tokens[self._index]
        return token.kind == "end" or (token.kind == "symbol" and token.text in (",", ")"))

    def _foreign(self, position: int, own: NotationError) -> Expression | None:
        """Read a text of another tool at this position. Return None if no tool's format matches."""
        scanner = Scanner(self._text, family_of(self._text[position:]), position, self.unknowns)
        count = len(self.unknowns.found)
        reader = reader_at(scanner)
        if reader is None:
            return None
        try:
            reading = reader(scanner, Options())
            value = self._operand(reading)
        except ReadingError as error:
            self.unknowns.forget(count)
            # Both the parser of the notation and the reader of another tool's format have failed.
            # Report the reader's error in two cases. First, the reader read beyond the position of
            # the parser's error, and the two errors are at different positions. Second, the parser
            # failed at an unknown name, an unexpected character or the name of a pointer. In all
            # other cases, report the parser's error.
            further = scanner.position > own.position and error.position != own.position
            is_other = (
                isinstance(own, UnknownNameError)
                or "unexpected character" in own.problem
                or ("element type of XLA" in own.problem and scanner.family == CPP)
            )
            raise (error if further or is_other else own) from None
        except LayoutError as error:
            self.unknowns.forget(count)
            raise ReadingError(self._text, position, str(error), scanner.family) from None
        self._continue_at(scanner.position)
        return ReadLiteral(value, reading)

    def _continue_at(self, position: int) -> None:
        self._tokens, self._index = tokens(self._text, self.tokens_known, position), 0

    def line(self) -> Expression | None:
        """The value of a line printed by `find swizzle`, or None if the text is not such a line."""
        if LABEL.match(self._text) is None:
            return None
        reading = read(self._text)
        return ReadLiteral(self._operand(reading), reading)

    def _operand(self, reading: Reading) -> Any:
        return operand(reading)


class _PlainTexts(_Texts):
    """A parser of expressions in which all numbers are known."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.unknowns = Unknowns(text)

    def _operand(self, reading: Reading) -> Any:
        if reading.unknowns:
            raise LayoutError(
                f"{reading.notation} has unknown numbers: to ask about all values of these"
                f" numbers, use --for {reading.names!r}"
            )
        return super()._operand(reading)


class _NamedTexts(_Texts, NamedParser):
    """A parser of expressions that gives each unknown number a name."""

    def __init__(self, text: str, declared: Collection[str]) -> None:
        super(_Texts, self).__init__(text, declared)
        self.unknowns = Unknowns(text)

    def _operand(self, reading: Reading) -> Any:
        if reading.kind in _WITHOUT_NAMES:
            raise LayoutError(
                f"a {reading.kind} cannot be used with --for: run `eval` without --for, and"
                " use the thread-value layout that it prints"
            )
        return super()._operand(reading)


def read_expression(text: str, names: Collection[str] | None = None) -> Expression:
    """Parse an expression whose arguments may be texts in any supported format.

    >>> read_expression("size(Layout<Shape<_128,_64>,Stride<_1,_128>>)", {"size"}).args[0].value
    Layout.parse('(128,64):(1,128)')
    >>> read_expression("size(!cute.layout<8:1)", {"size"})
    Traceback (most recent call last):
    spec.reading.errors.ReadingError: CuTe IR, line 1, column 22: expected '>', found ')'
    """
    return _read(_PlainTexts(text), names)


@dataclass(frozen=True)
class Translated:
    """An expression in the notation, its names and conditions, and notes on what was read."""

    text: str
    names: str
    notes: tuple[str, ...] = ()


def translated(text: str, names: str, operations: Collection[str]) -> Translated:
    """Translate an expression to the notation, with a name for each number that is unknown.

    `names` is the argument of `--for`. In the result, the names of the unknown numbers follow these
    names.

    >>> translated("size(ptr[32b](0x0) o (?{div=8},_4):(_4,_1))", "M", {"size"})
    Translated(text='size((N1,4):(4,1))', names='M, N1; N1 % 8 == 0', \
notes=('? is N1, N1 % 8 == 0',))
    """
    parser = _NamedTexts(text, _declared(names))
    try:
        found = _read(parser, operations)
    except ReadingError:
        raise
    except NotationError:
        # The error is in the text or in the names. The caller parses the unchanged text as
        # notation, and so reports this error.
        return Translated(text, names)
    unknowns = parser.unknowns.found
    if not any(isinstance(part, ReadLiteral) for part in _literals(found)):
        return Translated(text, names)
    notes = tuple(dict.fromkeys(note for part in _literals(found) for note in notes_of(part)))
    said = tuple(
        f"? is {one.name}" + (f", {one.condition}" if one.condition else "") for one in unknowns
    )
    return Translated(_text(found), _with(names, unknowns), said + notes)


def unknowns_of(text: str, operations: Collection[str]) -> tuple[Unknown, ...]:
    """The unknown numbers of an expression, or an empty tuple if the expression cannot be read.

    >>> [one.name for one in unknowns_of("size((?,?):(1,4))", {"size"})]
    ['N1', 'N2']
    """
    parser = _NamedTexts(text, ())
    try:
        _read(parser, operations)
    except LayoutError:
        return ()
    return tuple(parser.unknowns.found)


def notes_of(expression: Expression) -> tuple[str, ...]:
    """The notes of all texts in an expression: what was converted or assumed."""
    notes = [
        note
        for part in _literals(expression)
        if isinstance(part, ReadLiteral)
        for note in part.reading.notes
    ]
    return tuple(dict.fromkeys(notes))


def _read(parser: _Texts, names: Collection[str] | None) -> Expression:
    line = parser.line()
    if line is not None:
        return line
    found = parser.expression(names)
    parser.end()
    if isinstance(found, Call):
        for part in _literals(found):
            if isinstance(part, ReadLiteral):
                require_zeros(part.reading)
    return found


def _literals(expression: Expression) -> tuple[Literal, ...]:
    if isinstance(expression, Literal):
        return (expression,)
    return tuple(part for argument in expression.args for part in _literals(argument))


def _text(expression: Expression) -> str:
    if isinstance(expression, Call):
        return f"{expression.name}({', '.join(map(_text, expression.args))})"
    return written(cast("Any", expression.value))


def _declared(names: str) -> set[str]:
    words = "".join(c if c.isalnum() or c == "_" else " " for c in names).split()
    return {word for word in words if not word[0].isdigit()}


def _with(names: str, unknowns: list[Unknown]) -> str:
    """Append the names and conditions of the unknown numbers to `names`, the text of `--for`."""
    head, *conditions = (part.strip() for part in names.split(";"))
    declared = _declared(names)
    more = [one for one in unknowns if one.name not in declared]
    named = ", ".join((*([head] if head else []), *(one.name for one in more)))
    conditions += [one.condition for one in unknowns if one.condition]
    return "; ".join((named, *(one for one in conditions if one)))
