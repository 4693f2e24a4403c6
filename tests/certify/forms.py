"""Claims for the tests of printed statements. The file is read as a user's file of claims."""

from spec.modes import modes_of
from spec.steps import powers_of_two
from verif import Index, Layouts, assume, claim, ensure, ensure_equal
from verif.readings.domains import LEAF, OF_MODES, LayoutsOfModes


@claim("NONE", "a result that may be None", source="me", A=Layouts(), i=Index("A"))
def one_of_two_results(alg, A, i):
    found = alg.meeting_steps(A)
    if found is None:
        ensure_equal("none", A(i), A(i))
    else:
        j, k = found
        ensure("two coordinates", j < k)


@claim("EACH", "conditions on several layouts", source="me", A=Layouts(), B=Layouts())
def both_layouts(alg, A, B):
    sizes = [layout.size for layout in (A, B)]
    m, n = (size + 1 for size in sizes)
    assume("both", all(powers_of_two(modes_of(layout)) for layout in (A, B)))
    positive = [size >= 1 for size in sizes]
    assume("all", all(positive))
    ensure("sum", m + n >= 2)


@claim(
    *("MODES", "layouts of modes and of one mode"),
    source="me", A=LayoutsOfModes(OF_MODES, strides="natural"), B=Layouts((LEAF,), one_mode=True),
)  # fmt: skip
def modes_and_one_mode(alg, A, B):
    ((s, _),) = modes_of(B)
    first, second = (f(A, (B,)) for f in (alg.logical_divide, alg.composition))
    ensure("kept", first[0] == second[0])
    ensure_equal("ranks", (A.rank, s), (1,) * 2)
