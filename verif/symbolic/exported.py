"""Exported functions of `spec` in proofs: each runs its code if no argument needs converting.

An exported function accepts more kinds of arguments than the function that it wraps. It converts
some arguments, passes some to different functions, and rejects all others. If no argument needs
converting, a proof executes the wrapped function. Otherwise the call is not executed symbolically.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from typing import Any

from spec.exports import EXPORTS
from spec.layout import Layout
from spec.taking import METHODS, Kind
from verif.kernel.constructors import is_unknown, sample_of
from verif.kernel.errors import NotLiftableError


def as_its_text(text: Callable[..., Any], lifted: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a lifted function or method, so that its arguments are checked.

    The wrapper raises NotLiftableError if the exported function would convert the arguments, reject
    them, or pass them to a different function.
    """

    def called(*given: Any, **named: Any) -> Any:
        if not _are_handed_on(text, tuple(map(_sample, given)), _samples(named)):
            name = text.__name__
            raise NotLiftableError(
                f"spec.{name} converts or rejects these arguments, so a proof cannot execute it"
            )
        return lifted(*given, **named)

    called.__dict__.update(vars(lifted))
    return called


def _are_handed_on(
    text: Callable[..., Any], given: tuple[object, ...], named: Mapping[str, object]
) -> bool:
    """Return whether the exported function passes these arguments on unchanged."""
    row = EXPORTS.get(text.__name__)
    shape = signature(text)
    if row is not None and row.text is text:
        instead, kinds = row.instead, dict(zip(shape.parameters, row.kinds, strict=True))
    elif text in METHODS:
        # Skip `self`, the first parameter of a method.
        instead, kinds = None, dict(zip([*shape.parameters][1:], METHODS[text], strict=True))
    else:
        return False
    for name, value in shape.bind(*given, **named).arguments.items():
        if name not in kinds:
            continue
        if instead is not None and instead.takes(name, value):
            return False
        several = shape.parameters[name].kind is Parameter.VAR_POSITIONAL
        if not all(_is_kept(kinds[name], one) for one in (value if several else (value,))):
            return False
    return True


def _is_kept(kind: Kind, value: object) -> bool:
    """Return whether the value already has this kind, so that it needs no conversion."""
    try:
        return kind.keeps(value)
    except ValueError:
        # The conversion asked an unknown for a property that only concrete values have.
        return False


def _samples(named: Mapping[str, Any]) -> Mapping[str, object]:
    return {name: _sample(value) for name, value in named.items()}


def _sample(item: Any) -> object:
    """Return the argument; for an unknown, return a concrete value of the same kind."""
    if is_unknown(item):
        return sample_of(item)
    if isinstance(item, Layout):
        return Layout(1)
    return tuple(map(_sample, item)) if isinstance(item, tuple) else item
