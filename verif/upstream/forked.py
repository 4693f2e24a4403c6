"""Calls that may end their process, in one that is replaced at once: a copy of what is loaded.

A process that has loaded an implementation forks another, which answers until a call ends it;
then it forks the next. To start one anew takes as long as a hundred calls.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import sys
from collections.abc import Callable
from tempfile import TemporaryFile
from typing import IO, Any, Final

from verif.processes.child import end_of
from verif.upstream.adapted import one_line
from verif.upstream.outcome import Crashed, Rejected
from verif.upstream.wire import encoded

SECONDS: Final = 4.0
"""The processor time of one call."""

_ASSERTED: Final = re.compile(r"Assertion `.*' failed|[^\n]*\nUNREACHABLE executed", re.DOTALL)
"""The last words of `assert`, and of LLVM's own."""


class Forked:
    """Answers of `made()`, which is called once, to questions of JSON.

    Pre-conditions: this process has one thread, and what `made` makes starts none.
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
        """The answer; where the question has ended the process, how, as an outcome in JSON.

        An assertion of its own text is a refusal, though it ends the process.
        """
        self._channel.write(json.dumps(question) + "\n")
        self._channel.flush()
        return json.loads(self._channel.readline())


def _fork_again_and_again(answer: Callable[[Any], Any], channel: socket.socket) -> None:
    # The channel to whoever asks this process is not theirs.
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
    # A line at a time: what is read ahead would be lost with the process.
    with channel.makefile("rb", buffering=0) as questions:
        while line := questions.readline():
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            found = answer(json.loads(line))
            signal.setitimer(signal.ITIMER_PROF, 0)
            channel.sendall((json.dumps(found) + "\n").encode())
            sys.stderr.flush()


def _end(code: int, words: IO[bytes]) -> Crashed | Rejected:
    words.seek(0)
    asserted = _ASSERTED.search(words.read().decode(errors="replace"))
    if code == -signal.SIGABRT and asserted:
        # In a page of findings a backtick would end what is quoted.
        return Rejected(one_line(f"SIGABRT: {asserted[0]}").replace("`", "'"))
    return Crashed(end_of(code))
