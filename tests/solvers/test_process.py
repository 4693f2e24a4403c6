"""The real solvers, in processes that can die, hang or say too much."""

import os
import time

import pytest

from verif.kernel.errors import DisagreementError
from verif.kernel.judge import Judge
from verif.kernel.obligation import Answer, Obligation, Reply
from verif.solvers import cvc5_solver, process, z3_solver

TRUE = Obligation("true", (("x", 0),), (), "(< x (+ x 1))")
FALSE = Obligation("false", (("x", 0),), ("(< 6 x)",), "(not (= x 7))")
HARD = Obligation(
    "hard",
    tuple((name, 0) for name in "xyz"),
    tuple(f"(< 2 {name})" for name in "xyz"),
    "(not (= (+ (* x x x) (* y y y) (- 0 (* z z z))) 42))",
)


@pytest.fixture(params=[z3_solver, cvc5_solver], ids=["z3", "cvc5"])
def solver(request):
    made = request.param()
    yield made
    made.stop()


def test_what_holds_is_unsat(solver):
    answer = solver.check(TRUE.query(), 2.0)
    assert (answer.reply, answer.solver) == (Reply.UNSAT, solver.name)


def test_what_does_not_hold_is_sat(solver):
    assert solver.check(FALSE.query(), 2.0).reply is Reply.SAT


def test_z3_shows_where_it_does_not_hold():
    solver = z3_solver()
    assert solver.check(FALSE.query(), 2.0).model == (("x", 7),)
    solver.stop()


def test_functions_have_arities_of_their_own(solver):
    symbols = (("f", 1), ("f.i", 2), ("x", 0))
    equal = Obligation("", symbols, ("(= x 1)",), "(= (f.i (f x) x) (f.i (f 1) 1))")
    different = Obligation("", symbols, (), "(= (f x) (f.i x x))")
    assert solver.check(equal.query(), 2.0).reply is Reply.UNSAT
    assert solver.check(different.query(), 2.0).reply is Reply.SAT


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
    assert solver.check(query, 2.0).reply is not Reply.UNSAT
    assert solver.check(FALSE.query(), 2.0).reply is Reply.SAT


def test_a_question_that_is_given_up_leaves_no_answer_behind(solver, monkeypatch):
    monkeypatch.setattr(process, "GRACE_SECONDS", -0.95)
    answer = solver.check(HARD.query(), 1.0)
    assert (answer.reply, answer.reason) == (Reply.UNKNOWN, "no answer in time")
    monkeypatch.undo()
    assert solver.check(TRUE.query(), 2.0).reply is Reply.UNSAT
    assert solver.check(FALSE.query(), 2.0).reply is Reply.SAT


def test_a_question_that_is_interrupted_leaves_no_answer_behind(solver, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(type(solver), "_line", staticmethod(interrupt))
    with pytest.raises(KeyboardInterrupt):
        solver.check(TRUE.query(), 2.0)
    monkeypatch.undo()
    time.sleep(0.2)
    assert solver.check(FALSE.query(), 2.0).reply is Reply.SAT


def test_a_process_that_is_killed_is_replaced(solver):
    assert solver.check(TRUE.query(), 2.0).reply is Reply.UNSAT
    solver._process.kill()
    solver._process.wait()
    assert solver.check(FALSE.query(), 2.0).reply is Reply.SAT


@pytest.mark.parametrize(
    "line",
    [
        '[1, "unsat", {}, ""]\n',
        '["unsat", {}, ""]\n',
        '[2, "unsure", {}, ""]\n',
        '[2, "unsat", 3, ""]\n',
        '[2, "unsat"',
        "warning: something\n",
        "",
    ],
)
def test_what_is_no_answer_to_the_question_is_no_answer(solver, monkeypatch, line):
    solver.check(TRUE.query(), 2.0)
    monkeypatch.setattr(type(solver), "_line", staticmethod(lambda *_: line))
    answer = solver.check(FALSE.query(), 2.0)
    assert (answer.reply, answer.reason) == (Reply.UNKNOWN, "no answer in time")


def test_a_fork_has_a_process_of_its_own(solver):
    solver.check(TRUE.query(), 2.0)
    first = solver._process
    solver._owner = os.getppid()
    assert solver.check(FALSE.query(), 2.0).reply is Reply.SAT
    assert solver._process is not first
    first.kill()
    first.communicate()


def test_the_solvers_agree_on_what_holds():
    solvers = z3_solver(), cvc5_solver()
    theorem = Judge(*solvers).prove("T", "", [TRUE])
    assert theorem.discharges[0].solvers == tuple(s.name for s in solvers)
    for solver in solvers:
        solver.stop()


def test_a_solver_that_lies_is_contradicted(solver):
    class Liar:
        name = "liar 1"

        def check(self, query, seconds):
            return Answer(Reply.UNSAT, self.name)

    with pytest.raises(DisagreementError, match=r"^false: liar 1 says unsat, .* says sat$"):
        Judge(Liar(), solver).prove("T", "", [FALSE])
