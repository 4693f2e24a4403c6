"""Python functions and types, found by the references that forms of the language contain."""

from __future__ import annotations

from functools import reduce
from importlib import import_module
from types import FunctionType
from typing import Any

from spec import PLAIN, plain
from spec.kept import kept
from verif.language.form import Expr, Field, Global, Ref, Variable


def meant(ref: Ref) -> Any:
    """Return the object that a reference names, without the wrapper that `spec` exports."""
    return plain_of(reduce(getattr, ref.name.split("."), import_module(ref.module)))


def plain_of(found: Any) -> Any:
    """Return the function of a property, or the function that an exported wrapper calls."""
    if isinstance(found, property | kept):
        found = found.fget
    return PLAIN.get(found, found) if isinstance(found, FunctionType) else found


def ref_of(function: FunctionType) -> Ref:
    """Return the reference of a function."""
    return Ref(function.__module__, function.__qualname__)


def named(e: Expr) -> Any:
    """Return the function, type or constant that an expression names, or None."""
    match e:
        case Global(ref=ref):
            return meant(ref)
        case Field(of=Variable(name="alg"), name=name):
            return getattr(plain, name)
        case _:
            return None
