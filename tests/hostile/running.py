"""Run commands in this process on random hostile inputs, and report crashes and hangs."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Callable, Generator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Final

from spec.errors import LayoutError
from tests.hostile.drawn import claims_file, expression, question, xla_expression
from verif.claims.catalogue import claims_in
from verif.cli.main import main
from verif.cli.operands import Answered, answer_line
from verif.deciding.decide import decide
from verif.expression import evaluated, formatted, read
from verif.kernel.errors import ClaimError
from verif.questions import Effort, ask, read_question
from verif.upstream.in_process import SPEC

SECONDS: Final = 20
"""Processor seconds after which an input counts as hanging."""

ANSWERS: Final = (0, 1, 2, 3)
"""Exit statuses of answers; any other status is a crash."""


class HangError(BaseException):
    """Raised if an input takes too long."""


@dataclass(frozen=True)
class Trouble:
    """An input that crashed or hung a command, and what happened."""

    command: str
    text: str
    how: str


def _evaluated(text: str) -> str | None:
    with suppress(LayoutError, RecursionError):
        formatted(evaluated(read(text), SPEC))
    return None


def _checked(text: str) -> str | None:
    with suppress(LayoutError, RecursionError):
        answer_line(Answered(text, ask(read_question(text), Effort(seconds=0.1))))
    return None


def commanded(*arguments: str) -> str | None:
    """Return how the command crashed, or None if it answered."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            main(arguments)
        except SystemExit as ended:
            status = ended.code
    output = out.getvalue() + err.getvalue()
    if status not in ANSWERS or "Traceback" in output:
        return f"exit status {status}: {output[-300:]}"
    return None


def _decided(text: str) -> str | None:
    path = Path(f"drawn_{abs(hash(text))}.py")
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    try:
        for claim in claims_in(path).values():
            decide(claim, 0.2)
    except ClaimError as error:
        return None if "\n" not in str(error) else f"more than one line: {error}"
    finally:
        path.unlink()
    return None


COMMANDS: Final[dict[str, tuple[Callable[[Random], str], Callable[[str], str | None]]]] = {
    "eval": (expression, _evaluated),
    "check": (question, _checked),
    "xla": (xla_expression, _evaluated),
    "prove": (claims_file, _decided),
}


def troubles(command: str, seed: int, count: int) -> Generator[Trouble]:
    """Draw inputs for a command, and yield those that crash or hang it."""
    drawn, run = COMMANDS[command]
    draw = Random(f"{command} {seed}")
    for _ in range(count):
        text = drawn(draw)
        try:
            with _within(SECONDS):
                how = run(text)
        except HangError:
            how = f"more than {SECONDS} s"
        except Exception as error:
            how = f"{type(error).__name__}: {error}"
        if how is not None:
            yield Trouble(command, text, how)


@contextmanager
def _within(seconds: float) -> Generator[None]:
    """Raise HangError if the block takes more than this many processor seconds."""

    def late(_number: int, _frame: FrameType | None) -> None:
        raise HangError

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


SHARES: Final = {"eval": 0.4, "check": 0.3, "xla": 0.299, "prove": 0.001}
"""The share of all inputs that each command gets."""


def _all(count: int) -> int:
    """Run commands on `count` inputs. Return the total of crashes, hangs and files left behind."""
    found = 0
    with TemporaryDirectory() as folder, chdir(folder):
        for command, share in SHARES.items():
            for trouble in troubles(command, count, round(share * count)):
                found += 1
                print(f"{trouble.command}: {trouble.text!r}: {trouble.how}", flush=True)
            print(f"{command}: {round(share * count)} texts", flush=True)
        found += len(list(Path().iterdir()))
    print(f"{count} texts: {found} crashed, hung, or left a file")
    return found


if __name__ == "__main__":
    sys.exit(bool(_all(int(sys.argv[1]))))
