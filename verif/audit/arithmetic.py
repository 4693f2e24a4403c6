"""Evaluate an integer expression, as TVM prints it, at many values of its indices at once.

An expression has Python's syntax, with `+ - * // %`, `T.bitwise_xor`, `T.bitwise_and`,
`T.shift_left`, `T.shift_right`, `T.min` and `T.max`. A text may also be a tuple of expressions.
"""

from __future__ import annotations

import ast
import operator
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from spec.errors import LayoutError

Values = Sequence[int]
"""The values of an expression or of an index, one for each assignment of the indices."""

MOST_BITS: Final = 64
"""The largest number of bits by which `T.shift_left` and `T.shift_right` may shift."""

_OPERATORS: Final[dict[type[ast.operator], Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitXor: operator.xor,
    ast.BitAnd: operator.and_,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}

_FUNCTIONS: Final[dict[str, Callable[[int, int], int]]] = {
    "bitwise_xor": operator.xor,
    "bitwise_and": operator.and_,
    "shift_left": operator.lshift,
    "shift_right": operator.rshift,
    "min": min,
    "max": max,
}


def parsed(text: str) -> tuple[ast.expr, ...]:
    """Parse an expression, or the expressions of a tuple. Raises LayoutError for any other text.

    >>> len(parsed("(_i // 8, _j)")), len(parsed("_i"))
    (2, 1)
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            body = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise LayoutError(f"{text.strip()[:60]!r} is not an expression of indices") from None
    return tuple(body.elts) if isinstance(body, ast.Tuple) else (body,)


def evaluated(node: ast.expr, indices: Mapping[str, Values], count: int) -> Values:
    """Return the values of an expression for `count` assignments of the indices.

    `indices` maps the name of each index to a list of its `count` values.

    Raises LayoutError for an unknown name, an unsupported operation, or a division by zero.

    >>> evaluated(parsed("_i * 2 + T.bitwise_xor(_j, 1)")[0], {"_i": [0, 1], "_j": [2, 3]}, 2)
    [3, 4]
    """
    match node:
        case ast.Constant(value=int(value)):
            return [value] * count
        case ast.Name(id=name):
            if name not in indices:
                raise LayoutError(f"{name} is not an index; the indices are {', '.join(indices)}")
            return indices[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return [-x for x in evaluated(operand, indices, count)]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _applied(_OPERATORS[type(op)], left, right, indices, count)
        case ast.Call(func=function, args=[left, right], keywords=[]):
            name = function.attr if isinstance(function, ast.Attribute) else ast.unparse(function)
            if name in _FUNCTIONS:
                return _applied(_FUNCTIONS[name], left, right, indices, count)
        case _:
            pass
    raise LayoutError(f"{ast.unparse(node)[:60]!r} is not an arithmetic expression of indices")


def _applied(
    function: Callable[[int, int], int],
    left: ast.expr,
    right: ast.expr,
    indices: Mapping[str, Values],
    count: int,
) -> Values:
    one, other = evaluated(left, indices, count), evaluated(right, indices, count)
    if (
        function in (operator.lshift, operator.rshift)
        and not 0 <= min(other) <= max(other) <= MOST_BITS
    ):
        raise LayoutError(f"a shift must be by 0 to {MOST_BITS} bits")
    try:
        return list(map(function, one, other))
    except ZeroDivisionError:
        raise LayoutError(f"division by {ast.unparse(right)[:60]!r}, which is 0") from None
