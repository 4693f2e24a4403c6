"""Cases of an expression: conditions on the sizes, and the result under these conditions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spec.named_notation import parse_named_expression
from spec.parser import Literal
from verif.sizes.names import Sizes

Conjunction = tuple[str, ...]
"""Conditions joined by `and`."""


@dataclass(frozen=True)
class Case:
    """Conditions on the sizes, and the result as text, or None if the operation raises an error.

    `where` is a tuple of conjunctions. The case applies if one of these conjunctions is true. If
    `where` is None, the case applies if no earlier case applies. `refusal` is the operation's error
    message.
    """

    where: tuple[Conjunction, ...] | None
    result: str | None
    refusal: str = ""

    @property
    def condition(self) -> str:
        """The conditions as text."""
        if self.where is None:
            return "otherwise"
        several = len(self.where) > 1
        parts = [" and ".join(each) for each in self.where]
        return " or ".join(f"({p})" if several and " and " in p else p for p in parts) or "never"


def stated_item(text: str, sizes: Sizes) -> Any:
    """Parse the text of a result. The value may contain the names of the sizes."""
    if text in ("true", "false"):
        return text == "true"
    found = parse_named_expression(text, sizes.known, ())
    assert isinstance(found, Literal)
    return found.value
