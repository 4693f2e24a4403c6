"""The theory: the contracts and lemmas that proofs for every rank use.

The theory is organized like a book: a part is a package, a chapter is a module, and a chapter
begins with its definitions. A chapter imports the lemmas that it cites, so a lemma is proved after
the lemmas that it uses.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

from verif.kernel.theory import registered

PARTS = (
    "numbers",
    "layouts",
    "composition",
    "complement",
    "inverse",
    "distributivity",
    "arrays",
    "linear",
    "sizes",
)
"""The parts in order."""

for _reading in walk_packages(import_module("verif.readings").__path__, "verif.readings."):
    import_module(_reading.name)
for _part in PARTS:
    for _chapter in import_module(f"{__name__}.{_part}").CHAPTERS:
        import_module(f"{__name__}.{_part}.{_chapter}")

THEORY = registered("spec", "verif.claims", "verif.readings", "verif.theory")
"""The whole theory, in the order of proof."""
