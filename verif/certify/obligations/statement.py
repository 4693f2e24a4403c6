"""An integer obligation as a Rocq statement over Z."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from verif.certify.gallina import UnprintableError
from verif.kernel.obligation import FALSE, Obligation

Term = str | tuple["Term", ...]
"""A term of SMT-LIB: a symbol or a numeral, or a list of terms."""

INFIX: Final = frozenset({"+", "-", "*", "<=", "<", ">=", ">", "="})

RESERVED: Final = frozenset(
    (
        *("as", "at", "cofix", "else", "end", "exists", "exists2", "fix", "for", "forall", "fun"),
        *("if", "IF", "in", "let", "match", "mod", "return", "Set", "Prop", "SProp", "Type"),
        *("then", "using", "where", "with", "Z"),
    )
)
"""Names that symbols must not have: Rocq's keywords, and `Z`, the type of integers."""


def statement(obligation: Obligation) -> str:
    """Return the proposition that the hypotheses imply the goal, for all values of the symbols.

    Raises UnprintableError if the obligation has an unsupported operation.

    >>> print(statement(Obligation("x < x + 1", (("x", 0),), (), "(<= (+ 1 x) (* 2 x))")))
    forall (x : Z),
    ((1 + x) <= (2 * x))
    """
    names = names_of(obligation)
    lines = [_printed(parsed(text), names) for text in (*obligation.hypotheses, obligation.goal)]
    typed = (f"({names[s]} : {'Z -> ' * arity}Z)" for s, arity in obligation.symbols)
    quantified = f"forall {' '.join(typed)},\n" if obligation.symbols else ""
    return quantified + " ->\n".join(lines)


def names_of(obligation: Obligation) -> Mapping[str, str]:
    """Return a unique Rocq name for each symbol, as close to the symbol as possible.

    >>> names_of(Obligation("", (("f.x", 1), ("f_x", 0), ("end", 0)), (), ""))
    {'f.x': 'f_x', 'f_x': "f_x'", 'end': 'end_'}
    """
    names: dict[str, str] = {}
    for symbol, _ in obligation.symbols:
        name = re.sub(r"\W", "_", symbol, flags=re.ASCII)
        name = f"{name}_" if name in RESERVED else name
        while name in names.values():
            name += "'"
        names[symbol] = name
    return names


def parsed(text: str) -> Term:
    """Parse a text as exactly one term. Raises UnprintableError otherwise."""
    open_lists: list[list[Term]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text):
        if token == "(":
            open_lists.append([])
        elif token == ")" and len(open_lists) > 1:
            closed = tuple(open_lists.pop())
            open_lists[-1].append(closed)
        elif token == ")":
            raise UnprintableError(f"unbalanced parentheses in {text}")
        else:
            open_lists[-1].append(token)
    if len(open_lists) != 1 or len(open_lists[0]) != 1:
        raise UnprintableError(f"expected exactly one term, but found {text}")
    return open_lists[0][0]


def _printed(term: Term, names: Mapping[str, str]) -> str:
    match term:
        case str() if term == FALSE:
            return "False"
        case str():
            return term if re.fullmatch("[0-9]+", term) else _name(term, names)
        case ("not", inner):
            return f"(~ {_printed(inner, names)})"
        case ("-", only):
            return f"(- {_printed(only, names)})"
        case (str(symbol), *arguments) if symbol in INFIX and _fits(symbol, arguments):
            return f"({f' {symbol} '.join(_printed(a, names) for a in arguments)})"
        case (str(symbol), *arguments) if arguments:
            printed = (_printed(argument, names) for argument in arguments)
            return f"({_name(symbol, names)} {' '.join(printed)})"
        case _:
            raise UnprintableError(f"not a term: {term}")


def _fits(symbol: str, arguments: Sequence[Term]) -> bool:
    """Return whether the number of arguments is valid: 2 or more for `+`, `*` and `-`, else 2."""
    return len(arguments) == 2 or (symbol in "+*-" and len(arguments) > 2)


def _name(symbol: str, names: Mapping[str, str]) -> str:
    if symbol not in names:
        raise UnprintableError(f"unsupported symbol {symbol}")
    return names[symbol]
