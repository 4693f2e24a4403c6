"""Steps that access the same memory by the same threads, by other threads or by async copies."""

import re

import pytest

from verif.audit.statement import Verdict
from verif.movement.decide import decide
from verif.movement.loading import loads

ROWS, COLUMNS = "(256,1):(1,0)", "((32,8),1):((8,1),0)"
"""Two thread-value layouts: in each of them, a thread takes one of 256 elements."""

STORES = """
sizes   = "M; M % 256 == 0; M <= 2**20"
element = "f32"
threads = 256
tile    = {{ m = 256 }}

[gmem]
A = "(M):(1)"
B = "(M):(1)"
C = "(M):(1)"

[[step]]
load = "A -> r"
by   = "{first}"

[[step]]
store = "r -> C"
{between}
[[step]]
load = "B -> q"
by   = "{second}"

[[step]]
store = "q -> C"
"""

REUSE = """
sizes   = "M; M % 256 == 0; M <= 2**20"
element = "f32"
threads = 256
tile    = {{ m = 256 }}

[gmem]
{gmem}
[smem]
s = "(256):(1)"
p = {{ layout = "{p}", at = "s", coordinates = "m" }}
q = {{ layout = "{q}", at = "p", coordinates = "m" }}

"""


def copy(what, by, **keys):
    more = "".join(f"{key} = {value}\n" for key, value in keys.items())
    return f'[[step]]\ncopy = "{what}"\nby = "{by}"\n{more}\n'


BARRIER = "[[step]]\nbarrier = true\n\n"
PASSED = copy("A -> s", ROWS) + BARRIER + copy("s -> D", ROWS)
TAKEN = BARRIER + copy("q -> E", COLUMNS)


def described(steps, p="(256):(1)", q="(256):(1)"):
    gmem = "".join(
        f'{name} = "(M):(1)"\n' for name in "ABDE" if f"{name} ->" in steps or f"-> {name}" in steps
    )
    return REUSE.format(p=p, q=q, gmem=gmem) + steps


def reuse(steps, p="(256):(1)", q="(256):(1)"):
    return decide(loads(described(steps, p, q)))


def test_stores_of_one_element_by_different_threads_are_not_decided():
    text = STORES.format(first=ROWS, second=COLUMNS, between="")
    (statement,) = decide(loads(text)).at(Verdict.UNKNOWN)
    assert statement.operation == "store q -> C"
    assert statement.claim == "each element of C is written by the same thread in all steps"
    assert "thread 1 takes C(8), which thread 8 wrote" in statement.detail


def test_a_store_that_overwrites_all_values_of_another_store_is_a_cost():
    text = STORES.format(first=ROWS, second=ROWS, between="")
    decided = decide(loads(text))
    assert not decided.at(Verdict.UNKNOWN)
    (statement,) = decided.at(Verdict.COST)
    assert statement.claim == "no step overwrites elements of C that no step reads"


def test_values_that_are_read_before_they_are_overwritten_are_not_lost():
    between = f'[[step]]\nload = "C -> u"\nby = "{ROWS}"\n'
    text = STORES.format(first=ROWS, second=ROWS, between=between)
    assert not decide(loads(text)).at(Verdict.COST)


def test_two_steps_may_add_to_the_same_elements():
    text = STORES.format(first=ROWS, second=COLUMNS, between="")
    text = text.replace('-> C"', '-> C"\ninstruction = "red.global.32"')
    claims = {one.claim for one in decide(loads(text)).statements}
    assert "each element of C is written by the same thread in all steps" not in claims


def test_a_claim_about_the_threads_of_one_step_says_so():
    text = STORES.format(first=ROWS, second=COLUMNS, between="")
    claims = {one.claim for one in decide(loads(text)).statements}
    assert "no two threads write the same place of C in this step" in claims


def test_a_thread_may_overwrite_what_only_it_has_read_from_another_buffer():
    decided = reuse(PASSED + copy("B -> q", ROWS) + TAKEN)
    assert not decided.at(Verdict.FAULT) + decided.at(Verdict.UNKNOWN)


def test_a_thread_may_overwrite_what_only_it_has_written_to_another_buffer():
    decided = reuse(copy("A -> s", ROWS) + copy("B -> q", ROWS) + TAKEN)
    assert not decided.at(Verdict.FAULT) + decided.at(Verdict.UNKNOWN)


@pytest.mark.parametrize("first", [PASSED, copy("A -> s", ROWS)])
def test_other_threads_overwrite_memory_only_after_a_barrier(first):
    overwriting = copy("B -> q", COLUMNS)
    (fault,) = reuse(first + overwriting + TAKEN).at(Verdict.FAULT)
    assert fault.operation == "copy B -> q"
    assert "is written to the same place without a barrier between the" in fault.detail
    assert not reuse(first + BARRIER + overwriting + TAKEN).at(Verdict.FAULT)


def test_places_are_compared_and_not_coordinates():
    """The buffer q is a transpose of s, so equal coordinates have different places in memory."""
    steps = PASSED + copy("B -> q", ROWS) + TAKEN
    (fault,) = reuse(steps, q="((16,16)):((16,1))").at(Verdict.FAULT)
    assert "without a barrier between the read and the write" in fault.detail
    by_columns = "((16,16),1):((16,1),0)"
    assert not reuse(
        steps.replace(copy("B -> q", ROWS), copy("B -> q", by_columns)), q="((16,16)):((16,1))"
    ).at(Verdict.FAULT)


@pytest.mark.parametrize(("stride", "is_same"), [(2, True), (1, False)])
def test_buffers_that_share_memory_may_have_elements_of_different_widths(stride, is_same):
    """Two elements of 16 bits occupy the memory of one element of 32 bits."""
    text = described(PASSED + copy("B -> q", ROWS) + TAKEN, q=f'(256):({stride})", element = "f16')
    for name in "BE":
        text = text.replace(f'{name} = "(M)', f'{name} = {{ element = "f16", layout = "(M)')
        text = re.sub(rf"^({name} = .*)$", r"\1 }", text, flags=re.MULTILINE)
    faults = decide(loads(text)).at(Verdict.FAULT)
    assert [one.operation for one in faults] == ([] if is_same else ["copy B -> q"])


def test_a_buffer_cannot_be_read_after_its_memory_was_overwritten():
    steps = PASSED + copy("B -> q", ROWS) + TAKEN + copy("s -> D", ROWS)
    (fault,) = reuse(steps).at(Verdict.FAULT)
    assert fault.operation == "copy s -> D"
    assert fault.detail == "copy B -> q overwrites stage 0 of s before tile 0 is read"


def test_a_missing_wait_for_an_async_read_is_not_called_a_missing_barrier():
    tma = '[[step]]\ncopy = "s -> D"\ninstruction = "tma"\n\n'
    steps = copy("A -> s", ROWS) + BARRIER + tma + BARRIER + copy("B -> q", ROWS) + TAKEN
    (fault,) = reuse(steps).at(Verdict.FAULT)
    assert fault.operation == "copy B -> q"
    assert "before a step waits for the async read (`wait`)" in fault.detail
    waited = steps.replace(tma, tma + "[[step]]\nwait = 0\n\n")
    assert not [x for x in reuse(waited).at(Verdict.FAULT) if x.operation == "copy B -> q"]


def test_a_missing_wait_for_an_async_write_is_not_called_a_missing_barrier():
    steps = copy("A -> s", ROWS, instruction='"cp.async.4"') + BARRIER + copy("B -> q", ROWS)
    (fault,) = reuse(steps + TAKEN).at(Verdict.FAULT)
    assert fault.operation == "copy B -> q"
    assert "before a step waits for the async write (`wait`)" in fault.detail
