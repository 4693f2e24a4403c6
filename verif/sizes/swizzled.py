"""Rules for swizzled layouts: the inner layout's rules, with functions that handle a swizzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

from spec.composed import ComposedLayout
from spec.layout import Layout
from verif.sizes import rules
from verif.sizes.rules import Rule, Values
from verif.theory.sizes import swizzled

RULES: Final[Mapping[str, Callable[[Values], Iterator[Rule]]]] = {
    "bijective_onto": partial(rules.bijective_onto, function=swizzled.bijective_onto_swizzled),
    "compatible": rules.compatible,
    "covers": partial(
        rules.covers,
        compactly=swizzled.covers_compactly_swizzled,
        greedily=swizzled.covers_greedily_swizzled,
    ),
    "disjoint": partial(rules.disjoint, function=swizzled.disjoint_swizzled),
    "equal": partial(rules.equal, function=swizzled.equal_swizzled),
    "fits_int32": partial(rules.fits_int32, function=swizzled.fits_int32_swizzled),
    "injective": partial(rules.injective, function=swizzled.injective_swizzled),
}


def is_swizzled(values: Values) -> bool:
    """Return whether an argument is a composed layout at some sizes."""
    return any(isinstance(x, ComposedLayout) for one in values for x in one)


def swizzled_rules(question: str, values: Values) -> Iterator[Rule]:
    """Yield the rules for a question on composed layouts that all have the same swizzle."""
    swizzles = {x.swizzle for one in values for x in one if isinstance(x, ComposedLayout)}
    plain = any(isinstance(x, Layout) for one in values for x in one)
    if len(swizzles) != 1 or plain or question not in RULES:
        return
    for rule in RULES[question]([tuple(map(_inside, one)) for one in values]):
        if question == "compatible":
            yield rule
        else:
            yield replace(rule, by=f"a swizzle is a bijection; in the layout inside, {rule.by}")


def _inside(argument: Any) -> Any:
    return argument.layout if isinstance(argument, ComposedLayout) else argument
