"""What a run has found is known to the next one as long as the text of the file stands."""

from dataclasses import replace

from tests.mutants.changes import mutants_of
from tests.mutants.looking import KILLED, SURVIVED
from tests.mutants.record import of_file
from tests.mutants.running import Log
from tests.mutants.swapping import ROOT

FILE = "spec/coalesce.py"
MUTANTS = mutants_of(FILE, (ROOT / FILE).read_text())


def test_a_log_begins_with_what_the_record_says(tmp_path):
    log, again = Log(tmp_path / "log"), Log(tmp_path / "again")
    noticed, argued, waiting, *others = MUTANTS
    log.note(noticed, 1, KILLED, "a.py::test")
    log.note(argued, 2, SURVIVED, None)
    log.note(waiting, 1, SURVIVED, None)
    text = log.path.read_text().partition(', "')[2].partition('"')[0]
    by = {noticed.name: "a.py::test", argued.name: None}
    one = of_file(text, MUTANTS, by, {waiting.name})

    again.begin({FILE: one}, MUTANTS)
    assert [found[1:] for found in again.outcomes().values()] == [
        found[1:] for found in log.outcomes().values()
    ]
    assert again.unsettled(MUTANTS, 2) == [waiting, *others]

    again.begin({FILE: replace(one, text="another")}, MUTANTS)
    assert again.outcomes() == {}
