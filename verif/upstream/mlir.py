"""The surroundings that MLIR needs for a call, and its errors as refusals."""

from __future__ import annotations

import importlib
from functools import wraps
from typing import Any

from verif.operations.operation import Function
from verif.upstream.adapted import one_line
from verif.upstream.in_process import CrashedError, RejectedError


class Surroundings:
    """A context, a module that is thrown away, and a place in it; of the package of that name."""

    def __init__(self, package: str) -> None:
        self._ir = importlib.import_module(f"{package}._mlir.ir")
        self._context = self._ir.Context()
        self._said: list[str] = []
        self._handler = self._context.attach_diagnostic_handler(self._hear)
        # Of some versions; others say it to the handler, and raise a ValueError.
        self._refusals = (ValueError, getattr(self._ir, "MLIRError", ValueError))

    def without_threads(self) -> Surroundings:
        """The same, in a process that may be forked."""
        self._context.enable_multithreading(False)
        return self

    def _hear(self, diagnostic: Any) -> bool:
        self._said.append(str(diagnostic.message))
        return True

    def inside(self, operation: Function) -> Function:
        """The operation with all that around it; an error that MLIR reports is a refusal."""

        @wraps(operation)
        def called(*arguments: Any) -> Any:
            self._said.clear()
            with self._context, self._ir.Location.unknown():
                module = self._ir.Module.create()
                try:
                    with self._ir.InsertionPoint(module.body):
                        return operation(*arguments)
                except CrashedError as error:
                    # Refused in C++, where no statement of Python says `raise`.
                    if self._said:
                        raise RejectedError(one_line("; ".join(self._said))) from error
                    if isinstance(error.__cause__, self._refusals):
                        raise RejectedError(str(error)) from error
                    raise

        return called
