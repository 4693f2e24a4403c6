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
from hypothesis import given, settings
from hypothesis import strategies as st

from verif.kernel.errors import DisagreementError, SolverError
from verif.kernel.judge import Judge
from verif.kernel.obligation import Answer, Obligation, Reply
from verif.processes import child
from verif.processes.child import Child
from verif.processes.limit import limit, remove_limit
from verif.solvers import process, worker
from verif.solvers.process import Confirming, SolverProcess, cvc5_solver, z3_solver

TRUE = Obligation("true", (("x", 0),), (), "(< x (+ x 1))")
FALSE = Obligation("false", (("x", 0),), ("(< 6 x)",), "(not (= x 7))")
HARD = Obligation(
    "hard",
    tuple((name, 0) for name in "xyz"),
    tuple(f"(< 2 {name})" for name in "xyz"),
    "(not (= (+ (* x x x) (* y y y) (- 0 (* z z z))) 42))",
)

PATIENT = 100.0
"""The time limit of a query in seconds. Queries that a solver can answer take about 0.01 s."""

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
    """Run the body of the `with`. In a thread, call `act` as soon as the solver process is busy."""
    began = ticks(pid)

    def watch():
        # The solver reads the query in less than a tenth of a second. After this time, the solver
        # is computing.
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


@pytest.fixture(scope="module")
def z3():
    made = z3_solver()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def cvc5():
    made = cvc5_solver()
    yield made
    made.stop()


NEEDED = ("(< x y)", "(< y z)")
CHAIN = Obligation(
    "chain",
    (("f", 1), ("x", 0), ("y", 0), ("z", 0)),
    ("(< 0 (f x))", NEEDED[0], "(= (f y) (f (f z)))", NEEDED[1], "(< z 100)"),
    "(< x z)",
)


def test_a_core_has_only_the_assertions_that_z3_needs(z3):
    few = Obligation("few", CHAIN.symbols, NEEDED, CHAIN.goal)
    assert z3.core(CHAIN.query(), PATIENT) == few.query()


@pytest.mark.parametrize("query", [FALSE.query(), "", "(", "(assert", "(assert false"])
def test_a_query_that_z3_does_not_refute_has_no_core(z3, query):
    assert z3.core(query, PATIENT) is None


terms = st.tuples(st.sampled_from("xyz"), st.integers(-3, 3)).map(lambda t: f"(+ {t[0]} {t[1]})")
comparisons = st.tuples(st.sampled_from(("<", "<=", "=")), terms, terms).map(" ".join)


@settings(max_examples=25)
@given(st.lists(comparisons.map("({})".format), max_size=8), comparisons.map("({})".format))
def test_a_core_is_a_part_of_the_query_and_the_other_solver_refutes_it(z3, cvc5, facts, goal):
    query = Obligation("", tuple((n, 0) for n in "xyz"), tuple(facts), goal).query()
    reply, core = cvc5.check(query, PATIENT).reply, z3.core(query, PATIENT)
    assert (core is None) == (reply is Reply.SAT)
    if core is not None:
        lines = iter(query.splitlines())
        assert all(line in lines for line in core.splitlines())
        assert cvc5.check(core, PATIENT).reply is Reply.UNSAT


class GivesUp:
    """A solver that gives up on queries of many lines, and has a fixed answer for other queries."""

    name = "fickle 1"

    def __init__(self, lines, reply):
        self.lines, self.reply = lines, reply

    def check(self, query, seconds):
        gives_up = query.count("\n") >= self.lines
        return Answer(Reply.UNKNOWN if gives_up else self.reply, self.name, 0.5)


LINES_OF_THE_CORE = 8
"""The core has one line for the logic, four for symbols, two for facts and one for the goal."""


def test_a_solver_that_gives_up_is_asked_about_the_core(z3):
    second = Confirming(GivesUp(LINES_OF_THE_CORE, Reply.UNSAT), z3)
    theorem = Judge(z3, second).prove("T", "", [CHAIN])
    assert theorem.discharges[0].solvers == (z3.name, "fickle 1")
    assert theorem.discharges[0].second.seconds == 1.0


def test_a_solver_that_gives_up_on_the_core_has_no_answer(z3):
    second = Confirming(GivesUp(LINES_OF_THE_CORE - 1, Reply.UNSAT), z3)
    theorem = Judge(z3, second).prove("T", "", [CHAIN])
    assert theorem.discharges[0].solvers == (z3.name,)


def test_a_satisfiable_core_contradicts_the_first_solver(z3):
    second = Confirming(GivesUp(LINES_OF_THE_CORE, Reply.SAT), z3)
    with pytest.raises(DisagreementError, match=r"^chain: z3 .* says unsat, fickle 1 says sat$"):
        Judge(z3, second).prove("T", "", [CHAIN])


def test_the_core_of_a_query_without_an_answer_is_not_used(z3):
    second = Confirming(GivesUp(0, Reply.UNSAT), z3)
    assert second.check(FALSE.query(), PATIENT).reply is Reply.UNKNOWN


class Inventing:
    """A solver that returns an unsatisfiable core with an assertion that is not in the query."""

    def core(self, query, seconds):
        return "(assert false)\n"


def test_a_core_with_an_assertion_of_its_own_is_not_used():
    second = Confirming(GivesUp(LINES_OF_THE_CORE, Reply.UNSAT), Inventing())
    assert second.check(CHAIN.query(), PATIENT).reply is Reply.UNKNOWN


@pytest.mark.parametrize(
    ("portfolio", "reply"),
    [(({"rlimit": "1"},), "unknown"), (({"rlimit": "1"}, {}), "unsat")],
)
def test_cvc5_uses_the_next_configuration_if_one_gives_up(monkeypatch, portfolio, reply):
    monkeypatch.setattr(worker, "CVC5_PORTFOLIO", portfolio)
    impossible = Obligation(
        "impossible", (("x", 0), ("y", 0)), ("(<= (+ x y) 3)", "(<= 2 x)", "(<= 2 y)"), "false"
    )
    assert worker.cvc5_answer(impossible.query(), PATIENT)[0] == reply


A_TICK = 0.02
"""How late a timer may end, in seconds."""


@pytest.fixture
def limited():
    """Limit this process's processor time to 1,000 seconds, and remove the limit afterwards."""
    limit(1000.0)
    yield
    remove_limit()


def left():
    return signal.getitimer(signal.ITIMER_PROF)[0]


@pytest.mark.usefixtures("limited")
def test_the_time_of_a_solver_counts_towards_the_limit_of_the_asking_process(solver):
    answer = solver.check(HARD.query(), 1.0)
    assert left() < 1000.0 + A_TICK - answer.seconds


@pytest.mark.usefixtures("limited")
def test_a_killed_solver_counts_with_at_most_its_limit(solver, monkeypatch):
    def late(*_):
        time.sleep(0.2)
        return [None]

    monkeypatch.setattr(process, "GRACE_SECONDS", 0.0)
    monkeypatch.setattr(Child, "ask", late)
    assert solver.check(HARD.query(), 0.1).seconds == 0.1
    assert 1000.0 - 0.2 < left() < 1000.0 + A_TICK - 0.1
