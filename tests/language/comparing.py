"""Run a program in CPython and in the evaluator, and compare the outcomes."""

from __future__ import annotations

import gc
import re
import signal
import sys
import types
import warnings
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

from verif.language.compile import Program, project
from verif.language.evaluate import Machine, StuckError
from verif.language.form import Expr, Function, Global, Record, Ref, RefusedError, walk
from verif.language.modules import Modules
from verif.language.python import printed

SECONDS: Final = 0.05
"""The time limit of a program in CPython, in processor seconds."""

SLOWER: Final = 30
"""The time limit of the evaluator, as a multiple of the time limit of CPython."""

Outcome = tuple[Any, ...]
"""The outcome of a call: a value with its types, or the class of an error."""

NOTHING: Final[Outcome] = ("nothing",)
"""The outcome of a call that exceeds its limit of time, memory or recursion depth."""


class _LateError(BaseException):
    """Raised if a program takes too long."""


@contextmanager
def within(seconds: float) -> Generator[None]:
    """Raise _LateError inside the block after this many processor seconds."""

    def late(_number: int, _frame: types.FrameType | None) -> None:
        raise _LateError

    before = signal.signal(signal.SIGVTALRM, late)
    # Disable garbage collection, because an error that is raised inside one of its callbacks would
    # be printed and lost.
    gc.disable()
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        gc.enable()


def outcome(call: Callable[[], Any], seconds: float = SECONDS) -> Outcome:
    """Run a call, and return its value, its error, or NOTHING if it exceeds a limit."""
    try:
        with within(seconds):
            return "value", described(call())
    except (_LateError, RecursionError, MemoryError):
        return NOTHING
    except StuckError as error:
        return "stuck", re.sub(r"^line \d+: |\S*program.py:\d+: ", "", str(error))
    except Exception as error:
        return "error", type(error).__name__


def described(value: Any) -> Any:  # noqa: PLR0911 - one return per case
    """Return a value as builtin tuples with the names of types, so that 1 and True differ."""
    # Drop a suffix such as `_1`: the printed module renames a record `P` to `P_1` if a parameter is
    # also called `P`.
    kind = re.sub(r"_\d+$", "", type(value).__name__)
    match value:
        case None | bool() | int() | str() | float() | complex() | bytes():
            return kind, value
        case tuple() | list():
            return kind, *map(described, value)
        case dict():
            return kind, *((described(k), described(v)) for k, v in value.items())
        case range():
            return kind, value.start, value.stop, value.step
        case BaseException():
            return "error", kind
        case _ if is_dataclass(value) and not isinstance(value, type):
            return kind, *(described(getattr(value, each.name)) for each in fields(value))
        case _ if hasattr(value, "__next__"):
            return "iterator", *map(described, value)
        case _ if callable(value):
            return ("function",)
        case _:
            return kind, *(map(described, value) if hasattr(value, "__iter__") else ())


def imported(text: str) -> types.ModuleType:
    """Run a source in CPython, and return it as a module."""
    module = types.ModuleType("program")
    sys.modules["program"] = module
    exec(code_of(text), module.__dict__)
    return module


@lru_cache(maxsize=1)
def code_of(text: str) -> types.CodeType:
    """Compile a module, and cache the code of the last module, because two callers need it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compile(text, "program.py", "exec")


def compiled(text: str, folder: Path) -> Program:
    """Return the program of a source. Raises RefusedError if the module itself is rejected."""
    file = folder / "program.py"
    file.write_text(text, encoding="utf-8")
    known = project().modules.known
    program = Program(Modules(project().modules.roots, dict(known)))
    module = program.modules.add(file)
    # Cache the parsed modules of the project, so that the next program does not parse them again.
    known |= {name: each for name, each in program.modules.known.items() if each.of_project}
    if module.refused:
        raise RefusedError(module.refused[0])
    return program


@dataclass(frozen=True)
class Compared:
    """The result of comparing the outcomes of a call.

    `how` is "agreed", "refused", "stuck", "given up" or "differs".
    """

    how: str
    function: str
    arguments: tuple[Any, ...] = ()
    outcomes: tuple[Outcome, ...] = ()


def compared(
    text: str, functions: Mapping[str, list[tuple[Any, ...]]], folder: Path
) -> Generator[Compared]:
    """Yield a comparison for each function and each tuple of arguments."""
    module = imported(text)
    try:
        program = compiled(text, folder)
    except RefusedError as error:
        yield from (Compared("refused", each, (), (("refused", str(error)),)) for each in functions)
        return
    machine, accepted = Machine(program), list[Function]()
    for name in functions:
        try:
            reached(program, Ref("program", name))
            accepted.append(program.function(Ref("program", name)))
        except RefusedError as error:
            yield Compared("refused", name, (), (("refused", str(error)),))
    try:
        # The printer needs all methods of records, even methods that no function calls.
        again = printed(program, accepted)
    except RefusedError as error:
        why = (("refused", str(error)),)
        yield from (Compared("refused", each.ref.name, (), why) for each in accepted)
        return
    space = again.run()
    for each in accepted:
        name = each.ref.name
        ways = (getattr(module, name), machine.meant(each.ref), space[again.names[each.ref]])
        for arguments in functions[name]:
            outcomes: tuple[Outcome, ...] = ()
            for way, seconds in zip(ways, (1, SLOWER, 2), strict=True):
                run = partial(way, *arguments)
                outcomes += (outcome(run, seconds * SECONDS),)
                if outcomes[-1] == NOTHING:
                    break
            yield Compared(judged(outcomes), name, arguments, outcomes)


def judged(outcomes: tuple[Outcome, ...]) -> str:
    """Compare the outcomes of CPython, of the evaluator and of the printed program.

    If the evaluator is stuck, the printed program may raise an error. A value that it returns must
    equal CPython's value, unless CPython raises a TypeError.
    """
    if NOTHING in outcomes:
        return "given up"
    cpython, evaluated, again = outcomes
    if evaluated[0] == "stuck":
        # Where the evaluator is stuck, CPython usually raises a TypeError.
        if cpython == ("error", "TypeError"):
            return "agreed"
        return "differs" if again[0] == "value" and again != cpython else "stuck"
    return "agreed" if cpython == evaluated == again else "differs"


def reached(program: Program, ref: Ref) -> set[Ref]:
    """Return all names that a function uses, also indirectly, or raise RefusedError."""
    found: set[Ref] = set()
    pending = [ref]
    while pending:
        one = pending.pop()
        if one in found or one.module == "builtins":
            continue
        found.add(one)
        match program.definition(one):
            case Function(params=params, body=body):
                parts = [body, *(p.default for p in params if p.default is not None)]
            case Record(fields=fields_):
                parts = [p.default for p in fields_ if p.default is not None]
            case Expr() as e:
                parts = [e]
            case None:
                continue
        pending += [e.ref for part in parts for e in walk(part) if isinstance(e, Global)]
    return found
