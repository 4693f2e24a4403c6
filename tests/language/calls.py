"""Record calls that docstring examples make, and statements of a claim that runs on numbers."""

from __future__ import annotations

import ast
import doctest
import importlib
import io
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

import spec
from verif.kernel.text import imported, original
from verif.kernel.verbs import OnNumbers, running
from verif.language.compile import Program, project
from verif.language.form import Function, Ref, RefusedError

MOST: Final = 4
"""The largest number of calls that are recorded per function."""

TRIED: Final = 16
"""The largest number of calls per function that are examined.

The number is limited, because printing arguments takes time.
"""

Given = tuple[tuple[Any, ...], dict[str, Any]]
"""The arguments of a call, by position and by name."""

ITERATORS: Final = ("generator", "map", "zip", "filter", "list_iterator", "tuple_iterator")


@dataclass(frozen=True)
class Known:
    """A function of the project: its Python object, and its form in the language of proofs."""

    function: Function
    python: Callable[..., Any]


def modules_of(package: str) -> list[str]:
    """Return the names of the modules of a package."""
    root = Path(spec.__path__[0]).parent
    files = sorted((root / package).rglob("*.py"))
    return [
        ".".join(f.relative_to(root).with_suffix("").parts).removesuffix(".__init__") for f in files
    ]


def known_in(modules: Collection[str], program: Program) -> Iterator[Known]:
    """Yield the modules' functions and methods that can be compiled to the language of proofs."""
    for name in modules:
        module = program.modules.load(name)
        assert module is not None
        for own, entry in module.names.items():
            names = [own] if isinstance(entry, ast.FunctionDef) else []
            if isinstance(entry, ast.ClassDef):
                names = [f"{own}.{e.name}" for e in entry.body if isinstance(e, ast.FunctionDef)]
            for each in names:
                with suppress(RefusedError, LookupError):
                    function = program.function(Ref(name, each))
                    python = imported(Ref(name, each))
                    python = getattr(python, "__wrapped__", original(python))
                    if hasattr(python, "__code__"):
                        yield Known(function, python)


@dataclass
class Recorder:
    """A profiler that records the arguments of calls of known functions."""

    known: Mapping[CodeType, Known]
    calls: dict[CodeType, dict[str, Given]] = field(default_factory=dict)
    tried: Counter[CodeType] = field(default_factory=Counter)

    def _seen(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or code not in self.known:
            return
        kept = self.calls.setdefault(code, {})
        self.tried[code] += 1
        if len(kept) >= MOST or self.tried[code] > TRIED:
            return
        seen = frame.f_locals
        names = code.co_varnames
        args = tuple(seen[name] for name in names[: code.co_argcount])
        after = code.co_argcount + code.co_kwonlyargcount
        if code.co_flags & 4:
            args += tuple(seen[names[after]])
        named = {name: seen[name] for name in names[code.co_argcount : after]}
        if not any(type(each).__name__ in ITERATORS for each in args):
            with suppress(Exception):
                kept.setdefault(repr((args, named))[:300], (args, named))

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record the calls that are made inside the block."""
        before = sys.getprofile()
        sys.setprofile(self._seen)
        try:
            yield
        finally:
            sys.setprofile(before)


def example_calls(
    modules: Collection[str],
) -> Iterator[tuple[Known, tuple[Any, ...], dict[str, Any]]]:
    """Run the docstring examples of the modules, and yield calls of functions of these modules."""
    known = {each.python.__code__: each for each in known_in(modules, project())}
    recorder = Recorder(known)
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(verbose=False)
    for name in modules:
        for test in finder.find(importlib.import_module(name), name):
            if test.examples:
                with recorder.recording(), redirect_stdout(io.StringIO()):
                    runner.run(test, out=lambda _: None)
    for code, calls in recorder.calls.items():
        for args, named in calls.values():
            yield known[code], args, named


class Hearing(OnNumbers):
    """Runs a claim on concrete numbers and records its assumptions, conclusions and citations."""

    def __init__(self) -> None:
        self.heard: list[tuple[Any, ...]] = []

    def assume(self, label, condition):
        self.heard.append(("assume", label, condition))

    def ensure(self, label, condition, values):
        self.heard.append(("ensure", label, condition, values))

    def witness(self, x, y, quotient, remainder):
        self.heard.append(("witness", x, y, quotient, remainder))

    def cite(self, cited, arguments):
        name = getattr(cited, "id", None) or getattr(cited, "__name__", cited)
        self.heard.append(("by", name, arguments))


def said(text: Callable[[], Any]) -> tuple[Any, ...]:
    """Run a claim, and return its assumptions, conclusions and citations, then its value."""
    hearing = Hearing()
    with running(hearing):
        value = text()
    return (*hearing.heard, value)
