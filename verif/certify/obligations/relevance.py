"""The hypotheses that a proof needs, as Z3 has them.

Nothing is believed of what is found here: Rocq proves each goal from those hypotheses, or says
that it cannot. A tactic for products tries them in pairs, and a hundred of them are too many.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from verif.kernel.obligation import LOGIC, Obligation

Z3: Final = Path(sys.executable).with_name("z3")

STEPS: Final = 3_000_000
"""Of Z3 for one obligation, in its own measure, which is the same on a busy machine."""

SECONDS: Final = 60
"""After so many it is taken that Z3 hangs: a batch takes one or two."""

TRIED: Final = ((), ("smt.arith.solver=2",), ("smt.random_seed=7",))
"""Options of Z3, one after another until one answers."""

FEW: Final = 25
"""So many are asked of one process: what hangs takes no others with it."""


def relevant(obligations: Sequence[Obligation]) -> tuple[tuple[int, ...], ...]:
    """The places of the hypotheses from which each goal follows; all of them where Z3 is silent.

    Where the goal is a hypothesis, to the letter, it is that one. A core without hypotheses is no
    answer: Z3 has such ones of products, from which nothing follows.
    """
    found: dict[int, tuple[int, ...]] = {
        k: (one.hypotheses.index(one.goal),)
        for k, one in enumerate(obligations)
        if one.goal in one.hypotheses
    }
    for options in TRIED:
        open_ones = [k for k in range(len(obligations)) if k not in found]
        for start in range(0, len(open_ones), FEW):
            some = open_ones[start : start + FEW]
            answers = _cores([obligations[k] for k in some], options)
            found.update({some[k]: core for k, core in answers.items()})
    return tuple(found.get(k, tuple(range(len(o.hypotheses)))) for k, o in enumerate(obligations))


def _cores(
    obligations: Sequence[Obligation], options: tuple[str, ...]
) -> dict[int, tuple[int, ...]]:
    """The unsatisfiable cores that one process of Z3 tells, by the place of the obligation."""
    script = "".join(_asked(k, obligation) for k, obligation in enumerate(obligations))
    command = [str(Z3), "-in", f"-T:{SECONDS}", *options]
    ran = subprocess.run(command, input=script, capture_output=True, text=True, check=False)
    found: dict[int, tuple[int, ...]] = {}
    for said in ran.stdout.split("@")[1:]:
        number, answer, *core = said.split("\n")
        places = tuple(sorted(int(k) for k in re.findall(r"\d+", " ".join(core))))
        if answer == "unsat" and ")" in "".join(core) and places:
            found[int(number)] = places
    return found


def _asked(number: int, obligation: Obligation) -> str:
    """The question, after which nothing is left of it."""
    declared = (
        f"(declare-fun {symbol} ({' '.join(['Int'] * arity)}) Int)"
        for symbol, arity in obligation.symbols
    )
    named = (f"(assert (! {text} :named |{k}|))" for k, text in enumerate(obligation.hypotheses))
    lines = (
        "(reset)",
        f"(set-option :rlimit {STEPS})",
        "(set-option :produce-unsat-cores true)",
        "(set-option :smt.core.minimize true)",
        f"(set-logic {LOGIC})",
        *declared,
        *named,
        f"(assert (not {obligation.goal}))",
        f'(echo "@{number}")',
        "(check-sat)",
        "(get-unsat-core)",
        "",
    )
    return "\n".join(lines)
