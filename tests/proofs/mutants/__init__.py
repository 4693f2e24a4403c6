"""Mutants of one line each, with the proof or test that must kill them."""

from tests.proofs.mutants.algebra import ALGEBRA
from tests.proofs.mutants.arrays import ARRAYS
from tests.proofs.mutants.bits import BITS
from tests.proofs.mutants.coordinates import COORDINATES
from tests.proofs.mutants.distributivity import DISTRIBUTIVITY
from tests.proofs.mutants.engine import ENGINE
from tests.proofs.mutants.exactness import EXACTNESS
from tests.proofs.mutants.fractals import FRACTALS
from tests.proofs.mutants.lemmas import LEMMAS
from tests.proofs.mutants.linear import LINEAR
from tests.proofs.mutants.survivors import SURVIVORS
from tests.proofs.mutants.widths import WIDTHS

MUTANTS = (
    COORDINATES
    + ALGEBRA
    + WIDTHS
    + ARRAYS
    + BITS
    + LINEAR
    + FRACTALS
    + LEMMAS
    + DISTRIBUTIVITY
    + EXACTNESS
    + ENGINE
)

__all__ = ["MUTANTS", "SURVIVORS"]
