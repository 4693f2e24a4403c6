"""`make notebooks`: each notebook is run by Jupyter, and written with what it shows."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"


def executed(path, folder):
    """The notebook, run in the folder; what a cell prints is one text, however it arrives."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": folder}},
    ).execute()
    return notebook


if __name__ == "__main__":
    for each in sorted(FOLDER.glob("*.ipynb")):
        nbformat.write(executed(each, FOLDER), each)
