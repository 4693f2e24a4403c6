"""docs/how-to/kernels.md compares each published swizzle with the best swizzle."""

from pathlib import Path

from verif.finding.judged import judged_swizzles

ROOT = Path(__file__).parents[2]


def test_the_table_of_the_document_agrees_with_the_data():
    _, _, table = (
        (ROOT / "docs" / "how-to" / "kernels.md").read_text().partition("| kernel | swizzle |")
    )
    rows = [line for line in table.splitlines()[2:] if line.startswith("|")]
    assert rows == [
        f"| {one.name} | `{one.swizzle}` | {one.wavefronts} | `{one.best}` | {one.least} |"
        for one in judged_swizzles()
    ]
