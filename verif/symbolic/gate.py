"""The gate: the fragment of Python in which a text does on unknowns what it does on numbers.

A text that can look at what it is run with (identity, type, printing), that keeps a state, or
that handles the engine's own errors could do one thing where it is searched and another where
it is proved. Every text is read before it runs on unknowns, with all that it reaches by name;
what is outside the fragment is refused, with file and line. See `docs/proofs.md`.
"""

from __future__ import annotations

import builtins
import dis
import functools
import itertools
import math
import operator
import sys
import types
import typing
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any, Final

import spec
from verif.kernel.claim import Claim, accepted, attempt, by, proving, unfold, witness
from verif.kernel.contract import Contract, Kind, Promise
from verif.kernel.errors import OutsideFragmentError
from verif.kernel.theory import Theory
from verif.symbolic.fragment import KINDS_OF_VALUES, LABELLED, Syntax
from verif.symbolic.sources import OWN, Source, codes, home_of, is_own, methods, source_of, within

BUILTINS: Final = frozenset(
    (abs, all, any, bool, dict, divmod, enumerate, filter, frozenset, int, isinstance, iter, len)
    + (list, map, max, min, next, pow, range, reversed, set, slice, sorted, sum, tuple, zip)
    + (LookupError, IndexError, KeyError, ArithmeticError, ZeroDivisionError)
    + (AssertionError, NotImplementedError, TypeError, ValueError)
)
"""The builtins that a text may name: those that ask an integer for nothing but its operators."""

OF_SPEC: Final = frozenset((super, object, str, hex, repr))
"""Builtins by which `spec` makes its objects, and the texts of its errors."""

VERBS: Final = frozenset((*LABELLED, witness, unfold, by, attempt, accepted, typing.cast))
"""The verbs of claims, which every text may use."""

LIBRARY: Final = (math, itertools)
"""The modules of the standard library that a text may use."""

FUNCTIONS: Final = (
    functools.reduce,
    functools.partial,
    operator.add,
    operator.mul,
    *(item for module in LIBRARY for item in vars(module).values() if callable(item)),
)
"""The functions of the standard library that a text may use."""

MADE: Final = frozenset(("__new__", "_make", "_replace", "__repr__", "_asdict", "__getnewargs__"))
"""The methods that Python makes of a named tuple."""

GENERATED: Final = frozenset(
    ("__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__", "__replace__")
)
"""The methods that Python makes of a frozen dataclass."""

SEARCHED: Final = frozenset(("describe", "enumerated"))
"""The methods of a domain that run on numbers alone, and that its readings do not call."""

_admitted: dict[FunctionType, None] = {}
"""The functions that were read, with all that they reach; none is read twice."""


def admit(text: object, parts: frozenset[str] = frozenset()) -> None:
    """Read the text and all that it reaches. Raises OutsideFragmentError.

    `parts` are the attributes that the text may name beside those of values.
    """
    if type(text) is not FunctionType:
        raise OutsideFragmentError(f"{text!r} is no function, and cannot be read")
    pending: list[object] = [text]
    read: dict[FunctionType, None] = {}
    while pending:
        item = pending.pop()
        if type(item) is FunctionType and item not in _admitted and item not in read:
            read[item] = None
            pending += _reached(item, parts if item is text else frozenset())
    # Only now: a text is in the fragment if all that it reaches is.
    _admitted.update(read)


def admit_claim(claim: Claim) -> None:
    """Read a claim, and the readings of what its arguments range over."""
    if type(claim) is not Claim or type(claim.domains) is not dict:
        raise OutsideFragmentError(f"{claim!r} is no claim as `claim` declares it")
    for name, domain in claim.domains.items():
        made = is_own(type(domain)) or _is_plain_domain(type(domain))
        if not made or not all(map(_is_number, vars(domain).values())):
            raise OutsideFragmentError(
                f"{claim.id}: {name} ranges over {type(domain).__name__}, and nothing says that"
                " what is proved of it is what is searched"
            )
        if not is_own(type(domain)):
            _admit_readings(type(domain))
    admit(claim.text)


def admit_kinds(theory: Theory) -> None:
    """Read what the kinds of a theory take of every element, and how these are made."""
    for kind in theory.kinds.values():
        if type(kind) is not Kind:
            raise OutsideFragmentError(f"{kind!r} is no kind as `Kind` makes it")
        admit(kind.invariant)
        if type(kind.make) is FunctionType:
            admit(kind.make)
        elif not (kind.make is tuple or is_own(kind.make) or _is_plain(kind.make)):  # type: ignore[arg-type]
            raise OutsideFragmentError(f"{kind.name}: {kind.make!r} is no plain named tuple")
    if any(type(contract) is not Contract for contract in theory.contracts):
        raise OutsideFragmentError("a contract that is none as `contract` makes it")


def _is_plain_domain(kind: type) -> bool:
    """Whether it is a user's frozen dataclass, which changes no domain of the project."""
    parameters = getattr(kind, "__dataclass_params__", None)
    return (
        type(kind) is type
        and kind.__bases__ == (object,)
        and parameters is not None
        and parameters.frozen
        and all(
            type(item) is FunctionType
            or (not callable(item) if name.startswith("__") else _is_number(item))
            for name, item in vars(kind).items()
        )
    )


def _admit_readings(kind: type) -> None:
    """Read the methods of a user's domain that make unknowns."""
    own = {
        name: item
        for name, item in vars(kind).items()
        if type(item) is FunctionType and name not in GENERATED | SEARCHED
    }
    fields = getattr(kind, "__dataclass_fields__", {})
    for method in own.values():
        admit(method, frozenset((*own, *fields, "unknown", "lift")))


def _is_number(item: object) -> bool:
    """Whether it is an integer, a text, a name of the project, or a tuple of them."""
    if type(item) is tuple:
        return all(map(_is_number, item))
    return item is None or type(item) in (int, bool, str) or is_own(type(item))


def _is_plain(item: type) -> bool:
    """Whether it is a named tuple to which nothing was added."""
    written = {name for name, m in vars(item).items() if type(m) is FunctionType} - MADE
    return item.__bases__ == (tuple,) and hasattr(item, "_fields") and not written


def _reached(function: FunctionType, parts: frozenset[str]) -> list[object]:
    """The things that the function's text names and runs.

    Raises OutsideFragmentError for what it must not.
    """
    source = source_of(function)
    for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
        _value(source, default, "a default", None)
    found: list[object] = []
    for name, line in _names(source):
        found += _named(source, name, line)
    for cell, name in zip(function.__closure__ or (), function.__code__.co_freevars, strict=True):
        try:
            found += _value(source, cell.cell_contents, name, None)
        except ValueError:
            continue
    syntax = Syntax(source, parts)
    for item, node in syntax.named:
        found += _value(source, item, node.attr, node.lineno)
    return found + syntax.found


def _names(source: Source) -> Iterator[tuple[str, int]]:
    """The globals and builtins that the code loads, with their lines."""
    for code in codes(source.function.__code__):
        for step in dis.get_instructions(code):
            line = (step.positions and step.positions.lineno) or code.co_firstlineno
            if step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
                source.refuse(line, f"the stored global {step.argval}")
            if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
                yield step.argval, line


def _named(source: Source, name: str, line: int) -> list[object]:
    """The texts that a global or a builtin of the name reaches, if a text may name it."""
    known = source.function.__globals__
    if name in known:
        return _value(source, known[name], name, line)
    found: Any = vars(builtins).get(name)
    if found is None or not (found in BUILTINS or (source.is_of_spec and found in OF_SPEC)):
        source.refuse(line, f"`{name}`")
    return []


def _value(source: Source, item: Any, name: str, line: int | None) -> list[object]:
    """The texts that a named value reaches: data, a function, a class or a module of texts."""
    found: list[object] = []
    match item:
        case _ if any(item is known for known in FUNCTIONS):
            pass
        case FunctionType():
            found = _function(source, item, name, line)
        case ModuleType():
            if item not in LIBRARY and not within(item.__name__, ("spec",)):
                source.refuse(line, f"the module {item.__name__}")
        case type():
            found = _class(source, item, line)
        case Claim():
            found = [item.text]
        case Contract():
            found = [item.function, item.block]
        case _ if source.is_own and hasattr(item, "cache_clear"):
            found = [item.__wrapped__]
        case _ if type(item).__module__ in ("typing", "types"):
            pass
        case _ if not _is_data(item, mutable=source.is_own):
            source.refuse(line, f"`{name}`, which is no constant,")
        case _:
            pass
    return found


def _function(source: Source, item: FunctionType, name: str, line: int | None) -> list[object]:
    if item in VERBS:
        return []
    if item is proving:
        if not source.is_in("verif.theory", "verif.readings"):
            source.refuse(line, "`proving`, which is for the theory alone,")
        return []
    home = home_of(item)
    if within(home, ("verif",)) and not within(home, OWN):
        source.refuse(line, f"`{name}` of {home}")
    if home.partition(".")[0] in sys.stdlib_module_names:
        source.refuse(line, f"`{name}` of {home}")
    return [item]


def _class(source: Source, item: type, line: int | None) -> list[object]:
    """The methods of a class of `spec` or of a named tuple."""
    if item in KINDS_OF_VALUES or issubclass(item, BaseException) or item is Promise:
        if issubclass(item, BaseException) and not issubclass(item, Exception):
            source.refuse(line, f"{item.__name__}")
        return []
    if item.__module__ in ("typing", "collections.abc") or item in (set, frozenset, float, object):
        return []
    if not is_own(item):
        if not _is_plain(item):
            source.refuse(line, f"the class {item.__name__}, which is no plain named tuple,")
        return []
    return [
        method
        for base in item.__mro__
        if is_own(base)
        for name, method in methods(base)
        # The others of a class that everybody knows are reached as attributes.
        if name.startswith("__") or getattr(spec, base.__name__, None) is not base
    ]


def _is_data(item: Any, *, mutable: bool) -> bool:
    """Whether it is a constant all through; tables of the project's texts are never stored to."""
    if type(item) is str:
        return mutable or not set(item) & set("%{")
    if item is None or item is NotImplemented or type(item) in (int, bool, float):
        return True
    if isinstance(item, tuple | frozenset):
        return all(_is_data(part, mutable=mutable) for part in item)
    if mutable and isinstance(item, dict | list | set | types.MappingProxyType):
        return True
    return within(type(item).__module__, ("spec", "verif.theory", "verif.readings", "enum")) or (
        mutable and within(type(item).__module__, ("re", "verif"))
    )
