"""The suite for all sizes: expressions and questions with unknown sizes, and their sources."""

from tests.sizes.suite.expressions import EXPRESSIONS
from tests.sizes.suite.questions import QUESTIONS

__all__ = ["EXPRESSIONS", "QUESTIONS"]
