"""The audit of printed layouts judges offsets, swizzles, coverage, and agreement with types."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec.int_tuple import product
from spec.layout import Layout
from verif.audit.audit import audited
from verif.audit.prints import AGREE, FITS, WHOLE, audit, recognizes
from verif.audit.statement import Verdict
from verif.strategies import layouts

COPY = """copy: TiledCopy
  Tiler_MN:       (_16,_8)
  TiledLayout_TV: {}
"""


def verdicts(text):
    return [(one.line, str(one.verdict), one.claim) for one in audit(text)]


def static(form):
    """Return a tuple of static numbers as CuTe C++ prints it, such as `(_4,_8)`."""
    return f"({','.join(map(static, form))})" if isinstance(form, tuple) else f"_{form}"


def demangled(form):
    """Return a tuple as it is written in a demangled type."""
    if isinstance(form, tuple):
        return f"cute::tuple<{', '.join(map(demangled, form))} >"
    return f"cute::C<{form}>"


def printed(layout):
    return f"{static(layout.shape)}:{static(layout.stride)}"


def typed(layout):
    return f"cute::Layout<{demangled(layout.shape)}, {demangled(layout.stride)} >"


@given(layouts())
def test_a_layout_and_its_type_agree(layout):
    text = f"a: {printed(layout)}\n  type {typed(layout)}\n"
    fits = (1, "holds" if layout.cosize <= 1 << 31 else "fault", FITS)
    assert verdicts(text) == [fits, (2, "holds", AGREE)]


@given(layouts(), layouts())
def test_a_type_that_is_another_function_is_unknown(one, other):
    found = verdicts(f"{printed(one)}\n{typed(other)}\n")
    expected = one.size == other.size and all(one(i) == other(i) for i in range(one.size))
    assert ((2, "holds", AGREE) in found) == expected
    assert ((2, "unknown", AGREE) in found) == (not expected)


def test_numbers_at_run_time_are_taken_from_the_print():
    same = "(128,_64):(_64,_1)\n type cute::Layout<cute::tuple<int, cute::C<64> >,"
    assert verdicts(f"{same} cute::tuple<cute::C<64>, cute::C<1> > >")[1:] == [(2, "holds", AGREE)]
    other = verdicts(f"{same} cute::tuple<cute::C<64>, cute::C<2> > >")
    assert (2, "unknown", AGREE) in other


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("(_65536,_65536):(_65536,_1)", "fault"),
        ("(65536,65536):(65536,1)", "fault"),
        ("(65536,65536):(65536,_1)", "unknown"),
        ("(_46340,_46340):(_46340,_1)", "holds"),
    ],
)
def test_offsets_past_32_bits_are_a_fault_unless_strides_may_be_longer(text, verdict):
    assert verdicts(text) == [(1, verdict, FITS)]


@pytest.mark.parametrize(
    "pointer",
    [
        "tmem_[32b](0x0000.0000)",
        "GMMA::DescriptorIterator",
        "smem_subptr[4b](0x10.0)",
        "counting_iter(0)",
        "gmem_[16b]",
    ],
)
def test_tensors_behind_each_kind_of_pointer_are_audited(pointer):
    assert verdicts(f"tCr: {pointer} o (_8,_2):(_2,_1)") == [(1, "holds", FITS)]
    assert verdicts(f"tCr: {pointer} o (_65536,_65536):(_65536,_1)") == [(1, "fault", FITS)]


@pytest.mark.parametrize(("bits", "verdict"), [(8, "holds"), (16, "fault"), (32, "fault")])
def test_a_swizzle_of_bytes_must_not_tear_an_element(bits, verdict):
    text = f"\nsmem: Sw<1,0,3> o smem_ptr[{bits}b](unset) o (_8,_8):(_8,_1)"
    assert (2, verdict, WHOLE) in verdicts(text)


@pytest.mark.parametrize(
    ("tv", "verdict", "detail"),
    [
        ("((_4,_8),(_2,_2)):((_32,_1),(_16,_8))", "holds", "exactly one"),
        ("((_4,_8,_2),(_2,_2)):((_32,_1,_0),(_16,_8))", "cost", "exactly 2"),
        ("((_4,_8),(_2,_2)):((_32,_1),(_8,_8))", "fault", "takes element"),
        ("((_4,_8),_3):((_32,_1),_16)", "fault", "reaches 136 elements"),
    ],
)
def test_a_tiled_copy_takes_each_element(tv, verdict, detail):
    one = next(audit(COPY.format(tv)))
    assert (one.line, str(one.verdict)) == (1, verdict)
    assert detail in one.detail


@given(st.permutations(range(5)), st.booleans())
def test_coverage_agrees_with_counting(order, is_complete):
    strides = [1 << k for k in order]
    strides[0] = strides[0] if is_complete else 0
    layout = Layout(((2, 2, 2), (2, 2)), ((*strides[:3],), (*strides[3:],)))
    (one,) = audit(f"TiledCopy\n Tiler_MN: (_4,_8)\n TiledLayout_TV: {printed(layout)}\n")
    counts = dict.fromkeys(range(product((4, 8))), 0)
    for i in range(layout.size):
        counts[layout(i)] += 1
    assert (one.verdict is Verdict.FAULT) == (set(counts.values()) != {1})


def test_the_operands_of_an_instruction_may_be_taken_more_than_once():
    text = (
        "TiledMMA\n ThrLayoutVMNK: (_32,_2,_2,_1):(_1,_32,_64,_0)\n PermutationMNK: (_,_,_)\n"
        "MMA_Atom\n ThrID: _32:_1\n Shape_MNK: (_16,_8,_16)\n"
        "LayoutA_TV: ((_4,_8),(_2,_2,_2)):((_32,_1),(_16,_8,_128))\n"
        "LayoutB_TV: ((_4,_8),(_2,_2)):((_16,_1),(_8,_64))\n"
        "LayoutC_TV: ((_4,_8),(_2,_2)):((_32,_1),(_16,_8))\n"
    )
    found = [(one.operation, str(one.verdict), one.detail) for one in audit(text)]
    assert [(name, verdict) for name, verdict, _ in found] == [
        ("operand A", "holds"),
        ("operand B", "holds"),
        ("operand C", "holds"),
    ]
    assert "exactly 2" in found[0][2]
    assert "exactly one" in found[2][2]


def test_prose_and_numbers_are_not_layouts():
    assert not recognizes("In 3 of (4) cases (see 12:30) the loop ran (8 times), f(1, 2) = 3.")


def test_a_layout_that_is_not_read_says_why():
    found = audited("(_8,_4):(_4,_1)\nbad: (_8,x):(_64,_1)\n").statements
    assert [(one.line, str(one.verdict)) for one in found] == [(1, "holds"), (2, "not read")]
    assert "compilers print x" in found[1].detail


def test_a_type_that_is_not_read_says_why():
    text = "(_8,_8):(_8,_1)\n  type cute::ComposedLayout<cute::Swizzle<4, 4, 3>, cute::C<0>, "
    text += typed(Layout((8, 8), (8, 1))) + " >"
    (_, one) = audit(text)
    assert (one.line, str(one.verdict)) == (2, "not read")


def test_logs_of_other_programs_state_nothing():
    assert not recognizes("struct Layout<Foo> {}; cute::TiledCopy<x>; (8,x):(_64,_1)")
    assert not recognizes("type at::Tensor<float>: (3): std::vector<Layout> x\n[1:2] f(a): (b)")


def test_each_of_several_tiled_copies_is_audited():
    right = COPY.format("((_4,_8),(_2,_2)):((_32,_1),(_16,_8))")
    wrong = COPY.format("((_4,_8),(_2,_2)):((_32,_1),(_8,_8))")
    found = verdicts((right + wrong + wrong).replace("copy: ", ""))
    assert [(line, verdict) for line, verdict, _ in found] == [
        *((1, "holds"), (4, "fault"), (7, "fault"))
    ]


def test_hundreds_of_tiled_copies_may_follow_each_other():
    right = COPY.format("((_4,_8),(_2,_2)):((_32,_1),(_16,_8))").replace("copy: ", "")
    wrong = right.replace("_16,_8))", "_8,_8))")
    found = verdicts(right * 1000 + wrong)
    assert [line for line, verdict, _ in found if verdict != "holds"] == [3001]
    assert len(found) == 1001


def test_a_tiled_copy_that_is_not_read_says_why():
    found = list(audit("TiledCopy\n  Tiler_MN: (_4,_2)\n  TiledLayout_TV: (_4,_2)\n"))
    assert [(one.line, str(one.verdict)) for one in found] == [(1, "not read")]
    assert "TiledLayout_TV must be a layout" in found[0].detail


WRONG = COPY.format("((_4,_8),(_2,_2)):((_32,_1),(_8,_8))")


@pytest.mark.parametrize(
    "prefix",
    ["[rank0]: ", "2026-03-{0:02}T10:20:{0:02}.5Z INFO ", "10:20:{0:02},125 [worker 3] DEBUG: "],
)
def test_a_tiled_copy_is_audited_behind_the_prefix_of_a_log(prefix):
    lines = [prefix.format(k) + line for k, line in enumerate(WRONG.splitlines())]
    claim = "each element of the tile (16,8) is taken equally often"
    assert verdicts("\n".join(lines)) == [(1, "fault", claim)]


def test_lines_of_other_processes_are_not_read_as_one_tiled_copy():
    head, tile, tv = WRONG.splitlines()
    text = f"[rank0]: {head}\n[rank1]: {head}\n[rank1]: {tile}\n[rank0]: {tile}\n[rank0]: {tv}"
    found = audited(f"{text}\n(_4,_2):(_2,_1)").statements
    assert [(one.line, str(one.verdict)) for one in found] == [
        *((2, "not read"), (5, "not read"), (6, "holds"))
    ]
    assert "TiledLayout_TV stands without" in found[1].detail


def test_colours_do_not_hide_a_fault():
    coloured = WRONG.replace("TiledCopy", "\x1b[1;32mTiledCopy\x1b[0m").replace(
        "(_16", "\x1b[1m(_16"
    )
    assert [str(one.verdict) for one in audited(coloured).statements] == ["fault"]
