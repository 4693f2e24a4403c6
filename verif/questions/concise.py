"""Errors about the arguments of a question, without a traceback of the code that found them."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from spec.errors import LayoutError
from verif.kernel.errors import OutsideFragmentError

__tracebackhide__ = True
# So pytest reports an error at the line of the test, not at a line of this module.

_P = ParamSpec("_P")
_T = TypeVar("_T")


def concisely(function: Callable[_P, _T], *given: _P.args, **options: _P.kwargs) -> _T:
    """Return the function's result. Tracebacks of errors about the arguments omit the function.

    So pytest shows the test's line and the message, and not the code that reads the arguments.
    """
    try:
        return function(*given, **options)
    except (LayoutError, OutsideFragmentError, OSError) as error:
        raise error.with_traceback(None) from None
