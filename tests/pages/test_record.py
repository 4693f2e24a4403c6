"""The JSON of verdicts, to the letter, and files that are whole or not there."""

from pathlib import Path

import msgspec
import pytest

from tests.pages.verdicts import DECIDED
from verif.pages.record import decoded, encoded, require_writable, write_whole

EXPECTED = """\
{
  "schema_version": 2,
  "claims": [
    {
      "id": "FALSE",
      "title": "every layout is the identity",
      "verdict": "REFUTED",
      "expected": "REFUTED",
      "scope": {
        "ranks": [
          "(*)"
        ],
        "integers": 10
      },
      "counterexample": {
        "layouts": {
          "A": "(2):(0)"
        },
        "coordinate": "1",
        "values": [
          "0",
          "1"
        ]
      },
      "replayed_on": [
        "spec 1.0"
      ],
      "seconds": 0.123,
      "source": "here",
      "said": []
    },
    {
      "id": "OPEN",
      "title": "nobody knows",
      "verdict": "UNKNOWN",
      "expected": "PROVED",
      "scope": {
        "ranks": [],
        "integers": 0
      },
      "counterexample": null,
      "replayed_on": [],
      "seconds": 2.0,
      "source": "there",
      "said": [
        {
          "engine": "every rank",
          "text": "open: the size",
          "why": "not-implied",
          "open": [
            {
              "case": "OPEN at every rank, path 1",
              "label": "the size",
              "goal": "total(A_1) = 1 + span(A_1)",
              "facts": [
                "length_A_1 >= 1",
                "length_b_2 >= 1"
              ],
              "reply": "",
              "model": {
                "span(A_1)": 5
              }
            }
          ]
        }
      ]
    }
  ]
}
"""


def test_the_schema():
    assert encoded(DECIDED).decode() == EXPECTED


def test_it_is_read_again():
    record = decoded(encoded(DECIDED))
    assert record.schema_version == 2
    assert msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n" == EXPECTED.encode()


def test_another_schema_is_refused():
    with pytest.raises(msgspec.ValidationError):
        decoded(b'{"schema_version": 1, "claims": [{"id": "P1"}]}')


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "out.json"
    path.write_text("old")
    write_whole(path, b"new")
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_file_is_not_there(tmp_path, monkeypatch):
    path = tmp_path / "out.json"
    path.write_text("old")

    def interrupted(self, content):
        self.touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "write_bytes", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, b"new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_asking_whether_it_is_writable_leaves_nothing(tmp_path):
    require_writable(tmp_path / "out.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["missing/out.json", "file/out.json", "folder"])
def test_what_is_not_writable(tmp_path, path):
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match=f"{path}'$"):
        require_writable(tmp_path / path)
