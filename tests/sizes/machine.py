"""The evaluator of the language on the terms of expressions, beside the calculator."""

from spec import LayoutError
from verif.expression import formatted
from verif.language.compile import project
from verif.language.evaluate import Machine

MACHINE = Machine(project())


def value_of(term, numbers):
    """The value of a term in the notation, or the class of the error that it raises."""
    try:
        return formatted(MACHINE.eval(term, dict(numbers)))
    except LayoutError as refused:
        return type(refused)


def calculated(sized, point):
    """What the calculator gives at these sizes, as above."""
    try:
        return formatted(sized.at(point))
    except LayoutError as refused:
        return type(refused)
