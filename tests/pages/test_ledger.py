"""The ledger counts trusted code, and obligations by kind and by how many solvers agree."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from verif.cli.verdicts import ledger_lines
from verif.deciding.outline import Case, Outline, Owed
from verif.kernel.judge import AT_HAND
from verif.pages.ledger import Count, counted, digest, ledger, trusted

ROOT = Path(__file__).parents[2]

SUBJECT = {"spec", "theory", "claims", "search", "operations", "upstream"}
"""Packages that need not be trusted.

An error in such a package would be found, because the package's code is proved or run on numbers.
"""


def obligation(*solvers, dead=False):
    return Owed("it is so", solvers, 0.0, dead)


def a_proof(id, *obligations):
    return Outline(id, "", 1, (Case(f"{id}, path 1", (), obligations),), ())


PROOFS = (
    a_proof(
        "L",
        obligation(AT_HAND.solver),
        obligation("one", "two"),
        obligation("one", "two", dead=True),
    ),
    a_proof("D1", obligation("one"), obligation(AT_HAND.solver)),
)


@pytest.fixture(scope="module")
def decided(decisions):
    return replace(decisions.claim("D1"), proof=PROOFS)


def test_obligations_are_counted_in_two_ways():
    count = counted(PROOFS)
    assert count == Count(live=4, dead=1, at_hand=2, by_one=1, by_two=2)
    assert (count.total, count.unseconded) == (5, 1 / 3)


def test_a_proof_without_obligations_has_share_0():
    assert counted(()).unseconded == 0


def test_the_lemmas_of_a_claim_are_listed(decided):
    standing = ledger([decided]).standing["D1"]
    assert standing.lemmas == ("L",)
    assert standing.obligations == counted(PROOFS)
    assert standing.domains.keys() == decided.claim.domains.keys()
    assert standing.domains["i"] == "Index(of='B')"


def test_a_claim_without_a_proof_is_not_listed(decided):
    assert ledger([replace(decided, proof=())]).standing == {}


def test_a_lemma_cited_twice_is_counted_once(decided):
    assert ledger([decided, decided]).obligations == counted(PROOFS)


def test_a_claim_with_a_rocq_theorem_is_marked(decided, tmp_path):
    assert not ledger([decided], tmp_path).standing["D1"].in_rocq
    (tmp_path / "Any.v").write_text("Theorem D1 : S_D1.\n")
    assert ledger([decided], tmp_path).standing["D1"].in_rocq


def test_every_deciding_module_is_listed_as_trusted_or_decided():
    """Each module that decides claims is listed as trusted, or its package is in `SUBJECT`."""
    pending, reached = ["verif.deciding.workers"], set()
    while pending:
        module = pending.pop()
        path = ROOT / f"{module.replace('.', '/')}.py"
        if module in reached or not path.exists():
            continue
        reached.add(module)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module:
                pending += [node.module, *(f"{node.module}.{name.name}" for name in node.names)]
    assert len(reached) > 100
    files = trusted().files
    untrusted = {module for module in reached if f"{module.replace('.', '/')}.py" not in files}
    assert {module.removeprefix("verif.").split(".")[0] for module in untrusted} <= SUBJECT


def test_the_ledger_is_printed_in_four_lines(decided):
    _, obligations, foundations, summary = map(str, ledger_lines([decided]))
    assert obligations == (
        "5 obligations: 4 live, 1 dead; "
        "2 need no solver, both solvers prove 2, one proves 1 (33.3 %)"
    )
    assert foundations.endswith("; z3 5.4.0.0, cvc5 1.4.2")
    assert summary.endswith(f"dependencies: {ledger([decided]).digest}")


def test_the_digest_covers_verdicts_and_their_evidence_but_not_times(decided):
    summary = digest([decided])
    later = replace(decided.verdict, seconds=decided.verdict.seconds + 1)
    assert digest([replace(decided, verdict=later)]) == summary
    found = decided.verdict.counterexample
    other = replace(decided.verdict, counterexample=replace(found, coordinate="0"))
    assert digest([replace(decided, verdict=other)]) != summary
    assert digest([replace(decided, proof=PROOFS[1:])]) != summary
    assert digest([]) != summary
