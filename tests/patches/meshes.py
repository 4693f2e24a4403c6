"""PyTorch's overlap check, before and after the patch, compared with enumeration."""

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
    ("a stride (3) that is not a multiple of the span before it (2)", "(2,2):(3,1)"),
    ("every rank twice", "2:0"),
    ("every row twice", "(2,2):(0,1)"),
    ("one rank four times", "(2,2):(0,0)"),
    ("backwards", "2:-1"),
    ("backwards, every rank twice", "(2,2):(0,-1)"),
)
"""Each case has a description and the layout of a mesh."""

TRUE, FALSE, RAISES = "accepted", "refused", "ZeroDivisionError"


def checks(folder):
    """Return PyTorch's check, and the check of a patched copy of PyTorch in `folder`."""
    shutil.copytree(fetched(), folder, dirs_exist_ok=True)
    apply_patch(PATCH, folder)
    return {VERSION: check(flat_layout(fetched())), "patched": check(flat_layout(folder))}


def check(flat):
    """Return a function that runs `flat.check_orthogonal` for a layout and returns the outcome."""

    def outcome(layout):
        try:
            return TRUE if flat(layout.shape, layout.stride).check_orthogonal() else FALSE
        except ZeroDivisionError:
            return RAISES

    return outcome


def is_injective(layout):
    """Whether no two coordinates have the same offset, by enumeration."""
    found = offsets(layout)
    return len(found) == len(set(found))


def box():
    """Yield layouts of rank 1 to 3 with small shapes and strides."""
    for rank in (1, 2, 3):
        for shape in product(range(1, 5), repeat=rank):
            for stride in product(range(9), repeat=rank):
                yield Layout(shape, stride)


def judged(by_name):
    """For each check and outcome, count the injective layouts and the other layouts of the box."""
    counts = Counter()
    for layout in box():
        right = is_injective(layout)
        for name, check in by_name.items():
            counts[name, check(layout), right] += 1
    return counts


def table_of_meshes(by_name):
    """Return the table of cases, with one column per check."""
    head = (
        f"| mesh | layout | no overlap | {' | '.join(by_name)} |\n{'|---' * (3 + len(by_name))}|\n"
    )
    return head + "".join(
        f"| {words} | `{text}` | {'yes' if is_injective(Layout.parse(text)) else 'no'} "
        f"| {' | '.join(check(Layout.parse(text)) for check in by_name.values())} |\n"
        for words, text in CASES
    )


def table_of_mesh_box(by_name):
    """Return the table that counts the layouts of the box, with one row per check."""
    counts = judged(by_name)
    judgements = {"accepted": TRUE, "refused": FALSE}
    overlaps = {"without overlap": True, "with overlap": False}
    columns = {
        f"{said}, {how}": (outcome, injective)
        for said, outcome in judgements.items()
        for how, injective in overlaps.items()
    }
    head = f"| | {' | '.join(columns)} | raises |\n{'|---' * (len(columns) + 2)}|\n"
    return head + "".join(
        f"| {name} | {' | '.join(f'{counts[name, *of]:,}' for of in columns.values())} "
        f"| {counts[name, RAISES, True] + counts[name, RAISES, False]:,} |\n"
        for name in by_name
    )
