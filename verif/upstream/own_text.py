"""The functions of a Python implementation by their texts, and which of them a call runs."""

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
"""In the name of a function within another; its text is part of the other's."""


class OwnText:
    """The functions of a module, and of the modules below it, each by its qualified name.

    `digests` has what each text comes to; comments, blanks and line breaks are none of it.
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
        """The names of the functions that a call runs, in the order in which they first end."""
        found: dict[str, None] = {}

        def look(frame: FrameType, event: str, _returned: Any) -> None:
            if event == "return" and frame.f_code.co_filename in self._files:
                found[frame.f_code.co_qualname.partition(LOCALS)[0]] = None

        sys.setprofile(look)
        try:
            call()
        except Exception:  # noqa: BLE001 - what it ran is what is asked for
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
    """The text without what changes nothing; None where it is not to be had."""
    try:
        return ast.unparse(ast.parse(textwrap.dedent(inspect.getsource(function))))
    except (OSError, TypeError, SyntaxError):
        return None
