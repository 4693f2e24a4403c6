"""Run calls in a forked process, because a call may end the process that runs it.

A parent process loads an implementation and forks a child, which answers calls until a call ends
the child. Then the parent forks the next child. Starting a new process would take as long as a
hundred calls.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sys
from collections.abc import Callable, Iterable, Mapping
from tempfile import TemporaryFile
from typing import IO, Any, Final

from verif.operations.operation import Function
from verif.processes.child import end_of
from verif.processes.limit import limit, remove_limit
from verif.upstream.adapted import one_line
from verif.upstream.outcome import Crashed, Rejected
from verif.upstream.wire import decoded, encoded, outcome_of

SECONDS: Final = 4.0
"""The limit of processor time for one call."""

_ASSERTED: Final = re.compile(r"Assertion `.*' failed|[^\n]*\nUNREACHABLE executed", re.DOTALL)
"""A pattern for the last message of a process that ended by a failed `assert` or check of LLVM."""


class Forked:
    """Answers JSON questions with the function that `made()` returns.

    `made` is called once.

    Pre-conditions: this process has one thread. Neither `made` nor the function that it returns
    starts another thread.
    """

    def __init__(self, made: Callable[[], Callable[[Any], Any]]) -> None:
        ours, theirs = socket.socketpair()
        if os.fork() == 0:
            ours.close()
            try:
                _fork_again_and_again(made(), theirs)
            finally:
                os._exit(0)
        theirs.close()
        self._channel = ours.makefile("rw")

    def ask(self, question: Any) -> Any:
        """Return the answer, or the JSON outcome of a question that ended the process.

        A failed assertion of the implementation is a refusal, although it ends the process.
        """
        self._channel.write(json.dumps(question) + "\n")
        self._channel.flush()
        return json.loads(self._channel.readline())


def forked_operations(
    names: Iterable[str], made: Callable[[], Mapping[str, Function]]
) -> dict[str, Function]:
    """Return the operations with these names. Each call runs in a forked process."""

    def answering() -> Callable[[Any], Any]:
        functions = made()

        def answer(question: Any) -> Any:
            name, arguments = question
            return outcome_of(functions[name], decoded(arguments))

        return answer

    forked = Forked(answering)

    def function(name: str) -> Function:
        return lambda *arguments: decoded(forked.ask([name, encoded(arguments)]))

    return {name: function(name) for name in names}


def _fork_again_and_again(answer: Callable[[Any], Any], channel: socket.socket) -> None:
    # Children must not use the channel on which this process itself receives questions.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    while True:
        with TemporaryFile() as words:
            process = os.fork()
            if process == 0:
                os.dup2(words.fileno(), 2)
                _answer_all(answer, channel)
                os._exit(0)
            code = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
            if code == 0:
                return
            channel.sendall((json.dumps(encoded(_end(code, words))) + "\n").encode())


def _answer_all(answer: Callable[[Any], Any], channel: socket.socket) -> None:
    # Read without a buffer: if the process ends, the lines in a buffer would be lost.
    with channel.makefile("rb", buffering=0) as questions:
        while line := questions.readline():
            limit(SECONDS)
            found = answer(json.loads(line))
            remove_limit()
            channel.sendall((json.dumps(found) + "\n").encode())
            sys.stderr.flush()


def _end(code: int, words: IO[bytes]) -> Crashed | Rejected:
    words.seek(0)
    asserted = _ASSERTED.search(words.read().decode(errors="replace"))
    if code == -signal.SIGABRT and asserted:
        # A backtick would end a quoted message on a page of findings.
        return Rejected(one_line(f"SIGABRT: {asserted[0]}").replace("`", "'"))
    return Crashed(end_of(code))
