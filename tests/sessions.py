"""`python -m tests.sessions`: runs the console sessions of the documents and writes their output.

A session whose command decides claims or fetches implementations is left as it is.
"""

import contextlib
import io
import os
import re
import shlex
import tempfile
from pathlib import Path

from verif.cli.main import main

ROOT = Path(__file__).parents[1]

LONG = ("prove ", "explain ", "upstream ", "lemmas ", "book ", "serve", "help")

BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)
SESSION = re.compile(r"^\$ layout-verif (.+)\n((?:[^$\n].*\n|\n)*)", re.MULTILINE)


def answered(text):
    """Return a document with the output that its commands have now."""
    return BLOCK.sub(lambda block: SESSION.sub(_answered, block[0]), text)


def output(command):
    """Return what a command prints: standard output, then standard error."""
    out, err = io.StringIO(), io.StringIO()
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        contextlib.suppress(SystemExit),
    ):
        main(shlex.split(command, comments=True))
    return out.getvalue() + err.getvalue()


def _answered(session):
    command, told = session.groups()
    if not told or command.startswith(LONG):
        return session[0]
    printed = output(command)
    if "a fault of layout-verif" in printed:
        raise RuntimeError(f"{command}: {printed}")
    return f"$ layout-verif {command}\n{printed}"


def write():
    """Write the output of all sessions anew."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for page in pages:
            text = page.read_text()
            page.write_text(answered(text))


if __name__ == "__main__":
    write()
