"""Claims with known verdicts, as input for the tests of searches."""

from spec import ceil_div, make_layout
from verif.kernel.claim import claim
from verif.kernel.verbs import assume, attempt, ensure, ensure_equal
from verif.readings.domains import Index, Layouts, Shapes, flat
from verif.readings.numbers import Integers


@claim("true", "the last coordinate is the greatest", source="-", A=Layouts(), i=Index("A"))
def true(alg, A, i):
    ensure("i is below the size", i < alg.size(A))


@claim(
    "false",
    "coalesce keeps the extended function",
    source="claim C7",
    A=Layouts(flat(1, 2), "natural"),
    x=Integers(0, 6),
)
def false(alg, A, x):
    ensure_equal("at x", alg.coalesce(A).extended(x), A.extended(x))


@claim(
    "needs",
    "a hypothesis that is needed, and one that is not",
    source="claim I3",
    A=Layouts(flat(1, 2)),
)
def needs(alg, A):
    assume("strides >= 0", all(mode.stride >= 0 for mode in A))
    assume("size >= 1", alg.size(A) >= 1)
    ensure_equal("cosize", alg.cosize(A), A(A.size - 1) + 1)


@claim("early", "one coordinate needs no conclusion", source="-", A=Layouts())
def early(alg, A):
    if alg.size(A) > 1:
        ensure("more than one coordinate", alg.size(A) > 1)


@claim("empty", "nothing satisfies it", source="-", A=Layouts())
def empty(alg, A):
    assume("size < 1", alg.size(A) < 1)
    ensure("anything", False)


@claim(
    "distributes",
    "composition distributes over the modes of an injective B",
    source="claim D1m",
    A=Layouts(flat(2), "natural"),
    B=Layouts(flat(2), "natural"),
)
def distributes(alg, A, B):
    composed = [attempt(alg.composition, A, mode) for mode in B]
    assume("A has no mode of size 1", all(mode.size > 1 for mode in A))
    assume("B is injective", all(B(i) != B(j) for i in range(B.size) for j in range(i)))
    assume("each mode is accepted", None not in composed)
    whole = make_layout(*composed)
    assume("each mode is kept", whole.size == B.size)
    ensure("pointwise", all(whole(i) == A.extended(B(i)) for i in range(B.size)))


@claim(
    "ceil",
    "ceil_div of a shape's size",
    source="claim I7",
    s=Shapes(((0, 0),)),
    b=Integers(1, 5),
)
def ceil(alg, s, b):
    ensure("bounds", alg.product(s) <= b * ceil_div(alg.product(s), b))


@claim(
    "refused", "an operation that refuses fails a claim", source="-", A=Layouts((0,), "positive")
)
def refused(alg, A):
    alg.composition(A, alg.make_layout(2, -1))
