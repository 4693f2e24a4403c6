"""`make upstream-mutants-cpp`: mutants of the CuTe headers that contain the algebra."""

import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

from tests.oracle.behaviour import DEAD
from tests.oracle.changes_of_cpp import mutants_of
from tests.oracle.mutants_shown import VERSION, Subject, run
from verif.upstream.cute_cpp import COMPILER, headers_at
from verif.upstream.environments import environment

FILES = (
    "layout.hpp",
    "stride.hpp",
    "int_tuple.hpp",
    "swizzle.hpp",
    "layout_composed.hpp",
    "algorithm/tuple_algorithms.hpp",
)
"""The headers to mutate."""

SECONDS = 300
"""The time limit for compiling and running the random calls, in seconds."""

CALLS = Path(__file__).with_name("behaviour.cpp")


def include():
    """Return the folder of the unchanged headers."""
    return environment("cute-cpp", VERSION) / "cutlass_library" / "source" / "include"


@contextmanager
def mutated(mutant):
    """Yield a copy of the folder of headers in which one header has the mutant's change.

    All other headers are links.
    """
    with tempfile.TemporaryDirectory(prefix="cute-") as folder:
        copy = Path(folder) / "include"
        shutil.copytree(include(), copy, copy_function=os.symlink)
        path = copy / "cute" / mutant.file
        text = path.read_text()
        path.unlink()
        path.write_text(mutant.applied(text))
        yield copy


def behaviour(copy):
    """Compile and run the random calls. Return the lines of their output, or the compile error."""
    includes = [part for path in headers_at(copy).includes for part in ("-isystem", str(path))]
    with tempfile.TemporaryDirectory(prefix="calls-") as folder:
        program = f"{folder}/calls"
        options = ("-std=c++17", "-w", "-fmax-errors=1", *includes, str(CALLS), "-o", program)
        try:
            compiled = _ended((COMPILER, *options))
            if compiled.returncode != 0:
                errors = [line for line in compiled.stderr.splitlines() if "error: " in line]
                return [f"error: {errors[0].partition('error: ')[2]}" if errors else DEAD]
            ran = _ended((program,))
        except subprocess.TimeoutExpired:
            return [DEAD]
    return [*ran.stdout.splitlines(), f"exit code {ran.returncode}"]


def _ended(command):
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)


def subject():
    """Return the fetched headers of CuTe C++ as an implementation to mutate."""
    folder = include()
    return Subject(
        name="cute-cpp",
        mutants={file: mutants_of(file, (folder / "cute" / file).read_text()) for file in FILES},
        mutated=mutated,
        unchanged=folder,
        behaviour=behaviour,
        budget=180,
        sample=60,
        target="upstream-mutants-cpp",
        calls="the calls of `tests/oracle/behaviour.cpp`, compiled and run",
    )


if __name__ == "__main__":
    run(subject())
