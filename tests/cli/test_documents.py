"""`layout-verif help` prints the documents, which are part of the wheel."""

import re
from pathlib import Path

import pytest

from verif.cli import documents
from verif.kernel.said import Why

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))


def test_every_page_has_a_distinct_topic():
    assert sorted(documents.pages(ROOT / "docs").values()) == PAGES


def test_help_without_a_topic_lists_the_pages(run):
    shown = run("help")
    assert shown.status == 0
    assert shown.out.startswith("# Documentation\n")
    named = set(re.findall(r"`layout-verif help ([a-z-]+)`", shown.out))
    assert named == documents.pages(ROOT / "docs").keys() - {"docs"}


@pytest.mark.parametrize("topic", documents.pages(ROOT / "docs"))
def test_files_outside_of_the_pages_are_named_by_their_paths_in_the_repository(topic):
    text = documents.document(topic)
    assert "](../" not in text
    named = re.findall(r"(?<=[^`] \(`)[\w./-]+/[\w./-]+(?=`\))", text)
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_a_schema_beside_a_page_is_named_by_its_path_in_the_repository():
    text = documents.document("json")
    assert "`json.schema.json` (`docs/reference/json.schema.json`)" in text
    assert "](json.schema.json)" not in text


@pytest.mark.parametrize("topic", documents.pages(ROOT / "docs"))
def test_pages_refer_to_each_other_by_topic_not_by_path(topic):
    text = documents.document(topic)
    links = re.findall(r"\]\(([^)#:]+\.md)", text)
    page = documents.pages(ROOT / "docs")[topic]
    assert [link for link in links if (page.parent / link).resolve() in PAGES] == []


@pytest.mark.parametrize("topic", documents.pages(ROOT / "docs"))
def test_every_section_that_a_page_names_exists(topic):
    commands = re.findall(r"`layout-verif help ([\w-]+) ([\w-]+)`", documents.document(topic))
    for command in commands:
        assert documents.document(*command).startswith("#")


@pytest.mark.parametrize("reason", Why)
def test_every_reason_that_a_message_names_has_its_section(run, reason):
    shown = run("help", "unknown", reason)
    assert shown.status == 0
    assert shown.out.startswith(f"## {reason.replace('-', ' ').capitalize()}\n\nNext: ")
    assert shown.out.count("\n## ") == 0


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["kernals"], "no page about 'kernals' (did you mean kernels?): `layout-verif help` lists"),
        (["XLA-shapes"], "no page about 'xla-shapes': see `layout-verif help xla`"),
        (["ascend"], "no page about 'ascend': see `layout-verif help kernels a-copy-to-zn-on-as"),
        (["tpu"], "no page about 'tpu': see `layout-verif help xla the-tpu-formats-of-the-docum"),
        (["potatoes"], "no page about 'potatoes': choose one of docs, "),
        (["wgmma"], "no page about 'wgmma': the pages that use the word most are `layout-verif"),
        (["draw"], "no page about 'draw': see `layout-verif draw --help`"),
        (["unknown", "to-many-paths"], "unknown has no section 'to-many-paths' (did you mean too-"),
        (["audit", "my"], "audit has no section 'my'"),
        (
            ["kernel"],
            "no page about 'kernel': see `layout-verif help kernel-files`, `layout-verif help ",
        ),
        (["eval"], "no page about 'eval': see `layout-verif eval --help`"),
    ],
)
def test_an_unknown_topic_or_section_is_bad_input(run, arguments, problem):
    shown = run("help", *arguments)
    assert (shown.status, shown.out) == (2, "")
    assert shown.err.startswith(f"layout-verif: {problem}")


@pytest.mark.parametrize("path", [path.relative_to(ROOT) for path in PAGES])
def test_a_page_is_found_by_its_path_in_any_case(path):
    topic = documents.document(str(path).upper())
    assert topic in {documents.document(name) for name in documents.pages(ROOT / "docs")}
    assert topic.partition("\n")[0] == (ROOT / path).read_text().partition("\n")[0]


def test_a_section_is_found_by_words_that_no_other_heading_has(run):
    assert run("help", "audit", "triton").out.startswith("## Audit my Triton kernel\n")
    assert run("help", "certify", "your-own-claim").out.startswith("## Your own claim as a theorem")


def test_every_topic_that_a_text_of_the_package_names_exists():
    text = "\n".join(
        path.read_text() for package in ("spec", "verif") for path in (ROOT / package).rglob("*.py")
    )
    named = set(re.findall(r"layout-verif help ([\w-]+)", text))
    assert {"exit-status", "unknown"} <= named
    assert named <= documents.pages(ROOT / "docs").keys()


def test_the_documents_of_an_installed_package_are_inside_it(monkeypatch, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "README.md").write_text("# Documentation\n")
    monkeypatch.setattr(documents, "__file__", str(tmp_path / "cli" / "documents.py"))
    assert documents.document("docs") == "# Documentation\n"
