"""The exact JSON of verdicts."""

import msgspec
import pytest

from tests.pages.verdicts import DECIDED
from verif.pages.ledger import ledger
from verif.pages.record import decoded, encoded

EXPECTED = """\
{
  "kind": "verdicts",
  "schema_version": 4,
  "ledger": LEDGER,
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
      "replays": 0,
      "kept": null,
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
      "replays": 0,
      "kept": null,
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


def test_the_record_has_the_expected_json():
    found = msgspec.json.format(msgspec.json.encode(ledger(DECIDED)), indent=2).decode()
    assert encoded(DECIDED).decode() == EXPECTED.replace("LEDGER", found.replace("\n", "\n  "))


def test_a_written_record_is_read_again():
    written = encoded(DECIDED)
    record = decoded(written)
    assert record.schema_version == 4
    assert record.ledger == ledger(DECIDED)
    assert msgspec.json.format(msgspec.json.encode(record), indent=2) + b"\n" == written


def test_another_schema_version_is_rejected():
    with pytest.raises(msgspec.ValidationError):
        decoded(b'{"schema_version": 1, "claims": [{"id": "P1"}]}')
