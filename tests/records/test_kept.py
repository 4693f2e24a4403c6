"""Cached verdicts are validated and shown while nothing has changed, but no proof uses them."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import pytest

from verif.cli.main import main
from verif.deciding.decided import Origin
from verif.deciding.selection import selected
from verif.kernel.own import FOLDER
from verif.kernel.verdict import Outcome
from verif.records import identity, kept
from verif.records.entry import HEAD, AlteredEntryError, digest_of, outline_of, read, written
from verif.records.identity import identities

CLAIMS = """
from verif import REFUTED, Integers, claim, ensure, proved

@claim("TWICE", "twice a natural number is natural", source="", expect=proved(), n=Integers())
def twice(alg, n):
    ensure("natural", 2 * n >= 0)

@claim("SMALL", "every number is small", source="", expect=REFUTED, n=Integers())
def small(alg, n):
    ensure("small", n <= 1)
"""

FALSE = """
from verif import Integers, by, claim, ensure, proved

@claim("FALSE", "every number is small", source="", expect=proved(), n=Integers())
def small(alg, n):
    ensure("small", n <= 1)

@claim("CITES", "two is small", source="", expect=proved(), n=Integers())
def cites(alg, n):
    by(small, n + 2)
    ensure("never", n + 2 <= 1)
"""


JSON = "first.json"


@dataclass(frozen=True)
class Runs:
    """Runs of `prove`, all in the same folder.

    The cache key depends on the path of the claims file, so the folder must not change. A process
    reads a file only once, so a changed file needs a new name or a new process.
    """

    folder: Path
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *arguments):
        with pytest.raises(SystemExit) as exited:
            main(["prove", *arguments, "--jobs", "1"])
        out, err = self.capsys.readouterr()
        return SimpleNamespace(status=exited.value.code, out=out, err=err)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("mine")


@pytest.fixture
def run(capsys, monkeypatch, folder):
    shutil.rmtree(folder)
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    return Runs(folder, capsys)


@pytest.fixture(scope="module")
def begun(tmp_path_factory):
    """Return an empty record of the first run. The fixture `first` fills the record.

    `folder` receives the files of the run, and `shown` receives the output of the run.
    """
    return SimpleNamespace(folder=tmp_path_factory.mktemp("begun") / "mine", shown=None)


@pytest.fixture
def first(run, begun):
    """Return the output of the first run of `prove` on the claims file.

    This run happens only once. Later tests start from a copy of the folder that the run left.
    """
    if begun.shown is None:
        (run.folder / "mine.py").write_text(CLAIMS)
        begun.shown = run("mine.py", "--json", JSON)
        shutil.copytree(run.folder, begun.folder)
    else:
        shutil.copytree(begun.folder, run.folder, dirs_exist_ok=True)
    assert begun.shown.status == 0
    return begun.shown


def entries(folder, claim="*"):
    return sorted(folder.glob(f"cache/layout-verif/verdicts/*/{claim}-*.verdict"))


def proofs(folder):
    return sorted(folder.glob("cache/layout-verif/verdicts/*/proofs/*"))


def rows(shown):
    """Return the cells of the table without the mark `kept` and without times."""
    table, _, _ = re.sub(r", kept", "", shown.out).partition("\n\n")
    return [re.sub(r"\d+\.\d s", "TIME", line).split() for line in table.splitlines()]


def cached_rows(shown):
    return len(re.findall(r" s, kept ", shown.out))


def test_cached_verdicts_of_an_unchanged_file_are_shown_and_marked(run, first):
    second = run("mine.py")
    assert first.status == second.status == 0
    assert (cached_rows(first), cached_rows(second)) == (0, 2)
    assert rows(first) == rows(second)
    assert "kept" not in first.out.splitlines()[-1]
    result = second.out.splitlines()[-1]
    assert re.search(
        r"all as expected; 2 kept, decided by the run of \d{4}-\d\d-\d\d .* UTC$", result
    )


@pytest.mark.usefixtures("first")
def test_the_json_marks_cached_verdicts_and_keeps_the_digest(run):
    assert run("mine.py", "--json", "second.json").status == 0
    assert run("mine.py", "--json", "third.json", "--fresh").status == 0
    names = (JSON, "second.json", "third.json")
    read = first, second, third = [json.loads((run.folder / name).read_text()) for name in names]
    assert [[bool(one["kept"]) for one in each["claims"]] for each in read] == [
        [False, False],
        [True, True],
        [False, False],
    ]
    assert first["ledger"] == second["ledger"]
    assert second["ledger"]["digest"] == third["ledger"]["digest"]
    assert [one["replays"] for one in first["claims"]] == [
        one["replays"] for one in second["claims"]
    ]


@pytest.mark.usefixtures("first")
@pytest.mark.parametrize("how", ["--fresh", "CI"])
def test_fresh_and_ci_ignore_the_cache(run, monkeypatch, how):
    if how == "CI":
        monkeypatch.setenv("CI", "true")
    before = [place.read_bytes() for place in entries(run.folder)]
    second_run = run("mine.py", *([how] if how == "--fresh" else []))
    assert (second_run.status, cached_rows(second_run)) == (0, 0)
    after = [place.read_bytes() for place in entries(run.folder)]
    assert len(before) == len(after) == 2
    assert (before == after) == (how == "CI")


@pytest.mark.usefixtures("first")
def test_a_changed_file_is_decided_again(run):
    (run.folder / "mine.py").write_text(CLAIMS.replace("2 * n >= 0", "3 * n >= 0"))
    # This process has read the file already, so run another process.
    anew = subprocess.run(
        [sys.executable, "-m", "verif.cli.main", "prove", "mine.py", "--jobs", "1"],
        env={**os.environ, "PYTHONPATH": str(FOLDER)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert " s, kept " not in anew.stdout
    assert "2 cached verdicts not used: a file, version or option has changed" in anew.stderr


@pytest.mark.usefixtures("first")
def test_the_time_limit_is_part_of_the_cache_key(run):
    assert cached_rows(run("mine.py:TWICE")) == 1
    assert cached_rows(run("mine.py:TWICE", "--timeout", "100")) == 0


@pytest.mark.usefixtures("first")
@pytest.mark.parametrize("how", ["changed", "cut short", "of another form", "empty"])
def test_an_altered_cache_entry_is_detected(run, how):
    (place,) = entries(run.folder, "TWICE")
    content = place.read_bytes()
    assert b'"PROVED"' in content
    other = {
        "changed": content.replace(b'"PROVED"', b'"REFUTED"'),
        "cut short": content[:-20],
        "of another form": HEAD + digest_of(b"[]").encode() + b"\n[]",
        "empty": b"",
    }[how]
    place.write_bytes(other)
    second_run = run("mine.py:TWICE")
    assert (second_run.status, cached_rows(second_run)) == (0, 0)
    (line,) = [line for line in second_run.err.splitlines() if line.startswith("layout-verif: ")]
    assert line.startswith("layout-verif: mine.py:TWICE: ")
    assert line.endswith("); deciding again")
    assert cached_rows(run("mine.py:TWICE")) == 1


@pytest.mark.usefixtures("first")
@pytest.mark.parametrize("how", ["changed", "gone"])
def test_an_altered_cached_proof_is_detected(run, how):
    assert proofs(run.folder)
    for place in proofs(run.folder):
        if how == "gone":
            place.unlink()
        else:
            place.write_bytes(place.read_bytes().replace(b"natural", b"naturel"))
    second_run = run("mine.py:TWICE")
    assert (second_run.status, cached_rows(second_run)) == (0, 0)
    assert "the entry names a proof that" in second_run.err


def test_unexpected_verdicts_are_not_cached(run):
    (run.folder / "other.py").write_text(CLAIMS.replace("expect=REFUTED", "expect=proved()"))
    assert run("other.py:SMALL").status == 1
    assert entries(run.folder) == []


def test_a_forged_cache_entry_shows_a_row_but_gives_no_theorem(run):
    """A forged cache entry can show a false row, but proofs and `--fresh` ignore the entry."""
    (run.folder / "false.py").write_text(FALSE)
    assert run("false.py:FALSE").status == 1
    (one,) = selected(["false.py:FALSE"])
    (name,) = identities([one], 240.0)
    found = kept.kept()
    found.folder.mkdir(parents=True, exist_ok=True)
    place = found._place(one)
    forged = (
        f'{{"identity":"{name}","verdict":{{"origin":{{"run":"now"}},'
        '"outcome":"PROVED","scope":{"ranks":"all","integers":"all","stated":[]},'
        '"counterexample":null,"replayed_on":[],"witness":{},"reason":"","cases":1,"seconds":1.0,'
        '"said":[],"replays":1},"proof":[]}'
    ).encode()
    place.write_bytes(HEAD + digest_of(forged).encode() + b"\n" + forged)
    shown = run("false.py", "--json", "forged")
    assert re.search(r"FALSE +PROVED .* kept", shown.out)
    assert re.search(r"! +CITES +(?!PROVED)", shown.out)
    assert shown.status != 0
    fresh = run("false.py", "--fresh", "--json", "fresh")
    assert re.search(r"! +FALSE +REFUTED", fresh.out)
    digests = [
        json.loads((run.folder / each).read_text())["ledger"]["digest"]
        for each in ("forged", "fresh")
    ]
    assert digests[0] != digests[1]


def test_a_changed_line_of_spec_changes_the_cache_keys_of_the_catalogue(monkeypatch, tmp_path):
    for name in ("spec", "verif"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(FOLDER / name, tmp_path / name, ignore=ignored)
    chosen = selected(["C1", "D1"])
    before = identities(chosen, 1.0)
    monkeypatch.setattr(identity, "FOLDER", tmp_path)
    assert identities(chosen, 1.0) == before
    page = tmp_path / "verif" / "pages" / "reports.py"
    page.write_text(page.read_text() + "\n# A line.\n")
    assert identities(chosen, 1.0) == before
    text = tmp_path / "spec" / "coalesce.py"
    text.write_text(text.read_text() + "\n# A line.\n")
    assert not set(identities(chosen, 1.0)) & set(before)


def test_the_deciding_packages_are_part_of_the_cache_key(monkeypatch):
    """The cache key covers each package that the package `deciding` may import, even indirectly."""
    from tests.test_architecture import LAYERS

    pending, reached = ["deciding"], set()
    while pending:
        package = pending.pop()
        if package not in reached:
            reached.add(package)
            pending += LAYERS[package]
    named = {folder.removeprefix("verif/") for folder in identity.DECIDES}
    assert reached <= named
    assert all((FOLDER / folder).is_dir() for folder in identity.DECIDES)


def test_solver_versions_are_part_of_the_cache_key(monkeypatch):
    chosen = selected(["D1"])
    before = identities(chosen, 1.0)
    monkeypatch.setattr(identity, "version", lambda package: "another")
    identity._versions.cache_clear()
    try:
        assert identities(chosen, 1.0) != before
    finally:
        identity._versions.cache_clear()


@pytest.mark.usefixtures("first")
def test_the_oldest_entries_and_unused_proofs_are_evicted(run, monkeypatch):
    assert proofs(run.folder)
    monkeypatch.setattr(kept, "MOST", 1)
    run("mine.py", "--fresh")
    assert [place.name.partition("-")[0] for place in entries(run.folder)] == ["SMALL"]
    assert proofs(run.folder) == []


def test_an_unusable_cache_is_reported(run):
    (run.folder / "mine.py").write_text(CLAIMS)
    (run.folder / "cache").write_text("no folder")
    result = run("mine.py:TWICE")
    assert result.status == 0
    assert "layout-verif: the verdicts were not cached: " in result.err


def test_a_cache_entry_survives_writing_and_reading(decisions):
    decided = decisions.claim("C2")
    content, outlines = written(decided, "here", Origin(run="now"))
    entry = read(content)
    assert (entry.identity, entry.verdict.origin) == ("here", Origin(run="now"))
    assert entry.verdict.outcome is Outcome.PROVED
    assert tuple(outline_of(outlines[one], one) for one in entry.proof) == decided.proof
    assert entry.verdict.scope == decided.verdict.scope
    with pytest.raises(AlteredEntryError):
        read(content + b" ")


IMPORTING = """
from beside_mine import GIVEN
from verif import Integers, claim, ensure, proved

@claim("BESIDE", "of something beside", source="", expect=proved(), n=Integers())
def beside(alg, n):
    ensure("natural", n >= GIVEN)
"""


@pytest.mark.parametrize(
    ("given", "other"),
    [
        ("from further import GIVEN", "from further import OTHER as GIVEN"),
        ("GIVEN = 1", "GIVEN = 2"),
    ],
    ids=["a name of another file", "a number"],
)
def test_imported_files_are_part_of_the_cache_key(tmp_path, given, other):
    names = ("before", "same", "after", "further")
    for name in names:
        (tmp_path / name).mkdir()
        text = other if name == "after" else given
        (tmp_path / name / "beside_mine.py").write_text(text)
        further = "GIVEN = 3\nOTHER = 4\n" if name != "further" else "GIVEN = 4\nOTHER = 4\n"
        (tmp_path / name / "further.py").write_text(further)
        (tmp_path / name / "own.py").write_text(IMPORTING)
    before, same, after, further = (
        identities(selected([str(tmp_path / name / "own.py")]), 1.0) for name in names
    )
    assert before == same
    assert not set(before) & set(after)
    assert (before == further) == (given == "GIVEN = 1")
