"""The recorded answers of CuTe C++ agree with the goldens; unrecorded calls are rejected."""

import json
from pathlib import Path

import pytest

from spec import Layout
from spec.errors import MalformedError
from verif.upstream.in_process import RejectedError
from verif.upstream.recorded import LEFT_INVERSES, left_inverse

GOLDENS = json.loads((Path(__file__).parents[1] / "data/goldens/cpp42.json").read_text())


def test_the_record_agrees_with_the_goldens():
    golden = {g["args"][0]: g for g in GOLDENS if g["op"] == "left_inverse"}
    shared = golden.keys() & LEFT_INVERSES.keys()
    assert shared
    assert all(golden[text].get("result") == LEFT_INVERSES[text] for text in shared)


def test_a_recorded_invalid_layout_is_malformed():
    with pytest.raises(MalformedError):
        left_inverse(Layout(2, -1))


def test_an_unrecorded_call_is_rejected():
    with pytest.raises(RejectedError):
        left_inverse(Layout(8, 1))
