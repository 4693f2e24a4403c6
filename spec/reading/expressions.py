"""Expressions of the calculator in which texts stand as they are, beside the notation.

`conflict_free(Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1), (8,64):(64,1), half_t)`: an
argument that is not in the notation, or goes on behind it, is read as a text of another family.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, cast

from spec.errors import LayoutError, NotationError
from spec.named_notation import NamedParser
from spec.parser import Call, Expression, Literal, Parser
from spec.reading.chain import family_of
from spec.reading.errors import ReadingError
from spec.reading.operands import operand
from spec.reading.reading import Reading, Unknown, written
from spec.reading.scanner import Scanner, Unknowns
from spec.reading.texts import Options, reader_at
from spec.tokens import tokens


@dataclass(frozen=True)
class ReadLiteral(Literal):
    """A value that stands in an expression as a text of another family."""

    reading: Reading


class _Texts(Parser):
    """A reader of expressions that asks the other families where the notation ends."""

    unknowns: Unknowns

    def expression(self, names: Collection[str] | None) -> Expression:
        position, nesting = self._tokens[self._index].position, self._nesting
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
        # The notation has read the beginning of a longer text, or of none.
        rest = NotationError(self._text, self._tokens[self._index].position, "expected the end")
        return self._foreign(position, rest) or found

    def _at(self, symbol: str) -> bool:
        """The same, also before a sign that the notation does not have: a text may begin there."""
        token = self._tokens[self._index]
        return token.kind == "symbol" and token.text == symbol

    def _ends_argument(self) -> bool:
        token = self._tokens[self._index]
        return token.kind == "end" or (token.kind == "symbol" and token.text in (",", ")"))

    def _foreign(self, position: int, own: NotationError) -> Expression | None:
        """The text of another family that stands there; None where none begins so."""
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
            # The reader that came further says what is wrong, and the notation where both refuse
            # the same value.
            further = scanner.position > own.position and error.position != own.position
            raise (error if further else own) from None
        except LayoutError as error:
            self.unknowns.forget(count)
            raise ReadingError(self._text, position, str(error), scanner.family) from None
        self._tokens, self._index = tokens(self._text, self.tokens_known, scanner.position), 0
        return ReadLiteral(value, reading)

    def _operand(self, reading: Reading) -> Any:
        return operand(reading)


class _PlainTexts(_Texts):
    """The same, where all numbers must be known."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.unknowns = Unknowns(text)

    def _operand(self, reading: Reading) -> Any:
        if reading.unknowns:
            raise LayoutError(
                f"{reading.notation} has numbers that are not known: ask for all of them by"
                f" --for {reading.names!r}"
            )
        return super()._operand(reading)


class _NamedTexts(_Texts, NamedParser):
    """The same, where an unknown number is a name."""

    def __init__(self, text: str, declared: Collection[str]) -> None:
        super(_Texts, self).__init__(text, declared)  # type: ignore[call-arg]
        self.unknowns = Unknowns(text)


def read_expression(text: str, names: Collection[str] | None = None) -> Expression:
    """The expression of a text; the arguments may be texts of any family.

    >>> read_expression("size(Layout<Shape<_128,_64>,Stride<_1,_128>>)", {"size"}).args[0].value
    Layout.parse('(128,64):(1,128)')
    >>> read_expression("size(!cute.layout<8:1)", {"size"})
    Traceback (most recent call last):
    spec.reading.errors.ReadingError: CuTe IR, line 1, column 22: expected '>', found ')'
    """
    return _read(_PlainTexts(text), names)


@dataclass(frozen=True)
class Translated:
    """An expression in the notation alone, its names and conditions, and notes on what was read."""

    text: str
    names: str
    notes: tuple[str, ...] = ()


def translated(text: str, names: str, operations: Collection[str]) -> Translated:
    """The expression in the notation, with a name for each number that the text does not know.

    `names` are those of `--for`; what the text adds comes behind them.

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
        # The reader of the notation alone says what is wrong, also with the names.
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
    """The numbers that an expression does not know; none where it is not read.

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
    """The notes of all texts in an expression: what was converted, or assumed."""
    notes = [
        note
        for part in _literals(expression)
        if isinstance(part, ReadLiteral)
        for note in part.reading.notes
    ]
    return tuple(dict.fromkeys(notes))


def _read(parser: Parser, names: Collection[str] | None) -> Expression:
    found = parser.expression(names)
    parser.end()
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
    """The names and conditions of `--for` with those of unknown numbers."""
    head, *conditions = (part.strip() for part in names.split(";"))
    declared = _declared(names)
    more = [one for one in unknowns if one.name not in declared]
    named = ", ".join((*([head] if head else []), *(one.name for one in more)))
    conditions += [one.condition for one in unknowns if one.condition]
    return "; ".join((named, *(one for one in conditions if one)))
