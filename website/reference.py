"""The reference: one page for each module, from its docstrings."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from website.markdown import escaped
from website.tree import first_sentence

OWN_TESTS: Final = (
    "verif.testing.questions",
    "verif.testing.claims",
    "verif.sizes.for_all",
    "verif.strategies.plain",
    "verif.strategies.pairs",
    "verif.strategies.swizzled",
    "verif.strategies.formats",
    "verif.questions.answer",
    "verif.arrays.offsets",
)
"""The modules that users call in tests and scripts."""

OWN_CLAIMS: Final = ("verif.kernel.claim", "verif.readings.domains", "verif.readings.numbers")
"""The modules that users need to write claims."""


def reference_pages(root: Path) -> dict[str, str]:
    """Return the pages and the index, by their paths."""
    algebra = tuple(_modules(root, "spec"))
    parts = {
        "The algebra": algebra,
        "For your tests": OWN_TESTS,
        "For your claims": OWN_CLAIMS,
    }
    pages = {
        f"reference/{module}.md": _page(root, module) for part in parts.values() for module in part
    }
    listed = "\n\n".join(_part(root, title, modules) for title, modules in parts.items())
    return pages | {"reference/index.md": f"# Reference\n\n{listed}\n"}


def _modules(root: Path, package: str) -> Iterable[str]:
    paths = sorted((root / package).rglob("*.py"))
    modules = (".".join(path.relative_to(root).with_suffix("").parts) for path in paths)
    # Re-exported names are documented where they are defined.
    return (one for one in modules if not one.endswith(("__init__", "spec.plain")))


def _part(root: Path, title: str, modules: Iterable[str]) -> str:
    rows = "\n".join(
        f"| [`{module}`]({module}.md) | {escaped(first_sentence(_path(root, module)))} |"
        for module in modules
    )
    return f"""## {title}

| module | subject |
| --- | --- |
{rows}"""


def _path(root: Path, module: str) -> Path:
    folder = root.joinpath(*module.split("."))
    return folder if folder.is_dir() else folder.with_suffix(".py")


def _page(root: Path, module: str) -> str:
    path = _path(root, module).relative_to(root)
    return f"""# `{module}`

```{{eval-rst}}
.. automodule:: {module}
   :members:
```

[The text](../{path}.md)
"""
