"""The hypotheses that a proof needs, according to Z3.

These results are not trusted: Rocq proves each goal from the selected hypotheses, or fails. The
selection helps because a tactic for products tries all pairs of hypotheses, and a hundred
hypotheses have too many pairs.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Final

from verif.kernel.obligation import LOGIC, Obligation

Z3: Final = Path(sys.executable).with_name("z3")

STEPS: Final = 3_000_000
"""The limit for one obligation in Z3's resource units, which the machine's load does not affect."""

SECONDS: Final = 60
"""The time after which Z3 is assumed to hang. A batch takes one or two seconds."""

TRIED: Final = ((), ("smt.arith.solver=2",), ("smt.random_seed=7",))
"""Options of Z3, tried one after another until one gives an answer."""

FEW: Final = 25
"""The number of obligations that share a Z3 process.

If the process hangs, only the obligations of this process have no answer.
"""


def relevant(obligations: Sequence[Obligation], jobs: int = 1) -> tuple[tuple[int, ...], ...]:
    """Return the indices of the hypotheses that imply each goal, or all if Z3 does not answer.

    `jobs` is the number of Z3 processes at a time.

    If the goal is itself a hypothesis, return only this hypothesis. Ignore empty cores: Z3 returns
    them for goals with products, and an empty core does not prove such a goal.
    """
    found: dict[int, tuple[int, ...]] = {
        k: (one.hypotheses.index(one.goal),)
        for k, one in enumerate(obligations)
        if one.goal in one.hypotheses
    }
    with ThreadPoolExecutor(jobs) as pool:
        for options in TRIED:
            open_ones = [k for k in range(len(obligations)) if k not in found]
            batches = [open_ones[k : k + FEW] for k in range(0, len(open_ones), FEW)]
            asked = [[obligations[k] for k in batch] for batch in batches]
            answers = pool.map(_cores, asked, repeat(options))
            for batch, answer in zip(batches, answers, strict=True):
                found.update({batch[k]: core for k, core in answer.items()})
    return tuple(found.get(k, tuple(range(len(o.hypotheses)))) for k, o in enumerate(obligations))


def _cores(
    obligations: Sequence[Obligation], options: tuple[str, ...]
) -> dict[int, tuple[int, ...]]:
    """Return the nonempty unsatisfiable cores that one Z3 process finds, by obligation index.

    Some installations of Z3's package lack the executable. Then the result is empty.
    """
    if not Z3.is_file():
        return {}
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
    """Return the solver's input for an obligation. It begins with a reset of the solver."""
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
