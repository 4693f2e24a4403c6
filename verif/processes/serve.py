"""The life of a child that answers: questions in, answers out, one a line.

The channel is standard input, in both directions. A line in: `[N, seconds, questions]`. Then for
each question a line out, `[N, answer]`, `[N + 1, answer]` and so on; `[0, hello]` comes first.
After a question that forked, the lines have `true` at their end.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import threading
from collections.abc import Callable
from typing import Any


def serve(answer: Callable[[Any], Any], hello: Any = None) -> None:
    """Answer as long as somebody asks, each question within its seconds of the processor.

    A question that takes more of them, or an error that `answer` raises, ends the process.
    """
    channel = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    threading.Thread(target=_end_with_asker, args=(channel,), daemon=True).start()
    born = os.getpid()
    output = channel.makefile("w")
    forks: list[bool] = []
    os.register_at_fork(after_in_parent=lambda: forks.append(True))

    def send(number: int, message: Any) -> None:
        output.write(json.dumps([number, message, *forks[:1]]) + "\n")
        output.flush()

    send(0, hello)
    for line in channel.makefile():
        first, seconds, questions = json.loads(line)
        for number, question in enumerate(questions, first):
            # Its default action ends the process, wherever it is.
            signal.setitimer(signal.ITIMER_PROF, seconds)
            found = answer(question)
            if os.getpid() != born:
                # The question forked: one answers.
                os._exit(0)
            send(number, found)
            signal.setitimer(signal.ITIMER_PROF, 0)


def _end_with_asker(channel: socket.socket) -> None:
    """End this process, and what it started, as soon as nobody is there who could ask."""
    hangup = select.poll()
    hangup.register(channel, 0)
    hangup.poll()
    os.killpg(os.getpid(), signal.SIGKILL)
