"""The traits of CuTe's atoms, as g++ reads them from the headers, are the data that is kept."""

import json
from pathlib import Path

from verif.upstream.cpp_traits import traits

DATA = Path(__file__).parents[2] / "data" / "traits-of-cute-4.2.0.0.json"


def test_the_data_is_what_the_headers_say():
    assert traits("4.2.0.0") == json.loads(DATA.read_text())
