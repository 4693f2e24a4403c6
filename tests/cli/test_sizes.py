"""`eval --for` and `check --for`: exit codes, JSON, the claims file and obligations."""

import json

import pytest

pytestmark = pytest.mark.usefixtures("lemmas")

BAD = [
    (("eval", "--at", "M=1", "size(4:1)"), "need --for"),
    (("eval", "--for", "M", "--with", "pycute", "size((M,4))"), "cannot be used with --for"),
    (("eval", "--for", "size", "size((M,4))"), "'size' is a word of the notation"),
    (
        ("eval", "--for", "M; M % 4 == 0", "--at", "M=3", "size((M,4))"),
        "the conditions exclude",
    ),
    (("eval", "--for", "M", "size((K,4))"), "expected an integer or one of M"),
    (
        ("eval", "--for", "M", "size((K,4))"),
        "declare K in --for after a comma, as in --for 'M, N'",
    ),
    (
        ("eval", "--for", "M", "zN(f16, M, n)"),
        "'n', not one of M at position 11 of 'zN(f16, M, n)'; declare n in --for after a comma",
    ),
    (("check", "--smt2", "here", "injective(4:1)"), "--where and --smt2 need --for"),
    (("check", "--where", "injective(4:1)"), "--where and --smt2 need --for"),
    (
        ("check", "--for", "M", "--where", "--smt2", "d", "injective((M,4))"),
        "--smt2 writes one theorem, but --where proves several",
    ),
    (("check", "--for", "M", "-"), "--for needs exactly one question"),
    (("check", "--for", "M", "size((M,4))"), "expected one of admits_exactly, aligned"),
    (
        ("check", "--for", "M", "injective(composition((M,4):(4,1), 4:1))"),
        "makes no sense at M=3: mode 4:1 of B",
    ),
]


@pytest.mark.parametrize(("arguments", "problem"), BAD)
def test_bad_input_is_reported_in_one_line(run, arguments, problem):
    done = run(*arguments)
    assert (done.status, done.out) == (2, "")
    assert problem in done.err
    assert done.err.count("\n") == 1


def test_a_json_table_has_a_claim_that_can_be_proved_again(run, tmp_path):
    question = ("eval", "--json", "--smt2", "obligations", "--at", "M=3,N=2,ld=5")
    done = run(*question, "--for", "M, N, ld; ld >= M", "coalesce((M,N):(1,ld))")
    assert done.status == 0
    table = json.loads(done.out)
    assert [case["result"] for case in table["cases"]] == ["M*N:1", "(M,N):(1,ld)"]
    assert (table["at"], table["result"]) == ("M=3,N=2,ld=5", "(3,2):(1,5)")
    theorem = table["theorem"]
    assert theorem["replays"] > 0
    files = list((tmp_path / "obligations").rglob("*.smt2"))
    assert f"{len(files)} obligations: " in theorem["ledger"]
    (tmp_path / "table.py").write_text(theorem["claim"])
    assert run("prove", "table.py").status == 0


@pytest.mark.parametrize(
    ("question", "status", "ruling"),
    [
        ("injective((M,4):(4,1))", 0, "holds"),
        ("injective((M,4):(3,1))", 1, "refuted"),
        ("injective(Sw<1,0,2> o 0 o (M,4):(-4,1))", 3, "unknown"),
    ],
)
def test_check_for_all_sizes_writes_json(run, question, status, ruling):
    done = run("check", "--json", "--for", "M", question)
    (answer,) = json.loads(done.out)["questions"]
    assert (done.status, answer["answer"]) == (status, ruling)
    assert (answer["theorem"] is not None) == (ruling == "holds")
    if ruling == "refuted":
        assert (answer["at"], answer["least"]) == ({"M": 2}, True)
        assert answer["witness"]["coordinates"] == [1, 6]


def test_an_expression_without_a_table_is_unknown(run):
    done = run("eval", "--for", "M", "evaluate(Sw<1,0,1> o 0 o (M,2):(2,1), (M - 1,1))")
    assert done.status == 3
    assert done.out.startswith("unknown: the result has a part that the notation cannot express")


def test_check_where_writes_the_conditions_as_json(run):
    done = run("check", "--json", "--where", "--for", "M, N", "compatible((M,N), (N,M))")
    found = json.loads(done.out)
    assert (done.status, found["where"], found["exactly"]) == (0, ["M == N"], True)
    assert len(found["theorems"]) == 2
