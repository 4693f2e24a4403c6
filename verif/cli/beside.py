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
    """Yield the value of the expression here, and in each of these implementations, as lines.

    Implementations are not called for an expression without a call, and the line says so.
    """
    implementations = SPEC, *(_beside(name.strip()) for name in names)
    width = max(len(str(one)) for one in implementations) + 1
    for one in implementations:
        is_asked = one is SPEC or isinstance(tree, Call)
        yield f"{f'{one}:':{width}} {answer(tree, one) if is_asked else NOT_ASKED}"


def _beside(name: str) -> InProcess:
    """Return the implementation: pycute runs in this process, others in subprocesses."""
    return pycute() if name == "pycute" else called(implementation(name))
