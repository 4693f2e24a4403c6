"""The process of an implementation in Python: calls in, outcomes out, one a line.

`python -m verif.upstream.serve KIND WHERE SECONDS BYTES`. A call that takes more than SECONDS of
processor time ends the process with SIGPROF, and more than BYTES of memory cannot be had.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import resource
import signal
import site
import sys
from collections.abc import Callable, Mapping
from io import TextIOWrapper
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from spec.errors import MalformedError
from verif.operations.operation import Function
from verif.upstream import cute_dsl, pycute, tensor_layouts
from verif.upstream.adapted import one_line
from verif.upstream.in_process import CrashedError, RejectedError
from verif.upstream.outcome import Crashed, Malformed, Rejected
from verif.upstream.wire import decoded, encoded


def _packaged(name: str) -> Callable[[str], ModuleType]:
    def load(folder: str) -> ModuleType:
        others = sys.path.copy()
        sys.path.clear()
        # It follows the .pth files too, by which CuTe DSL is found.
        site.addsitedir(folder)
        sys.path.extend(others)
        module = importlib.import_module(name)
        if not str(module.__file__).startswith(folder):
            raise ImportError(f"{name} is not that of {folder}")
        return module

    return load


def _checked_out(folder: str) -> ModuleType:
    """The package of a folder, under the name pycute: it has no path of its own to be found by."""
    package = Path(folder)
    location = importlib.util.spec_from_file_location(
        "pycute", package / "__init__.py", submodule_search_locations=[folder]
    )
    assert location is not None
    assert location.loader is not None
    module = sys.modules["pycute"] = importlib.util.module_from_spec(location)
    location.loader.exec_module(module)
    return module


def _of_the_user(name: str) -> ModuleType:
    sys.path.insert(0, str(Path.cwd()))
    module = importlib.import_module(name)
    if not hasattr(module, "Layout"):
        raise ImportError(f"{name} has no Layout")
    return module


LOADERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "pycute": _packaged("pycute"),
    "pycute-path": _checked_out,
    "tensor-layouts": _packaged("tensor_layouts"),
    "cute-dsl": _packaged("cutlass"),
    "module": _of_the_user,
}

OPERATIONS: Final[Mapping[str, Callable[[Any], dict[str, Function]]]] = {
    "pycute": pycute.operations_of,
    "pycute-path": pycute.operations_of,
    "tensor-layouts": tensor_layouts.operations_of,
    "cute-dsl": cute_dsl.operations_of,
    "module": pycute.operations_of_any,
}


def answer(operation: Function, arguments: tuple[Any, ...]) -> Any:
    """What comes of a call, as it is sent."""
    try:
        return encoded(operation(*arguments))
    except CrashedError as crash:
        return encoded(Crashed(str(crash)))
    except RejectedError as refusal:
        return encoded(Rejected(str(refusal)))
    except MalformedError as malformed:
        return encoded(Malformed(str(malformed)))


def _private_output() -> TextIOWrapper:
    """What was standard output; what an implementation prints goes nowhere."""
    ours = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return os.fdopen(ours, "w")


def main() -> None:
    kind, where, seconds, memory = sys.argv[1:]
    output = _private_output()

    def send(message: Any) -> None:
        output.write(json.dumps(message) + "\n")
        output.flush()

    resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.set_int_max_str_digits(0)
    try:
        module = LOADERS[kind](where)
        operations = OPERATIONS[kind](module)
    except Exception as error:  # noqa: BLE001 - whatever an import raises is why it is missing
        send({"missing": one_line(f"{type(error).__name__}: {error}")})
        return
    send({"operations": sorted(operations), "version": getattr(module, "__version__", "")})
    for line in sys.stdin:
        for name, arguments in json.loads(line):
            # Its default action ends the process, wherever it is.
            signal.setitimer(signal.ITIMER_PROF, float(seconds))
            send(answer(operations[name], decoded(arguments)))


if __name__ == "__main__":
    main()
