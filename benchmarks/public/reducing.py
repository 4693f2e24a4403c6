"""Take from a module only the functions that Triton compiles."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence


def reduced(text: str, imports: Sequence[str]) -> str:
    """Return the module without everything that Triton does not compile.

    Removed lines are replaced by empty lines, so each function keeps its line numbers, and a line
    that the compiler reports is a line of the original file. The first line imports Triton.
    """
    lines = text.splitlines()
    kept = ["; ".join(["import triton", "import triton.language as tl", *imports])]
    kept += [""] * (len(lines) - 1)
    for node in compiled_functions(ast.parse(text).body):
        first, indent = node.lineno - 1, node.col_offset
        kept[first - 1] = "@triton.jit"
        for k in range(first, node.end_lineno or node.lineno):
            kept[k] = lines[k][indent:]
    return "\n".join(kept) + "\n"


def compiled_functions(body: Iterable[ast.stmt]) -> Iterator[ast.FunctionDef]:
    """Yield the functions decorated by `triton.jit`, also from the `else` branch of an `if`."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            if "triton.jit" in map(ast.unparse, node.decorator_list):
                yield node
        elif isinstance(node, ast.If):
            yield from compiled_functions(node.orelse)
