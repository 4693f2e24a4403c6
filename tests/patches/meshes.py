"""PyTorch's overlap check, as it is and patched, beside what is so by enumeration."""

import shutil
from collections import Counter
from itertools import product

from spec import Layout
from tests.patches.cases import apply_patch, offsets
from tests.patches.torch_text import VERSION, fetched, flat_layout

PATCH = "torch-overlap"

CASES = (
    ("a matrix of ranks", "(2,3):(3,1)"),
    ("its transpose", "(3,2):(1,3)"),
    ("every second rank", "(2,3):(12,2)"),
    ("a dim of size 1", "(2,1,3):(3,0,1)"),
    ("the document's example 2", "(2,3):(2,1)"),
    ("the document's example 3", "(4,2):(1,1)"),
    ("pull request 172343: interleaved", "(2,3):(3,2)"),
    ("a gap that is no multiple", "(2,2):(3,1)"),
    ("every rank twice", "2:0"),
    ("every row twice", "(2,2):(0,1)"),
    ("all twice and twice", "(2,2):(0,0)"),
    ("backwards", "2:-1"),
    ("backwards, every rank twice", "(2,2):(0,-1)"),
)
"""What it shows, and the layout of a mesh."""

TRUE, FALSE, RAISES = "accepted", "refused", "ZeroDivisionError"


def checks(folder):
    """The check of PyTorch's text as it is, and with the patch applied in the folder."""
    shutil.copytree(fetched(), folder, dirs_exist_ok=True)
    apply_patch(PATCH, folder)
    return {VERSION: check(flat_layout(fetched())), "patched": check(flat_layout(folder))}


def check(flat):
    """What the check says of a layout, in a word."""

    def told(layout):
        try:
            return TRUE if flat(layout.shape, layout.stride).check_orthogonal() else FALSE
        except ZeroDivisionError:
            return RAISES

    return told


def is_injective(layout):
    """Whether no two coordinates have one offset, by enumeration."""
    found = offsets(layout)
    return len(found) == len(set(found))


def box():
    """Layouts of rank 1 to 3, of small shapes and strides."""
    for rank in (1, 2, 3):
        for shape in product(range(1, 5), repeat=rank):
            for stride in product(range(9), repeat=rank):
                yield Layout(shape, stride)


def judged(told):
    """How many layouts of the box each check accepts, refuses, raises on: injective and not."""
    counts = Counter()
    for layout in box():
        right = is_injective(layout)
        for name, check in told.items():
            counts[name, check(layout), right] += 1
    return counts


def of_meshes(told):
    """The table of cases, a column for each check."""
    head = f"| mesh | layout | no overlap | {' | '.join(told)} |\n{'|---' * (3 + len(told))}|\n"
    return head + "".join(
        f"| {words} | `{text}` | {'yes' if is_injective(Layout.parse(text)) else 'no'} "
        f"| {' | '.join(check(Layout.parse(text)) for check in told.values())} |\n"
        for words, text in CASES
    )


def of_mesh_box(told):
    """The table of the box, a row for each check."""
    counts = judged(told)
    titles = ("accepted, no overlap / overlap", "refused, no overlap / overlap", "raises")
    head = f"| | {' | '.join(titles)} |\n{'|---' * 4}|\n"
    return head + "".join(
        f"| {name} | {counts[name, TRUE, True]:,} / {counts[name, TRUE, False]:,} "
        f"| {counts[name, FALSE, True]:,} / {counts[name, FALSE, False]:,} "
        f"| {counts[name, RAISES, True] + counts[name, RAISES, False]:,} |\n"
        for name in told
    )
