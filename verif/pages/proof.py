"""The page of a proof, `site/ID.html` in the reports: the claim, prose, and the machine's proof.

If `templates/prose/ID.html.jinja` exists, its explanation for people precedes the machine's proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from verif.kernel.judge import AT_HAND
from verif.kernel.verdict import Counterexample
from verif.pages.rendering import rendered
from verif.pages.section import Section


def proof_page(
    section: Section,
    counterexamples: Mapping[str, Counterexample],
    alone: str = "",
    beside: tuple[str, str] = ("", ""),
) -> str:
    """Return the page of a proof. The page's prose may quote the counterexamples of other claims.

    If `alone` has the name of a claim, the page is only about this claim. The page then has no
    prose and no link to the page of all claims. Otherwise, `beside` has the previous and the next
    page, and the page has links to both.
    """
    outlines = section.decided.proof
    agreed = Counter(owed.solvers for o in outlines for case in o.cases for owed in case.owed)
    asked = agreed.copy()
    asked.pop((AT_HAND.solver,), None)
    return rendered(
        "proof.html.jinja",
        section=section,
        alone=alone,
        beside=beside,
        counterexamples=counterexamples,
        obligations=agreed.total(),
        usual=(asked or agreed).most_common(1)[0][0],
        slowest=max(owed.seconds for o in outlines for case in o.cases for owed in case.owed),
    )
