"""The process of a Python implementation: it reads calls and writes outcomes.

`python -m verif.upstream.serve KIND WHERE` starts the process, which first writes the operations
and the version.
"""

from __future__ import annotations

import importlib
import importlib.util
import site
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast

from verif.operations.names import COMPILED
from verif.operations.operation import Function
from verif.processes.serve import serve
from verif.upstream import cute_dsl, flydsl, mirrored, mojo, nvlabs, pycute, tensor_layouts
from verif.upstream.adapted import one_line
from verif.upstream.own_text import OwnText
from verif.upstream.tracing import Tracer
from verif.upstream.wire import decoded, encoded, outcome_of


def _packaged(name: str) -> Callable[[str], ModuleType]:
    def load(folder: str) -> ModuleType:
        others = sys.path.copy()
        sys.path.clear()
        # `addsitedir` also processes .pth files, without which CuTe DSL is not found.
        site.addsitedir(folder)
        sys.path.extend(others)
        module = importlib.import_module(name)
        if not str(module.__file__).startswith(folder):
            raise ImportError(f"{name} was not imported from {folder}")
        return module

    return load


def _checked_out(folder: str) -> ModuleType:
    """Import the package in `folder` under the name `pycute`.

    The package may import further modules. Python searches for them in the usual places, and then
    in the folder that contains the top-level package to which the package belongs.
    """
    sys.path.append(str(_site_of(Path(folder))))
    package = Path(folder)
    location = importlib.util.spec_from_file_location(
        "pycute", package / "__init__.py", submodule_search_locations=[folder]
    )
    assert location is not None
    assert location.loader is not None
    module = sys.modules["pycute"] = importlib.util.module_from_spec(location)
    location.loader.exec_module(module)
    return module


def _site_of(package: Path) -> Path:
    """Return the folder that contains the top-level package to which `package` belongs."""
    while (package / "__init__.py").is_file():
        package = package.parent
    return package


def _of_the_user(name: str) -> ModuleType:
    sys.path.insert(0, str(Path.cwd()))
    module = importlib.import_module(name)
    if not hasattr(module, "Layout"):
        raise ImportError(f"{name} has no class Layout with shape and stride, as pycute has")
    return module


LOADERS: Final[Mapping[str, Callable[[str], Any]]] = {
    "pycute": _packaged("pycute"),
    "pycute-path": _checked_out,
    "torch-pycute": _checked_out,
    "nvlabs": _checked_out,
    "tensor-layouts": _packaged("tensor_layouts"),
    "cute-dsl": _packaged("cutlass"),
    "flydsl": _packaged("flydsl._mlir.dialects.fly"),
    "mojo": mojo.program_of,
    "module": _of_the_user,
}

OPERATIONS: Final[Mapping[str, Callable[[Any], dict[str, Function]]]] = {
    "pycute": pycute.operations_of,
    "pycute-path": pycute.operations_of,
    "torch-pycute": mirrored.operations_of,
    "nvlabs": nvlabs.operations_of,
    "tensor-layouts": tensor_layouts.operations_of,
    "cute-dsl": cute_dsl.operations_of,
    "flydsl": flydsl.operations_of,
    "mojo": mojo.operations_of,
    "module": pycute.operations_of_any,
}


def main() -> None:
    kind, where = sys.argv[1:]
    sys.set_int_max_str_digits(0)
    try:
        module = cast("Any", LOADERS[kind](where))
        operations = OPERATIONS[kind](module)
    except Exception as error:  # noqa: BLE001 - any import error is reported
        sys.exit(one_line(f"{type(error).__name__}: {error}"))

    # Do not trace compiled implementations: a value from one call cannot be used in another call.
    tracer = Tracer({} if kind in COMPILED else operations, getattr(module, "Layout", object))

    # For a compiled implementation, make no digests, because its Python modules are not its code.
    own = OwnText(ModuleType("none") if kind in COMPILED else module)

    def answer(question: tuple[str, Any, str]) -> Any:
        name, arguments, asked = question
        if asked == "outcome":
            return outcome_of(operations[name], decoded(arguments))
        if asked == "ran":
            return own.ran(lambda: operations[name](*decoded(arguments)))
        made = tracer.inner(operations[name], decoded(arguments))
        return [[name, encoded(given), encoded(result)] for name, given, result in made]

    version = getattr(module, "__version__", "")
    serve(answer, {"operations": sorted(operations), "version": version, "texts": own.digests})


if __name__ == "__main__":
    main()
