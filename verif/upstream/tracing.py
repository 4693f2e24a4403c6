"""Tracing: record the operations that run during a call of a Python implementation.

The record has the arguments and the result of each operation.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from types import CodeType, FrameType, FunctionType
from typing import Any, Final, TypeAlias, cast

from spec.errors import MalformedError
from spec.layout import Layout
from verif.operations.operand import Arguments
from verif.operations.operation import Function
from verif.upstream.adapted import from_theirs
from verif.upstream.in_process import RejectedError
from verif.upstream.outcome import Malformed, Rejected

MOST: Final = 200
"""The largest number of calls in a trace."""

Inner: TypeAlias = tuple[str, Arguments, Any]
"""An operation, its arguments, and its result."""


class Tracer:
    """Recognizes the operations of a module while they run.

    It does not recognize operations whose parameters are variadic, or differ from the parameters
    in the spec.
    """

    def __init__(self, operations: Mapping[str, Function], layouts: type) -> None:
        self._layouts = layouts
        self._names: dict[CodeType, str] = {}
        for name, operation in operations.items():
            its = getattr(operation, "__wrapped__", None)
            if isinstance(its, FunctionType) and its.__name__ != "<lambda>":
                is_plain = not its.__code__.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
                # If several operations run the same code, use the operation that has the code's
                # name.
                is_first = its.__code__ not in self._names or name == its.__name__
                if is_plain and is_first:
                    self._names[its.__code__] = name

    def inner(self, operation: Function, arguments: Arguments) -> list[Inner]:
        """Return the calls of operations inside this call, in the order in which the calls end."""
        found: list[tuple[str, tuple[Any, ...], Any]] = []
        began: list[tuple[str, FrameType, tuple[Any, ...]]] = []

        def look(frame: FrameType, event: str, returned: Any) -> None:
            name = self._names.get(frame.f_code)
            if name is None:
                return
            if event == "call":
                code = frame.f_code
                given = tuple(frame.f_locals[v] for v in code.co_varnames[: code.co_argcount])
                began.append((name, frame, given))
            elif event == "return" and began and began[-1][1] is frame:
                _, _, given = began.pop()
                if began and len(found) < MOST:
                    found.append((name, given, returned))

        sys.setprofile(look)
        try:
            operation(*arguments)
        except (RejectedError, MalformedError):
            # Only the traced calls before the error matter here.
            pass
        finally:
            sys.setprofile(None)
        # A RecursionError inside `look` ends the trace. The calls that were running have no result.
        running = [(name, given, None) for name, _, given in reversed(began[1:])]
        return list(self._told([*found, *running[: MOST - len(found)]]))

    def _told(self, found: list[tuple[str, tuple[Any, ...], Any]]) -> Iterator[Inner]:
        for name, given, returned in found:
            try:
                arguments = tuple(from_theirs(value, self._layouts) for value in given)
                result = self._result(returned)
            except (MalformedError, RecursionError):
                continue
            while arguments and arguments[-1] is None:
                arguments = arguments[:-1]
            if all(map(_is_operand, arguments)):
                # A call that raised an error has no return value, so it counts as rejected.
                yield name, arguments, Rejected("") if result is None else result

    def _result(self, returned: Any) -> Any:
        """Convert a returned value. A value outside the algebra becomes Malformed."""
        try:
            return from_theirs(returned, self._layouts)
        except MalformedError as error:
            return Malformed(str(error))


def _is_operand(value: Any) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_operand, cast("tuple[Any, ...]", value)))
    return value is None or isinstance(value, int | Layout)
