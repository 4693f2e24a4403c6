"""Functions that `spec` exports, in a proof: their texts, where these say what is done.

What is exported takes arguments of more kinds than its text is of: it makes others of some, leaves
some to other functions, and refuses the rest. Of arguments that it hands on as they are it does
what its text does, and of no others is that text run.
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
    """A function or method that checks its arguments, for the arguments that its text takes.

    It is not the same as the lifted text, and raises NotLiftableError for other arguments.
    """

    def called(*given: Any, **named: Any) -> Any:
        if not _are_handed_on(text, tuple(map(_sample, given)), _samples(named)):
            name = text.__name__
            raise NotLiftableError(f"spec.{name} does not hand these arguments to its text")
        return lifted(*given, **named)

    called.__dict__.update(vars(lifted))
    return called


def _are_handed_on(
    text: Callable[..., Any], given: tuple[object, ...], named: Mapping[str, object]
) -> bool:
    """Whether the exported function calls its text with these very arguments."""
    row = EXPORTS.get(text.__name__)
    shape = signature(text)
    if row is not None and row.text is text:
        instead, kinds = row.instead, dict(zip(shape.parameters, row.kinds, strict=True))
    elif text in METHODS:
        # The first parameter is the record itself.
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
    """Whether the value is of the kind and needs no conversion."""
    try:
        return kind.keeps(value)
    except ValueError:
        # The conversion ran on unknowns, of which it asks what they are not.
        return False


def _samples(named: Mapping[str, Any]) -> Mapping[str, object]:
    return {name: _sample(value) for name, value in named.items()}


def _sample(item: Any) -> object:
    """The argument, or a known value of the same kind for an unknown."""
    if is_unknown(item):
        return sample_of(item)
    if isinstance(item, Layout):
        return Layout(1)
    return tuple(map(_sample, item)) if isinstance(item, tuple) else item
