"""Checks that arguments and results have their annotated types and meet their invariants."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from verif.kernel.contract import Kind
from verif.kernel.text import hints_of
from verif.kernel.theory import Theory
from verif.symbolic.forms import TYPES, key_of, known_elements, require_element
from verif.symbolic.values import current_path, literal_of


def owe_invariants(theory: Theory, owner: str, annotated: Iterable[tuple[Any, Any]]) -> None:
    """Require a proof that every known element in these values satisfies its kind's invariant.

    This includes the elements of lists.
    """
    for item, annotation in annotated:
        for kind, element in _elements(theory, owner, item, annotation):
            for label, condition in kind.invariant(element).items():
                # If the element is unknown, the facts already contain its invariant.
                if not current_path().knows(literal_of(condition)):
                    current_path().ensure(f"{owner}: {label}", literal_of(condition))


def owe_observed(
    theory: Theory, observation: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    """Require that each argument of an observation has the type that its parameter states.

    The prover has one symbol for the values of an observation, whatever the types of its arguments.
    So arguments of other types are refused. The arguments must also satisfy the invariants of their
    types, because an observation has no values at other arguments.
    """
    on = theory.observations[observation]
    for argument, (name, hint) in zip(arguments, hints_of(observation).items(), strict=True):
        if name != on:
            owe_invariants(theory, observation.__name__, ((argument, hint),))
        elif argument.holds is not theory.kinds.get(key_of(hint)):
            wrong = f"{observation.__name__}: {argument!r} is not of type {hint}"
            current_path().fail(TypeError(wrong))


def _elements(theory: Theory, owner: str, item: Any, annotation: Any) -> Iterator[tuple[Kind, Any]]:
    """Yield each list element inside `item`, with its kind.

    Fail the path unless `item` fits the annotation.
    """
    if annotation in TYPES:
        if type(item) not in TYPES[annotation]:
            current_path().fail(
                TypeError(f"{owner}: {item!r} is not of type {annotation.__name__}")
            )
        return
    kind = theory.kinds.get(key_of(annotation))
    if kind is not None:
        yield from known_elements(kind, item)
        return
    for kind in theory.kinds.values():
        if annotation == kind.element:
            require_element(kind, item)
            yield kind, item
            return
    parts = typing.get_args(annotation)
    if typing.get_origin(annotation) is not tuple or type(item) is not tuple:
        current_path().fail(TypeError(f"{owner}: {item!r} is not of type {annotation}"))
    hints = parts[:1] * len(item) if parts[1:] == (...,) else parts
    if len(hints) != len(item):
        current_path().fail(TypeError(f"{owner}: {item!r} is not of type {annotation}"))
    for part, hint in zip(item, hints, strict=True):
        yield from _elements(theory, owner, part, hint)
