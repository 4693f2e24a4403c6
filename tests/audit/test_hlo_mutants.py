"""Every planted change of a compiled program is detected."""

import re

import pytest

from tests.audit.hlo import computation, module
from verif.audit.hlo import audit, compare
from verif.audit.statement import Verdict

BEFORE = module(
    """x = bf16[64,24]{1,0} parameter(0)
    w = f32[24,40]{1,0} parameter(1)
    b = f32[40]{0} parameter(2)
    h = bf16[8,8,24]{2,1,0} reshape(x)
    t = bf16[8,8,24]{2,0,1} transpose(h), dimensions={1,0,2}
    f = bf16[64,24]{1,0} reshape(t)
    c = f32[64,24]{1,0} convert(f)
    d = f32[64,40]{1,0} dot(c, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
    e = f32[64,40]{1,0} broadcast(b), dimensions={1}
    s = f32[64,40]{1,0} add(d, e)
    z = f32[] constant(0)
    p = f32[70,50]{1,0} pad(s, z), padding=2_4x3_7
    q = f32[65,30]{1,0} slice(p), slice={[1:66], [5:35]}
    m = f32[65]{0} reduce(q, z), dimensions={1}, to_apply=sum
    u = f32[30,65]{0,1} transpose(q), dimensions={1,0}
    ROOT r = (f32[30,65]{0,1}, f32[65]{0}, bf16[64,24]{1,0}) tuple(u, m, f)""",
    computation(
        "sum", "a = f32[] parameter(0)\nb = f32[] parameter(1)\nROOT s = f32[] add(a, b)"
    ).replace("%", ""),
    scheduled=False,
).replace("%", "")

AFTER = module(
    """%x = bf16[64,24]{1,0:T(8,128)(2,1)} parameter(0)
    %w = f32[24,40]{0,1:T(8,128)} parameter(1)
    %b = f32[40]{0:T(128)} parameter(2)
    %h = bf16[8,8,24]{2,1,0:T(8,128)(2,1)} bitcast(%x)
    %k = bf16[8,8,24]{2,0,1:T(8,128)(2,1)} copy(%h)
    %t = bf16[8,8,24]{2,1,0:T(8,128)(2,1)} bitcast(%k)
    %f = bf16[64,24]{1,0:T(8,128)(2,1)} bitcast(%t)
    %v = f32[40,24]{1,0:T(8,128)} bitcast(%w)
    %o = f32[64,40]{0,1:T(8,128)} fusion(%f, %v, %b), kind=kOutput, calls=%product
    %u = f32[30,65]{1,0:T(8,128)} fusion(%o), kind=kLoop, calls=%window
    %z = f32[]{:T(128)} constant(0)
    %m = f32[65]{0:T(128)} reduce(%u, %z), dimensions={0}, to_apply=%sum
    ROOT %r = (f32[30,65]{1,0:T(8,128)}, f32[65]{0:T(128)}, bf16[64,24]{1,0:T(8,128)(2,1)})\
 tuple(%u, %m, %f)""",
    computation(
        "sum",
        """%a = f32[]{:T(128)} parameter(0)
        %b = f32[]{:T(128)} parameter(1)
        ROOT %s = f32[]{:T(128)} add(%a, %b)""",
    ),
    computation(
        "product",
        """%p = bf16[64,24]{1,0:T(8,128)(2,1)} parameter(0)
        %q = f32[40,24]{1,0:T(8,128)} parameter(1)
        %b = f32[40]{0:T(128)} parameter(2)
        %c = f32[64,24]{1,0:T(8,128)} convert(%p)
        %d = f32[40,64]{1,0:T(8,128)} convolution(%q, %c), dim_labels=bf_oi->bf
        %e = f32[40,64]{1,0:T(8,128)} broadcast(%b), dimensions={0}
        %s = f32[40,64]{1,0:T(8,128)} add(%e, %d)
        ROOT %t = f32[64,40]{0,1:T(8,128)} bitcast(%s)""",
    ),
    computation(
        "window",
        """%p = f32[64,40]{0,1:T(8,128)} parameter(0)
        %t = f32[40,64]{1,0:T(8,128)} bitcast(%p)
        %z = f32[]{:T(128)} constant(0)
        %w = f32[50,70]{1,0:T(8,128)} pad(%t, %z), padding=3_7x2_4
        ROOT %s = f32[30,65]{1,0:T(8,128)} slice(%w), slice={[5:35], [1:66]}""",
    ),
).replace(
    "is_scheduled=true",
    "is_scheduled=true, entry_computation_layout={(bf16[64,24]{1,0:T(8,128)(2,1)},"
    " f32[24,40]{0,1:T(8,128)}, f32[40]{0:T(128)})->(f32[30,65]{1,0:T(8,128)}, f32[65]{0:T(128)},"
    " bf16[64,24]{1,0:T(8,128)(2,1)})}",
)

PLACES = {
    # Inside a fusion, only parameters and results are in memory.
    "order": r"\]\{(\d(?:,\d)+)[^}]*\} (?:bitcast|copy|fusion|parameter)\(",
    "first tile": r":T\((\d+,\d+)\)[^}]*\} (?:bitcast|copy|fusion|parameter)\(",
    "dimensions": r"dimensions=\{(\d)\}",
    "padding": r"padding=(\d+_\d+)|x(\d+_\d+)",
    "slice": r"\[(\d+:\d+)\]",
    "operands": r"(?:convolution|tuple)\((%\w, %\w)",
    "labels": r"dim_labels=bf_(oi)",
    "constant": r"constant\((\d)\)",
    "operation": r"(?:ROOT )?%s = \S+ (add)\(%(?:a|e)",
}


def planted(kind: str):
    """Yield each match of `PLACES[kind]`, with a program in which only this match is changed."""
    for place in re.finditer(PLACES[kind], AFTER):
        k = 1 if place[1] is not None else 2
        old = place[k]
        parts = re.split(r"(, |,|_)", old)
        if kind == "slice":
            first, last = map(int, old.split(":"))
            new = f"{first + 1}:{last + 1}"
        elif kind == "padding":
            low, high = map(int, old.split("_"))
            new = f"{low + 1}_{high - 1}"
        elif len(parts) > 1:
            new = "".join((parts[2], parts[1], parts[0], *parts[3:]))
        else:
            new = {"add": "subtract", "oi": "io"}.get(old) or str(int(old) + 1)
        yield place, AFTER[: place.start(k)] + new + AFTER[place.end(k) :]


def statements(text: str):
    found = [*audit(text), *compare(BEFORE, text)]
    return [(s.line, s.operation, s.claim, s.verdict, s.detail) for s in found]


def test_the_program_itself_has_no_fault():
    found = statements(AFTER)
    assert {verdict for _, _, _, verdict, _ in found} == {Verdict.HOLDS, Verdict.COST}
    assert sum("program" in claim for _, _, claim, _, _ in found) == 5


@pytest.mark.parametrize("kind", PLACES)
def test_a_planted_change_is_detected(kind):
    was, changed = statements(AFTER), list(planted(kind))
    assert changed
    for place, text in changed:
        now = statements(text)
        assert now != was, place[0]
        verdicts = {verdict for _, _, _, verdict, _ in now}
        # A changed copy may be right, because a copy may have any layout. A changed operation may
        # have the verdict `unknown`, because the audit does not evaluate sums of many terms.
        assert (
            Verdict.FAULT in verdicts
            or " copy(" in place[0]
            or (kind == "operation" and Verdict.UNKNOWN in verdicts)
        ), place[0]
