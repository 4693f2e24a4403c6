"""For each patched source and for the spec, find the claims that are proved for all integers."""

from types import SimpleNamespace

from spec import plain
from tests.patches.cases import PYTHON_PATCHES, TWIN, loaded
from verif.deciding.proofs import judge
from verif.deciding.selection import selected
from verif.symbolic.claims import describe, explore_profile, profiles
from verif.upstream.in_process import PREDICATES, InProcess
from verif.upstream.serve import OPERATIONS

LOOP = f"{TWIN}:LOOP"

PROVED, OPEN, NOT_TRIED = "proved", "open", "-"

SECONDS = 120.0
"""The limit of processor seconds for each profile. The longest proof takes 15 seconds."""


def places():
    """Return triples: a claim, a profile of its arguments, and the printed form of the profile."""
    claims = [choice.claim for choice in selected(("P1c", "P1", LOOP))]
    return [
        (claim, chosen, describe(claim, chosen)) for claim in claims for chosen in profiles(claim)
    ]


def algebras(packages):
    """Return the implementations to prove, by name: the patched packages, and the spec."""
    return {name: algebra_of(packages[name], name) for name in PYTHON_PATCHES} | {"spec": plain}


def algebra_of(package, name):
    """Return the operations of the pycute in the folder `package`, for the argument `alg`."""
    functions = OPERATIONS["pycute"](loaded(package, f"explored_{name.replace('-', '_')}"))
    return SimpleNamespace(**InProcess("pycute", name, functions | dict(PREDICATES)).operations)


def decided(name, algebra, claim, chosen):
    """Return PROVED if every path is explored and every obligation is proved, otherwise OPEN.

    Return NOT_TRIED if the claim does not apply: LOOP applies only to the patch `pycute-gate`.
    """
    if claim.id.endswith("LOOP") and name != "pycute-gate":
        return NOT_TRIED
    explored = explore_profile(judge(), claim, algebra, chosen, SECONDS).exploration
    whole = explored.complete and not explored.failures and explored.live
    return PROVED if whole else OPEN


def table_of_proofs(packages):
    """Return the table of proofs: a row per claim and profile, a column per implementation."""
    texts = algebras(packages)
    head = f"| claim | at | {' | '.join(texts)} |\n{'|---' * (2 + len(texts))}|\n"
    return head + "".join(
        f"| {claim.id.rpartition(':')[2]} | `{shown}` "
        f"| {' | '.join(decided(*text, claim, chosen) for text in texts.items())} |\n"
        for claim, chosen, shown in places()
    )
