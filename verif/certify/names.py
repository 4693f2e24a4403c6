"""Look up the Python functions and types to which expressions of the language refer."""

from __future__ import annotations

from functools import reduce
from importlib import import_module
from types import FunctionType
from typing import Any

from spec import PLAIN, plain
from spec.kept import kept
from verif.certify.gallina import UnprintableError
from verif.kernel.text import Text, Written
from verif.language.compile import project
from verif.language.form import Expr, Field, Global, Ref, Variable


def meant(ref: Ref) -> Any:
    """Return the object that a reference names, without the wrapper that `spec` exports.

    A user's file is never imported: a function in it is found in the parsed file. Raises
    UnprintableError if the reference names anything else in a user's file.
    """
    if is_own(ref):
        found = project().modules.known[ref.module].texts.get(ref.name)
        if not isinstance(found, Written):
            raise UnprintableError(f"cannot print {ref.last}, which a file of claims defines")
        return found
    return plain_of(reduce(getattr, ref.name.split("."), import_module(ref.module)))


def is_own(ref: Ref) -> bool:
    """Return whether a reference names something in a user's file."""
    module = project().modules.known.get(ref.module)
    return module is not None and not module.of_project


def plain_of(found: Any) -> Any:
    """Return the function of a property, or the function that an exported wrapper calls."""
    if isinstance(found, property | kept):
        found = found.fget
    return PLAIN.get(found, found) if isinstance(found, FunctionType) else found


def ref_of(function: Text) -> Ref:
    """Return the reference of a function."""
    if isinstance(function, Written):
        return function.function.ref
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
