"""Evaluate an expression as a term and by the calculator, to compare the two values."""

from spec import LayoutError
from verif.expression import formatted
from verif.language.compile import project
from verif.language.evaluate import Machine

MACHINE = Machine(project())


def value_of(term, numbers):
    """Return the printed value of a term, or the class of the error that it raises."""
    try:
        return formatted(MACHINE.eval(term, dict(numbers)))
    except LayoutError as error:
        return type(error)


def calculated(sized, point):
    """Return the calculator's value at these sizes, printed, or the class of its error."""
    try:
        return formatted(sized.at(point))
    except LayoutError as error:
        return type(error)
