"""Unsupported syntax: its name in messages, and advice on what to write instead."""

from __future__ import annotations

import ast
from typing import Final

_RECURSE: Final = "write a function that calls itself, or a `for` over a sequence"
_NEW_VALUE: Final = "values never change: make a new tuple, record or table"

INSTEAD: Final[dict[type[ast.AST], str]] = {
    ast.While: _RECURSE,
    ast.For: "write the code of `else` after the loop; to skip this code, return from a function",
    ast.Raise: "write `raise` with an error of `spec`",
    ast.Break: "put the loop into a function and return from it, or use a condition",
    ast.Match: "write `if` with isinstance(..) and comparisons",
    ast.Assert: "write `assume` or `ensure`, or raise an error",
    ast.With: "a claim has no context managers",
    ast.Global: "pass the value as an argument and return the new value",
    ast.Nonlocal: "pass the value as an argument and return the new value",
    ast.Delete: _NEW_VALUE,
    ast.Import: "import at the top of the file",
    ast.ImportFrom: "import at the top of the file",
    ast.ClassDef: "define a record at the top of the file",
    ast.AugAssign: _NEW_VALUE,
    ast.NamedExpr: "assign in a separate statement",
    ast.Set: "write a tuple, and compare by `in`",
    ast.SetComp: "write a tuple, and compare by `in`",
    ast.Yield: "return a tuple",
    ast.YieldFrom: "return a tuple",
    ast.Await: "claims are not asynchronous: write a plain call",
    ast.AsyncFunctionDef: "write `def`",
    ast.AsyncFor: "write `for`",
    ast.AsyncWith: "a claim has no context managers",
    ast.JoinedStr: "a string may be only a label or the message of an error",
    ast.Starred: "write the elements, or add tuples with +",
    ast.Try: "write `attempt(operation, ..)`, or `try` with one `except ValueError`",
    ast.TryStar: "write `try` with one `except ValueError`",
}
"""A line of advice for each kind of syntax that users often try."""

BUILTINS_INSTEAD: Final = {
    "print": "a claim has no output: `layout-verif eval` prints a value",
    "set": INSTEAD[ast.Set],
    "frozenset": INSTEAD[ast.Set],
}
"""A line of advice for each builtin function of Python that users often try."""

_NOT_HERE: Final = "this form of Python"

_NAMED: Final = {
    "While": "a `while` loop",
    "For": "a `for` loop with `else`",
    "Break": "`break`",
    "Continue": "`continue` outside a loop",
    "Match": "a `match` statement",
    "Assert": "an `assert` statement",
    "With": "a `with` statement",
    "Global": "a `global` statement",
    "Nonlocal": "a `nonlocal` statement",
    "Delete": "a `del` statement",
    "Import": "an `import` inside a function",
    "ImportFrom": "an `import` inside a function",
    "ClassDef": "a class inside a function",
    "AugAssign": "an assignment to a part of a value",
    "Raise": "a `raise` with `from`, or without an error",
    "TryStar": "an `except*`",
    "TypeAlias": "a `type` statement",
    "NamedExpr": "an assignment inside an expression",
    "Starred": "a starred value here",
    "Set": "a set",
    "SetComp": "a set",
    "JoinedStr": "an f-string",
    "Await": "asynchronous code",
    "AsyncFor": "asynchronous code",
    "AsyncWith": "asynchronous code",
    "AsyncFunctionDef": "asynchronous code",
    "Yield": "a generator function",
    "YieldFrom": "a generator function",
    "Constant": "a constant other than an integer, a truth value, None or a label",
}


def kind_of_syntax(node: ast.AST) -> str:
    """Return the usual Python name of a kind of unsupported syntax.

    >>> kind_of_syntax(ast.parse("while True: pass").body[0])
    'a `while` loop'
    """
    return _NAMED.get(type(node).__name__, _NOT_HERE)
