"""The types of Gallina that annotations of Python are."""

from __future__ import annotations

import collections.abc
import inspect
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any

from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.xla import XlaShape
from verif.certify.gallina import (
    BOOL,
    INT,
    LAYOUT,
    NOTHING,
    TREE,
    XLA_SHAPE,
    Arrow,
    ListOf,
    OptionOf,
    Product,
    Type,
    UnprintableError,
)

PLAIN: dict[Any, Type] = {
    int: INT,
    bool: BOOL,
    Layout: LAYOUT,
    XlaShape: XLA_SHAPE,
    None: NOTHING,
    type(None): NOTHING,
}


def hints(function: Callable[..., Any]) -> Mapping[str, Any]:
    """The annotations of a function as objects, aliases kept whole."""
    return inspect.get_annotations(function, eval_str=True)


def printed_type(annotation: Any) -> Type:  # noqa: PLR0911 - a case a line
    """The type. Raises UnprintableError where there is none."""
    if annotation in (IntTuple, "IntTuple"):
        return TREE
    if annotation == "Layout":
        return LAYOUT
    if isinstance(annotation, type | None) and annotation in PLAIN:
        return PLAIN[annotation]
    if isinstance(annotation, typing.NewType):
        return printed_type(annotation.__supertype__)
    if isinstance(annotation, type) and hasattr(annotation, "_fields"):
        fields: Mapping[str, Any] = inspect.get_annotations(annotation, eval_str=True)
        return Product(tuple(map(printed_type, fields.values())), tuple(fields))
    if isinstance(annotation, typing.ForwardRef):
        return printed_type(annotation.__forward_arg__)
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    given = [argument for argument in arguments if argument is not type(None)]
    if origin in (typing.Union, types.UnionType) and len(given) == 1:
        return OptionOf(printed_type(given[0]))
    if origin is tuple and len(arguments) == 2 and arguments[1] is ...:
        return ListOf(printed_type(arguments[0]))
    if origin is collections.abc.Iterator:
        return ListOf(printed_type(arguments[0]))
    if origin is tuple:
        return Product(tuple(map(printed_type, arguments)))
    if origin is collections.abc.Callable:
        return Arrow(tuple(map(printed_type, arguments[0])), printed_type(arguments[1]))
    raise UnprintableError(f"the type {annotation}")


def alternatives(annotation: Any) -> tuple[Any, ...]:
    """The members of a union that is no type of Gallina; the annotation itself, of any other."""
    if annotation == IntTuple:
        return (annotation,)
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        members = typing.get_args(annotation)
        if int in members and any(typing.get_args(m) for m in members):
            # `Layout | IntTuple` is flat to Python: its integers and tuples are an IntTuple.
            rest = tuple(m for m in members if m is not int and not typing.get_args(m))
            return (*rest, IntTuple)
        return members
    return (annotation,)
