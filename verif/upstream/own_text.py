"""The functions of a Python implementation: digests of their code, and tracing of calls."""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
import zlib
from collections.abc import Callable, Iterator
from types import FrameType, FunctionType, ModuleType
from typing import Any, Final

LOCALS: Final = ".<locals>"
"""The separator between an outer function and a nested function in a qualified name.

The code of a nested function is part of the outer function.
"""


class OwnText:
    """The functions of a module and its submodules, by qualified name.

    `digests` has a digest of each function's code, without comments and formatting.
    """

    def __init__(self, module: ModuleType) -> None:
        self._files: set[str] = set()
        self.digests: dict[str, str] = {}
        for one in _modules(module.__name__):
            for function in _functions(one):
                text = _text(function)
                if text is not None:
                    self.digests[function.__qualname__] = f"{zlib.crc32(text.encode()):08x}"
                    self._files.add(function.__code__.co_filename)

    def ran(self, call: Callable[[], Any]) -> list[str]:
        """Return the names of the functions that a call runs, in the order in which they end."""
        found: dict[str, None] = {}

        def look(frame: FrameType, event: str, _returned: Any) -> None:
            if event == "return" and frame.f_code.co_filename in self._files:
                found[frame.f_code.co_qualname.partition(LOCALS)[0]] = None

        sys.setprofile(look)
        try:
            call()
        except Exception:  # noqa: BLE001 - only the calls matter here
            pass
        finally:
            sys.setprofile(None)
        return [name for name in found if name in self.digests]


def _modules(name: str) -> Iterator[ModuleType]:
    for known, module in [*sys.modules.items()]:
        if known == name or known.startswith(f"{name}."):
            yield module


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    for value in vars(module).values():
        inside = vars(value).values() if inspect.isclass(value) else (value,)
        for function in inside:
            if inspect.isfunction(function) and function.__module__ == module.__name__:
                yield function


def _text(function: FunctionType) -> str | None:
    """Return the normalized source of a function, or None if it is not available."""
    try:
        return ast.unparse(ast.parse(textwrap.dedent(inspect.getsource(function))))
    except (OSError, TypeError, SyntaxError):
        return None
