"""The notebooks run in Jupyter and show the stored output."""

import nbformat
import pytest

from tests.notebooks.running import FOLDER, executed
from tests.sampling import one_of_each
from website.markdown import targets

ROOT = FOLDER.parents[1]

NOTEBOOKS = {
    path.relative_to(ROOT): nbformat.read(path, as_version=4)
    for path in sorted(FOLDER.glob("*.ipynb"))
}


def shown(notebook):
    """Return the texts and drawings of each code cell, by the source of the cell."""
    return {
        cell.source: [output.get("data") or {"text/plain": output.text} for output in cell.outputs]
        for cell in notebook.cells
        if cell.cell_type == "code"
    }


@pytest.mark.parametrize("path", one_of_each(NOTEBOOKS, lambda path: (FOLDER.name, path.stem)))
def test_a_notebook_shows_its_stored_output(path, monkeypatch, tmp_path):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    assert shown(executed(ROOT / path, tmp_path)) == shown(NOTEBOOKS[path])


def test_each_notebook_has_a_title_and_shows_a_layout_as_a_drawing():
    assert len(NOTEBOOKS) == 2
    for notebook in NOTEBOOKS.values():
        assert notebook.cells[0].source.startswith("# ")
        drawn = [
            output
            for outputs in shown(notebook).values()
            for output in outputs
            if "Layout.parse" in output["text/plain"] and "image/svg+xml" in output
        ]
        assert drawn


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_links_of_notebooks_resolve(path):
    linked = targets((ROOT / path).read_text(), path)
    assert linked
    assert [target for target in linked if not (ROOT / target).exists()] == []
