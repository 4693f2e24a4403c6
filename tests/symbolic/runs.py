"""Running a text on symbolic integers in a test."""

from verif.kernel.judge import Judge
from verif.solvers import z3_solver
from verif.symbolic.exploration import explore
from verif.symbolic.values import SymInt, literal_of

JUDGE = Judge(z3_solver())


def explored(text, *names, judge=JUDGE):
    """The exploration of a text over unknown integers with these names."""
    return explore(judge, "a test", lambda path: text(path, *(SymInt.unknown(n) for n in names)))


def halved(number, times):
    """The number, after it was asked for its half, and the half of that, and so on."""
    half = number
    for _ in range(times):
        half //= 2
    return number


def assert_same(operation, *arguments, signed="xyz"):
    """The operation on unknown integers, halved to its end, is Python's once they are known.

    All that it took for facts on the way must be so, or the path would have ended. The sign
    of the integers with these names is known.
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
