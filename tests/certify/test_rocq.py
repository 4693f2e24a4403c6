"""A changed function, claim or proof makes Rocq reject the theorem.

These tests need Debian's coq.
"""

import shutil
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path

import pytest

from tests.certify.planted import unproved
from tests.proofs.mutation import Mutant
from verif.certify.domains import in_domains
from verif.certify.printing import printout
from verif.certify.run import UncertifiedError, prove, rocq
from verif.certify.theorems import FOLDER

pytestmark = pytest.mark.long

PLANTED = [
    # Changes of functions of spec: an operator, a comparison, a constant, a guard.
    Mutant("spec.coalesce", "next_d == s * d", "next_d == s + d", "C1"),
    Mutant(
        "spec.coalesce",
        "if s == 1:\n        return modes",
        "if s == 2:\n        return modes",
        "C1",
    ),
    Mutant("spec.layout", "(shapes[0] - 1) * abs", "shapes[0] * abs", "I3"),
    Mutant("spec.coordinates", "x // sizes[0], sizes[1:]", "x % sizes[0], sizes[1:]", "I1"),
    Mutant("spec.int_tuple", "tuple(map(product, t))", "tuple(map(depth, t))", "I2"),
    Mutant("spec.composition", "if most <= 1:", "if most <= 2:", "P1x"),
    Mutant("spec.complement", "gaps(rest, s * d, size)", "gaps(rest, d, size)", "K2"),
    Mutant("spec.complement", "if d < current:", "if d > current:", "K2"),
    Mutant("spec.inverse", "if d == current:", "if d >= current:", "V1"),
    Mutant("spec.xla.cute", "((t, stride), (c, far))", "((c, stride), (t, far))", "B1"),
    # The changed code compares strides. For integer strides, the theorem would still hold. But the
    # theorem allows strides in any abelian group, which need not be ordered.
    Mutant(
        "spec.coalesce",
        "if next_d == s * d:",
        "if next_d <= s * d and s * d <= next_d:",
        "Module",
    ),
    # Changes of claims: a hypothesis dropped, a conclusion negated, or a stronger conclusion.
    Mutant(
        "verif.claims.coalesce",
        'ensure_equal("size", R.size, A.size)',
        'ensure("size", R.size != A.size)',
        "C1",
    ),
    Mutant(
        "verif.claims.coalesce",
        'ensure("depth at most 1", R.depth <= 1)',
        'ensure("depth at most 1", R.depth < 1)',
        "C1",
    ),
    Mutant(
        "verif.claims.coordinates",
        "flatten(alg.idx2crd(c, S)), flatten(alg.idx2crd(x, S))",
        "flatten(alg.idx2crd(c, S)), flatten(alg.idx2crd(x, sizes))",
        "I2",
    ),
    Mutant(
        "verif.claims.complement",
        '    assume("the sums are equal", A(a) + R(x) == A(b) + R(y))\n',
        "",
        "K2",
    ),
    Mutant(
        "verif.claims.exactness",
        '    assume("no deltas cancel", not cancelling(modes))\n',
        "",
        "P1x",
    ),
    Mutant("verif.readings.groups", "total(groups[0]) ==", "total(groups[0]) <=", "P1x"),
    Mutant("verif.theory.composition.breaks", "return min(s, t)", "return max(s, t)", "P1x"),
    Mutant(
        "verif.claims.distributivity",
        '    assume("composition accepts", accepted(whole))\n',
        "",
        "D1a",
    ),
    Mutant(
        "verif.claims.composition",
        "alg.composition(A, Layout(A.size, 1))",
        "alg.composition(A, Layout(A.size, 2))",
        "P6",
    ),
    Mutant(
        "verif.claims.composition",
        "R = alg.composition(Layout(n, 1), B)",
        "R = alg.composition(Layout(n, 2), B)",
        "P6",
    ),
    Mutant("verif.theory.distributivity.cost_of_carries", "s * d + 1)", "s * d + 2)", "D3"),
    Mutant("verif.claims.carries", "holds == (below or s * d == e)", "holds == below", "D3"),
    Mutant("verif.theory.distributivity.cost_of_carries", "(d - merged) *", "d *", "D3"),
    Mutant("verif.claims.products", "R.size, A.size * B.size)", "R.size, A.size + B.size)", "Q5"),
    Mutant(
        "verif.claims.distributivity",
        "A.extended(B((w, x - 1))), 1)",
        "A.extended(B((w, x - 1))), 0)",
        "D6o",
    ),
    Mutant("verif.theory.arrays.reach", "lengthened(point[1:],", "lengthened(point,", "X8"),
    Mutant("verif.theory.arrays.reach", "reached(point[1:],", "reached(point,", "X8"),
    Mutant("verif.theory.arrays.reach", "(tile[0],) + without", "(1,) + without", "X8"),
    Mutant("verif.claims.xla", "0 <= position < size)", "0 <= position < size - 1)", "X4"),
    # IntTuples of every nesting.
    Mutant("spec.int_tuple", "lambda x, y: x == product(y)", "lambda x, y: x <= product(y)", "I6"),
    Mutant("spec.int_tuple", "return a * product(b)", "return a + product(b)", "I13"),
    Mutant(
        "spec.int_tuple", "reversed(flatten(t)), mul, initial=1", "flatten(t), mul, initial=1", "I9"
    ),
    Mutant("spec.int_tuple", "lambda _, y: not isinstance(y, tuple)", "lambda _x, _y: True", "I12"),
    # If a part of a shape has no integers, it has no mode to absorb an index that is too large.
    Mutant(
        "verif.claims.coordinates", "if has_terminals_throughout(S):", "if alg.size(S) > 0:", "I11t"
    ),
]


@pytest.mark.parametrize("mutant", PLANTED, ids=str)
def test_a_planted_change_stops_the_proof(mutant, tmp_path):
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as other:
        assert other.submit(unproved, mutant, str(tmp_path)).result()


def copied(place):
    """Copy the folder of theorems so that a test can break the copy."""
    return Path(shutil.copytree(FOLDER, place / "certify")), Path(place)


EQUAL_TO_ANYTHING = """Notation "x = y" := True : type_scope.
Theorem X1 : S_X1.
Proof. exact (fun _ _ => I). Qed.
"""


@pytest.mark.parametrize(
    "gap",
    [
        "Axiom given : S_X1.\nTheorem X1 : S_X1.\nProof. exact given. Qed.\n",
        "Theorem X1 : S_X1.\nProof. Admitted.\n",
        # The file redefines the statement S_X1 as True.
        "Definition S_X1 := True.\nTheorem X1 : S_X1.\nProof. exact I. Qed.\n",
        # The file of the theorem redefines equality so that any two things are equal.
        EQUAL_TO_ANYTHING,
    ],
)
def test_a_hidden_gap_in_a_proof_is_found(gap, tmp_path):
    folder, build = copied(tmp_path)
    text = (folder / "X1.v").read_text()
    (folder / "X1.v").write_text(text[: text.index("Theorem X1")] + gap)
    with pytest.raises(UncertifiedError):
        prove(folder, build, ("X1",))


@pytest.mark.parametrize("narrower", ["", "(nonempty (tl G)) = true"])
def test_a_too_narrow_printed_domain_is_found(narrower, tmp_path):
    exact = next(s for s in printout().statements if s.claim == "P1x")
    hypotheses = tuple(filter(None, (*exact.hypotheses, narrower)))
    text, cases = in_domains([replace(exact, hypotheses=hypotheses)], 12)
    assert cases == 12
    _, build = copied(tmp_path)
    for name in ("Prelude.v", "Printed.v"):
        shutil.copy(FOLDER / name, build)
        rocq(build, "coqc", "-q", name)
    (build / "Domains.v").write_text(text)
    with pytest.raises(UncertifiedError) if narrower else nullcontext():
        rocq(build, "coqc", "-q", "Domains.v")


def test_a_proved_theorem_is_closed_under_the_global_context(tmp_path):
    folder, build = copied(tmp_path)
    prove(folder, build, ("X1",))
