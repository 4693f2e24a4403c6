"""The committed data agrees with the traits of CuTe's atoms that g++ reads from the headers."""

import json
from pathlib import Path

from verif.upstream.cpp_traits import traits

DATA = Path(__file__).parents[2] / "data" / "traits-of-cute-4.2.0.0.json"


def test_the_data_agrees_with_the_headers():
    assert traits("4.2.0.0") == json.loads(DATA.read_text())
