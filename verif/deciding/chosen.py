"""Values that a solver chose for operations on bits, and that differ from Python's values.

Solvers know `^`, `&` and `2**n` only by a few rules, so they may choose wrong values for them. The
numbers of such a model need not be a counterexample.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from verif.deciding.infix import Term, infix, parsed
from verif.kernel.obligation import Answer
from verif.symbolic.terms import AND, MOST_PLACES, POWER, XOR

Tables = Mapping[str, Mapping[tuple[int, ...], int]]

PYTHON: Final[Mapping[str, Callable[..., int | None]]] = {
    XOR: lambda x, y: x ^ y,
    AND: lambda x, y: x & y,
    POWER: lambda n: 1 << n if 0 <= n <= MOST_PLACES else None,
}


def wrong_values(texts: Iterable[str], answer: Answer) -> dict[str, int]:
    """Return the operations in the SMT-LIB terms `texts` to which the model gives a wrong value.

    The keys are in infix notation, with numbers as operands.

    >>> from verif.kernel.obligation import Reply
    >>> found = (("c_1", 0), ("r_2", 5))
    >>> answer = Answer(Reply.SAT, "", model=found, tables=(("xor.", ((7,),)),))
    >>> wrong_values(["(= (xor. c_1 r_2) 5)"], answer)
    {'(0 ^ 5)': 7}
    """
    numbers = dict(answer.model)
    tables = {name: {row[:-1]: row[-1] for row in rows} for name, rows in answer.tables}
    found: dict[str, int] = {}
    for text in texts:
        for symbol, operands in _applications(parsed(text)):
            values = tuple(_value(one, numbers, tables) for one in operands)
            known = tuple(value for value in values if value is not None)
            if len(known) < len(values):
                continue
            chosen, right = _chosen(tables, symbol, known), PYTHON[symbol](*known)
            if chosen is not None and right is not None and chosen != right:
                found[infix(f"({symbol} {' '.join(map(str, known))})")] = chosen
    return found


def _applications(term: Term) -> Iterator[tuple[str, list[Term]]]:
    """Yield the operations on bits in a term, with their operands."""
    if isinstance(term, list):
        if isinstance(term[0], str) and term[0] in PYTHON:
            yield term[0], term[1:]
        for part in term[1:]:
            yield from _applications(part)


def _value(term: Term, numbers: Mapping[str, int], tables: Tables) -> int | None:
    """Return the value of a term in the model, or None if the model lacks a part of it."""
    if isinstance(term, str):
        return int(term) if term.isdecimal() else numbers.get(term)
    values = [_value(part, numbers, tables) for part in term[1:]]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return None
    match str(term[0]):
        case "+":
            return sum(known)
        case "*":
            return math.prod(known)
        case "-":
            return -known[0]
        case symbol:
            return _chosen(tables, symbol, tuple(known))


def _chosen(tables: Tables, symbol: str, operands: tuple[int, ...]) -> int | None:
    """Return the value that the model gives to a function, or None if it gives none."""
    rows = tables.get(symbol, {})
    return rows.get(operands, rows.get(()))
