"""Two verdicts to report: an expected one and an unexpected one."""

from verif.deciding.decided import Decided
from verif.kernel.claim import REFUTED, claim, proved
from verif.kernel.said import Engine, Open, Said, Why
from verif.kernel.verbs import ensure_equal
from verif.kernel.verdict import Counterexample, Outcome, Scope, Verdict
from verif.readings.domains import Index, Layouts, flat


@claim(
    "FALSE",
    "every layout is the identity",
    source="here",
    expect=REFUTED,
    A=Layouts(flat(1)),
    i=Index("A"),
)
def false(alg, A, i):
    ensure_equal("the offset", A(i), i)


@claim("OPEN", "nobody knows", source="there", expect=proved(), A=Layouts(flat(1)))
def unanswered(alg, A):
    ensure_equal("the size", A.size, A.cosize)


RESISTED = Said(
    Engine.EVERY_RANK,
    "open: the size",
    Why.NOT_IMPLIED,
    (
        Open(
            "OPEN at every rank, path 1",
            "the size",
            "total(A_1) = 1 + span(A_1)",
            ("length_A_1 >= 1", "length_b_2 >= 1"),
            "",
            {"span(A_1)": 5},
        ),
    ),
)

DECIDED = (
    Decided(
        false,
        Verdict(
            Outcome.REFUTED,
            scope=Scope(("(*)",), 10),
            counterexample=Counterexample({"A": "(2):(0)"}, "1", ("0", "1"), "the offset", True),
            replayed_on=("spec 1.0",),
            seconds=0.12345,
        ),
    ),
    Decided(
        unanswered,
        Verdict(Outcome.UNKNOWN, reason="no answer in time", seconds=2.0, said=(RESISTED,)),
    ),
)
