"""The suite for all sizes: expressions and questions with unknowns, and where they are from."""

from tests.sizes.suite.expressions import EXPRESSIONS
from tests.sizes.suite.questions import QUESTIONS

__all__ = ["EXPRESSIONS", "QUESTIONS"]
