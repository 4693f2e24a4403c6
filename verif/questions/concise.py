"""Shorten and explain errors about the arguments of a question."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from spec.errors import LayoutError, NotationError
from verif.kernel.errors import OutsideFragmentError

__tracebackhide__ = True
# `__tracebackhide__` makes pytest report an error at the line of the test, not of this module.

_P = ParamSpec("_P")
_T = TypeVar("_T")


def concisely(function: Callable[_P, _T], *given: _P.args, **options: _P.kwargs) -> _T:
    """Call the function and return its result, but shorten the tracebacks of errors.

    An error about the arguments is raised again, and its traceback omits the called function. So
    pytest shows the line of the test and the message, but not the code that reads the arguments.
    """
    try:
        return function(*given, **options)
    except (LayoutError, OutsideFragmentError, OSError) as error:
        raise error.with_traceback(None) from None


def name_of_number(error: NotationError) -> str:
    """Return the name that a text has in place of a number, or "" for any other error.

    >>> name_of_number(NotationError("(M,4):(4,1)", 1, "expected an integer"))
    'M'
    """
    found = re.compile(r"[A-Za-z]\w*").match(error.text, error.position)
    if found is None:
        return ""
    problems = ("expected an integer", f"unknown name {found[0]!r}")
    return found[0] if error.problem in problems else ""
