"""The functions of the project mean in the language what they mean in Python."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import partial

import pytest

from tests.language.calls import example_calls, said
from tests.language.comparing import outcome, reached
from verif.kernel.verbs import ON_NUMBERS
from verif.language.compile import project
from verif.language.evaluate import Machine
from verif.language.form import RefusedError
from verif.language.python import printed

MACHINE = Machine(project(), ON_NUMBERS)
SECONDS = 20


def _printed(functions):
    """The functions by name, as one module of Python; without those that reach what is refused."""
    kept = []
    for each in functions:
        with suppress(RefusedError):
            reached(project(), each.ref)
            kept.append(each)
    made = printed(project(), kept, whole=True)
    space = made.run()
    return {ref: space[name] for ref, name in made.names.items()}


def _compared(known, again, args, named):
    """How CPython's outcome, the evaluator's and that of the printed function compare."""
    ways = (known.python, MACHINE.closure(known.function), again.get(known.function.ref))
    outcomes = [
        outcome(partial(said, partial(way, *args, **named)), SECONDS)
        for way in ways
        if way is not None
    ]
    if outcomes[1][0] == "stuck":
        return "stuck"
    return "agrees" if all(each == outcomes[0] for each in outcomes) else tuple(outcomes)


@pytest.mark.parametrize("package", ["spec", "verif/theory", "verif/readings"])
def test_examples_of_docstrings_agree(package):
    found = Counter()
    faults = []
    calls = list(example_calls(package))
    again = _printed({id(known): known.function for known, _, _ in calls}.values())
    for known, args, named in calls:
        how = _compared(known, again, args, named)
        if isinstance(how, tuple):
            faults.append((known.function.ref, args, named, how))
            how = "differs"
        found[how] += 1
    assert faults == []
    # Parsers and drawings use what the language has no form for.
    assert found["agrees"] > 10 * found["stuck"]
    assert len(again) > 0.9 * len({known.function.ref for known, _, _ in calls})
