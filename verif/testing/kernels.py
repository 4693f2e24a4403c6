"""The assertion that a kernel file has no faults."""

from __future__ import annotations

from pathlib import Path

from verif.audit.statement import Verdict
from verif.english import counted
from verif.movement.decide import decide
from verif.movement.description import Kernel
from verif.movement.loading import load
from verif.questions.concise import concisely
from verif.testing.recorded import record

__tracebackhide__ = True
# `__tracebackhide__` makes pytest report a failure at the line of the test, not of this module.


def assert_kernel(kernel: Path | str | Kernel, *, costs: bool = True) -> None:
    """Assert that each statement about a kernel file has the verdict `holds` or `cost`.

    With `costs=False`, each statement must have the verdict `holds`.
    """
    source = kernel if isinstance(kernel, Kernel) else concisely(load, kernel)
    found = concisely(decide, source)
    accepted = (Verdict.HOLDS, Verdict.COST) if costs else (Verdict.HOLDS,)
    wrong = [one for one in found.statements if one.verdict not in accepted]
    name = found.kernel.name
    record("refuted" if wrong else "holds", f"kernel {name}")
    if wrong:
        # A kernel without a file has no line numbers. In this case, the field `operation` of each
        # statement names the step or the tensor.
        places = (name if isinstance(kernel, Kernel) else f"{name}:{one.line}" for one in wrong)
        lines = (
            f"{place}: {one.verdict}: {one.operation}: {one.sentence}"
            for place, one in zip(places, wrong, strict=True)
        )
        fail = "fails" if len(wrong) == 1 else "fail"
        heading = f"{name} has {counted(len(wrong), 'statement')} that {fail}:"
        raise AssertionError("\n".join((heading, *lines)))
