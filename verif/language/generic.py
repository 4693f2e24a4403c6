"""Type variables: infer them from arguments, and substitute them in types."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from verif.language.types import (
    NEVER,
    UNKNOWN,
    Arrow,
    Fixed,
    Letter,
    Made,
    Sequence,
    Table,
    Type,
    Union,
    union,
)


def solve(
    wanted: Type, found: Type, elements: Callable[[Type], Type], solved: dict[str, Type]
) -> None:
    """Infer type variables from the type of an argument, and record them in `solved`.

    `elements` returns the element type of a sequence type.
    """
    for option in found.options if isinstance(found, Union) else (found,):
        match wanted, option:
            case Letter(name=name), _:
                solved[name] = union((solved.get(name, NEVER), option))
            case Sequence(of=of), Fixed() | Sequence() | Table() | Made() if _has_letter(of):
                solve(of, elements(option), elements, solved)
            case Sequence(of=of), _ if option == UNKNOWN:
                solve(of, option, elements, solved)
            case Fixed(items=items), Fixed(items=others) if len(items) == len(others):
                for one, other in zip(items, others, strict=True):
                    solve(one, other, elements, solved)
            case Arrow(result=result), Arrow(result=other):
                solve(result, other, elements, solved)
            case Arrow(result=result), _ if option == UNKNOWN:
                solve(result, option, elements, solved)
            case Union(options=options), _:
                for each in options:
                    solve(each, option, elements, solved)
            case _:
                pass


def filled(t: Type, solved: Mapping[str, Type]) -> Type:
    """Return the type with its solved type variables substituted."""
    match t:
        case Letter(name=name):
            return solved.get(name, t)
        case Fixed(items=items, kind=kind):
            return Fixed(tuple(filled(item, solved) for item in items), kind)
        case Sequence(of=of, kind=kind):
            return Sequence(filled(of, solved), kind)
        case Table(key=key, value=value):
            return Table(filled(key, solved), filled(value, solved))
        case Arrow(slots=slots, result=result):
            taken = slots and tuple(replace(s, type=filled(s.type, solved)) for s in slots)
            return Arrow(taken, filled(result, solved))
        case Union(options=options):
            return union(filled(option, solved) for option in options)
        case _:
            return t


def takes_function(t: Type) -> bool:
    """Return whether a parameter of the type may be a function."""
    return any(isinstance(o, Arrow) for o in (t.options if isinstance(t, Union) else (t,)))


def _has_letter(t: Type) -> bool:
    match t:
        case Letter():
            return True
        case Fixed(items=parts) | Union(options=parts):
            return any(map(_has_letter, parts))
        case Sequence(of=of):
            return _has_letter(of)
        case _:
            return False
