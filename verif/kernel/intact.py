"""The project as it was before a user's file ran: a file that changes it has proved nothing.

A file of claims is Python that is run, and could replace the judge, the solver or `spec` itself.
What can be seen of that is looked for: names, functions, classes and tables of the project, and of
the modules of Python's that it stands on, must be the same objects afterwards. This is no wall: a
file can do with the process whatever its user can.
"""

from __future__ import annotations

import dataclasses
import gc
import importlib
import operator
import os
import pkgutil
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import filterfalse
from types import CellType, FunctionType, MappingProxyType, ModuleType
from typing import Any, Final, NamedTuple

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
    ("verif.kernel.standing", "_stood"),
)
"""Tables that are added to, and in which nothing is ever changed."""

PASSING: Final = frozenset(
    ("raised", "__warningregistry__", "__annotations__", "__slotnames__", "__msgspec_cache__")
)
"""Attributes that come and go: the last error, and what Python and msgspec note themselves."""

LAST_SHOWN: Final = ("builtins",)
"""The place of `_`, the value that Python's prompt showed last; executed examples set it, too."""

THREADS: Final = ("threads",)
"""The place of the threads, which may end but not begin."""

READ: Final = ("spec", "verif.theory", "verif.readings", "verif.claims")
"""The packages whose texts are run on unknowns, which are whole before a user's file is run."""

Place = tuple[str, ...]
"""The names that lead to an object."""


class Held(NamedTuple):
    """An object that was reached first at a place, with the names of its parts and the parts."""

    place: Place
    names: tuple[str, ...]
    parts: tuple[object, ...]


Parts = tuple[tuple[str, ...], tuple[object, ...]]
"""The names of an object's parts, and the parts."""

State = Mapping[int, Held]
"""Each object with parts that can be reached, by its identity: all are held, and keep theirs."""

_sealed: dict[str, State] = {}


def process() -> Mapping[Place, object]:
    """The places that this process writes to, its end, and what may run between two of its lines.

    These are others later on, where it is tested or interrupted, and must be the same at once
    after a file was run.
    """
    found: dict[tuple[str, ...], object] = {
        ("sys", name): getattr(sys, name) for name in ("stdout", "stderr", "exit")
    }
    found["sys", "setprofile"] = sys.getprofile()
    found["signal", "setitimer"] = signal.getitimer(signal.ITIMER_REAL)[0] > 0
    found["gc", "callbacks"] = len(gc.callbacks)
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


def require_same_process(before: Mapping[Place, object]) -> None:
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
    """The name of something that was changed, or added to a class or a module, since.

    An object that is not reached any more is missing from what held it, and a new one is new there.
    """
    after = state()
    for identity, held in before.items():
        now = after.get(identity, held)
        name = None if _same(held, now) else _different(held, now)
        if name is not None:
            return ".".join((*held.place, name))
    return None


def _same(held: Held, now: Held) -> bool:
    """Whether an object has the same parts, each of them the same object."""
    return (
        held.names == now.names
        and len(held.parts) == len(now.parts)
        and all(map(operator.is_, held.parts, now.parts))
    )


def _different(held: Held, now: Held) -> str | None:
    """The name of a part that is another one, or not there, or there though it may not be."""
    were = dict(zip(held.names, held.parts, strict=True))
    are = dict(zip(now.names, now.parts, strict=True))
    for name, part in were.items():
        if held.place != THREADS and (name not in are or are[name] is not part):
            return name
    for name, part in are.items():
        if name not in were and not _may_be_added((*held.place, name), part):
            return name
    # Two keys can have one text, and one of them can hide what the other leads to.
    return next((name for name in are if now.names.count(name) > 1), None)


def _may_be_added(place: Place, part: object) -> bool:
    """Whether it is a module that is imported later, or of a table that grows."""
    if len(place) == 1:
        return not any(_is_in(place[0], package) for package in READ) and _is_genuine(place[0])
    imported = type(part) is ModuleType and part.__name__ == ".".join(place)
    return place[:2] in GROWING or imported


def state() -> State:
    """All that can be reached of the project now."""
    modules = {
        name: module
        for name, module in sorted(sys.modules.items(), key=lambda one: str(one[0]))
        if name in FOUNDATIONS or _is_ours(name)
    }
    threads = {thread.name: thread for thread in threading.enumerate()}
    # Of a thread that `threading` has not begun it knows nothing.
    frames = sys._current_frames()  # noqa: SLF001  # type: ignore[reportPrivateUsage]
    others = frames.keys() - {thread.ident for thread in threads.values()}
    threads |= dict.fromkeys((f"thread {identity}" for identity in others), None)
    environment = {
        name: sys.intern(value)
        for name, value in os.environ.items()
        if name.startswith(("PYTHON", "LD_"))
    }
    process = {"trace": sys.gettrace(), "executable": sys.executable}
    places = {(): modules, ("process",): process, THREADS: threads, ("environment",): environment}
    # No object has these for its identity.
    found = {
        -number: Held(place, *_unzipped(tuple(named.items())))
        for number, (place, named) in enumerate(places.items(), 1)
    }
    kinds: dict[int, bool] = {}
    for name, module in modules.items():
        _note(found, (name,), module, kinds, deep=_is_ours(name))
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
    found: dict[int, Held], place: Place, owner: object, kinds: dict[int, bool], *, deep: bool
) -> None:
    """Note what a module or class names, and the parts of it, each object once.

    `kinds` says by their identity which types have parts.
    """
    passing = {*PASSING, "_"} if place == LAST_SHOWN else PASSING
    named = [(str(n), part) for n, part in tuple(vars(owner).items()) if n not in passing]
    found[id(owner)] = Held(place, *_unzipped(named))
    for name, part in named:
        kind = type(part)
        if id(kind) not in kinds:
            kinds[id(kind)] = _has_parts(kind)
        if not kinds[id(kind)] or id(part) in found:
            continue
        if deep and _is_of_ours(part, place[0]):
            _note(found, (*place, name), part, kinds, deep=deep)
        else:
            names, parts = _parts(name, part, deep=deep)
            if names:
                found[id(part)] = Held((*place, name), names, parts)


def _unzipped(named: Sequence[tuple[str, object]]) -> Parts:
    return tuple(name for name, _ in named), tuple(part for _, part in named)


def _has_parts(kind: type) -> bool:
    """Whether objects of that type can have parts."""
    methods = (FunctionType, staticmethod, classmethod, property, cached_property)
    held = (*methods, type, dict, MappingProxyType)
    return issubclass(kind, held) or dataclasses.is_dataclass(kind) or hasattr(kind, "cache_clear")


def _is_of_ours(item: object, module: str) -> bool:
    """Whether it is a class that the module defines."""
    return issubclass(type(item), type) and vars(item).get("__module__") == module


def _parts(name: str, item: Any, *, deep: bool) -> Parts:
    """The parts of an object of that name that a file could change, with their names."""
    named: Parts = (), ()
    match item:
        case FunctionType():
            named = parts_of_function(item)
        case staticmethod() | classmethod():
            named = _parts(name, item.__func__, deep=deep)
        case property():
            named = _parts(name, item.fget, deep=deep)
        case cached_property():
            named = _parts(name, item.func, deep=deep)
        case dict() | MappingProxyType() if deep and not name.startswith("__"):
            keys, values = tuple(item), tuple(item.values())
            named = _numbered("key", len(keys)) + _numbered("value", len(values)), keys + values
        case _ if deep and dataclasses.is_dataclass(item) and not issubclass(type(item), type):
            named = _fields(item)
        case _ if hasattr(type(item), "cache_clear"):
            named = _parts(name, item.__wrapped__, deep=deep)
        case _:
            pass
    return named


def parts_of_function(function: FunctionType) -> Parts:
    """The code of a function, what it has by default, and what its cells hold, with their names."""
    cells = tuple(filterfalse(_is_empty, function.__closure__ or ()))
    rest = (cell.cell_contents for cell in cells)
    return (
        ("code", "defaults", "named defaults", *_numbered("cell", len(cells))),
        (function.__code__, function.__defaults__, function.__kwdefaults__, *rest),
    )


def _fields(item: Any) -> Parts:
    """The fields of an object, and the parts of those that are dicts and lists."""
    names: list[str] = []
    parts: list[object] = []
    for field in dataclasses.fields(item):
        value: Any = getattr(item, field.name, None)
        pairs = tuple(value.items()) if type(value) is dict else ()
        within = tuple(value) if type(value) is list else tuple(p for pair in pairs for p in pair)
        names += (field.name, *_numbered(field.name, len(within)))
        parts += (value, *within)
    return tuple(names), tuple(parts)


def _is_empty(cell: CellType) -> bool:
    try:
        return not (cell.cell_contents,)
    except ValueError:
        return True


@cache
def _numbered(name: str, count: int) -> tuple[str, ...]:
    return tuple(f"{name} {number}" for number in range(count))
