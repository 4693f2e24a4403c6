"""The MLIR context that a call needs. MLIR's errors become refusals."""

from __future__ import annotations

import importlib
import re
from functools import wraps
from typing import Any, Final

from verif.operations.operation import Function
from verif.upstream.adapted import one_line
from verif.upstream.in_process import CrashedError, RejectedError

_PLACE: Final = re.compile(r'error: (?:"[^"]*"\()?"[^"]*":\d+:\d+\)?: ')
"""A pattern for the source location that some versions of MLIR put into a message."""


def without_place(message: str) -> str:
    """Replace the source location in an MLIR message by `unknown`, which other versions print.

    >>> without_place('error: "f(x)"("/some/file.py":54:21): expects a layout')
    'error: unknown: expects a layout'
    """
    return _PLACE.sub("error: unknown: ", message)


class Surroundings:
    """The MLIR context of a package, and an insertion point in a module that is discarded."""

    def __init__(self, package: str) -> None:
        self._ir = importlib.import_module(f"{package}._mlir.ir")
        self._context = self._ir.Context()
        self._said: list[str] = []
        self._handler = self._context.attach_diagnostic_handler(self._hear)
        # Some versions of MLIR raise MLIRError; others call the handler and raise ValueError.
        self._refusals = (ValueError, getattr(self._ir, "MLIRError", ValueError))

    def without_threads(self) -> Surroundings:
        """Disable threads, so that the process can be forked."""
        self._context.enable_multithreading(False)
        return self

    def _hear(self, diagnostic: Any) -> bool:
        self._said.append(str(diagnostic.message))
        return True

    def inside(self, operation: Function) -> Function:
        """Wrap the operation in this context. An error that MLIR reports becomes a refusal."""

        @wraps(operation)
        def called(*arguments: Any) -> Any:
            self._said.clear()
            with self._context, self._ir.Location.unknown():
                module = self._ir.Module.create()
                try:
                    with self._ir.InsertionPoint(module.body):
                        return operation(*arguments)
                except CrashedError as error:
                    # C++ code refused the arguments, so `is_refusal` finds no Python statement that
                    # raised the error.
                    if self._said:
                        raise RejectedError(one_line("; ".join(self._said))) from error
                    if isinstance(error.__cause__, self._refusals):
                        raise RejectedError(without_place(str(error))) from error
                    raise

        return called
