"""PyTorch's overlap check of device meshes, its real text and that with the patch applied."""

import pytest

from spec.complement import sort_modes
from spec.divide import is_chain
from spec.modes import modes_of
from tests.patches.cases import PATCHES
from tests.patches.meshes import FALSE, TRUE, box, checks, is_injective, of_mesh_box, of_meshes
from tests.patches.texts import between
from tests.patches.torch_text import LICENCE, VERSION, fetched


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    return checks(tmp_path_factory.mktemp("torch"))


def test_the_table_of_the_text_is_what_comes_of_the_cases(told):
    assert between("torch-overlap.md", "meshes") == of_meshes(told)


def test_the_figures_of_the_text_are_those_of_the_box(told):
    assert between("torch-overlap.md", "box") == of_mesh_box(told)


def test_the_check_is_the_condition_that_is_proved(told):
    outcomes = set()
    for layout in box():
        modes = [mode for mode in modes_of(layout) if mode[0] > 1]
        if all(d > 0 for _, d in modes):
            accepted = TRUE if is_chain(sort_modes(tuple(modes)), 1, 0) else FALSE
            assert told[VERSION](layout) == told["patched"](layout) == accepted, layout
            outcomes.add((accepted, is_injective(layout)))
    assert outcomes == {(TRUE, True), (FALSE, True), (FALSE, False)}


def test_the_licence_is_that_of_what_is_quoted():
    assert (PATCHES / "LICENSE-pytorch.txt").read_text() == (fetched() / LICENCE).read_text()
