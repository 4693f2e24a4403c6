"""The functions of the project mean the same in the language of proofs and in Python."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import partial

import pytest

from tests.language.calls import example_calls, modules_of, said
from tests.language.comparing import outcome, reached
from verif.kernel.contract import Promise
from verif.kernel.text import form_of_text
from verif.kernel.verbs import ON_NUMBERS
from verif.language.compile import project
from verif.language.evaluate import Machine
from verif.language.form import RefusedError
from verif.language.python import printed
from verif.symbolic.induction import cases
from verif.theory import THEORY

MACHINE = Machine(project(), {**ON_NUMBERS, "Promise": Promise})
SECONDS = 20


def _printed(functions):
    """Print the functions as one Python module, run the module, and return its functions by name.

    A function is left out if it uses, also indirectly, a function that the compiler rejects.
    """
    kept = []
    for each in functions:
        with suppress(RefusedError):
            reached(project(), each.ref)
            kept.append(each)
    made = printed(project(), kept, whole=True)
    space = made.run()
    return {ref: space[name] for ref, name in made.names.items()}


def _compared(known, again, args, named):
    """Compare the outcomes of CPython, of the evaluator and of the printed function."""
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
    calls = list(example_calls(modules_of(package)))
    again = _printed({id(known): known.function for known, _, _ in calls}.values())
    for known, args, named in calls:
        how = _compared(known, again, args, named)
        if isinstance(how, tuple):
            faults.append((known.function.ref, args, named, how))
            how = "differs"
        found[how] += 1
    assert faults == []
    # Parsers and drawings use constructs that the language of proofs lacks.
    assert found["agrees"] > 5 * found["stuck"]
    assert len(again) > 0.8 * len({known.function.ref for known, _, _ in calls})


def _concluded(block, function, is_lemma, args):
    """Call the function, state the contract's conclusions, and return the result."""
    made = block(*args)
    if is_lemma:
        made[0]()
        made[1]()
        return None
    result = function(*args)
    made.shows(result)
    return result if made.accepts is None else (result, made.accepts())


def _drawn(contracts):
    """Yield each contract's id and its outcomes in CPython, in the evaluator and as printed code.

    Each contract is run on several cases of random arguments.
    """
    forms = {c.id: (form_of_text(c.block), form_of_text(c.function)) for c in contracts}
    made = printed(project(), {f.ref: f for pair in forms.values() for f in pair}.values())
    space = made.run()
    for contract in contracts:
        block, function = forms[contract.id]
        ways = (
            (contract.block, contract.function),
            (MACHINE.closure(block), MACHINE.closure(function)),
            (space[made.names[block.ref]], space[made.names[function.ref]]),
        )
        for case in cases(contract, THEORY):
            args = tuple(case.values())
            runs = [partial(_concluded, *way, contract.is_lemma, args) for way in ways]
            yield contract.id, [outcome(partial(said, run), SECONDS) for run in runs]


@pytest.mark.parametrize("part", range(4))
def test_contracts_and_lemmas_conclude_the_same_at_drawn_arguments(part):
    results = list(_drawn(THEORY.contracts[part::4]))
    assert len(results) > 100
    assert [(name, each) for name, each in results if each[1:] != each[:1] * 2] == []
