"""Put a mutant in place of the original: swap code of functions, or the source of a module."""

from __future__ import annotations

import ast
import gc
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Final

from tests.mutants.changes import Mutant

ROOT: Final = Path(__file__).parents[2]

Cached: Final = type(cache(lambda: None))
"""The type of cached functions."""

Place = tuple[str, int]
"""The identity of a function's code: its qualified name and its first line."""


class NotSwappableError(Exception):
    """Raised if the mutant cannot be made by swapping the code of functions."""


def functions_by_file() -> dict[str, list[FunctionType]]:
    """Return all functions of this process, by the file of their code."""
    found: dict[str, list[FunctionType]] = {}
    for function in gc.get_objects():
        if type(function) is FunctionType:
            found.setdefault(function.__code__.co_filename, []).append(function)
    return found


def swap(mutant: Mutant, functions: Mapping[str, Sequence[FunctionType]]) -> None:
    """Give the functions of this process the code of the mutant.

    Modules that imported a changed function then call the mutant, and the compiler of
    `verif.language` reads the changed source. Raises NotSwappableError if swapping the code of
    functions is not enough.
    """
    path = ROOT / mutant.file
    text = path.read_text()
    changed = mutant.applied(text)
    name = str(path)
    before, after = (compile(t, name, "exec", dont_inherit=True) for t in (text, changed))
    if _run_at_import(before) != _run_at_import(after):
        raise NotSwappableError(mutant.name)
    new = _functions(after)
    old = _functions(before)
    swapped = 0
    for function in functions[name]:
        place = _place(function.__code__)
        # `place` is not in `new` if the mutation removed a nested function.
        if place in new and function.__code__ == old.get(place) != new[place]:
            if function.__code__.co_freevars != new[place].co_freevars:
                raise NotSwappableError(mutant.name)
            function.__code__ = new[place]
            swapped += 1
    if not swapped:
        raise NotSwappableError(mutant.name)
    # Empty the caches, because the changed functions may return other values.
    _forget(sys.modules[mutant.module])
    read_as(mutant.module, mutant.file, changed)


def _run_at_import(code: CodeType) -> list[object]:
    """Return the code that runs at import: the code of the module and of its classes."""
    found: list[object] = [code.co_code, code.co_names]
    for constant in code.co_consts:
        if type(constant) is not CodeType:
            found.append((type(constant), constant))
        elif not constant.co_flags & inspect.CO_OPTIMIZED:
            found += _run_at_import(constant)
    return found


def _functions(code: CodeType) -> dict[Place, CodeType]:
    """Return a module's functions by name and line, except functions that share name and line."""
    found: dict[Place, CodeType] = {}
    twice: set[Place] = set()
    for each in _inside(code):
        place = _place(each)
        if place in found:
            twice.add(place)
        found[place] = each
    # Two lambdas on one line share the qualified name and the line. Leave such functions out.
    if twice:
        return {place: code for place, code in found.items() if place not in twice}
    return found


def _inside(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if type(constant) is CodeType:
            yield constant
            yield from _inside(constant)


def _place(code: CodeType) -> Place:
    return code.co_qualname, code.co_firstlineno


def install(module: str, file: str, changed: str) -> None:
    """Make this process import and read the changed source.

    The process must not have imported the project before.
    """
    sys.meta_path.insert(0, Finder(module, changed))
    read_as(module, file, changed)


def read_as(module: str, file: str, changed: str) -> None:
    """Make `verif.language` compile the changed source instead of the source in the file."""
    # Import here, because a new process must not import the project before it has the mutant.
    from verif.kernel import text
    from verif.language import modules
    from verif.language.compile import project

    parsed = modules._parsed
    modules._parsed = lambda content, shown: (
        ast.parse(changed, shown) if shown == file else parsed(content, shown)
    )
    project().modules.known.pop(module, None)
    project()._found.clear()
    _forget(text)


def _forget(module: ModuleType) -> None:
    """Empty the caches of a module's functions."""
    for item in vars(module).values():
        if isinstance(item, Cached):
            item.cache_clear()


class _Changed(SourceFileLoader):
    """A loader that returns the changed source and never a compiled file."""

    text: str

    def path_stats(self, path):
        raise OSError("no compiled text is this one's")

    def get_data(self, path):
        return self.text.encode()


class Finder:
    """An import hook that finds the changed module first."""

    def __init__(self, module: str, text: str) -> None:
        self.module = module
        self.text = text

    def find_spec(self, name, path=None, target=None):
        if name != self.module:
            return None
        found = PathFinder.find_spec(name, path)
        found.loader = _Changed(name, found.origin)
        found.loader.text = self.text
        return found
