"""Read kernel files of the examples, and change them."""

from pathlib import Path

KERNELS = Path(__file__).parents[2] / "examples" / "kernels"


def changed(text, *pairs):
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def of_example(kernel, *pairs):
    return changed((KERNELS / f"{kernel}.kernel.toml").read_text(), *pairs)
