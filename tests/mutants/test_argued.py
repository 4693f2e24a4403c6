"""Every surviving mutant has a reason in `argued.toml`, and every reason belongs to a mutant."""

from tests.mutants.argued import Argued, argued
from tests.mutants.changes import mutants_of
from tests.mutants.record import PAGE, page, read_record
from tests.mutants.running import all_mutants

TEXT = "def f(a, b):\n    if a < b:\n        return 1\n    return a < b\n"
MUTANTS = mutants_of("f.py", TEXT)


def named(change):
    (found,) = (mutant for mutant in MUTANTS if mutant.change == change)
    return found


def test_an_argument_covers_one_change_or_a_whole_line():
    arguments = Argued({"f.py: f": {"if a < b: -> if a <= b:": "equal", "return 1": "any number"}})
    assert arguments.why(named("if a < b: -> if a <= b:")) == "equal"
    assert arguments.why(named("if a < b: -> if True:")) is None
    assert arguments.why(named("return 1 -> return 2")) == "any number"
    assert arguments.why(named("return 1 -> return 0")) == "any number"


def test_an_argument_without_a_mutant_is_idle():
    arguments = Argued({"f.py: f": {"return 1": "any", "return 7": "any"}, "f.py: g": {"x": "any"}})
    assert arguments.idle(MUTANTS) == ["f.py: f: return 7", "f.py: g: x"]


def test_no_argument_is_idle():
    mutants = [mutant for some in all_mutants().values() for mutant in some]
    assert argued().idle(mutants) == []


def test_every_argument_says_something():
    tables = argued().arguments.values()
    assert all(len(why.split()) >= 3 for table in tables for why in table.values())


def test_every_survivor_has_an_argument():
    survivors = [
        (f"{file}: {within}", change)
        for file, one in read_record().items()
        for _, within, change in one.survivors
    ]
    tables = argued().arguments
    assert [
        f"{place}: {change}"
        for place, change in survivors
        if not tables.get(place, {}).keys() & {change, change.partition(" -> ")[0]}
    ] == []


def test_the_page_agrees_with_the_record():
    assert PAGE.read_text() == page(read_record(), argued())
