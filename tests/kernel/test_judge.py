"""Only the judge queries solvers and makes theorems, and it rejects circular proofs."""

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, replace

import pytest

from verif.kernel.contract import Contract, nothing
from verif.kernel.errors import CircularProofError, DisagreementError, ForgeryError
from verif.kernel.judge import Judge, Theorem
from verif.kernel.obligation import Answer, Obligation, Reply

TRUE = Obligation("true", (("x", 0),), (), "(< x (+ x 1))")
OTHER = Obligation("other", (("x", 0),), (), "(< x (+ x 2))")


@dataclass
class FixedSolver:
    """A solver that gives every query the same answer."""

    reply: Reply
    name: str = "says 1"
    seconds: float = 0.0
    queries: list = field(default_factory=list)

    def check(self, query, seconds):
        self.queries.append((query, seconds))
        return Answer(self.reply, self.name, self.seconds)


@pytest.fixture
def judge():
    return Judge(FixedSolver(Reply.UNSAT))


def contract(id):
    return Contract(id, "", nothing, nothing)


def test_true_obligations_give_a_theorem(judge):
    theorem = judge.prove("T", "true", [TRUE, OTHER], paths=2)
    assert isinstance(theorem, Theorem)
    assert [d.obligation for d in theorem.discharges] == [TRUE, OTHER]
    assert (theorem.id, theorem.statement, theorem.by, theorem.paths) == ("T", "true", (), 2)


@pytest.mark.parametrize("reply", [Reply.SAT, Reply.UNKNOWN])
def test_only_unsat_gives_a_theorem(reply):
    judge = Judge(FixedSolver(reply))
    assert not isinstance(judge.prove("T", "", [TRUE], of=contract("T")), Theorem)
    assert not judge.theorems


def test_one_open_obligation_prevents_a_theorem():
    class OnlyTrue(FixedSolver):
        def check(self, query, seconds):
            reply = Reply.UNSAT if query == TRUE.query() else Reply.UNKNOWN
            return Answer(reply, self.name)

    assert not isinstance(Judge(OnlyTrue(Reply.SAT)).prove("T", "", [TRUE, OTHER]), Theorem)


def test_no_obligations_give_no_theorem(judge):
    assert judge.prove("T", "", []) == ()


def test_a_theorem_is_cited_by_its_contract(judge):
    first, namesake = contract("FIRST"), contract("FIRST")
    judge.prove("FIRST", "", [TRUE], of=first)
    assert judge.prove("SECOND", "", [TRUE], by=[first]).by == ("FIRST",)
    with pytest.raises(
        CircularProofError, match=r"^THIRD cites FIRST, which must be proved first$"
    ):
        judge.prove("THIRD", "", [TRUE], by=[namesake])


def test_a_proof_cannot_cite_itself(judge):
    itself = contract("T")
    with pytest.raises(CircularProofError, match=r"^T cites T, which must be proved first$"):
        judge.prove("T", "", [TRUE], by=[itself], of=itself)


def test_a_claim_does_not_prove_a_contract_of_the_same_id(judge):
    judge.prove("SIZE", "a claim", [TRUE])
    assert not judge.theorems


def test_equal_obligations_are_sent_to_the_solver_once(judge):
    judge.prove("T", "", [TRUE])
    judge.prove("U", "", [replace(TRUE, name="again")])
    assert len(judge.solver.queries) == 1


def test_different_obligations_are_sent_to_the_solver(judge):
    judge.ask(TRUE)
    judge.ask(replace(TRUE, hypotheses=("(= x 0)",)))
    judge.ask(replace(TRUE, goal="(< x x)"))
    judge.ask(replace(TRUE, symbols=(("x", 0), ("y", 0))))
    assert len(judge.solver.queries) == 4


def test_a_goal_among_the_hypotheses_is_not_sent_to_the_solver(judge):
    assumed = replace(TRUE, hypotheses=("(= x 0)", TRUE.goal))
    (discharge,) = judge.prove("T", "", [assumed]).discharges
    assert not judge.solver.queries
    assert discharge.solvers == ("the facts at hand",)


@pytest.mark.parametrize(
    "change",
    [
        {"hypotheses": ("(= x 0)",)},
        {"hypotheses": (f"(not {TRUE.goal})",)},
        {"hypotheses": (TRUE.goal,), "goal": f"(and {TRUE.goal} (= x 0))"},
        {"hypotheses": (f"{TRUE.goal} ",)},
    ],
)
def test_a_goal_not_literally_among_the_hypotheses_is_sent_to_the_solver(judge, change):
    judge.ask(replace(TRUE, **change))
    assert len(judge.solver.queries) == 1


def test_an_unknown_obligation_is_retried_only_with_more_time():
    judge = Judge(FixedSolver(Reply.UNKNOWN, seconds=0.1))
    for seconds in (0.1, 0.1, 1.0):
        judge.ask(TRUE, seconds)
    assert [seconds for _, seconds in judge.solver.queries] == [0.1, 1.0]


@pytest.mark.parametrize("replies", [(Reply.UNSAT, Reply.SAT), (Reply.SAT, Reply.UNSAT)])
def test_contradicting_solvers_raise_an_error(replies):
    first, second = replies
    judge = Judge(FixedSolver(first, "one 1"), FixedSolver(second, "two 2"))
    with pytest.raises(DisagreementError, match=f"^true: one 1 says {first}, two 2 says {second}$"):
        judge.prove("T", "", [TRUE])


@pytest.mark.parametrize("second", [Reply.UNSAT, Reply.UNKNOWN])
def test_a_second_solver_agrees_or_gives_no_answer(second):
    judge = Judge(FixedSolver(Reply.UNSAT, "one 1"), FixedSolver(second, "two 2"))
    (discharge,) = judge.prove("T", "", [TRUE]).discharges
    agreed = ("one 1", "two 2") if second is Reply.UNSAT else ("one 1",)
    assert discharge.solvers == agreed


def test_the_second_solver_alone_proves_nothing():
    judge = Judge(FixedSolver(Reply.UNKNOWN), FixedSolver(Reply.UNSAT))
    assert not isinstance(judge.prove("T", "", [TRUE]), Theorem)


def test_only_a_judge_can_make_a_theorem(judge):
    discharges = judge.prove("T", "", [TRUE]).discharges
    for seal in (None, object(), True):
        with pytest.raises(ForgeryError, match=r"^T: only a judge can make a theorem$"):
            Theorem("T", "", discharges, seal=seal)


def test_a_theorem_cannot_be_altered(judge):
    theorem = judge.prove("T", "true", [TRUE])
    with pytest.raises(ForgeryError, match=r"^F: only a judge can make a theorem$"):
        replace(theorem, id="F", statement="false")
    with pytest.raises(FrozenInstanceError):
        theorem.statement = "false"


def test_a_theorem_survives_pickling(judge):
    theorem = judge.prove("T", "true", [TRUE])
    assert pickle.loads(pickle.dumps(theorem)) == theorem
    assert copy.deepcopy(theorem) == theorem


def test_unpickling_a_forged_theorem_is_rejected(judge):
    restore, (name, statement, discharges, *rest) = judge.prove("T", "", [TRUE]).__reduce__()
    open_ones = (replace(discharges[0], answer=Answer(Reply.UNKNOWN, "says 1")),)
    for forged in ((), open_ones, (*discharges, *open_ones), (*open_ones, *discharges)):
        with pytest.raises(ForgeryError, match=r"^T: all obligations of a theorem must hold$"):
            restore(name, statement, forged, *rest)


def test_a_goal_among_the_facts_is_sent_to_neither_solver():
    first, second = FixedSolver(Reply.UNSAT), FixedSolver(Reply.UNSAT)
    judge = Judge(first, second=second)
    found = judge.discharge(replace(TRUE, hypotheses=("(< x 0)", TRUE.goal)))
    assert found.holds
    assert (first.queries, second.queries, found.second) == ([], [], None)
    judge.discharge(TRUE)
    assert (len(first.queries), len(second.queries)) == (1, 1)


def test_a_promise_proved_later_gives_a_theorem(judge):
    first, second = contract("FIRST"), contract("SECOND")
    leaning = judge.leaning_on((first,))
    later = leaning.prove("SECOND", "", [OTHER], by=(first,), of=second)
    assert not judge.theorems
    earlier = judge.leaning_on(()).prove("FIRST", "", [TRUE], of=first)
    judge.adopt({first: earlier, second: later}, (first, second))
    assert judge.theorems == {first: earlier, second: later}
    assert isinstance(judge.prove("T", "", [TRUE], by=(second,)), Theorem)


def test_an_unproved_promise_gives_no_theorem(judge):
    first, second = contract("FIRST"), contract("SECOND")
    later = judge.leaning_on((first,)).prove("SECOND", "", [OTHER], by=(first,), of=second)
    judge.adopt({second: later}, (first, second))
    assert not judge.theorems
    with pytest.raises(CircularProofError):
        judge.prove("T", "", [TRUE], by=(second,))


def test_a_promise_must_be_proved_by_the_same_contract(judge):
    first, namesake, second = contract("FIRST"), contract("FIRST"), contract("SECOND")
    judge.prove("FIRST", "", [TRUE], of=namesake)
    later = judge.leaning_on((first,)).prove("SECOND", "", [OTHER], by=(first,), of=second)
    judge.adopt({second: later}, (first, second))
    assert second not in judge.theorems


def test_circular_promises_give_no_theorem(judge):
    first, second = contract("FIRST"), contract("SECOND")
    one = judge.leaning_on((second,)).prove("FIRST", "", [TRUE], by=(second,), of=first)
    other = judge.leaning_on((first,)).prove("SECOND", "", [OTHER], by=(first,), of=second)
    for order in ((first, second), (second, first)):
        judge.adopt({first: one, second: other}, order)
        assert not judge.theorems


def test_a_theorem_is_adopted_only_for_its_contract(judge):
    first, second = contract("FIRST"), contract("SECOND")
    theorem = judge.leaning_on(()).prove("FIRST", "", [TRUE], of=first)
    judge.adopt({second: theorem}, (first, second))
    assert not judge.theorems


def test_equal_obligations_are_sent_to_the_second_solver_once():
    second = FixedSolver(Reply.UNSAT, "says 2")
    judge = Judge(FixedSolver(Reply.UNSAT), second)
    assert judge.discharge(TRUE) == judge.discharge(TRUE)
    assert len(second.queries) == 1
