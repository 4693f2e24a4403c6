"""A mutant put in the place of what runs: the code of its functions, or the text of its module."""

from __future__ import annotations

import gc
import inspect
import linecache
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.machinery import PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Final

from tests.mutants.changes import Mutant

ROOT: Final = Path(__file__).parents[2]

Cached: Final = type(cache(lambda: None))
"""The type of functions that keep what they gave."""

Place = tuple[str, int]
"""Where a function's code stands: its qualified name, and its first line."""


class NotSwappableError(Exception):
    """Raised for a change of what runs when a module is imported: no function has it."""


def functions_by_file() -> dict[str, list[FunctionType]]:
    """All functions that there are in this process, by the file of their code."""
    found: dict[str, list[FunctionType]] = {}
    for function in gc.get_objects():
        if type(function) is FunctionType:
            found.setdefault(function.__code__.co_filename, []).append(function)
    return found


def swap(mutant: Mutant, functions: Mapping[str, Sequence[FunctionType]]) -> None:
    """Give the functions of this process the code of the mutant, under their old names.

    Whoever has imported one of them has the changed one, and the module's text is the mutant's,
    too. Raises NotSwappableError where the change is of more than the code of functions.
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
        # A function inside another may be gone from it.
        if place in new and function.__code__ == old.get(place) != new[place]:
            if function.__code__.co_freevars != new[place].co_freevars:
                raise NotSwappableError(mutant.name)
            function.__code__ = new[place]
            swapped += 1
    if not swapped:
        raise NotSwappableError(mutant.name)
    for item in vars(sys.modules[mutant.module]).values():
        # What a function gave before is not what the changed one gives.
        if isinstance(item, Cached):
            item.cache_clear()
    _say(mutant.module, name, changed)


def _run_at_import(code: CodeType) -> list[object]:
    """What a module runs when it is imported: its own code and that of its classes."""
    found: list[object] = [code.co_code, code.co_names]
    for constant in code.co_consts:
        if type(constant) is not CodeType:
            found.append((type(constant), constant))
        elif not constant.co_flags & inspect.CO_OPTIMIZED:
            found += _run_at_import(constant)
    return found


def _functions(code: CodeType) -> dict[Place, CodeType]:
    """The code of every function of a module that has a place of its own."""
    found: dict[Place, CodeType] = {}
    twice: set[Place] = set()
    for each in _inside(code):
        place = _place(each)
        if place in found:
            twice.add(place)
        found[place] = each
    # Two lambdas of a line are told apart by nothing.
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


def _say(module: str, file: str, text: str) -> None:
    """Have the module's text read as `text`, by whoever asks for it."""
    loader = vars(sys.modules[module])["__loader__"]
    loader.get_source = lambda _name: text
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)


class _Changed(SourceFileLoader):
    """Loads a module with its text changed, and from its text."""

    text: str

    def path_stats(self, path):
        raise OSError("no compiled text is this one's")

    def get_data(self, path):
        return self.text.encode()


class Finder:
    """Finds a changed module before anyone else does."""

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
