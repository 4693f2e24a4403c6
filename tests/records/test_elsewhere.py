"""Records of other machines: shown as their word, refused where they are of other texts."""

import socket
from concurrent.futures import Future, ThreadPoolExecutor

import msgspec
import pytest

from verif.deciding.recorded import Origin
from verif.deciding.selection import selected
from verif.kernel.verdict import Outcome
from verif.records.apart import Sent
from verif.records.elsewhere import decide_elsewhere, send

CLAIMS = """
import os
from verif import REFUTED, Integers, claim, ensure, proved

@claim("TWICE", "twice a natural number is natural", source="", expect=proved(), n=Integers())
def twice(alg, n):
    ensure("natural", 2 * n >= 0)

@claim("SMALL", "every number is small", source="", expect=REFUTED, n=Integers())
def small(alg, n):
    ensure("small", n <= 1)
"""


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(CLAIMS)
    return path


class Relayed(ThreadPoolExecutor):
    """Processes of this machine, what they send being changed on the way."""

    def __init__(self, changed):
        super().__init__(1)
        self.changed = changed

    def submit(self, function, /, *arguments):
        done = Future()
        done.set_result(self.changed(super().submit(function, *arguments).result()))
        return done


def test_each_says_on_which_machine_it_was_decided_and_is_no_theorem(mine):
    shown = []
    with ThreadPoolExecutor(1) as executor:
        decided = decide_elsewhere(selected([str(mine)]), 60.0, executor, shown.append)
    assert [(one.id, one.verdict.outcome) for one in decided] == [
        ("TWICE", Outcome.PROVED),
        ("SMALL", Outcome.REFUTED),
    ]
    assert {one.origin for one in decided} == {Origin(machine=socket.gethostname())}
    assert [one.theorem for one in decided] == [None, None]
    assert [len(one.proof) for one in decided] == [1, 0]
    assert decided[0].proof[0].obligations > 0
    assert sorted(one.id for one in shown) == ["SMALL", "TWICE"]
    assert all(one.as_expected for one in decided)


def other_texts(content):
    sent = msgspec.json.decode(content, type=Sent)
    return msgspec.json.encode(Sent(sent.entry.replace(b"REFUTED", b"UNKNOWN"), ()))


def of_another_claim(mine):
    (other,) = selected([f"{mine}:TWICE"])
    return lambda content: send(other.reference, 60.0)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (other_texts, "AlteredEntryError: it is not as it was written"),
        (lambda content: content[:-3], "AlteredEntryError: what it sent is no record"),
        (None, "AlteredEntryError: it has other texts, versions or options"),
    ],
)
def test_what_is_no_record_of_the_claim_is_an_error(mine, changed, told):
    chosen = selected([f"{mine}:SMALL"])
    with Relayed(changed or of_another_claim(mine)) as executor:
        (decided,) = decide_elsewhere(chosen, 60.0, executor)
    assert decided.verdict.outcome is Outcome.ERROR
    assert decided.verdict.reason.startswith(told)


def test_a_file_that_ends_its_process_sends_nothing(mine):
    chosen = selected([f"{mine}:SMALL"])
    mine.write_text(CLAIMS + "\nos._exit(0)\n")
    with ThreadPoolExecutor(1) as executor:
        (decided,) = decide_elsewhere(chosen, 60.0, executor)
    assert decided.verdict.outcome is Outcome.ERROR
    assert decided.verdict.reason == "OSError: exit code 0"
