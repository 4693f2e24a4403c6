"""The steps of a composition or a divide, given as a call of the calculator."""

from __future__ import annotations

import spec
from spec import Call, LayoutError
from verif.expression import evaluated, read
from verif.upstream.in_process import SPEC


def is_call(name: str) -> bool:
    """Return whether the name is a call, rather than a claim or lemma.

    >>> is_call("composition(8:2, 4)"), is_call("D6"), is_call("mine.py:A1")
    (True, False, False)
    """
    return "(" in name


def steps(text: str) -> str:
    """Return the steps of the call.

    Errors: LayoutError unless it is a call of a composition or divide with two arguments.

    >>> print(steps("composition(8:2, 4)"))
    composition(8:2, 4)
    mode 4:1 of B:
      every element of A: 8:2
      the first 4 of these: 4:2
    = 4:2
    """
    expression = read(text)
    assert isinstance(expression, Call)
    arguments = [evaluated(argument, SPEC) for argument in expression.args]
    if len(arguments) != 2:
        raise LayoutError(
            f"explain prints the steps of a composition or a divide of 2 arguments, but"
            f" {expression.name} has {len(arguments)} here"
        )
    return spec.explain(expression.name, *arguments)  # type: ignore[arg-type]
