"""Compile generated files with Rocq. A file that has not changed is not compiled again.

Rocq's result is stored for each file, even if Rocq rejects the file.
"""

from __future__ import annotations

import hashlib
import signal
import subprocess
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from verif.certify.generated.files import COMMON, File
from verif.certify.run import ESCAPES, UncertifiedError, require_proved, version
from verif.certify.theorems import FOLDER, imported, ordered
from verif.processes.child import GIBIBYTE, limited

MEMORY: Final = 4 * GIBIBYTE
SECONDS: Final = 120
"""The limits for one file: bytes of memory, and seconds of processor time."""

OUT_OF_TIME: Final = (signal.SIGXCPU, signal.SIGKILL)
"""The signals that end a process at its limit of processor time."""


@dataclass
class Build:
    """A folder with compiled files.

    The key of a file depends on its text, its imports and the version of Rocq.

    If Rocq accepted `NAME.v`, the file `NAME.key` contains the key and the digest of `NAME.vo`. A
    damaged `NAME.vo` has another digest, so `NAME.v` is compiled again. If Rocq rejected a text,
    the file `NAME.KEY.rejected` contains the reason.
    """

    folder: Path
    cores: int
    keys: dict[str, str] = field(default_factory=dict[str, str])
    compiled: set[str] = field(default_factory=set[str])
    """The files that were compiled in this run."""
    printed: Mapping[str, str] = field(default_factory=dict[str, str])
    """Maps file names to newly printed texts, which are used instead of the files in `certify/`."""
    again: Collection[str] = ()
    """The files that are compiled again even if Rocq rejected the same text before.

    Tactics have limits of real time, so Rocq may reject a file only because the machine is busy.
    """

    def common(self, text: str, first: Iterable[str]) -> None:
        """Compile the files that all theorems import. Raises UncertifiedError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        before: tuple[str, ...] = ()
        for name in first:
            self._must(name, self._text(name), before)
            before = (*before, name)
        require_no_gap(COMMON, text)
        self._must(COMMON, text, before)

    def library(self, name: str) -> None:
        """Compile a file of `certify/` and the files that it imports. Raises UncertifiedError."""
        for each in ordered(FOLDER, (name,)):
            if each not in self.keys:
                imports = (one for one in imported(FOLDER / f"{each}.v") if one in self.keys)
                text = self._text(each)
                require_no_gap(each, text)
                self._must(each, text, imports)

    def _text(self, name: str) -> str:
        if f"{name}.v" in self.printed:
            return self.printed[f"{name}.v"]
        path = FOLDER / f"{name}.v"
        path = path if path.is_file() else FOLDER / "obligations" / f"{name}.v"
        return path.read_text()

    def _must(self, name: str, text: str, imports: Iterable[str]) -> None:
        why = self.compile(name, text, imports, again=True)
        if why:
            raise UncertifiedError(f"{name}.v: {why}")

    def compile(self, name: str, text: str, imports: Iterable[str], *, again: bool = False) -> str:
        """Compile a file if its key has changed. Return the reason why Rocq rejects it, or "".

        With `again`, also compile a file that Rocq rejected before.
        """
        keys = (self.keys[each] for each in imports)
        key = hashlib.sha256("\0".join((version(), name, text, *keys)).encode()).hexdigest()
        self.keys[name] = key
        source, done = self.folder / f"{name}.v", self.folder / f"{name}.key"
        compiled = source.with_suffix(".vo")
        if _is_kept(done, key, compiled):
            return ""
        # A claim has two scripts with the same name, but with different keys. So the file name of a
        # rejection contains the key.
        rejected = self.folder / f"{name}.{key}.rejected"
        if rejected.is_file() and not (again or name in self.again):
            return rejected.read_text(errors="replace")
        done.unlink(missing_ok=True)
        source.write_text(text)
        why = self._coqc(name)
        if why:
            rejected.write_text(why)
        else:
            done.write_bytes(_entry(key, compiled))
            self.compiled.add(name)
        return why

    def _coqc(self, name: str) -> str:
        command = limited(("coqc", "-q", f"{name}.v"), MEMORY, SECONDS)
        ran = subprocess.run(
            command,
            cwd=self.folder,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if ran.returncode == 0:
            return ""
        if -ran.returncode in OUT_OF_TIME:
            return f"Rocq: out of time, after {SECONDS} s of processor time"
        if ran.returncode < 0:
            return f"Rocq: ended by signal {-ran.returncode}"
        said = " ".join((ran.stderr or ran.stdout).split())
        late = "out of time: " if "timeout!" in said.lower() else ""
        return f"Rocq: {late}{said.partition('Error: ')[2][:160] or said[:160]}"

    def all(self, files: Iterable[File]) -> Mapping[str, str]:
        """Compile files that do not import each other. Return the reason for each failure."""
        found = list(files)
        for each in found:
            require_no_gap(each.name, each.text)
        with ThreadPoolExecutor(self.cores) as pool:
            said = pool.map(lambda f: self.compile(f.name, f.text, f.imports), found)
        return {each.name: why for each, why in zip(found, said, strict=True) if why}

    def require_closed(self, proved: Iterable[File]) -> None:
        """Check that each theorem proves its statement without axioms. Raises UncertifiedError."""
        files = list(proved)
        imports = (f"Require Import {COMMON}.", *(f"Require {each.name}." for each in files))
        theorems = [(each.name, each.theorem, each.statement) for each in files]
        try:
            require_proved(self.folder, imports, theorems)
        except UncertifiedError as why:
            raise UncertifiedError(f"a theorem does not prove its statement: {why}") from None


def _entry(key: str, compiled: Path) -> bytes:
    """Return the content of `NAME.key`."""
    return f"{key} {hashlib.sha256(compiled.read_bytes()).hexdigest()}".encode()


def _is_kept(done: Path, key: str, compiled: Path) -> bool:
    """Return whether the compiled file has this key and is unchanged since it was compiled."""
    exist = done.is_file() and compiled.is_file()
    return exist and done.read_bytes() == _entry(key, compiled)


def require_no_gap(name: str, text: str) -> None:
    """Raise UncertifiedError if a file has a word that could leave a gap in a proof."""
    found = ESCAPES.search(text)
    if found:
        raise UncertifiedError(
            f"{name}.v has the word {found[0]!r}, which may leave a gap in a proof"
        )
