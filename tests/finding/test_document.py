"""docs/kernels.md has the published swizzles as they are judged."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
KERNELS = tomllib.loads((ROOT / "tests" / "data" / "published-swizzles.toml").read_text())["kernel"]


def test_its_table_is_the_data():
    _, _, rest = (ROOT / "docs" / "kernels.md").read_text().partition("| kernel | swizzle |")
    rows = [line for line in rest.splitlines()[2:] if line.startswith("|")]
    assert rows == [
        f"| {one['name']} | `{one['swizzle']}` | {one['wavefronts']} | `{one['best']}` "
        f"| {one['least']} |"
        for one in KERNELS
    ]
