"""Take from a module only the functions that Triton compiles."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence


def reduced(text: str, imports: Sequence[str]) -> str:
    """Return a module with only the functions that Triton compiles.

    The first line imports Triton. Empty lines replace the removed lines. So each function keeps its
    line numbers, and the compiler reports line numbers of the original file.
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
