"""The search finds the best swizzles, and enumeration confirms the costs of swizzles."""

import random
import tomllib

import pytest

from spec import ComposedLayout, Layout, LayoutError, Swizzle, parse_swizzle
from spec.memory import NVIDIA, by_enumeration, machine_of, wavefronts
from spec.memory.accesses import bits_of, columns
from verif.finding.accesses import Access, fewest
from verif.finding.judged import SWIZZLES
from verif.finding.paddings import paddings
from verif.finding.swizzles import best_swizzles, swizzles_of

PUBLISHED = tomllib.loads(SWIZZLES.read_text())["kernel"]

TILE = Layout((32, 32), (32, 1))
ROWS = Access("store", Layout(((8, 16), (4, 2)), ((128, 1), (32, 16))))
COLUMNS = Access("load", Layout(((32, 4), 8), ((1, 32), 128)))


def access(name, text):
    tv, _, width = text.partition("@")
    return Access(name, Layout.parse(tv), int(width) if width else None)


def accesses_of(kernel):
    return [access(name, kernel[name]) for name in ("store", "load")]


def enumerated(smem, swizzle, one, element):
    """Compute the cost of an access to the swizzled tile by enumeration."""
    listed = columns(ComposedLayout(swizzle, 0, smem), one.tv)
    bits = bits_of(element)
    width = one.width or by_enumeration.widest(listed, bits, NVIDIA)
    return by_enumeration.served(listed, bits, width, NVIDIA)


@pytest.mark.parametrize("bits", [1, 4, 6, 7])
def test_the_class_has_every_swizzle_of_the_tile_once(bits):
    steps = [1 << k for k in range(bits)]
    found = [tuple(map(swizzle, steps)) for swizzle in swizzles_of(bits)]
    assert len(set(found)) == len(found)
    every = {
        tuple(map(Swizzle(b, m, s), steps))
        for b in range(bits + 1)
        for m in range(bits + 1)
        for s in range(-bits, bits + 1)
        if abs(s) >= b
    }
    assert set(found) == {f for f in every if max(f) < 1 << bits}


def test_costs_agree_with_enumeration():
    rng = random.Random(3)
    found = best_swizzles(TILE, "f32", (ROWS, COLUMNS))
    for one in rng.sample(found.found, 12):
        for served, accesses in zip(one.costs.served, (ROWS, COLUMNS), strict=True):
            assert enumerated(TILE, one.swizzle, accesses, "f32") == served


def test_the_best_come_first_and_the_front_has_fewer_requests_each():
    found = best_swizzles(TILE, "f32", (ROWS, COLUMNS))
    assert found.tried == len(found.found) == 191
    assert [one.order for one in found.found] == sorted(one.order for one in found.found)
    assert [str(one.swizzle) for one in found.best] == ["Sw<5,0,5>"]
    assert [(str(one.swizzle), *one.cost) for one in found.front] == [
        ("Sw<5,0,5>", 64, 64),
        ("Sw<4,1,4>", 96, 48),
        ("Sw<3,2,3>", 160, 40),
    ]


def test_a_requested_width_excludes_swizzles_that_break_it():
    wide = best_swizzles(TILE, "f32", (Access("store", ROWS.tv, 128), COLUMNS))
    assert len(wide.found) < wide.tried == 191
    assert all(one.costs.served[0].width == 128 for one in wide.found)
    assert str(wide.found[0].swizzle) == "Sw<3,2,3>"
    with pytest.raises(LayoutError, match="no swizzle of 10-bit offsets"):
        best_swizzles(TILE, "f32", (Access("load", COLUMNS.tv, 64),))
    with pytest.raises(LayoutError, match="a thread accesses at most 128 bits at a time, not 256"):
        best_swizzles(TILE, "f32", (Access("load", COLUMNS.tv, 256),))


@pytest.mark.parametrize("kernel", PUBLISHED, ids=lambda kernel: kernel["name"])
def test_a_published_swizzle_is_judged(kernel):
    smem, element, accesses = Layout.parse(kernel["smem"]), kernel["element"], accesses_of(kernel)
    found = best_swizzles(smem, element, accesses)
    theirs = found.of(parse_swizzle(kernel["swizzle"]))
    assert theirs is not None
    best = found.found[0]
    assert theirs.costs.wavefronts == kernel["wavefronts"]
    assert (str(best.swizzle), best.costs.wavefronts) == (kernel["best"], kernel["least"])
    assert best.costs.wavefronts >= found.fewest
    taken = [enumerated(smem, theirs.swizzle, one, element) for one in accesses]
    assert tuple(taken) == theirs.costs.served


def test_ten_kernels_are_judged_and_one_is_not_the_best():
    assert len(PUBLISHED) >= 13
    worse = [kernel["name"] for kernel in PUBLISHED if kernel["wavefronts"] > kernel["least"]]
    assert worse == ["tf32 M-major, fragments of m16n8k8"]


def test_fewest_counts_words_shared_by_threads_once():
    everyone = Access("load", Layout((32, 32), (0, 1)))
    assert fewest([everyone, everyone], "f32") == 2
    assert fewest([COLUMNS], "f32") == 32


@pytest.mark.parametrize("smem", [Layout((64, 64), (72, 1)), Layout((48, 64), (64, 1))])
def test_a_tile_that_is_not_linear_is_refused(smem):
    with pytest.raises(LayoutError, match="searched only for layouts that are linear over F2: "):
        best_swizzles(smem, "f16", (Access("load", Layout((32, 2), (1, 32))),))


def test_a_tv_that_leaves_the_tile_is_refused_with_its_thread():
    with pytest.raises(LayoutError, match=r"\(thread, value\) \(127,7\) takes element 2045"):
        best_swizzles(TILE, "f32", (Access("load", Layout((128, 8), (1, 274))),))


def test_the_least_padding():
    scalar = Access("store", Layout(((32, 4), 8), ((32, 1), 4)))
    best = paddings(TILE, "f32", (scalar, COLUMNS))[0]
    assert (best.padding, str(best.layout), best.costs.wavefronts) == (1, "(32,32):(33,1)", 64)
    across = Layout((32, 32), (1, 32))
    assert str(paddings(across, "f32", (scalar, COLUMNS))[0].layout) == "(32,32):(1,33)"
    assert paddings(Layout(((8, 4), 32), ((1, 256), 8)), "f32", (COLUMNS,)) == ()


def test_paddings_leave_accesses_as_wide_as_they_are():
    found = paddings(TILE, "f32", (ROWS, COLUMNS))
    assert sorted(one.padding for one in found) == [*range(0, 36, 4)]
    assert {one.costs.served[0].width for one in found} == {128}


@pytest.mark.parametrize("padding", [1, 2, 5, 12])
def test_padding_by_a_row_of_all_banks_changes_nothing(padding):
    """A row has one word in each bank. So it suffices to try paddings of at most one row."""
    for width in (32, 32 + 32):
        tile = Layout((32, width), (width + padding, 1))
        more = Layout((32, width), (width + padding + 32, 1))
        for tv in (COLUMNS.tv, Layout((32, 4), (32, 1))):
            listed, again = columns(tile, tv), columns(more, tv)
            served = [by_enumeration.served(one, 32, 32, NVIDIA) for one in (listed, again)]
            assert served[0] == served[1]


LANES = "(64,(8,8)):(1,(64,512))"


@pytest.mark.parametrize("name", ["sm_90", "gfx942", "gfx942_read", "gfx950"])
def test_costs_are_those_of_the_machine(name):
    machine, tile, tv = machine_of(name), Layout((64, 64), (64, 1)), Layout.parse(LANES)
    found = best_swizzles(tile, "f16", (Access("load", tv, None, machine),))
    for one in found.found[::7]:
        swizzled = ComposedLayout(one.swizzle, 0, tile)
        assert one.costs.wavefronts == wavefronts(swizzled, tv, "f16", None, machine)
        assert one.costs.wavefronts >= found.fewest
    for padded in paddings(tile, "f16", (Access("load", tv, None, machine),))[::5]:
        expected = wavefronts(padded.layout, tv, "f16", 128, machine)
        assert padded.costs.wavefronts == expected


def test_loads_on_cdna_are_served_in_the_phases_of_reads():
    tile = Layout((64, 64), (64, 1))
    tv = Layout.parse("((16,4),(8,2,4)):((1,512),(64,2048,16))")
    reads, writes = (
        best_swizzles(tile, "f16", (Access("load", tv, None, machine_of(name)),))
        for name in ("gfx942_read", "gfx942")
    )
    costs = [
        {one.swizzle: one.costs.wavefronts for one in found.found} for found in (reads, writes)
    ]
    assert costs[0].keys() == costs[1].keys()
    assert min(costs[0].values()) == min(costs[1].values()) == 64
    # With this swizzle, one phase can serve lanes 0 to 3 and 20 to 23, but not lanes 0 to 7.
    swizzle = Swizzle(2, 4, 2)
    assert (costs[0][swizzle], costs[1][swizzle]) == (64, 128)
