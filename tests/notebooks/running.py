"""`make notebooks`: run each notebook with Jupyter and store its output."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

FOLDER = Path(__file__).parents[2] / "examples" / "notebooks"


def executed(path, folder):
    """Run the notebook in the folder, and return the notebook with its outputs.

    The texts that a cell prints are joined into one text.
    """
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
