"""The exhibits of a claim: arguments that its source gives, checked against its domains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spec.int_tuple import IntTuple, flatten, unflatten
from verif.kernel.claim import Arguments, Claim, Domain
from verif.kernel.errors import ClaimError
from verif.kernel.verbs import OnNumbers, running
from verif.readings.arrays import XlaShapes
from verif.readings.domains import Layouts, Refinements, Shapes, shape_of
from verif.readings.meaning import Meaning


@dataclass(frozen=True)
class _Parts(OnNumbers):
    """A source of unknowns that returns parts of a given value, and checks its assumptions."""

    domain: Domain
    name: str
    value: Any

    def unknown(self, name: str, annotation: object) -> Any:
        symbol = name.removeprefix(self.name)
        part = Meaning().part(self.domain, self.value, symbol, annotation)
        if annotation is int and not isinstance(part, int):
            raise TypeError(f"{name} is no integer")
        return part

    def lift(self, item: Any) -> Any:
        return item

    def assume(self, label: str, condition: bool) -> None:
        if not condition:
            raise LookupError(label)


def exhibited(claim: Claim) -> tuple[Arguments, ...]:
    """Return the exhibits of the claim.

    Raises ClaimError if an exhibit is outside the domains, because a failure there would not
    refute the claim.
    """
    for arguments in claim.exhibits:
        if arguments.keys() != claim.domains.keys():
            named = ", ".join(arguments) or "nothing"
            raise ClaimError(
                f"{claim.id}: an exhibit gives {named}, the text takes {', '.join(claim.domains)}"
            )
        for name, domain in claim.domains.items():
            if not _is_of(domain, name, arguments):
                kind = type(domain).__name__
                raise ClaimError(
                    f"{claim.id}: the exhibit {name} = {arguments[name]} is none of its {kind}"
                )
    return claim.exhibits


def _is_of(domain: Domain, name: str, arguments: Arguments) -> bool:
    """Return whether the domain's reading produces the argument, with one of its profiles."""
    parts = _Parts(domain, name, arguments[name])
    try:
        with running(parts):
            if isinstance(domain, Refinements):
                return domain.lifted(parts, name, arguments) == parts.value
            profile = _profile(domain, parts.value)
            made = domain.symbolic(parts, name, profile, arguments)
    except Exception:  # noqa: BLE001 - the domain rejects it
        return False
    return profile in domain.profiles and bool(made == parts.value)


def _profile(domain: Domain, value: Any) -> Any:
    """Return the profile of a value, or the only profile of a domain without modes."""
    if isinstance(domain, Layouts | Shapes):
        return _zeros(shape_of(value))
    if isinstance(domain, XlaShapes):
        return tuple(map(_zeros, (value.dims, *value.sides)))
    return domain.profiles[0]


def _zeros(shape: IntTuple) -> IntTuple:
    return unflatten((0,) * len(flatten(shape)), shape)
