"""The answers of real implementations beside the algebra's: `eval --with`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from spec.parser import Call, Expression
from verif.cli.upstream import answer
from verif.upstream.implementation import called, implementation
from verif.upstream.in_process import SPEC, InProcess
from verif.upstream.pycute import pycute

NOT_ASKED: Final = "nothing to call: the expression has no operation"


def lines_beside(tree: Expression, names: Sequence[str]) -> Iterator[str]:
    """The value of the expression here and in each of these implementations, one line for each.

    An expression without an operation is not evaluated elsewhere, and the line says so.
    """
    implementations = SPEC, *(_beside(name.strip()) for name in names)
    width = max(len(str(one)) for one in implementations) + 1
    for one in implementations:
        is_asked = one is SPEC or isinstance(tree, Call)
        yield f"{f'{one}:':{width}} {answer(tree, one) if is_asked else NOT_ASKED}"


def _beside(name: str) -> InProcess:
    """The implementation of that name: pycute runs in this process, others in a child process."""
    return pycute() if name == "pycute" else called(implementation(name))
