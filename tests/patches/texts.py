"""The tables in the documents of `upstream-patches`, each between two comment marks."""

import re

from tests.patches.box import CAUTIOUS, RIGHT, WRONG
from tests.patches.cases import PATCHES, by_spec, rows


def between(file, mark):
    """Return the text between the comment `mark` of a document and the next end comment."""
    found = re.search(
        f"<!-- {mark} -->\n(.*?)<!-- end -->", (PATCHES / file).read_text(), re.DOTALL
    )
    assert found is not None
    return found[1]


def replace_between(file, mark, content):
    """Replace the text between the comment `mark` of a document and the next end comment."""
    text = (PATCHES / file).read_text()
    head, rest = text.split(f"<!-- {mark} -->\n")
    tail = rest.partition("<!-- end -->")[2]
    (PATCHES / file).write_text(f"{head}<!-- {mark} -->\n{content}<!-- end -->{tail}")


def table_of_cases(composers):
    """Return the table of cases, with a column for the spec and one per composer."""
    names = ("spec", *composers)
    head = f"| case | A o B | {' | '.join(names)} |\n|{'---|' * (2 + len(names))}\n"
    return head + "".join(f"{row}\n" for row in rows(by_spec, *composers.values()))


def table_of_box(counts, lost, names):
    """Return the table that counts, for each composer, the outcomes of all pairs in `box.py`."""
    titles = "right, in A / beyond", "wrong", "refused, a composition exists", "lost"
    head = f"| | {' | '.join(titles)} |\n{'|---' * (1 + len(titles))}|\n"
    return head + "".join(
        f"| {name} | {' | '.join(_both(counts, name, kind) for kind in (RIGHT, WRONG, CAUTIOUS))} "
        f"| {lost[name]:,} |\n"
        for name in names
    )


def _both(counts, name, kind):
    return " / ".join(f"{counts[name, place, kind]:,}" for place in ("in A", "beyond"))
