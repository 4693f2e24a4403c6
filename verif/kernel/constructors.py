"""Constructors of unknowns: classes of symbolic values that stand for many concrete values.

For Python, an unknown is not a number, a tuple or a layout, so `isinstance` is false. Code that
handles unknowns calls `is_a` instead. Each constructor of unknowns is registered with the type that
its unknowns stand for, and `is_a` uses this type.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn, TypeVar

from verif.kernel.errors import NotLiftableError

C = TypeVar("C", bound=type)


@dataclass(frozen=True)
class _Entry:
    """The type that a constructor's unknowns stand for, and a concrete sample of this type.

    `type` is None if it is an error to ask for the type of these unknowns.
    """

    type: type | None
    sample: object


_entries: dict[type, _Entry] = {}


def stands_for(kind: type | None, sample: object) -> Callable[[C], C]:
    """Register the decorated class as a constructor: its unknowns stand for values of type `kind`.

    If `kind` is None, it is an error to ask for the type of the unknowns. `sample` is a concrete
    value that `spec` accepts wherever it accepts an unknown of this class. Each subclass must be
    registered separately.
    """

    def register(constructor: C) -> C:
        _entries[constructor] = _Entry(kind, sample)
        return constructor

    return register


def is_unknown(value: object) -> bool:
    """Whether the value was made by a constructor of unknowns."""
    return type(value) in _entries


def seen_as(kind: type) -> type:
    """The type that instances of a class have in proofs.

    For a class of unknowns, this is the type that the unknowns stand for. For any other class, it
    is the class itself. Raises NotLiftableError if proofs cannot use this type.
    """
    entry = _entries.get(kind)
    if entry is None and not issubclass(kind, Unknown):
        return kind
    if entry is None or entry.type is None:
        raise NotLiftableError(f"a proof cannot use the type of {name_of(kind)}")
    return entry.type


def type_of(value: object) -> type:
    """The type that a value has in proofs. Raises NotLiftableError as `seen_as` does."""
    return seen_as(type(value))


def is_a(value: object, *types: type) -> bool:
    """Whether the value has one of the types, or is an unknown that stands for one of them."""
    return issubclass(type_of(value), types)


def is_integer(value: object) -> bool:
    """Whether the value is an integer; bools are not integers here."""
    return is_a(value, int) and not is_a(value, bool)


def sample_of(value: object) -> object:
    """A concrete value that `spec` accepts wherever it accepts this unknown."""
    return _entries[type(value)].sample


def name_of(kind: type) -> str:
    """The name of a class of unknowns in error messages."""
    return getattr(kind, "called", kind.__name__)


class Unknown:  # noqa: PLW1641 - hashing it is an error, made below with the others
    """The base class of unknowns: Python protocols, such as `len`, raise NotLiftableError.

    Each subclass overrides the protocols that have a meaning for its unknowns.
    """

    called: ClassVar[str] = "an unknown"

    def _meaningless(self, *_: object) -> NoReturn:
        raise NotLiftableError(f"a proof cannot inspect {self.called}")

    def __eq__(self, other: object) -> bool:
        return self is other or self._meaningless()

    def __ne__(self, other: object) -> bool:
        return self is not other and self._meaningless()

    __bool__ = __len__ = __iter__ = __reversed__ = __getitem__ = __contains__ = _meaningless
    __lt__ = __le__ = __gt__ = __ge__ = __hash__ = _meaningless
    __add__ = __radd__ = __mul__ = __rmul__ = __index__ = __int__ = _meaningless


class UnknownList(Unknown):
    """A tuple with an unknown number of elements."""

    called: ClassVar[str] = "a list of unknown length"

    length: Any
    """The number of elements."""
