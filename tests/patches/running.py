"""`make patches`: write the tables into the documents of `upstream-patches`."""

import tempfile
from itertools import product
from pathlib import Path

import pycute

from tests.patches.box import judged, lefts, rights
from tests.patches.cases import PYTHON_PATCHES, by_pycute, by_spec, by_twin, flat, loaded, patched
from tests.patches.proofs import table_of_proofs
from tests.patches.texts import replace_between, table_of_box, table_of_cases


def main():
    with tempfile.TemporaryDirectory() as folder:
        packages = {name: patched(name, Path(folder)) for name in PYTHON_PATCHES}
        modules = {"4.2.0.0": pycute} | {
            name: loaded(package, name.replace("-", "_")) for name, package in packages.items()
        }
        composers = {
            name: lambda a, b, module=module: by_pycute(module, a, b)
            for name, module in modules.items()
        }
        replace_between("pycute.md", "cases", table_of_cases(composers))
        counts, lost = judged(product(lefts(), rights()), composers | {"spec": by_spec})
        replace_between("pycute.md", "box", table_of_box(counts, lost, [*composers, "spec"]))
        require_equal(product(lefts(), rights()), composers["pycute-gate"])
        replace_between("README.md", "proofs", table_of_proofs(packages))


def require_equal(pairs, loop):
    """Raise AssertionError if the patched loop and `twin.py` differ on one of the pairs."""
    for a, b in pairs:
        assert flat(loop(a, b)) == by_twin(a, b), f"{a} o {b}"


if __name__ == "__main__":
    main()
