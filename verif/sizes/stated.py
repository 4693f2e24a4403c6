"""Statements for all sizes as claims: a file of Python, proved as any file of claims is.

What is printed is what is proved: the file states the very texts of the cases, read again. It goes
through the gate, its obligations through the judge, its paths through the replay.
"""

from __future__ import annotations

import builtins
import keyword
import tempfile
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import spec
from verif.claims.catalogue import claims_in
from verif.deciding.judges import judge
from verif.deciding.proving import CONCRETE, foundations
from verif.kernel.claim import Claim
from verif.kernel.errors import ClaimError
from verif.kernel.intact import require_intact
from verif.kernel.judge import Theorem
from verif.kernel.standing import renew, require_standing
from verif.readings.meaning import Meaning
from verif.sizes.names import NamesError, Sizes
from verif.sizes.right import Case, stated_item
from verif.sizes.sampled import Point
from verif.sizes.source import NotForAllSizesError, Python, Sized
from verif.symbolic.claims import (
    Concrete,
    explore_profile,
    prove_at_every_rank,
    prove_at_profiles,
)
from verif.symbolic.induction import UnprovedError

ID: Final = "for-all-sizes"
"""The id of a statement's claim."""

SECONDS: Final = 600.0
"""The time for the paths of one statement: far more than any takes, so that none hangs on it."""

REPLAYED: Final = 8
"""The sizes that a proof is replayed at."""


@dataclass(frozen=True)
class Proved:
    """A theorem, and the text of the claim that it is of."""

    theorem: Theorem
    text: str


def table_text(sized: Sized, cases: Sequence[Case], tried: Sequence[Point]) -> str:
    """The file that claims the cases of an expression; `tried` are sizes that tell its types."""
    python = Python()
    expression = sized.python(python, tried)
    lines: list[str] = []
    for number, case in enumerate(cases):
        if case.where is not None:
            where = " or ".join(
                "(" + " and ".join(f"({_condition(python, sized.sizes, c)})" for c in each) + ")"
                for each in case.where
            )
            lines.append(f"{'el' * (number > 0)}if {where}:")
        elif number > 0:
            lines.append("else:")
        indent = "    " * (len(cases) > 1)
        if case.result is None:
            lines.append(f'{indent}ensure("refused", found is None)')
        else:
            stated = python.value(stated_item(case.result, sized.sizes))
            lines.append(f'{indent}ensure("not refused", found is not None)')
            lines.append(f"{indent}one_result(found, {stated})")
    python.imports["one_result"] = "verif.theory.sizes.results"
    python.imports["attempt"] = "verif.kernel.claim"
    known = ", ".join(sized.sizes.known)
    body = [f"found = attempt(result, {known})", *lines]
    typed = ", ".join(f"{name}: int" for name in sized.sizes.known)
    function = [f"def result({typed}):", f"    return {expression}"]
    return claim_text(python, sized.sizes, f"{sized.text} is as stated", function, body, tried)


def claim_text(
    python: Python,
    sizes: Sizes,
    title: str,
    functions: Sequence[str],
    body: Sequence[str],
    tried: Sequence[Point],
    more: Sequence[str] = (),
) -> str:
    """The file of a claim on the names of the sizes, and on `more` naturals.

    The first of the sizes that are tried are its exhibits.
    """
    defined = [f"{name} = {python.value(item)}" for name, item in sizes.definitions]
    assumed = [
        f"assume({text!r}, {python.condition(condition)})" for text, condition in sizes.conditions
    ]
    for verb in ("assume", "claim", "ensure"):
        python.imports[verb] = "verif.kernel.claim"
    python.imports["Integers"] = "verif.readings.numbers"
    domains = [f"{name}=Integers({low})" for name, low in sizes.lows.items()]
    domains += [f"{name}=Integers(0)" for name in more]
    _require_free(python, sizes)
    exhibits = [{**point, **dict.fromkeys(more, 0)} for point in tried[:2]]
    lines = [
        f'"""For all {sizes.text.strip()}."""',
        "",
        *python.lines(),
        "",
        "",
        *functions,
        "",
        "",
        "@claim(",
        f"    {ID!r},",
        f"    {title!r},",
        "    source='layout-verif',",
        f"    exhibits=({''.join(f'{one!r}, ' for one in exhibits)}),",
        *(f"    {domain}," for domain in domains),
        ")",
        f"def statement(_spec, {', '.join((*sizes.names, *more))}):",
        *(f"    {line}" for line in (*defined, *assumed, *body)),
        "",
    ]
    return "\n".join(lines)


def proved(
    text: str,
    points: Sequence[Point],
    prove: Callable[[Claim, Concrete], Theorem] | None = None,
    given: Mapping[str, Any] | None = None,
) -> Proved | None:
    """The theorem of the claim that the text declares; None where it is not shown.

    `given` are functions that it names and does not import; they go through the gate as it does.
    Errors: those of the gate and of the replay.
    """
    with _claim(text, given or {}) as claim:

        def cases(one: Claim, chosen: Mapping[str, Any] | None) -> Iterable[Mapping[str, Any]]:
            return spread(points) if one is claim else CONCRETE.cases(one, chosen)

        try:
            theorem = (prove or at_profile)(claim, Concrete(cases, Meaning))
        except UnprovedError:
            return None
        require_intact(claim.text.__module__)
        require_standing(claim)
        return Proved(theorem, text)


def at_profile(claim: Claim, concrete: Concrete) -> Theorem:
    """The theorem of a claim on integers, which are its one profile. Raises UnprovedError."""
    chosen = dict.fromkeys(claim.domains)
    explored = explore_profile(judge(), claim, spec, chosen, SECONDS, concrete)
    theorem = prove_at_profiles(judge(), claim, (explored,))
    if theorem.replays == 0:
        raise NotForAllSizesError("no sizes are known at which it says something")
    return theorem


def at_every_rank(claim: Claim, concrete: Concrete) -> Theorem:
    """The theorem of a claim on integers that cites lemmas. Raises UnprovedError."""
    theorem = prove_at_every_rank(judge(), claim, spec, foundations(), SECONDS, (), concrete)
    if theorem.replays == 0:
        raise NotForAllSizesError("no sizes are known at which it says something")
    return theorem


def spread(points: Sequence[Point]) -> list[Point]:
    """Some of the points, the first and the last among them."""
    last = len(points) - 1
    places = {round(last * k / (REPLAYED - 1)) for k in range(REPLAYED)} if points else set[int]()
    return [points[k] for k in sorted(places)]


def _require_free(python: Python, sizes: Sizes) -> None:
    """Raise NamesError for a name that means something else in the text."""
    own = ("result", "statement", "subject_A", "subject_B", *python.given)
    spoken = {*python.imports, *dir(builtins), *keyword.kwlist, *own}
    taken = [name for name in sizes.known if name in spoken]
    if taken:
        raise NamesError(f"{taken[0]!r} is a word of the text that is proved: choose another name")


def _condition(python: Python, sizes: Sizes, text: str) -> str:
    return python.condition(sizes.condition(text))


@contextmanager
def _claim(text: str, given: Mapping[str, Any]) -> Generator[Claim]:
    """The claim of a file that is there as long as it is proved."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "statement.py"
        path.write_text(text)
        found = claims_in(path)
        if list(found) != ["statement"]:
            raise ClaimError("a statement declares one claim")
        claim = found["statement"]
        claim.text.__globals__.update(given)
        renew(claim.text)
        yield claim
