"""The subprocess of a solver: it reads queries and writes replies.

A question has an SMT-LIB query, its time limit in seconds, and the word `answer` or `core`. The
subprocess sends back a reply, a model, the tables of the model's functions, a reason, and the
processor time. If the word is `core`, the reason is replaced by the core: the query with only the
assertions that the solver needed to refute it.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from verif.processes.serve import serve

Tables = dict[str, list[list[int]]]
"""The rows of each function: its arguments, then its value. The last row has the default value."""

Said = tuple[str, dict[str, int], Tables, str]

Z3_STEPS_PER_SECOND = 20_000_000
"""Z3's resource units per second.

A limit in these units is deterministic. It is usually reached before the time limit.
"""

Z3_PORTFOLIO: tuple[tuple[str, Mapping[str, object], float], ...] = (
    ("default", {}, 0.45),
    ("seed 7", {"random_seed": 7}, 0.2),
    ("nonlinear", {"QF_NIA": True}, 0.35),
)
"""Z3's configurations: name, options, share of the time. They are tried until one gives an answer.

`arith.solver=2` is not used, because it has had more wrong answers than Z3's other arithmetic.
"""

CVC5_STEPS_PER_SECOND = 400_000
"""cvc5's resource units per second, for a deterministic limit."""

CVC5_PORTFOLIO: tuple[Mapping[str, str], ...] = ({"simplification": "none"}, {})
"""The configurations of cvc5, as options. They are tried in order until one gives an answer.

The first configuration does not simplify before the search, because on most queries simplification
takes longer than it saves.
"""

ASSERTION = "(assert "
"""The start of a line with an assertion."""

BIT_VECTORS = "QF_BV"
"""The logic whose queries go to Z3's specialized solver."""

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""Options of glibc's `mallopt`: they control when freed memory is returned to the system."""

KEPT = 2**25
"""The value of both `mallopt` options in bytes. glibc allows no larger `M_MMAP_THRESHOLD`."""

QUICK = (("default", {}, 1.0),)
PORTFOLIO_SECONDS = 1.0
"""The least time limit of a query, in seconds, for which several configurations of Z3 are tried.

If the limit is lower, only the default configuration is tried.
"""


def z3_answer(query: str, seconds: float) -> Said:
    """Return Z3's answer, from the first configuration that has one."""
    import z3  # type: ignore[import-untyped]

    reason = ""
    of_bits = query.startswith(f"(set-logic {BIT_VECTORS})")
    portfolio = Z3_PORTFOLIO if seconds >= PORTFOLIO_SECONDS and not of_bits else QUICK
    for name, options, share in portfolio:
        context = z3.Context()
        if of_bits:
            solver: Any = z3.SolverFor(BIT_VECTORS, ctx=context)
        elif "QF_NIA" in options:
            solver = z3.SolverFor("QF_UFNIA", ctx=context)
        else:
            solver = z3.SimpleSolver(ctx=context)
        solver.set("rlimit", max(1, int(share * seconds * Z3_STEPS_PER_SECOND)))
        for option, value in options.items():
            if option != "QF_NIA":
                solver.set(option, value)
        solver.from_string(query)
        with _watch().over(context, 2 * share * seconds):
            reply = str(solver.check())
        if reply == "unsat":
            return reply, {}, {}, name
        if reply == "sat":
            return reply, *_z3_model(solver.model()), name
        reason = f"{solver.reason_unknown()} ({name})"
    return "unknown", {}, {}, reason


@dataclass
class _Watch:
    """Interrupts Z3 after a limit of processor time.

    Z3 also has a step limit, but some steps are very slow. One thread watches all queries of the
    process, because starting a thread takes longer than most answers.
    """

    _context: Any = None
    _ends: float = 0.0

    @contextmanager
    def over(self, context: Any, seconds: float) -> Generator[None]:
        self._context, self._ends = context, time.process_time() + seconds
        try:
            yield
        finally:
            self._context = None

    def run(self) -> None:
        while True:
            time.sleep(0.05)
            context = self._context
            if context is not None and time.process_time() > self._ends:
                context.interrupt()


@cache
def _watch() -> _Watch:
    watch = _Watch()
    threading.Thread(target=watch.run, daemon=True).start()
    return watch


def _z3_model(model: Any) -> tuple[dict[str, int], Tables]:
    numbers: dict[str, int] = {}
    tables: Tables = {}
    for declared in model.decls():
        name, found = declared.name(), model[declared]
        if declared.arity() == 0:
            numbers[name] = found.as_long()
            continue
        # Skip a function whose values include terms: it has no table.
        with suppress(AttributeError):
            *rows, elsewhere = found.as_list()
            rows.append([elsewhere])
            tables[name] = [[part.as_long() for part in row] for row in rows]
    return numbers, tables


def z3_core(query: str, seconds: float) -> Said:
    """Return Z3's reply and the query.

    If the reply is `unsat`, the returned query has only the assertions that Z3 needed.
    """
    import z3  # type: ignore[import-untyped]

    context = z3.Context()
    solver = z3.SimpleSolver(ctx=context)
    solver.set("rlimit", max(1, int(seconds * Z3_STEPS_PER_SECOND)))
    asserted: Any = z3.parse_smt2_string(query, ctx=context)
    # These names are new, because no symbol of a query starts with #.
    tracked = {f"#{k}": each for k, each in enumerate(asserted)}
    for name, each in tracked.items():
        solver.assert_and_track(each, z3.Bool(name, context))
    with _watch().over(context, 2 * seconds):
        reply = str(solver.check())
    needed = {str(name) for name in solver.unsat_core()} if reply == "unsat" else set(tracked)
    names = iter(tracked)
    lines = query.splitlines()
    core = [each for each in lines if not each.startswith(ASSERTION) or next(names) in needed]
    return reply, {}, {}, "\n".join(core)


def cvc5_answer(query: str, seconds: float) -> Said:
    """Return cvc5's answer, from the first configuration that has one."""
    cvc5: Any = import_module("cvc5")

    reason = ""
    for options in CVC5_PORTFOLIO:
        terms = cvc5.TermManager()
        solver = cvc5.Solver(terms)
        solver.setOption("rlimit-per", str(max(1, int(seconds * CVC5_STEPS_PER_SECOND))))
        for option, value in options.items():
            solver.setOption(option, value)
        parser = cvc5.InputParser(solver)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, query, "query")
        symbols = parser.getSymbolManager()
        while not (command := parser.nextCommand()).isNull():
            command.invoke(solver, symbols)
        result = solver.checkSat()
        if not result.isUnknown():
            return ("unsat" if result.isUnsat() else "sat"), {}, {}, ""
        reason = str(result)
    return "unknown", {}, {}, reason


ANSWER: Mapping[tuple[str, str], Callable[[str, float], Said]] = {
    ("z3", "answer"): z3_answer,
    ("z3", "core"): z3_core,
    ("cvc5", "answer"): cvc5_answer,
}
"""How each solver answers each kind of question."""


def _timed(
    answer: Callable[[str, float], Said], query: str, seconds: float
) -> tuple[str, dict[str, int], Tables, str, float]:
    started = time.process_time()
    try:
        reply, model, tables, reason = answer(query, seconds)
    except Exception as error:  # noqa: BLE001 - a failing solver gives no answer
        reply, model, tables, reason = "unknown", {}, {}, f"{type(error).__name__}: {error}"
    return reply, model, tables, reason, time.process_time() - started


def _keep_memory() -> None:
    """Tell the C library to keep freed memory, because Z3 allocates megabytes for each query.

    Returning freed memory to the system and requesting it again took longer than most answers. C
    libraries other than glibc do not have these options and are left unchanged.
    """
    with suppress(OSError, AttributeError):
        options = ctypes.CDLL(None).mallopt
        for option in (M_TRIM_THRESHOLD, M_MMAP_THRESHOLD):
            options(option, KEPT)


def main() -> None:
    _keep_memory()
    solver = sys.argv[1]
    # Import the solver before the first question, so that the time limit does not cover it.
    import_module(solver)

    def answer(question: tuple[str, float, str]) -> object:
        query, seconds, asked = question
        return _timed(ANSWER[solver, asked], query, seconds)

    serve(answer)


if __name__ == "__main__":
    main()
