"""CuTe C++ as text: write calls as types that g++ computes, and parse the answers of g++."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from spec.errors import LayoutError
from spec.int_tuple import IntTuple, format_int_tuple
from spec.layout import Layout
from verif.operations.names import needed, written_out
from verif.operations.operand import Operand
from verif.operations.table import OPERATIONS
from verif.upstream.outcome import CallOutcome, Malformed

PREAMBLE: Final = """\
#include <cute/layout.hpp>
#if __has_include(<cute/swizzle.hpp>)
#include <cute/swizzle.hpp>
#endif
#if __has_include(<cute/layout_composed.hpp>)
#include <cute/layout_composed.hpp>
#endif
template <class> struct Result;
"""


CALLS: Final[Mapping[str, str]] = {
    name: its for name, row in OPERATIONS.items() if isinstance(its := row.upstream.cute_cpp, str)
}
"""The CuTe C++ call of each operation of the spec."""


def call_text(operation: str, arguments: tuple[Operand, ...]) -> str:
    """Return the call as a constant expression.

    >>> call_text("size", (Layout((4, 8), (1, 4)), 1))
    'cute::size<1>(cute::Layout<cute::tuple<cute::C<4>,cute::C<8>>,cute::tuple<cute::C<1>,cute::C<4>>>{})'
    """
    texts = [f"{type_text(argument)}{{}}" for argument in arguments]
    rest = ",".join(str(argument) for argument in arguments[1:])
    name = CALLS[operation]
    prefix = "" if needed(name) is None else "cute::"
    call = written_out(name).format(*texts, all=", ".join(texts), rest=rest)
    return prefix + call.replace("<>(", "(")


def type_text(value: Operand) -> str:
    """Return the type of a static value.

    >>> type_text((None, -2))
    'cute::tuple<cute::Underscore,cute::C<-2>>'
    """
    if isinstance(value, Layout):
        return f"cute::Layout<{type_text(value.shape)},{type_text(value.stride)}>"
    if isinstance(value, tuple):
        return f"cute::tuple<{','.join(map(type_text, value))}>"
    return "cute::Underscore" if value is None else f"cute::C<{value}>"


def value_of(text: str) -> CallOutcome:
    """Parse the value of a type in g++'s notation.

    >>> print(value_of("cute::Layout<cute::tuple<cute::C<2> >, cute::tuple<cute::C<6> > >"))
    (2):(6)
    >>> print(value_of("int"))
    malformed: int is not a constant
    """
    tokens = iter([*re.findall(r"[^<>,\s]+|[<>,]", text), ""])
    tree, _ = _tree(next(tokens), tokens)
    try:
        return _value(tree)
    except _NotAValueError as other:
        return Malformed(str(other))


class _NotAValueError(ValueError):
    """The type does not represent a value of the layout algebra."""


def _tree(name: str, tokens: Iterator[str]) -> tuple[Any, str]:
    """Parse a type into its name and arguments. Also return the next token."""
    token = next(tokens)
    while token not in {"<", ">", ",", ""}:
        name, token = f"{name} {token}", next(tokens)
    if token != "<":
        return (name, ()), token
    arguments: list[Any] = []
    token = next(tokens)
    while token not in {">", ""}:
        argument, token = _tree(token, tokens)
        arguments.append(argument)
        if token == ",":
            token = next(tokens)
    return (name, tuple(arguments)), next(tokens)


def _value(tree: Any) -> Any:
    name, arguments = tree
    match name.removeprefix("cute::").removeprefix("std::"):
        case "C" | "constant" | "integral_constant":
            return _constant(arguments[-1][0])
        case "tuple":
            return tuple(map(_value, arguments))
        case "Layout" if len(arguments) in (1, 2):
            # g++ omits a stride that equals the default, LayoutLeft.
            parts = tuple(map(_value, arguments))
            try:
                return Layout(*parts)
            except (LayoutError, TypeError) as malformed:
                text = f"{':'.join(map(_text, parts))}, where {malformed}"
                raise _NotAValueError(text) from malformed
        case "int" | "long" | "long int" | "unsigned int" | "bool":
            raise _NotAValueError(f"{name} is not a constant")
        case other:
            raise _NotAValueError(other)


def _constant(text: str) -> int:
    if text in {"true", "false"}:
        return text == "true"
    try:
        return int(text.rstrip("ul"))
    except ValueError:
        raise _NotAValueError(text) from None


def _text(value: Any) -> str:
    return format_int_tuple(cast("IntTuple", value))
