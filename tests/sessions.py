"""`python -m tests.sessions`: run the console sessions of documents and write their output.

Sessions that decide claims or fetch implementations are left unchanged.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import tempfile
from pathlib import Path

from verif.cli.main import main

ROOT = Path(__file__).parents[1]

EXAMPLES = ROOT / "examples" / "audit"
"""The folder of the files that commands in the documents audit."""

KERNELS = ROOT / "examples" / "kernels"
"""The folder of the kernel files that commands in the documents decide."""

LONG = ("prove ", "explain D6", "upstream ", "lemmas ", "book ", "serve", "help")

BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
SESSION = re.compile(r"^\$ layout-verif (.+)\n((?:[^$\n].*\n|\n)*)", re.MULTILINE)


def answered(text):
    """Return a document in which each command has its current output."""
    return BLOCK.sub(lambda block: SESSION.sub(_answered, block[0]), text)


def output(command):
    """Return the output of a command: standard output, then standard error."""
    # Some commands write bytes, which an io.StringIO does not accept.
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        contextlib.suppress(SystemExit),
    ):
        main(shlex.split(command, comments=True))
    printed = b""
    for stream in (out, err):
        stream.flush()
        printed += stream.buffer.getvalue()
    return printed.decode()


def _answered(session):
    command, shown = session.groups()
    if not shown or command.startswith(LONG):
        return session[0]
    printed = output(command)
    if "a fault of layout-verif" in printed:
        raise RuntimeError(f"{command}: {printed}")
    return f"$ layout-verif {command}\n{printed}"


def write():
    """Update the output of all sessions."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True)
        shutil.copytree(KERNELS, folder, dirs_exist_ok=True)
        for page in pages:
            text = page.read_text()
            page.write_text(answered(text))


if __name__ == "__main__":
    write()
