"""Compare the time of audits with the time that compilers take for the same texts.

`make test-audit` installs the compilers in a separate environment. A process in that environment
reports the processor seconds that a compiler takes, not counting the process's start. Each round
has fresh texts. A long text consists of renamed copies of the functions in a round's texts. If the
environment is missing, the table has no rows for audits.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import Any, Final

from benchmarks.measuring import ROOT, ROUNDS, took
from benchmarks.rows import Row
from tests.audit.peers import asking, drawn_cute_ir, drawn_hlo, drawn_ttgir
from verif.audit.audit import audited

PYTHON: Final = Path(sys.prefix) / "audit" / "bin" / "python"
"""The Python interpreter of the environment in which the compilers are installed."""

PACKAGES: Final = ("triton", "nvidia-cutlass-dsl", "jaxlib")

PEERS: Final = {
    "TTGIR": ("triton", "Triton's layouts, conflicts, conversions"),
    "CuTe IR": ("cute_dsl", "the DSL's verifier"),
    "HLO": ("xla", "XLA's parser"),
}
"""For each family of texts: the compiler's name in `benchmarks.answering`, and which part of the
compiler runs."""

MEGABYTES: Final = (1, 2, 4)
LONG: Final = 4
"""The number of rounds with long texts. The first round warms up and is not measured."""


def versions() -> dict[str, str]:
    """Return the versions of the compilers; empty if the compilers are not installed."""
    if not PYTHON.exists():
        return {}
    asked = f"import json\nfrom importlib.metadata import version\nnames = {PACKAGES!r}\n"
    asked += "print(json.dumps({name: version(name) for name in names}))"
    return json.loads(_run("-c", asked))


def audits() -> Iterator[Row]:
    """Compare audits with compilers on many small texts, and on texts of 1, 2 and 4 MB."""
    if not PYTHON.exists():
        return
    for family, small in SMALL.items():
        rounds = [small(k) for k in range(ROUNDS + 1)]
        with _peer(PEERS[family][0]) as theirs:
            yield _measured(family, "small texts", rounds, theirs)
            for size in MEGABYTES:
                long = [[LARGE[family](texts, size * 1_000_000)] for texts in rounds[:LONG]]
                yield _measured(family, f"{size} MB", long, theirs)


def _measured(
    family: str,
    name: str,
    rounds: Sequence[Sequence[str]],
    theirs: Callable[[Sequence[str]], float],
) -> Row:
    """Return the row for these rounds of texts. The first round only warms up."""
    pairs = [(took(lambda texts=texts: _audit(texts)), theirs(texts)) for texts in rounds][1:]
    ratios = [peer / own for own, peer in pairs]
    ours, peers = (median(column) for column in zip(*pairs, strict=True))
    size = sum(map(len, rounds[-1]))
    statements = sum(len(audited(text).statements) for text in rounds[-1])
    note = f"{statements:,} statements, {size:,} characters"
    if len(rounds[-1]) > 1:
        note += f", {len(rounds[-1])} texts"
    group = ("audit", f"{family}, {name}", PEERS[family][1])
    return Row(*group, ours, peers, median(ratios), min(ratios), max(ratios), note)


def _audit(texts: Sequence[str]) -> None:
    for text in texts:
        audited(text)


@contextmanager
def _peer(name: str) -> Iterator[Callable[[Sequence[str]], float]]:
    """Start a compiler's process; yield a function that times the compiler on texts."""
    run = [str(PYTHON), "-m", "benchmarks.answering", name]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(run, cwd=ROOT, text=True, **pipes) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        lines, replies = process.stdin, process.stdout

        def theirs(texts: Sequence[str]) -> float:
            lines.write(json.dumps(texts) + "\n")
            lines.flush()
            return max(float(replies.readline()), 1e-6)

        yield theirs
        lines.close()


def _run(*arguments: str, given: str = "") -> str:
    done = subprocess.run(
        [str(PYTHON), *arguments],
        input=given,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def _asked(script: str, cases: Sequence[Any]) -> list[Any]:
    """Run a script of tests/audit/peers in the compilers' environment, and return its answers."""
    module = f"{asking.__name__.rpartition('.')[0]}.{script}"
    return [*map(json.loads, _run("-m", module, given=json.dumps(cases)).splitlines())]


def _ttgir(number: int) -> list[str]:
    return drawn_ttgir.texts(4, first=1000 * (number + 1))


def _cute_ir(number: int) -> list[str]:
    """Return texts of one random operation each, with the result type that the DSL infers."""
    cases = drawn_cute_ir.drawn(16, seed=number + 2)
    found = zip(cases, _asked("of_cute_dsl", cases), strict=True)
    return [
        _function(0, case, answer["type"])
        for case, answer in found
        if "type" in answer and not answer["malformed"]
    ]


def _function(number: int, case: dict[str, Any], result: str) -> str:
    arguments = ", ".join(f"%{k}: {text}" for k, text in enumerate(case["types"]))
    line = drawn_cute_ir.line_of(case, result)
    return f"func.func @f{number}({arguments}) {{\n  {line}\n  return\n}}\n"


def _hlo(number: int) -> list[str]:
    drawn = drawn_hlo.cases(0, 0, 2, seed=number + 2)["programs"]
    return [answer["after"] for answer in _asked("of_xla", drawn)]


def _large_ttgir(texts: Sequence[str], size: int) -> str:
    """Return one module with renamed copies of the functions of the texts.

    Only the texts with the commonest first line are used.
    """
    heads = [text.partition("\n")[0] for text in texts]
    head = max(heads, key=heads.count)
    bodies = [text.partition("\n")[2].rpartition("}")[0] for text in texts if text.startswith(head)]
    return f"{head}\n{_repeated(bodies, size, '@f')}}}\n"


def _large_cute_ir(texts: Sequence[str], size: int) -> str:
    return _repeated(texts, size, "@f0")


def _large_hlo(texts: Sequence[str], size: int) -> str:
    """Return one module with many renamed copies of the computations of the texts."""
    bodies = [text.partition("\n")[2].replace("ENTRY ", "") for text in texts]
    count = -(-size * len(bodies) // sum(map(len, bodies)))
    some = enumerate(islice(cycle(bodies), count))
    parts = (re.sub(r"%([\w.\-]+)", rf"%\1.of{k}", body) for k, body in some)
    entry = "ENTRY %main {\n  ROOT %x = f32[2]{0} parameter(0)\n}"
    return f"HloModule m, is_scheduled=true\n{''.join(parts)}\n{entry}\n"


def _repeated(parts: Sequence[str], size: int, name: str) -> str:
    """Join copies of the parts until the text has about `size` characters. Rename each copy."""
    count = -(-size * len(parts) // sum(map(len, parts)))
    some = enumerate(islice(cycle(parts), count))
    return "".join(part.replace(name, f"{name}{k}_", 1) for k, part in some)


SMALL: Final = {"TTGIR": _ttgir, "CuTe IR": _cute_ir, "HLO": _hlo}
LARGE: Final = {"TTGIR": _large_ttgir, "CuTe IR": _large_cute_ir, "HLO": _large_hlo}
