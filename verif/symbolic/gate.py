"""The gate: the fragment of Python in which a text does on unknowns what it does on numbers.

A text that can look at what it is run with (identity, type, printing), that keeps a state, or
that handles the engine's own errors could do one thing where it is searched and another where
it is proved. Every text is read before it runs on unknowns, with all that it reaches by name;
what is outside the fragment is refused, with file and line. See `docs/proofs.md`.
"""

from __future__ import annotations

import builtins
import collections.abc
import dataclasses
import dis
import functools
import inspect
import itertools
import math
import operator
import sys
import typing
from collections.abc import Iterator
from types import FunctionType, GenericAlias, ModuleType
from typing import Any, Final

import spec
from verif.kernel.claim import Claim
from verif.kernel.contract import Automatic, Contract, Kind, Promise
from verif.kernel.errors import OutsideFragmentError
from verif.kernel.standing import require_standing
from verif.kernel.theory import Theory, is_lemma
from verif.kernel.verbs import accepted, attempt, by, proving, unfold, witness
from verif.symbolic.fragment import KINDS_OF_VALUES, LABELLED, Syntax
from verif.symbolic.plain import (
    is_data,
    is_frozen_data,
    is_hint,
    is_of_typing,
    is_plain_error,
    is_plain_tuple,
)
from verif.symbolic.sources import OWN, Source, codes, home_of, is_own, methods, source_of, within
from verif.symbolic.texts import hints_of, types_of

BUILTINS: Final = frozenset(
    (abs, all, any, bool, dict, divmod, enumerate, filter, int, isinstance, iter, len, list)
    + (map, max, min, next, pow, range, reversed, slice, sorted, sum, tuple, zip)
    + (LookupError, IndexError, KeyError, ArithmeticError, ZeroDivisionError)
    + (AssertionError, NotImplementedError, TypeError, ValueError)
)
"""The builtins that a text may name: those that ask an integer for nothing but its operators."""

OF_PYTHON: Final = (Promise, float, object)
"""The classes that a text may name beside those of values."""

SETS: Final = (set, frozenset)
"""Classes for texts of the project alone: the order of a set is another in each process."""

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
    """Read a claim, and the readings of what its arguments range over.

    Raises AlteredError where that is not what it was when the file of the claim had been run.
    """
    if type(claim) is not Claim or type(claim.domains) is not dict:
        raise OutsideFragmentError(f"{claim!r} is no claim as `claim` declares it")
    require_standing(claim)
    for name, domain in claim.domains.items():
        made = is_own(type(domain)) or _is_plain_domain(type(domain))
        if (
            not made
            or vars(domain).keys() != {field.name for field in dataclasses.fields(domain)}  # type: ignore[arg-type]
            or not all(is_data(part, mutable=False) for part in vars(domain).values())
        ):
            raise OutsideFragmentError(
                f"{claim.id}: {name} ranges over {type(domain).__name__}, and nothing says that"
                " what is proved of it is what is searched"
            )
        if not is_own(type(domain)):
            _require_own_name(claim, type(domain))
            _admit_readings(type(domain))
    admit(claim.text)


def admit_kinds(theory: Theory) -> None:
    """Read what the kinds of a theory take of every element, and how these are made.

    What the contracts say beside their texts is plain, too: nothing that can change.
    """
    for kind in theory.kinds.values():
        if type(kind) is not Kind:
            raise OutsideFragmentError(f"{kind!r} is no kind as `Kind` makes it")
        admit(kind.invariant)
        if type(kind.make) is FunctionType:
            admit(kind.make)
        elif not (kind.make is tuple or is_own(kind.make) or is_plain_tuple(kind.make)):  # type: ignore[arg-type]
            raise OutsideFragmentError(f"{kind.name}: {kind.make!r} is no plain named tuple")
    if any(type(contract) is not Contract for contract in theory.contracts):
        raise OutsideFragmentError("a contract that is none as `contract` makes it")
    for automatic in theory.automatic:
        if type(automatic) is not Automatic:
            raise OutsideFragmentError("a lemma's `whenever` that is none as `lemma` makes it")
        if automatic.when is not None:
            admit(automatic.when)


def admit_contract(contract: Contract) -> None:
    """Read a contract: the function, the block, and the measure where that is a text.

    A call stands for its contract, and so it takes what was unknown in the proof, no more and
    nothing else: every argument is given by its place, and is of a type.
    """
    require_standing(contract)
    admit(contract.function)
    admit(contract.block)
    named = type(contract.on) is str
    if type(contract.on) is FunctionType:
        admit(contract.on)
    elif not (named or contract.on is None):
        raise OutsideFragmentError(f"{contract.id}: {contract.on!r} is no measure that can be read")
    if contract.opens and not named:
        raise OutsideFragmentError(f"{contract.id} opens no list: `on` names none")
    refusal = contract.rejects
    if not (refusal is None or is_own(refusal) or is_plain_error(refusal)):
        raise OutsideFragmentError(f"{contract.id}: {refusal!r} is no refusal that is plain")
    for text in (contract.function, contract.block):
        several = inspect.CO_VARKEYWORDS
        if text is contract.function:
            # A block may take its arguments together: they are as many as the function's.
            several |= inspect.CO_VARARGS
        odd = text.__defaults__ or text.__kwdefaults__ or text.__code__.co_kwonlyargcount
        if odd or text.__code__.co_flags & several:
            raise OutsideFragmentError(
                f"{contract.id}: {text.__name__} takes arguments by name, by default, or any number"
            )
        types = hints_of(text) if contract.is_lemma else {**types_of(contract.function)}
        for name, hint in types.items():
            if not is_hint(hint):
                raise OutsideFragmentError(f"{contract.id}: {name} is of no type")


def _is_plain_domain(kind: type) -> bool:
    """Whether it is a user's frozen dataclass, which changes no domain of the project.

    Of what Python asks an object, as its class or its text, it has no answers of its own.
    """
    return is_frozen_data(kind) and all(
        name.startswith("__") or type(item) is FunctionType or is_data(item, mutable=False)
        for name, item in vars(kind).items()
    )


def _require_own_name(claim: Claim, kind: type) -> None:
    """The scope has the name of a user's domain, which must say no more there than a name says."""
    modules = (vars(m) for n, m in tuple(sys.modules.items()) if within(n, ("verif.readings",)))
    if not (kind.__name__.isidentifier() and kind.__name__.isascii()):
        raise OutsideFragmentError(f"{claim.id}: a domain is called {kind.__name__!r}, no name")
    if any(kind.__name__ in names for names in modules):
        raise OutsideFragmentError(f"{claim.id}: {kind.__name__} is the name of another domain")


def _admit_readings(kind: type) -> None:
    """Read the methods of a user's domain: each may run after the claim was read."""
    own = {
        name: item
        for name, item in vars(kind).items()
        if type(item) is FunctionType and (name == "__post_init__" or not name.startswith("__"))
    }
    fields = getattr(kind, "__dataclass_fields__", {})
    for name, method in own.items():
        made = SEARCHED if name in SEARCHED else own.keys() - SEARCHED
        admit(method, frozenset((*made, *fields, "unknown", "lift")))


def _reached(function: FunctionType, parts: frozenset[str]) -> list[object]:
    """The things that the function's text names and runs.

    Raises OutsideFragmentError for what it must not.
    """
    source = source_of(function)
    if vars(function) and not source.is_own:
        source.refuse(None, f"an attribute of {function.__name__}")
    found: list[object] = []
    for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
        _require_no_lemma(source, default, "a default")
        found += _value(source, default, "a default", None)
    for name, line in _names(source):
        found += _named(source, name, line)
    for cell, name in zip(function.__closure__ or (), function.__code__.co_freevars, strict=True):
        try:
            held = cell.cell_contents
        except ValueError:
            continue
        _require_no_lemma(source, held, name)
        found += _value(source, held, name, None)
    syntax = Syntax(source, parts)
    for item, node in syntax.named:
        found += _value(source, item, node.attr, node.lineno)
    return found + syntax.found


def _require_no_lemma(source: Source, item: object, name: str) -> None:
    """Refuse a lemma that is no global: what it assumes would be no more than assumed."""
    if type(item) is FunctionType and is_lemma(item):
        source.refuse(None, f"`{name}`, a lemma that is no global,")


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
    known_here = (
        *BUILTINS,
        *(SETS if source.is_own else ()),
        *(OF_SPEC if source.is_of_spec else ()),
    )
    if found is None or found not in known_here:
        source.refuse(line, f"`{name}`")
    return []


def _value(  # noqa: PLR0911 - a case each
    source: Source, item: Any, name: str, line: int | None
) -> list[object]:
    """The texts that a named value reaches: data, a function, a class or a module of texts."""
    # By the type itself: `isinstance` and `match` believe what an object says of its own.
    kind: object = type(item)
    if any(item is known for known in FUNCTIONS):
        return []
    if kind is FunctionType:
        return _function(source, item, name, line)
    if kind is ModuleType:
        genuine = within(item.__name__, ("spec",)) and sys.modules.get(item.__name__) is item
        if not (any(item is known for known in LIBRARY) or genuine):
            source.refuse(line, f"the module {item.__name__}")
        return []
    if issubclass(type(item), type):
        return _class(source, item, line)
    if kind is Claim:
        return [item.text]
    if kind is Contract:
        return [item.function, item.block]
    if source.is_own and hasattr(item, "cache_clear"):
        return [item.__wrapped__]
    if kind is GenericAlias:
        return [
            found
            for part in (item.__origin__, *item.__args__)
            for found in _value(source, part, name, line)
        ]
    if not (is_of_typing(item) or is_data(item, mutable=source.is_own)):
        source.refuse(line, f"`{name}`, which is no constant,")
    return []


def _function(source: Source, item: FunctionType, name: str, line: int | None) -> list[object]:
    if item in VERBS:
        return []
    if item is proving:
        if not source.is_in("verif.theory", "verif.readings"):
            source.refuse(line, "`proving`, which is for the theory alone,")
        return []
    item = spec.PLAIN.get(item, item)
    home = home_of(item)
    if within(home, ("verif",)) and not within(home, OWN):
        source.refuse(line, f"`{name}` of {home}")
    if home.partition(".")[0] in sys.stdlib_module_names:
        source.refuse(line, f"`{name}` of {home}")
    return [item]


def _class(source: Source, item: type, line: int | None) -> list[object]:
    """The methods of a class of `spec` or of a named tuple."""
    own = SETS if source.is_own else ()
    if any(item is known for known in (*KINDS_OF_VALUES, *OF_PYTHON, *own)):
        return []
    if issubclass(item, BaseException):
        if not (is_own(item) or is_plain_error(item)):
            source.refuse(line, f"the error {item.__name__}, to which something is added,")
        return []
    if any(vars(known).get(item.__name__) is item for known in (typing, collections.abc)):
        return []
    if not is_own(item):
        if not is_plain_tuple(item):
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
