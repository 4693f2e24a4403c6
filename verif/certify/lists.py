"""The lists that a function splits into head and tail, and the function's names for these parts."""

from __future__ import annotations

from collections.abc import Mapping

from verif.certify.patterns import part_of
from verif.language.form import Expr, Let, Pattern, Tuple, walk


class UndecidedError(Exception):
    """Code uses the head, tail or emptiness of a list on which no `match` is printed yet."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


Heads = Mapping[str, tuple[str | tuple[str, ...], str]]
"""Maps each list to the names of its head and tail. An unpacked head has one name per part."""


def heads_of(text: Expr) -> Heads:
    """Return the names that code gives to the heads and tails of lists.

    For example, `(s, d), rest = modes[0], modes[1:]` names the head and the tail of `modes`.
    """
    found: dict[str, tuple[str | tuple[str, ...], str]] = {}
    for e in walk(text):
        match e:
            case Let(pattern=(head, str() as tail), value=Tuple(items=(first, rest))) if (
                name := part_of(rest, "1:")
            ) and name == part_of(first, "0"):
                found.setdefault(name, (_head(head) or "first", tail))
            case Let(pattern=(_, str() as tail), value=Tuple(items=(_, rest))) if name := part_of(
                rest, "1:"
            ):
                found.setdefault(name, ("first", tail))
            case Let(pattern=tuple() as parts, value=first):
                name = part_of(first, "0")
                if name is not None and (said := _head(parts)):
                    found.setdefault(name, (said, ""))
            case _:
                pass
    return found


def _head(pattern: Pattern) -> str | tuple[str, ...] | None:
    if isinstance(pattern, tuple):
        names = tuple(each or "_" for each in pattern if isinstance(each, str | None))
        return names if len(names) == len(pattern) else None
    return pattern if isinstance(pattern, str) else None
