"""Advice on what to write instead of unsupported syntax, by kind of syntax."""

from __future__ import annotations

import ast
from typing import Final

_RECURSE: Final = "write a function that calls itself, or a `for` over a sequence"
_NEW_VALUE: Final = "values never change: make a new tuple, record or table"

INSTEAD: Final[dict[type[ast.AST], str]] = {
    ast.While: _RECURSE,
    ast.Break: "put the loop into a function and return from it, or use a condition",
    ast.Match: "write `if` with isinstance(..) and comparisons",
    ast.Assert: "write `assume` or `ensure`, or raise an error",
    ast.With: "a claim has no context managers",
    ast.Global: "pass the value as an argument and return the new one",
    ast.Nonlocal: "pass the value as an argument and return the new one",
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
"""One line for each kind of syntax that users often try."""
