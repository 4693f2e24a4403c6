"""The traits of the atoms in CuTe's C++ headers, read from types that g++ prints.

Traits are types. The compiled text declares a template `Result`, but does not define it. So for
`Result<MMA_Traits<X>::CLayout> x;`, the compiler reports an error and prints the trait in full.
Nothing is run.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from verif.processes.child import GIBIBYTE, limited
from verif.upstream.cpp_text import value_of
from verif.upstream.cute_cpp import COMPILER, FLAGS, packaged_headers
from verif.upstream.outcome import Malformed

MMA_FILES: Final = ("sm70", "sm75", "sm80", "sm89", "sm90", "sm90_gmma")
COPY_FILES: Final = ("sm75", "sm90")

MMA: Final = ("Shape_MNK", "ThrID", "ALayout", "BLayout", "CLayout")
COPY: Final = ("SrcLayout", "DstLayout")

COPIED: Final = re.compile(r"SM\d\d_U\d+x\d+_(LDSM|STSM)_[NT]$")
"""The copies whose traits are compared: copies of 8 x 8 matrices."""

PREAMBLE: Final = "\n".join(
    (
        "#include <cute/tensor.hpp>",
        *(f"#include <cute/atom/mma_traits_{file}.hpp>" for file in MMA_FILES),
        *(f"#include <cute/atom/copy_traits_{file}.hpp>" for file in COPY_FILES),
        "template <class> struct Result;",
    )
)

SECONDS: Final = 600
"""The compiler's limit of processor time, in seconds."""

_RESULT: Final = re.compile(
    r"^unit\.cpp:(\d+):\d+: error: aggregate 'Result<(.*)> x\d+' has incomplete type"
)
_PLAIN: Final = r"template\s*<>\s*struct {kind}_Traits<([\w:]+)>"
_OF_PARAMETERS: Final = re.compile(
    r"template\s*<([^>]*)>\s*struct MMA_Traits<(\w+(?:::\w+)*)<[^>]*>>"
)

Traits = Mapping[str, Mapping[str, str]]
"""For each instruction: the members of its traits by name, as text in the project's notation."""


def traits(version: str) -> Traits:
    """Return the traits in a version of CUTLASS, which is fetched on first use.

    Operations with template parameters, such as wgmma, are read with K-major operands.
    """
    includes = packaged_headers(version).includes
    queries = tuple(_queries(includes[0] / "cute" / "atom"))
    lines = (f"Result<typename cute::{text}> x{n};" for n, (_, _, text) in enumerate(queries))
    head = PREAMBLE.count("\n") + 2
    found: dict[str, dict[str, str]] = {}
    for line in _diagnosed(includes, "\n".join((PREAMBLE, *lines, ""))):
        result = _RESULT.match(line)
        if result is not None:
            name, member, _ = queries[int(result[1]) - head]
            value = value_of(result[2])
            text = result[2] if isinstance(value, Malformed) else str(value).replace(" ", "")
            found.setdefault(name.partition("<")[0], {})[member] = text
    return found


def _queries(atoms: Path) -> Iterator[tuple[str, str, str]]:
    """Yield each operation and each member of its traits, with the C++ that queries the member."""
    for file in MMA_FILES:
        text = (atoms / f"mma_traits_{file}.hpp").read_text()
        names = re.findall(_PLAIN.format(kind="MMA"), text)
        for given, name in _OF_PARAMETERS.findall(text):
            values = ("Major::K" if "Major" in one else "ScaleIn::One" for one in given.split(","))
            names.append(f"{name}<{','.join(f'cute::GMMA::{one}' for one in values)}>")
        for name in names:
            yield from ((name, m, f"MMA_Traits<cute::{name}>::{m}") for m in MMA)
    for file in COPY_FILES:
        text = (atoms / f"copy_traits_{file}.hpp").read_text()
        for name in re.findall(_PLAIN.format(kind="Copy"), text):
            if COPIED.match(name):
                yield from ((name, m, f"Copy_Traits<cute::{name}>::{m}") for m in COPY)


def _diagnosed(includes: tuple[Path, ...], text: str) -> list[str]:
    """Compile a C++ text, and return the compiler's messages as lines."""
    with tempfile.TemporaryDirectory(prefix="layout-verif-") as name:
        (Path(name) / "unit.cpp").write_text(text)
        options = [part for path in includes for part in ("-isystem", str(path))]
        done = subprocess.run(
            limited(
                (COMPILER, *FLAGS, *options, "-fsyntax-only", "unit.cpp"), 6 * GIBIBYTE, SECONDS
            ),
            cwd=name,
            env=os.environ | {"LC_ALL": "C"},
            capture_output=True,
            text=True,
            check=False,
        )
    return done.stderr.splitlines()


if __name__ == "__main__":
    sys.stdout.write(json.dumps(traits(sys.argv[1]), indent=1, sort_keys=True) + "\n")
