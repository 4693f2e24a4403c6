"""Helpers that run a function on symbolic integers."""

from verif.kernel.judge import Judge
from verif.solvers.process import z3_solver
from verif.symbolic.exploration import explore
from verif.symbolic.values import SymInt, literal_of

JUDGE = Judge(z3_solver())


def explored(text, *names, judge=JUDGE):
    """Symbolically execute the function `text` on unknown integers with these names."""
    return explore(judge, "a test", lambda path: text(path, *(SymInt.unknown(n) for n in names)))


def halved(number, times):
    """Halve a copy of `number`, and return `number` unchanged. `times` is the number of halvings.

    The halvings add facts about the bits of `number` to the path.
    """
    half = number
    for _ in range(times):
        half //= 2
    return number


def assert_same(operation, *arguments, signed="xyz"):
    """Assert that an operation on unknown integers agrees with Python at `arguments`.

    The path knows the signs of the integers in `signed`. The result is halved until no bits are
    left. If the engine assumed a false fact about a bit, the facts would contradict each other, and
    the path would be closed.
    """
    reached = []

    def text(path, *unknowns):
        for unknown, argument in zip(unknowns, arguments, strict=True):
            if str(unknown) in signed:
                path.assume(literal_of(unknown >= 0 if argument >= 0 else unknown < 0))
        found = operation(*unknowns)
        halved(found, max(map(abs, arguments)).bit_length() + 1)
        for unknown, argument in zip(unknowns, arguments, strict=True):
            path.assume(literal_of(unknown == argument))
        assert path.ensure("the same number", literal_of(found == operation(*arguments)))
        reached.append(path)

    exploration = explored(text, *"xyz"[: len(arguments)])
    assert exploration.complete
    assert not exploration.failures
    assert reached
