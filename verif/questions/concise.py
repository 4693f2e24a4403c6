"""Shorten the tracebacks of errors about the arguments of a question."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from spec.errors import LayoutError
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
