"""The audit of CuTe IR, compared with the verifier of NVIDIA's CuTe DSL on random operations.

The verifier infers the type of a result, and refuses every other type. The audit must say `holds`
for the inferred type, with two exceptions:

- If the spec rejects the operation, the audit may say that the result is not defined.
- If the inferred type is wrong, the audit must report a fault. Enumeration confirms each fault.

The audit must also answer about an operation that ends the verifier's process with a signal. Types
that were inferred earlier are recorded, and compared in every run.
"""

import json
import random
import re
import signal
from collections import Counter
from functools import cache

from spec import Layout
from spec.modes import modes_of
from tests.audit.peers.asking import KEPT, answers, require
from tests.audit.peers.drawn_cute_ir import OPERANDS, OTHER, drawn, line_of
from verif.audit.cute_ir import audit
from verif.audit.statement import Verdict

EACH = 40
"""How many random operations of each kind are given to the DSL."""

EARLIER = [json.loads(line) for line in (KEPT / "cute_dsl.jsonl").read_text().splitlines()]


@cache
def fresh():
    """Return random operations with the DSL's answers."""
    require("cutlass")
    cases = drawn(EACH)
    return [*zip(cases, answers("of_cute_dsl", cases), strict=True)]


def stated(case, result):
    """Return the audit's statement about an operation with this result type."""
    (one,) = (one for one in audit(line_of(case, result)) if "type of the result" in one.claim)
    return one


def layout_of(text):
    """Return the layout of a type of CuTe IR."""
    return Layout.parse(re.search(r'"(.*)"', text)[1])


def values(layout):
    return [layout(c) for c in range(layout.size)]


def extended(layout, c):
    """Return the offset of coordinate `c`. As in composition, the last mode has no upper bound."""
    every = modes_of(layout)
    *modes, (_, last) = [(s, d) for s, d in every if s > 1] or every[-1:]
    offset = 0
    for s, d in modes:
        c, x = divmod(c, s)
        offset += x * d
    return offset + c * last


def is_wrong(case, answer):
    """Decide by enumeration whether an inferred type is wrong."""
    if answer["malformed"]:
        return True
    found = layout_of(answer["type"])
    if case["op"] == "composition" and "!cute.tile" not in case["types"][1]:
        a, b = map(layout_of, case["types"])
        return values(found) != [extended(a, offset) for offset in values(b)]
    if case["op"] == "left_inverse":
        # If an offset repeats, no left inverse exists. Repetitions by modes of stride 0 do not
        # count.
        (a,) = map(layout_of, case["types"])
        offsets = values(Layout(*zip(*[(s, d) for s, d in modes_of(a) if d], strict=True)))
        return len(set(offsets)) < len(offsets)
    return False


def compare(pairs):
    """Require the right verdict on each inferred type, and count the verdicts."""
    count = Counter()
    for case, answer in pairs:
        if "type" not in answer:
            # The DSL refuses the operands, or the DSL's process ends with a signal.
            assert stated(case, OTHER).verdict in (Verdict.FAULT, Verdict.UNKNOWN)
            count["signal" if "signal" in answer else "refused"] += 1
            assert answer.get("signal", signal.SIGFPE) == signal.SIGFPE
            continue
        one = stated(case, answer["type"])
        if one.verdict is Verdict.UNKNOWN:
            assert "the result is not defined" in one.detail, (case, answer, one)
        else:
            assert (one.verdict is Verdict.FAULT) == is_wrong(case, answer), (case, answer, one)
        count[case["op"], one.verdict] += 1
    return count


def planted(pairs):
    """Return operations with a changed number in the type that the DSL infers."""
    rnd, cases = random.Random(7), []
    for case, answer in pairs:
        text = answer.get("type", "")
        if not text or answer["malformed"]:
            continue
        numbers = [*re.finditer(r"\d+", text)]
        for found in rnd.sample(numbers, min(2, len(numbers))):
            changed = str(int(found[0]) + rnd.choice((1, 2)))
            result = f"{text[: found.start()]}{changed}{text[found.end() :]}"
            cases.append({**case, "inferred": text, "result": result})
    return cases


def see(cases):
    """Count the verdicts on the changed types.

    Require that a changed type with the verdict HOLDS has the same offsets as the inferred type.
    """
    count = Counter()
    for case in cases:
        verdict = stated(case, case["result"]).verdict
        if verdict is Verdict.HOLDS:
            one, other = (layout_of(case[key]) for key in ("inferred", "result"))
            assert values(one) == values(other), case
        count[verdict] += 1
    return count


def test_types_that_the_dsl_inferred_hold():
    count = compare([(one["case"], one["answer"]) for one in EARLIER])
    assert all(count[op, Verdict.HOLDS] for op in OPERANDS)


def test_changes_of_types_that_the_dsl_inferred_are_seen():
    count = see(planted([(one["case"], one["answer"]) for one in EARLIER]))
    assert count[Verdict.FAULT] >= 0.9 * count.total()


def test_the_dsl_answers_as_before():
    assert [one for one in EARLIER if (one["case"], one["answer"]) not in fresh()] == []


def test_inferred_types_hold_wherever_the_spec_defines_the_result():
    count = compare(fresh())
    assert min(count[op, Verdict.HOLDS] for op in OPERANDS) >= EACH / 4
    assert sum(count[op, Verdict.HOLDS] for op in OPERANDS) >= 0.75 * len(fresh())
    assert sum(count[op, Verdict.UNKNOWN] for op in OPERANDS) <= 0.05 * len(fresh())


def test_changed_types_are_refused_by_both():
    cases = planted(fresh())
    asked = answers("of_cute_dsl", cases)
    assert [case for case, one in zip(cases, asked, strict=True) if "taken" in one] == []
    count = see(cases)
    assert count[Verdict.FAULT] >= 0.9 * count.total()


def test_where_the_dsl_ends_its_process_there_is_an_answer():
    require("cutlass")
    types = ['!cute.layout<"(2,2):(1,1)">', '!cute.layout<"2:1">']
    products = ("logical_product", "blocked_product", "raked_product")
    cases = [{"op": op, "types": types} for op in products]
    asked = answers("of_cute_dsl", cases)
    assert [one["signal"] for one in asked] == [signal.SIGFPE] * 3
    assert {stated(case, OTHER).verdict for case in cases} == {Verdict.UNKNOWN}
