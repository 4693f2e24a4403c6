"""CuTe C++: g++ compiles calls on constants with the headers of CUTLASS. The calls never run.

A result is a type, which the compiler prints in an error message. Any other error message means
that CuTe rejects the call.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final
from weakref import finalize

from spec.errors import LayoutError
from spec.int_tuple import ceil_div
from verif.operations.names import needed
from verif.operations.operand import Arguments, Case
from verif.operations.table import OPERATIONS
from verif.processes.child import GIBIBYTE, WATCH, limited
from verif.processes.deadline import Deadline
from verif.processes.pool import cores
from verif.upstream.adapted import one_line
from verif.upstream.cpp_dynamic import declaration, preceding
from verif.upstream.cpp_text import CALLS, PREAMBLE, call_text, value_of
from verif.upstream.environments import environment, pinned_versions
from verif.upstream.in_process import AbsentError, MissingImplementationError
from verif.upstream.outcome import CallOutcome, Crashed, Rejected

COMPILER: Final = "g++"
FLAGS: Final = (
    *("-std=c++17", "-w", "-fmax-errors=0", "-fdiagnostics-plain-output"),
    *("-ftemplate-backtrace-limit=2", "-ftemplate-depth=256"),
)
"""The flags of the compiler.

This template depth stops endless recursion four times as fast as the default of 900.
"""

UNIT: Final = 64
"""The number of calls in a unit, which is compiled as one file.

Reading the headers takes as long as compiling ten calls.
"""

SECONDS: Final = (20, 1)
"""The processor time limit for a unit of calls, in seconds: a fixed part, and a part per call."""

MEMORY: Final = 4 * GIBIBYTE
"""The memory limit of a compiler."""

FIRST: Final = 2
"""The number of the line with the first call in a compiled file. Earlier lines are includes."""

_ERROR: Final = re.compile(
    r"^([^:]+)(?::(\d+))?(?::\d+)?: (?:fatal |internal compiler )?error: (.*)$"
)
_CONTEXT: Final = re.compile(r"^[^:]+: In (?:instantiation|substitution|member|function)")
_CALLED: Final = re.compile(r"^unit\.cpp:(\d+):\d+: +required from here$")
_RESULT: Final = re.compile(r"^aggregate 'Result<(?P<type>.*)> x\d+' has incomplete type")


@dataclass(frozen=True)
class Error:
    """A compiler error. `line` is the line of the compiled file that caused it, or 0 if unknown."""

    line: int
    text: str


@dataclass(frozen=True)
class Compiled:
    """The results and errors of a compiled unit, by the position of the call.

    `whole` tells whether every call has a result and every error belongs to a call.
    """

    results: Mapping[int, CallOutcome]
    errors: Mapping[int, CallOutcome]
    whole: bool


@dataclass
class CuteCpp:
    """CuTe C++ as an implementation: the headers of one version, compiled by g++."""

    version: str
    includes: tuple[Path, ...]
    name: str = "cute-cpp"
    _deadline: Deadline = field(init=False, repr=False, default_factory=Deadline)
    _folder: Path = field(init=False, repr=False)
    _refusing: set[str] = field(init=False, repr=False, default_factory=set[str])

    def __post_init__(self) -> None:
        if shutil.which(COMPILER) is None:
            raise MissingImplementationError(f"{self} needs {COMPILER}, which is not installed")
        self._folder = Path(tempfile.mkdtemp(prefix="layout-verif-"))
        finalize(self, shutil.rmtree, self._folder, ignore_errors=True)

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    @property
    def operations(self) -> frozenset[str]:
        """The operations that these headers have, by their names in the spec."""
        return self._operations

    @cached_property
    def _operations(self) -> frozenset[str]:
        names = {operation: needed(name) for operation, name in CALLS.items()}
        lines = [f"using cute::{name};" for name in names.values() if name is not None]
        missing = {lines[error.line - FIRST] for error in _errors(self._diagnosed(lines))}
        return frozenset(o for o, name in names.items() if f"using cute::{name};" not in missing)

    def apply(self, operation: str, arguments: Arguments) -> CallOutcome:
        """Return the outcome of one call."""
        return self.apply_all([(operation, arguments)])[0]

    def apply_all(self, cases: Sequence[Case]) -> list[CallOutcome]:
        """Return the outcomes of many calls, in order. The units are compiled in parallel."""
        found: dict[Case, CallOutcome] = {}
        for case in cases:
            problem = self._not_written(case)
            if problem is not None:
                found[case] = problem
        waiting = [case for case in dict.fromkeys(cases) if case not in found]
        refused = set(filter(_is_refused, waiting))
        with ThreadPoolExecutor(cores()) as pool:
            for unit in pool.map(self._outcomes, self._sorted_units(waiting, refused)):
                found |= unit
        accepted = (case for case in waiting if case not in refused)
        self._refusing |= {case[0] for case in accepted if isinstance(found[case], Rejected)}
        return [found[case] for case in cases]

    def apply_each(self, cases: Sequence[Case]) -> Iterator[CallOutcome]:
        """Yield the outcomes of many calls, in order, as soon as all outcomes are known."""
        yield from self.apply_all(cases)

    def inner(self, operation: str, arguments: Arguments) -> list[tuple[Case, CallOutcome]]:
        """Return nothing: compiled calls cannot be traced."""
        del operation, arguments
        return []

    @property
    def texts(self) -> Mapping[str, str]:
        """Always empty: the code of C++ templates gets no digests."""
        return {}

    def ran(self, operation: str, arguments: Arguments) -> list[str]:
        """Return nothing: compiled calls cannot be traced."""
        del operation, arguments
        return []

    @property
    def has_forked(self) -> bool:
        """Always false, because nothing is run."""
        return False

    def until(self, deadline: Deadline) -> None:
        """Set the deadline. A call after the deadline raises DeadlineError."""
        self._deadline = deadline

    def stop(self) -> None:
        """Do nothing: no process runs between calls."""

    def _sorted_units(self, cases: Sequence[Case], refused: Set[Case]) -> Iterator[Sequence[Case]]:
        """Divide the calls into compilation units of similar size. Likely refused calls come last.

        If a call of a unit is refused, the other calls of the unit are compiled again. So calls
        that are likely to be refused get separate units. A call is likely to be refused if the spec
        refuses the call, or if CuTe has refused a call of the same operation although the spec
        accepts that call.
        """
        others, likely = list[Case](), list[Case]()
        for case in cases:
            apart = case in refused or case[0] in self._refusing
            (likely if apart else others).append(case)
        for some in filter(None, (others, likely)):
            yield from _units(some, ceil_div(len(some), ceil_div(len(some), UNIT)))

    def _not_written(self, case: Case) -> Rejected | None:
        operation, arguments = case
        if operation not in self.operations:
            return Rejected(f"{self} has no {operation}")
        try:
            text = call_text(operation, arguments)
        except IndexError:
            return Rejected(f"{operation} takes more than {len(arguments)} arguments")
        if any(len(digits) > 18 for digits in re.findall(r"\d+", text)):
            return Rejected("an integer does not fit any integer type of C++")
        return None

    def _outcomes(self, cases: Sequence[Case], *, again: bool = False) -> dict[Case, CallOutcome]:
        """Return the outcome of each call of a unit.

        If several calls cause the same error, the compiler reports it only for the first of them.
        So the results of a compilation count only if the compilation has no errors. If some calls
        have errors, the other calls are compiled again without these calls.
        """
        compiled = self._compiled(cases)
        if not compiled.errors and compiled.whole:
            return {cases[position]: result for position, result in compiled.results.items()}
        found = {cases[position]: error for position, error in compiled.errors.items()}
        left = [case for case in cases if case not in found]
        if not left:
            return found
        # From the second compilation on, split the calls into halves. One error may hide others, so
        # without halves each compilation might find only one more error.
        parts = 2 if again or not found else 1
        for part in _units(left, ceil_div(len(left), parts)):
            found |= self._outcomes(part, again=True)
        return found

    def _compiled(self, cases: Sequence[Case]) -> Compiled:
        lines = [declaration(call_text(*case), position) for position, case in enumerate(cases)]
        results: dict[int, CallOutcome] = {}
        errors: dict[int, CallOutcome] = {}
        whole = True
        for error in _errors(self._diagnosed(lines)):
            position = 0 if len(cases) == 1 else error.line - FIRST
            result = _RESULT.match(error.text)
            if result is not None:
                results[position] = value_of(result["type"])
            elif not 0 <= position < len(cases):
                whole = False
            elif "depth exceeds maximum" in error.text:
                errors[position] = Crashed("endless template recursion")
            else:
                errors.setdefault(position, Rejected(one_line(error.text)))
        if len(cases) == 1 and not errors and not results:
            errors = {0: Crashed("the compiler does not terminate")}
        return Compiled(results, errors, whole and len(results) == len(cases))

    def _diagnosed(self, lines: Iterable[str]) -> list[str]:
        """Compile the headers, followed by these lines, and return the compiler's messages."""
        header = self._header
        with tempfile.TemporaryDirectory(dir=header.parent) as name:
            folder = Path(name)
            calls = [*lines]
            text = (f'#include "{header}"', *preceding(calls, FIRST), *calls, "")
            (folder / "unit.cpp").write_text("\n".join(text))
            seconds = SECONDS[0] + SECONDS[1] * len(calls)
            done = self._run(("-fsyntax-only", "unit.cpp"), folder, seconds)
        return done.stderr.splitlines()

    @cached_property
    def _header(self) -> Path:
        """The headers, precompiled once for all units of this object."""
        header = self._folder / "cute.hpp"
        header.write_text(PREAMBLE)
        options = ("-x", "c++-header", str(header), "-o", f"{header}.gch")
        done = self._run(options, self._folder, 10 * SECONDS[0])
        if done.returncode != 0:
            said = next(_errors(done.stderr.splitlines()), None)
            reason = done.stderr.strip().splitlines()[-1:] or ["nothing"]
            problem = one_line(reason[0] if said is None else said.text)
            raise AbsentError(f"{self} cannot be compiled: {problem}")
        return header

    def _run(
        self, options: Sequence[str], folder: Path, seconds: int
    ) -> subprocess.CompletedProcess[str]:
        includes = [part for path in self.includes for part in ("-isystem", str(path))]
        command = limited((COMPILER, *FLAGS, *includes, *options), MEMORY, seconds)
        self._deadline.require()
        with subprocess.Popen(
            command,
            cwd=folder,
            env=os.environ | {"LC_ALL": "C"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        ) as compiler:
            try:
                while True:
                    try:
                        _, said = compiler.communicate(timeout=WATCH)
                    except subprocess.TimeoutExpired:
                        self._deadline.require()
                        continue
                    return subprocess.CompletedProcess(command, compiler.returncode, "", said)
            except BaseException:
                # Kill the process group: the child process is only a driver, which has started the
                # compiler.
                os.killpg(compiler.pid, signal.SIGKILL)
                raise


def packaged_headers(version: str) -> CuteCpp:
    """Return the headers of a version of CUTLASS, fetched on first use."""
    site = environment("cute-cpp", version)
    return CuteCpp(version, (site / "cutlass_library" / "source" / "include", *_cuda()))


def headers_at(path: Path) -> CuteCpp:
    """Return the headers at `path`: a folder with cute/layout.hpp, or a checkout of CUTLASS."""
    for folder in (path, path / "include"):
        if (folder / "cute" / "layout.hpp").is_file():
            return CuteCpp(str(path), (folder.resolve(), *_cuda()))
    raise AbsentError(f"neither {path} nor {path / 'include'} contains cute/layout.hpp")


def _cuda() -> tuple[Path, ...]:
    (version,) = pinned_versions("cuda-headers")
    site = environment("cuda-headers", version)
    (include,) = site.glob("nvidia/*/include")
    return include, include / "cccl"


def _errors(lines: Iterable[str]) -> Iterator[Error]:
    """Yield each error, with the line of the unit that instantiated the failing code."""
    called = 0
    for line in lines:
        asked = _CALLED.match(line)
        if asked is not None:
            called = int(asked[1])
        elif _CONTEXT.match(line) is not None:
            called = 0
        else:
            error = _ERROR.match(line)
            if error is not None:
                file, place, text = error.groups()
                yield Error(int(place) if file == "unit.cpp" and place else called, text)


def _is_refused(case: Case) -> bool:
    operation, arguments = case
    try:
        OPERATIONS[operation].function(*arguments)
    except (LayoutError, TypeError, LookupError, ArithmeticError):
        return True
    return False


def _units(cases: Sequence[Case], size: int) -> list[Sequence[Case]]:
    return [cases[start : start + size] for start in range(0, len(cases), size)]
