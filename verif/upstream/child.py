"""An implementation in Python in a child process, started again when a call has ended it."""

from __future__ import annotations

import atexit
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from verif.upstream.in_process import MissingImplementationError
from verif.upstream.outcome import Crashed, Operand, Outcome, Rejected
from verif.upstream.wire import decoded, encoded, outcome

SECONDS: Final = 5.0
"""The processor time of one call."""

IMPATIENCE: Final = 12.0
"""So many times as long by the clock: the machine may be busy, or the call may be asleep."""

STARTING: Final = 120.0
"""The seconds in which an implementation must be imported."""

CHUNK: Final = 256
"""How many calls are sent at once; the child reads them all before it answers."""

GIBIBYTE: Final = 2**30


@dataclass
class Child:
    """One version of an implementation in Python; its process starts with the first question."""

    name: str
    version: str
    kind: str
    where: str
    seconds: float = SECONDS
    memory: int = 2 * GIBIBYTE
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False, repr=False)
    _owner: int = field(default=0, init=False, repr=False)
    _unread: bytes = field(default=b"", init=False, repr=False)
    _operations: frozenset[str] = field(default=frozenset(), init=False, repr=False)

    def __str__(self) -> str:
        return f"{self.name} {self.version}".rstrip()

    @property
    def operations(self) -> frozenset[str]:
        """The names in the spec of the operations that it has."""
        self._running()
        return self._operations

    def apply(self, operation: str, arguments: tuple[Operand, ...]) -> Outcome:
        """What comes of one call."""
        return self.apply_all([(operation, arguments)])[0]

    def apply_all(self, cases: Sequence[tuple[str, tuple[Operand, ...]]]) -> list[Outcome]:
        """What comes of each of many calls, in their order."""
        found: list[Outcome | None] = [
            None if name in self.operations else Rejected(f"{self} has no {name}")
            for name, _ in cases
        ]
        waiting = [position for position, one in enumerate(found) if one is None]
        while waiting:
            sent = waiting[:CHUNK]
            outcomes = list(self._outcomes([cases[position] for position in sent]))
            for position, one in zip(sent, outcomes, strict=False):
                found[position] = one
            del waiting[: len(outcomes)]
        return [one for one in found if one is not None]

    def stop(self) -> None:
        """End the process; the next question starts a new one."""
        if self._process is not None and self._owner == os.getpid():
            self._process.kill()
            self._process.communicate()
        self._process = None

    def _outcomes(self, cases: Sequence[tuple[str, tuple[Operand, ...]]]) -> Iterator[Outcome]:
        """What comes of the calls, as far as the process lives."""
        process = self._running()
        assert process.stdin is not None
        question = json.dumps([(name, encoded(arguments)) for name, arguments in cases])
        try:
            process.stdin.write(question.encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            yield self._end(process)
            return
        try:
            for _ in cases:
                line = self._line(process, self.seconds * IMPATIENCE)
                if line is None:
                    yield self._end(process)
                    return
                yield outcome(decoded(json.loads(line)))
        except BaseException:
            # Whoever asks next must not read what is still to come of this question.
            self.stop()
            raise

    def _end(self, process: subprocess.Popen[bytes]) -> Crashed:
        """How it ended, or that it did not answer; it is ended then."""
        code = process.poll()
        if code is None and not _is_readable(process, 0.0):
            self.stop()
            return Crashed(f"no answer within {self.seconds * IMPATIENCE:g} s")
        code = process.wait()
        self.stop()
        if code == -signal.SIGPROF:
            return Crashed(f"no answer within {self.seconds:g} s of processor time")
        return Crashed(signal.Signals(-code).name if code < 0 else f"exit code {code}")

    def _running(self) -> subprocess.Popen[bytes]:
        if self._owner != os.getpid():
            # After a fork the process is the parent's, who reads its answers.
            self._process, self._owner = None, os.getpid()
        if self._process is not None and self._process.poll() is not None:
            self.stop()
        if self._process is None:
            self._process = self._started()
        return self._process

    def _started(self) -> subprocess.Popen[bytes]:
        limits = (str(self.seconds), str(self.memory))
        process = subprocess.Popen(
            # -P: a folder `spec` where the user stands is not ours. -B: a checkout stays clean.
            [
                sys.executable,
                "-P",
                "-B",
                "-m",
                "verif.upstream.serve",
                self.kind,
                self.where,
                *limits,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._unread = b""
        line = self._line(process, STARTING)
        hello: dict[str, Any] = {} if line is None else json.loads(line)
        if "operations" not in hello:
            process.kill()
            process.communicate()
            problem = hello.get("missing", "its process ended while it was imported")
            raise MissingImplementationError(f"{self} cannot be run: {problem}")
        self._operations = frozenset(hello["operations"])
        self.version = self.version or hello["version"] or "unversioned"
        atexit.register(self.stop)
        return process

    def _line(self, process: subprocess.Popen[bytes], seconds: float) -> bytes | None:
        """The next line; None where there is none in time, or at all."""
        assert process.stdout is not None
        deadline = time.monotonic() + seconds
        while b"\n" not in self._unread:
            if not _is_readable(process, deadline - time.monotonic()):
                return None
            more = os.read(process.stdout.fileno(), 2**16)
            if not more:
                return None
            self._unread += more
        line, _, self._unread = self._unread.partition(b"\n")
        return line


def _is_readable(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Whether there is more to read, be it the end, within the time."""
    assert process.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        return bool(selector.select(max(0.0, seconds)))
