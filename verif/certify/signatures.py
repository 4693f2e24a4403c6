"""Convert annotations to Gallina types, and the arguments of a call to these types."""

from __future__ import annotations

import collections.abc
import inspect
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import FunctionType
from typing import Any

from spec.int_tuple import IntTuple
from spec.layout import Layout
from spec.xla import XlaShape
from verif.certify.gallina import (
    BOOL,
    INT,
    ITEMS,
    LAYOUT,
    NOTHING,
    TREE,
    XLA_SHAPE,
    Arrow,
    ListOf,
    OptionOf,
    Product,
    Term,
    Type,
    UnprintableError,
    coerced,
    listed,
)
from verif.certify.scope import Scope
from verif.certify.values import constant
from verif.kernel.text import Text, Written
from verif.language.form import Constant, Function

PLAIN: dict[Any, Type] = {
    int: INT,
    bool: BOOL,
    Layout: LAYOUT,
    XlaShape: XLA_SHAPE,
    None: NOTHING,
    type(None): NOTHING,
}


def hints(function: Callable[..., Any]) -> Mapping[str, Any]:
    """Return the annotations of a function as objects, without expanding aliases."""
    if isinstance(function, Written):
        return function.types
    return inspect.get_annotations(function, eval_str=True)


def printed_type(annotation: Any) -> Type:  # noqa: PLR0911 - one return per case
    """Return the type of an annotation. Raises UnprintableError if Gallina has no such type."""
    if isinstance(annotation, Type):
        return annotation
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
    raise UnprintableError(f"cannot print the type {annotation}")


def _alternatives(annotation: Any) -> tuple[Any, ...]:
    """Return the members of a union, or only the annotation if it is not a union.

    IntTuple counts as a single type, although it is a union.
    """
    if annotation == IntTuple:
        return (annotation,)
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        members = typing.get_args(annotation)
        if int in members and tuple["IntTuple", ...] in members:
            # IntTuple is itself a union, of int and tuples, and Python flattens `Layout |
            # IntTuple`. So replace the members int and tuple of the flat union by IntTuple.
            rest = tuple(m for m in members if m is not int and not typing.get_args(m))
            return (*rest, IntTuple)
        return members
    return (annotation,)


def result_of(function: Text, types: list[Type]) -> Type:
    """Return the type of a call's result for these argument types. Raises UnprintableError."""
    if function is Layout.__init__:
        return LAYOUT
    annotations = hints(_overload(function, types))
    if "return" not in annotations:
        raise UnprintableError("the result of a function has no annotation")
    return printed_type(annotations["return"])


def _overload(function: Text, types: list[Type]) -> Callable[..., Any]:
    """Return the overload whose parameters have these types, or the function itself.

    Skip an overload if it has a parameter that the function itself does not have.
    """
    for overload in typing.get_overloads(function):
        annotations = {n: a for n, a in hints(overload).items() if n != "return"}
        if not annotations.keys() <= hints(function).keys():
            continue
        try:
            if [printed_type(a) for a in annotations.values()] == types:
                return overload
        except UnprintableError:
            continue
    return function


def given(function: Text, text: Function, arguments: tuple[Term, ...]) -> dict[str, Term]:
    """Return the arguments by name, converted to the types of the parameters.

    Raises UnprintableError.
    """
    annotations = dict(hints(_overload(function, [term.type for term in arguments])))
    parameters = text.params
    if isinstance(function, FunctionType) and parameters and parameters[0].name == "self":
        annotations["self"] = function.__globals__[function.__qualname__.partition(".")[0]]
        parameters = parameters[function.__name__ == "__init__" :]
    found: dict[str, Term] = {}
    left = list(arguments)
    solved = _variables([annotations.get(p.name) for p in parameters], left)
    annotations = {name: _solved(each, solved) for name, each in annotations.items()}
    for parameter in parameters:
        name, default = parameter.name, parameter.default
        if name not in annotations:
            raise UnprintableError(f"the parameter {name} has no annotation")
        if parameter.several and any(term.spread for term in left):
            if len(left) != 1:
                raise UnprintableError("cannot print positional arguments before `*arguments`")
            found[name] = left.pop()
        elif parameter.several:
            found |= {f"{name}_{k}": _fitted(t, annotations[name]) for k, t in enumerate(left)}
            left = []
        elif left and left[0].spread:
            raise UnprintableError(f"cannot print `*arguments` for the parameter {name}")
        elif left:
            found[name] = _fitted(left.pop(0), annotations[name])
        elif isinstance(default, Constant) and isinstance(default.value, int | None):
            found[name] = _fitted(constant(default.value), annotations[name])
        else:
            raise UnprintableError(f"a call of {text.ref.last} does not pass the argument {name}")
    if left:
        raise UnprintableError(f"a call of {text.ref.last} has too many arguments")
    return found


def _variables(annotations: Iterable[Any], arguments: Iterable[Term]) -> Mapping[Any, Type]:
    """Return the Gallina type for each type variable T in the annotations.

    T stands for the element type of the argument whose annotation is `tuple[T, ...]`.
    """
    return {
        typing.get_args(annotation)[0]: term.type.element
        for annotation, term in zip(annotations, arguments, strict=False)
        if isinstance(term.type, ListOf) and _is_list(annotation)
    }


def _is_list(annotation: Any) -> bool:
    return typing.get_origin(annotation) is tuple and typing.get_args(annotation)[1:] == (...,)


def _solved(annotation: Any, types: Mapping[Any, Type]) -> Any:
    """Return the annotation, with its type variables replaced by types."""
    variables = getattr(annotation, "__parameters__", ())
    return (
        annotation[tuple(types.get(each, each) for each in variables)] if variables else annotation
    )


def _fitted(term: Term, annotation: Any) -> Term:
    """Convert the argument to the annotated type, or to a member of a union."""
    if term.made is not None:
        of = printed_type(annotation)
        if not isinstance(of, Arrow):
            raise UnprintableError("cannot convert a function to another type")
        return term.made(of.arguments)
    members = _alternatives(annotation)
    if term.type == NOTHING or (len(members) > 1 and term.type in (LAYOUT, TREE)):
        return term
    if _is_list(annotation) and len(_alternatives(typing.get_args(annotation)[0])) > 1:
        return listed(term)
    if len(members) == 1:
        return coerced(term, printed_type(annotation))
    if any(map(_is_list, members)):
        return listed(term)
    return coerced(term, TREE if IntTuple in members else None)


def scope_of(text: Function, terms: Mapping[str, Term], variables: Mapping[str, str]) -> Scope:
    """Return the scope of the body, in which the parameters are variables."""
    scope: dict[str, Term] = {}
    for name, term in terms.items():
        variable = variables.get(name, "tt")
        accepted = f"{variable}_ok" if isinstance(term.type, Arrow) else ""
        scope[name] = Term(variable, term.type, accepted=accepted, name=name)
    for each in text.params:
        if each.several and each.name not in scope:
            entries = (scope[name] for name in terms if name.startswith(f"{each.name}_"))
            items = tuple(replace(term, name="") for term in entries)
            scope[each.name] = Term("", ITEMS, items=items)
    return scope
