"""The texts of `upstream-patches` with their tables: `make patches`."""

import tempfile
from itertools import product
from pathlib import Path

import pycute

from tests.patches.box import judged, lefts, rights
from tests.patches.cases import PYTHON_PATCHES, by_pycute, by_spec, loaded, patched
from tests.patches.texts import of_box, of_cases, put_between


def main():
    with tempfile.TemporaryDirectory() as folder:
        modules = {"4.2.0.0": pycute} | {
            name: loaded(patched(name, Path(folder)), name.replace("-", "_"))
            for name in PYTHON_PATCHES
        }
        composers = {
            name: lambda a, b, module=module: by_pycute(module, a, b)
            for name, module in modules.items()
        }
        put_between("pycute.md", "cases", of_cases(composers))
        counts, lost = judged(product(lefts(), rights()), composers | {"spec": by_spec})
        put_between("pycute.md", "box", of_box(counts, lost, [*composers, "spec"]))


if __name__ == "__main__":
    main()
