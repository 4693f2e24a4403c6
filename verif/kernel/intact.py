"""The project as it was before a user's file ran: a file that changes it has proved nothing.

A file of claims is Python that is run, and could replace the judge, the solver or `spec` itself.
What can be seen of that is looked for: names, functions, classes and tables of the project, and of
the modules of Python's that it stands on, must be the same objects afterwards. This is no wall: a
file can do with the process whatever its user can.
"""

from __future__ import annotations

import dataclasses
import importlib
import os
import pkgutil
import signal
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import suppress
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, Final

from verif.kernel.errors import AlteredError
from verif.kernel.own import FOLDER

PACKAGES: Final = ("spec", "verif")

FOUNDATIONS: Final = (
    *("ast", "builtins", "dataclasses", "dis", "functools", "importlib", "inspect", "itertools"),
    *("json", "linecache", "math", "operator", "os", "pickle", "subprocess", "typing", "z3.z3"),
    "cvc5",
)
"""Modules of others on which the project stands."""

GROWING: Final = (
    ("verif.kernel.theory", "_registered"),
    ("verif.symbolic.gate", "_admitted"),
    ("verif.kernel.intact", "_sealed"),
)
"""Tables that are added to, and in which nothing is ever changed."""

PASSING: Final = frozenset(
    ("raised", "__warningregistry__", "__annotations__", "__slotnames__", "__msgspec_cache__")
)
"""Attributes that come and go: the last error, and what Python and msgspec note themselves."""

LAST_SHOWN: Final = ("builtins", "_")
"""The value that Python's prompt showed last; executed examples set it, too."""

READ: Final = ("spec", "verif.theory", "verif.readings", "verif.claims")
"""The packages whose texts are run on unknowns, which are whole before a user's file is run."""

State = Mapping[tuple[str, ...], object]
"""Each object that can be reached, by the names that lead to it."""

_sealed: dict[str, State] = {}


def process() -> State:
    """The places that this process writes to, its end, and what may run between two of its lines.

    These are others later on, where it is tested or interrupted, and must be the same at once
    after a file was run.
    """
    found: dict[tuple[str, ...], object] = {
        ("sys", name): getattr(sys, name) for name in ("stdout", "stderr", "exit")
    }
    found["sys", "setprofile"] = sys.getprofile()
    found["signal", "setitimer"] = signal.getitimer(signal.ITIMER_REAL)[0] > 0
    found |= {("signal", one.name): signal.getsignal(one) for one in signal.Signals}
    return found


def seal(file: str) -> None:
    """Remember the project as it is before the module of that name, a user's file, is run."""
    for name in READ:
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(package.__path__, f"{name}."):
            importlib.import_module(module.name)
    _sealed[file] = state()


def require_intact(file: str) -> None:
    """Raise AlteredError if anything is not as it was before the module of that name was run.

    Of a module that is no user's file nothing is asked.
    """
    changed = altered(_sealed[file]) if file in _sealed else None
    if changed is not None:
        raise AlteredError(f"{changed} is not what it was before the file was run")


def require_same_process(before: State) -> None:
    """Raise AlteredError if this process is not as it was before a file was run.

    It writes and ends as before from then on, so that the file cannot say how it was judged.
    """
    after = process()
    for name in ("stdout", "stderr", "exit"):
        setattr(sys, name, before["sys", name])
    for path, item in before.items():
        if after[path] is not item:
            raise AlteredError(f"{'.'.join(path)} is not what it was before the file was run")


def altered(before: State) -> str | None:
    """The name of something that was changed, or added to a class or a module, since."""
    after = state()
    for path, item in before.items():
        if path[0] == "threads":
            continue
        if path not in after or after[path] is not item:
            return ".".join(path)
    for path, item in after.items():
        if path not in before and not _may_be_added(path, item, before):
            return ".".join(path)
    return None


def _may_be_added(path: tuple[str, ...], item: object, before: State) -> bool:
    """Whether it is of a module that is imported later, or of a table that grows."""
    if path[:2] in GROWING:
        return True
    if path[:1] not in before:
        return not any(_is_in(path[0], package) for package in READ) and _is_genuine(path[0])
    return type(item) is ModuleType and item.__name__ == ".".join(path)


def state() -> State:
    """All that can be reached of the project now."""
    found: dict[tuple[str, ...], object] = {}
    for name, module in sorted(sys.modules.items(), key=lambda one: str(one[0])):
        if name in FOUNDATIONS or _is_ours(name):
            found[name,] = module
            _note(found, (name,), vars(module), deep=_is_ours(name))
    found |= dict.fromkeys((("process",), ("threads",), ("environment",)))
    found["process", "trace"] = sys.gettrace()
    found["process", "executable"] = sys.executable
    for thread in threading.enumerate():
        found["threads", thread.name] = thread
    for name, value in os.environ.items():
        if name.startswith(("PYTHON", "LD_")):
            found["environment", name] = sys.intern(value)
    return found


def _is_ours(name: str) -> bool:
    return any(_is_in(name, package) for package in PACKAGES)


def _is_genuine(name: str) -> bool:
    """Whether a module of one of our names comes from our file, and was not put there."""
    place = FOLDER.joinpath(*name.split("."))
    found = getattr(sys.modules.get(name), "__spec__", None)
    files = str(place.with_suffix(".py")), str(place / "__init__.py")
    return not _is_ours(name) or getattr(found, "origin", None) in files


def _is_in(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def _note(
    found: dict[tuple[str, ...], object],
    path: tuple[str, ...],
    named: Mapping[Any, Any],
    *,
    deep: bool,
) -> None:
    for name, item in tuple(named.items()):
        place = (*path, str(name))
        if name in PASSING or place == LAST_SHOWN:
            continue
        found[place] = item
        for part, within in _parts(item, deep=deep):
            found[(*place, part)] = within
        if deep and _is_of_ours(item, path[0]):
            _note(found, place, vars(item), deep=deep)
        elif deep and type(item) in (dict, MappingProxyType) and not str(name).startswith("__"):
            for number, (key, value) in enumerate(tuple(item.items())):
                found[(*place, f"key {number}")] = key
                found[(*place, f"value {number}")] = value


def _is_of_ours(item: object, module: str) -> bool:
    """Whether it is a class that the module defines."""
    return issubclass(type(item), type) and vars(item).get("__module__") == module


def _parts(item: Any, *, deep: bool) -> Iterator[tuple[str, object]]:
    """The parts of an object that a file could change, with names."""
    match item:
        case FunctionType():
            yield "code", item.__code__
            yield "defaults", item.__defaults__
            yield "named defaults", item.__kwdefaults__
            for number, cell in enumerate(item.__closure__ or ()):
                # A cell may be empty yet.
                with suppress(ValueError):
                    yield f"cell {number}", cell.cell_contents
        case staticmethod() | classmethod():
            yield from _parts(item.__func__, deep=deep)
        case property():
            yield from _parts(item.fget, deep=deep)
        case _ if deep and dataclasses.is_dataclass(item) and not issubclass(type(item), type):
            for field in dataclasses.fields(item):
                value: Any = getattr(item, field.name, None)
                yield field.name, value
                named = value.items() if type(value) is dict else ()
                listed = value if type(value) is list else ()
                for number, part in enumerate((*(p for pair in named for p in pair), *listed)):
                    yield f"{field.name} {number}", part
        case _ if hasattr(type(item), "cache_clear"):
            yield from _parts(item.__wrapped__, deep=deep)
        case _:
            pass
