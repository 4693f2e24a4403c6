"""Detect texts that are cut off, because the compiler stopped or only a part was pasted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from verif.audit.mlir import Module
from verif.audit.statement import Statement, Verdict

COMPLETE: Final = "the text is complete"
"""The claim about a text that may be cut off."""


def cut_off(module: Module) -> Iterator[Statement]:
    """If an MLIR text is cut off, yield a statement about its last line.

    The statement names the construct in which the text ends.
    """
    if module.cut:
        yield of_cut(module.end, module.cut)


def of_cut(line: int, reason: str) -> Statement:
    """The statement that a text is cut off at a line."""
    return Statement(line, "module", COMPLETE, Verdict.NOT_READ, reason)
