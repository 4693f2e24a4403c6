"""The main loop of a child that answers questions, with one JSON message per line.

The channel is standard input, used in both directions. The first output line is `[0, hello]`. After
an input line `[N, seconds, questions]`, there is one output line for each question: `[N, answer]`,
`[N + 1, answer]` and so on. After a question has forked the process, each output line has a third
entry, `true`.
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

from verif.processes.limit import limit, remove_limit


def serve(answer: Callable[[Any], Any], hello: Any = None) -> None:
    """Answer questions until the channel closes.

    Each list of questions comes with a limit of processor seconds for a single question. If a
    question exceeds this limit, or `answer` raises an error, the process ends.
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
            limit(seconds)
            found = answer(question)
            if os.getpid() != born:
                # `answer` has forked the original process, and this process is the fork. Only the
                # original process may send the answer, so the fork exits.
                os._exit(0)
            send(number, found)
            remove_limit()


def _end_with_asker(channel: socket.socket) -> None:
    """Kill this process group as soon as the other end of the channel is closed."""
    hangup = select.poll()
    hangup.register(channel, 0)
    hangup.poll()
    os.killpg(os.getpid(), signal.SIGKILL)
