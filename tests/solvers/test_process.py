"""The real solvers run in processes that may die, hang or print unexpected output."""

import os
import re
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from verif.kernel.errors import DisagreementError, SolverError
from verif.kernel.judge import Judge
from verif.kernel.obligation import Answer, Obligation, Reply
from verif.processes import child
from verif.processes.child import Child
from verif.solvers import SolverProcess, cvc5_solver, process, z3_solver

TRUE = Obligation("true", (("x", 0),), (), "(< x (+ x 1))")
FALSE = Obligation("false", (("x", 0),), ("(< 6 x)",), "(not (= x 7))")
HARD = Obligation(
    "hard",
    tuple((name, 0) for name in "xyz"),
    tuple(f"(< 2 {name})" for name in "xyz"),
    "(not (= (+ (* x x x) (* y y y) (- 0 (* z z z))) 42))",
)

PATIENT = 100.0
"""Seconds per query; an answered query takes a hundredth of a second."""

BITS = 3000
LARGE = f"""(set-logic QF_BV)
(declare-fun x () (_ BitVec {BITS}))
(declare-fun y () (_ BitVec {BITS}))
(assert (= (bvmul x y) (bvadd x (bvmul y y))))
(assert (distinct x y))
(assert (bvult (_ bv5 {BITS}) x))
"""


@pytest.fixture(params=[z3_solver, cvc5_solver], ids=["z3", "cvc5"])
def solver(request):
    made = request.param()
    yield made
    made.stop()


def test_a_true_obligation_is_unsat(solver):
    answer = solver.check(TRUE.query(), PATIENT)
    assert (answer.reply, answer.solver) == (Reply.UNSAT, solver.name)


def test_a_false_obligation_is_sat(solver):
    assert solver.check(FALSE.query(), PATIENT).reply is Reply.SAT


def test_z3_returns_a_model_of_a_false_obligation():
    solver = z3_solver()
    assert solver.check(FALSE.query(), PATIENT).model == (("x", 7),)
    solver.stop()


def test_z3_returns_the_table_of_a_function():
    solver = z3_solver()
    hypotheses = "(= (f 1 x) 5)", "(= (f 2 3) 6)", "(= x 1)"
    answer = solver.check(
        Obligation("", (("f", 2), ("x", 0)), hypotheses, "false").query(), PATIENT
    )
    ((name, (*rows, elsewhere)),) = answer.tables
    found = {tuple(arguments): value for *arguments, value in rows}
    assert name == "f"
    assert found.get((1, 1), *elsewhere) == 5
    assert found.get((2, 3), *elsewhere) == 6
    solver.stop()


def test_functions_of_different_arities_are_declared(solver):
    symbols = (("f", 1), ("f.i", 2), ("x", 0))
    equal = Obligation("", symbols, ("(= x 1)",), "(= (f.i (f x) x) (f.i (f 1) 1))")
    different = Obligation("", symbols, (), "(= (f x) (f.i x x))")
    assert solver.check(equal.query(), PATIENT).reply is Reply.UNSAT
    assert solver.check(different.query(), PATIENT).reply is Reply.SAT


@pytest.mark.parametrize(
    "query",
    [
        "",
        "(",
        "(assert false",
        "(assert (< x 1))",
        "(set-logic QF_UFNIA)\n(declare-fun and () Int)\n(assert (not (< and 1)))\n(assert false)(",
        "unsat",
        '["unsat", {}, ""]',
    ],
)
def test_a_malformed_query_is_never_unsat(solver, query):
    assert solver.check(query, PATIENT).reply is not Reply.UNSAT
    assert solver.check(FALSE.query(), PATIENT).reply is Reply.SAT


def test_a_timed_out_query_leaves_no_stale_answer(solver, monkeypatch):
    monkeypatch.setattr(process, "GRACE_SECONDS", -0.95)
    monkeypatch.setattr(child, "IMPATIENCE", 1e6)
    answer = solver.check(HARD.query(), 1.0)
    assert answer.reply is Reply.UNKNOWN
    assert answer.reason == f"{solver.solver}: no answer within 0.05 s of processor time"
    monkeypatch.undo()
    assert solver.check(TRUE.query(), PATIENT).reply is Reply.UNSAT
    assert solver.check(FALSE.query(), PATIENT).reply is Reply.SAT


def test_an_interrupted_query_leaves_no_stale_answer(solver):
    def interrupt(*_):
        raise KeyboardInterrupt

    assert solver.check(TRUE.query(), PATIENT).reply is Reply.UNSAT
    before = signal.signal(signal.SIGUSR1, interrupt)
    try:
        with (
            once_busy(newest_child(), lambda: os.kill(os.getpid(), signal.SIGUSR1)),
            pytest.raises(KeyboardInterrupt),
        ):
            solver.check(HARD.query(), PATIENT)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert solver.check(FALSE.query(), PATIENT).reply is Reply.SAT


def test_a_solver_killed_during_a_query_is_replaced(solver):
    assert solver.check(TRUE.query(), PATIENT).reply is Reply.UNSAT
    pid = newest_child()
    with once_busy(pid, lambda: os.kill(pid, signal.SIGKILL)):
        answer = solver.check(HARD.query(), PATIENT)
    assert (answer.reply, answer.reason) == (Reply.UNKNOWN, f"{solver.solver}: SIGKILL")
    assert newest_child() != pid
    assert solver.check(FALSE.query(), PATIENT).reply is Reply.SAT


@contextmanager
def once_busy(pid, act):
    """Call `act` as soon as the process computes on the query of this block."""
    began = ticks(pid)

    def watch():
        # Reading the query takes less than a tenth of a second, so after that the solver is
        # computing.
        while ticks(pid) < began + os.sysconf("SC_CLK_TCK") // 10:
            time.sleep(0.01)
        act()

    watching = threading.Thread(target=watch)
    watching.start()
    yield
    watching.join()


def ticks(pid):
    """Return the processor time of a process, in ticks."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def newest_child():
    children = Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text().split()
    return int(children[-1]) if children else None


def test_a_solver_out_of_memory_answers_unknown(solver):
    small = SolverProcess(solver.solver, memory=300_000_000)
    answer = small.check(LARGE, PATIENT)
    assert answer.reply is Reply.UNKNOWN
    assert re.search("memory|bad_alloc", answer.reason)
    assert small.check(FALSE.query(), PATIENT).reply is Reply.SAT
    small.stop()


def test_concurrent_solvers_answer_their_own_queries():
    solvers = z3_solver(), z3_solver()
    queries = TRUE.query(), FALSE.query()
    with ThreadPoolExecutor(2) as threads:
        for _ in range(20):
            answers = threads.map(
                lambda solver, query: solver.check(query, PATIENT), solvers, queries
            )
            assert [answer.reply for answer in answers] == [Reply.UNSAT, Reply.SAT]
    for solver in solvers:
        solver.stop()


@pytest.mark.parametrize(
    "answer_of_child",
    [["unsure", {}, "", 0], ["unsat", 3, "", 0], ["unsat", {}, ""], "unsat", None, {}],
)
def test_an_unexpected_reply_is_unknown(solver, monkeypatch, answer_of_child):
    monkeypatch.setattr(Child, "ask", lambda *_: [answer_of_child])
    answer = solver.check(FALSE.query(), PATIENT)
    assert (answer.reply, answer.reason) == (Reply.UNKNOWN, f"{solver.solver}: {answer_of_child}")


def test_a_solver_that_cannot_be_started_is_an_error(solver):
    broken = SolverProcess(solver.solver, memory=2**20)
    with pytest.raises(SolverError, match=f"^{re.escape(solver.name)} cannot be started: "):
        broken.check(TRUE.query(), PATIENT)


def test_both_solvers_prove_a_true_obligation():
    solvers = z3_solver(), cvc5_solver()
    theorem = Judge(*solvers).prove("T", "", [TRUE])
    assert theorem.discharges[0].solvers == tuple(s.name for s in solvers)
    for solver in solvers:
        solver.stop()


def test_a_lying_solver_is_contradicted_by_the_other(solver):
    class Liar:
        name = "liar 1"

        def check(self, query, seconds):
            return Answer(Reply.UNSAT, self.name)

    with pytest.raises(DisagreementError, match=r"^false: liar 1 says unsat, .* says sat$"):
        Judge(Liar(), solver).prove("T", "", [FALSE])
