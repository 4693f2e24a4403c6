"""The operations of Mojo's `layout` package, by their names in the spec.

The operations run in a Mojo program, which is compiled once, into the folder of the version. If a
call ends the program's process, the outcome says how the process ended, and a new process answers
the next calls.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from typing import Any, Final

from spec.errors import LayoutError, MalformedError
from spec.int_tuple import format_int_tuple
from verif.operations.operand import Arguments
from verif.operations.operation import Function
from verif.processes.child import end_of
from verif.upstream.adapted import one_line
from verif.upstream.in_process import CrashedError, RejectedError
from verif.upstream.mojo_text import CALLS, CHECKED, line, program
from verif.upstream.wire import decoded

SECONDS: Final = 30.0
"""The wall-clock limit of one call, in seconds.

Most calls take less than 30 ms, but a call may take longer on a busy machine.
"""

BUILDING: Final = 300
"""The time limit for compiling the program, in seconds."""

ANSWER: Final = "> "
"""The prefix of an answer line."""

_LAST: Final = re.compile(r"(?:(ABORT|Assert Error)): (?:\S+\.mojo:\d+:\d+: )?([^\n]*)")
"""A pattern for the message of `abort` or of a failed assertion."""


def program_of(folder: str) -> Path:
    """Compile the program with the compiler in a folder. Raises ImportError if that fails."""
    text = program()
    digest = hashlib.sha256((CHECKED + text).encode()).hexdigest()[:12]
    name = f"layout-calls-{digest}"
    path = Path(folder, name)
    if path.is_file():
        return path
    with tempfile.TemporaryDirectory(dir=folder) as place:
        source, made = Path(place, "calls.mojo"), Path(place, name)
        source.write_text(text)
        done = compiler(folder, place, "build", *CHECKED.split(), str(source), "-o", str(made))
        if not made.is_file():
            errors = [said for said in done.stderr.splitlines() if "error: " in said]
            raise ImportError(one_line((errors or ["the program is not compiled"])[0]))
        # Another process may compile the same program at the same time. So compile to another file,
        # and rename this file when it is complete.
        made.replace(path)
    return path


def compiler(folder: str, home: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command `mojo` of the package that is installed in `folder`.

    Pip installs no script for this command. The command writes its files to `home`.
    """
    return subprocess.run(
        [sys.executable, "-c", f"from mojo.run import *; subprocess_run_mojo({[*arguments]!r})"],
        env=os.environ | {"PYTHONPATH": folder, "MODULAR_HOME": home},
        capture_output=True,
        text=True,
        timeout=BUILDING,
        check=False,
    )


@dataclass
class Program:
    """The running Mojo program. If a call ends its process, the next call starts a new process."""

    path: Path
    _process: subprocess.Popen[str] | None = field(init=False, default=None)

    def ask(self, question: str) -> Any:
        """Send the line `question` to the program, and return the program's answer.

        Raises RejectedError if the program aborts, and CrashedError if the program ends in any
        other way.
        """
        process = self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(question + "\n")
        process.stdin.flush()
        killing = Timer(SECONDS, process.kill)
        killing.start()
        try:
            words = ""
            for said in process.stdout:
                if said.startswith(ANSWER):
                    return json.loads(said.removeprefix(ANSWER))
                words += said
        finally:
            killing.cancel()
        self._process = None
        code = process.wait()
        last = _LAST.search(words)
        if code == -signal.SIGKILL:
            raise CrashedError(f"no answer within {SECONDS:.0f} s")
        if last is None:
            raise CrashedError(end_of(code))
        raise RejectedError(one_line(f"{last[1]}: {last[2]}"))

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            self._process = subprocess.Popen(
                [str(self.path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                # Skip symbol names: finding them for a crash takes longer than all calls together.
                env=os.environ | {"LLVM_DISABLE_SYMBOLIZATION": "1"},
                text=True,
            )
        return self._process


def operations_of(path: Path) -> dict[str, Function]:
    """Return the program's operations on the spec's values."""
    running = Program(path)

    def function(name: str) -> Function:
        def called(*arguments: Any) -> Any:
            return _answer(running, name, arguments)

        return called

    return {name: function(name) for name in CALLS}


def _answer(running: Program, name: str, arguments: Arguments) -> Any:
    question = line(name, arguments)
    if question is None:
        raise RejectedError(f"Mojo has no {name} of such arguments")
    said = running.ask(question)
    try:
        return decoded(said)
    except (LayoutError, TypeError) as malformed:
        parts = [format_int_tuple(decoded(part)) for part in said["layout"]]
        raise MalformedError(one_line(f"{':'.join(parts)}, where {malformed}")) from malformed
