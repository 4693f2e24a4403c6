"""Compile public kernels without a GPU or TPU, and audit what their compilers wrote.

`make audit-public` writes reports/audit-public.json and reports/audit-public.md. The kernels are
taken from archives of package registries, which `requirements.lock` pins, and are never part of
this project. The options `--triton PYTHON`, `--cute PYTHON` and `--xla PYTHON` name the Python
in which a compiler is installed; the default is the Python that runs this module. If the command
names kernels, only these kernels are audited, and all other results stay unchanged.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import resource
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import Final

import msgspec

from benchmarks.public.page import page
from benchmarks.public.records import (
    FOLDER,
    SCHEMA_VERSION,
    Kernel,
    KernelRecord,
    PublicRecord,
    TextRecord,
    kernels,
    pinned,
    text_record,
)
from verif.audit.audit import audited, compared
from verif.pages.encoding import as_json
from verif.pages.files import ROOT, write_whole

REPORT: Final = ROOT / "reports" / "audit-public.json"
ARCHIVES: Final = ROOT / "build" / "public"

COMPILERS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "triton": ("triton", ("triton",)),
    "cute": ("cutlass", ("nvidia-cutlass-dsl",)),
    "xla": ("jax", ("jax", "jaxlib", "libtpu")),
}
"""For each compiler: a module that exists if the compiler is installed, and the packages whose
versions the page shows."""

MISSING: Final = 2
"""The exit status if a compiler or an archive is missing."""


class MissingError(Exception):
    """A compiler, an archive or the result of a compiler is missing; the message says which."""


def main(arguments: Sequence[str]) -> int:
    """Compile and audit the kernels, and write the reports."""
    parser = argparse.ArgumentParser(prog="audit-public", description=__doc__)
    parser.add_argument("names", nargs="*", help="kernels; all by default")
    for maker, (_, packages) in COMPILERS.items():
        name = " and ".join(packages)
        parser.add_argument(f"--{maker}", metavar="PYTHON", default=sys.executable, help=name)
    given = parser.parse_args(arguments)
    every = kernels()
    chosen = [one for one in every if one.name in given.names or not given.names]
    if unknown := set(given.names) - {one.name for one in every}:
        parser.error(f"no kernel is called {', '.join(sorted(unknown))}")
    try:
        pythons = {one.maker: str(getattr(given, one.maker)) for one in chosen}
        versions = {maker: versions_of(maker, python) for maker, python in pythons.items()}
        sources = fetched()
        found = {one.name: one for one in committed()} if given.names else {}
        for kernel in chosen:
            sys.stderr.write(f"{kernel.name} ..\n")
            python = pythons[kernel.maker]
            found[kernel.name] = record(kernel, python, versions[kernel.maker], sources)
    except MissingError as error:
        sys.stderr.write(f"audit-public: {error}\n")
        return MISSING
    whole = PublicRecord(
        SCHEMA_VERSION, tuple(found[one.name] for one in every if one.name in found)
    )
    write_whole(REPORT, as_json(whole))
    write_whole(REPORT.with_suffix(".md"), page(whole).encode())
    return 0


def committed() -> tuple[KernelRecord, ...]:
    """Return the records of the committed report."""
    if not REPORT.exists():
        return ()
    return msgspec.json.decode(REPORT.read_bytes(), type=PublicRecord).kernels


def versions_of(maker: str, python: str) -> str:
    """Return the names and versions of a compiler's packages. Raises MissingError."""
    module, packages = COMPILERS[maker]
    code = (
        f"import {module}, importlib.metadata as m; "
        f"print(', '.join(n + ' ' + m.version(n) for n in {packages!r}))"
    )
    told = ran([python, "-c", code], f"{' and '.join(packages)} must be installed in {python}")
    return f"{told.strip().splitlines()[-1]}"


def fetched() -> Path:
    """Fetch missing pinned archives. Unpack all archives, and return the folder of their files."""
    archives = ARCHIVES / "archives"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--require-hashes", "--only-binary", ":all:", "--dest", str(archives)]
    ran(
        [*command, "--requirement", str(FOLDER / "requirements.lock")],
        "the archives of benchmarks/public/requirements.lock must be fetched by pip",
    )
    sources = ARCHIVES / "sources"
    for name, version in pinned().items():
        (archive,) = archives.glob(f"{name.replace('-', '_')}-{version}-*.whl")
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(sources / name)
    return sources


def record(kernel: Kernel, python: str, versions: str, sources: Path) -> KernelRecord:
    """Compile a kernel for its targets, and audit the compiler's texts. Raises MissingError."""
    source = sources / kernel.package
    with tempfile.TemporaryDirectory() as folder:
        start = seconds_of_children()
        compiled(kernel, python, source, Path(folder), sources)
        seconds = seconds_of_children() - start
        return KernelRecord(
            *(kernel.name, kernel.title, kernel.repository),
            *(kernel.package, pinned()[kernel.package], kernel.file),
            hashlib.sha256((source / kernel.file).read_bytes()).hexdigest(),
            *(kernel.given, versions, round(seconds, 1)),
            tuple(texts(kernel, Path(folder))),
        )


def compiled(kernel: Kernel, python: str, source: Path, out: Path, sources: Path) -> None:
    """Run the script that compiles a kernel and writes the compiler's output to `out`."""
    given = out / "kernel.json"
    given.write_bytes(msgspec.json.encode(kernel))
    (target, *_) = kernel.targets
    environment = {
        "PYTHONPATH": os.pathsep.join(str(sources / name) for name in kernel.paths),
        "TRITON_CACHE_DIR": str(out / "cache"),
        "CUTE_DSL_ARCH": target.replace("sm", "sm_"),
        "CUTE_DSL_KEEP": "ir",
        "CUTE_DSL_DUMP_DIR": str(out),
    }
    maker = FOLDER / f"make_{kernel.maker}.py"
    ran(
        [python, str(maker), str(given), str(source), str(out)],
        f"{kernel.name} was not compiled by {python}",
        os.environ | environment,
    )


def texts(kernel: Kernel, folder: Path) -> Iterator[TextRecord]:
    """Audit the compiler's output for each target.

    If the program before optimization was also written, the output is compared with it.
    """
    for target in kernel.targets:
        found = [
            path for path in folder.glob(f"{kernel.name}.{target}.*") if ".before." not in path.name
        ]
        if len(found) != 1:
            raise MissingError(f"the compiler of {kernel.name} wrote nothing for {target}")
        text = found[0].read_text()
        before = folder / f"{kernel.name}.{target}.before.hlo"
        start = process_time()
        audit = compared(before.read_text(), text) if before.exists() else audited(text)
        yield text_record(target, text, audit, process_time() - start)


def seconds_of_children() -> float:
    """Return the processor seconds of the child processes.

    Unlike wall-clock time, this time hardly depends on the other processes of the machine.
    """
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ran(command: Sequence[str], expected: str, environment: Mapping[str, str] | None = None) -> str:
    """Run a command, and return its output.

    Raises MissingError with the last line of the standard error if the command fails.
    """
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    except OSError as error:
        raise MissingError(f"{expected}: {error}") from error
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"exit status {done.returncode}"]
        raise MissingError(f"{expected}: {said[-1]}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
