"""PyTorch's overlap check of device meshes, before and after the patch."""

import pytest

from spec.complement import sort_modes
from spec.divide import is_chain
from spec.modes import modes_of
from tests.patches.cases import PATCHES
from tests.patches.meshes import (
    FALSE,
    TRUE,
    box,
    checks,
    is_injective,
    table_of_mesh_box,
    table_of_meshes,
)
from tests.patches.texts import between
from tests.patches.torch_text import LICENCE, VERSION, fetched


@pytest.fixture(scope="module")
def by_name(tmp_path_factory):
    return checks(tmp_path_factory.mktemp("torch"))


def test_the_table_in_the_text_matches_the_cases(by_name):
    assert between("torch-overlap.md", "meshes") == table_of_meshes(by_name)


def test_the_figures_in_the_text_match_the_box(by_name):
    assert between("torch-overlap.md", "box") == table_of_mesh_box(by_name)


def test_the_check_is_the_proved_condition(by_name):
    outcomes = set()
    for layout in box():
        modes = [mode for mode in modes_of(layout) if mode[0] > 1]
        if all(d > 0 for _, d in modes):
            accepted = TRUE if is_chain(sort_modes(tuple(modes)), 1, 0) else FALSE
            assert by_name[VERSION](layout) == by_name["patched"](layout) == accepted, layout
            outcomes.add((accepted, is_injective(layout)))
    assert outcomes == {(TRUE, True), (FALSE, True), (FALSE, False)}


def test_the_licence_matches_the_quoted_code():
    assert (PATCHES / "LICENSE-pytorch.txt").read_text() == (fetched() / LICENCE).read_text()
