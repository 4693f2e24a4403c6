"""Bank conflicts on the machine that the option `--machine` or the expression names."""

import pytest

ROWS = "(64,(8,8)):(1,(64,512))"
SWIZZLED = "Sw<2,3,3> o 0 o (64,64):(64,1)"


def test_a_question_is_answered_for_a_machine(answer):
    question = f"conflict_free({SWIZZLED}, {ROWS}, f16)"
    status, shown = answer(f"check --machine gfx942_read '{question}'")
    assert (status, "on gfx942_read: 2-way bank conflict: threads 0 and 20" in shown) == (1, True)
    inside = question.replace("f16)", "f16, 128, gfx942)")
    status, shown = answer(f"check '{inside}'")
    assert (status, "2-way bank conflict: threads 0 and 4 both" in shown) == (1, True)


def test_a_question_that_names_its_machine_is_not_on_another(answer):
    inside = f"conflict_free({SWIZZLED}, {ROWS}, f16, 128, sm_90)"
    assert answer(f"check --machine gfx942_read '{inside}'") == answer(f"check '{inside}'")
    assert answer("check --machine gfx942 'injective(4:1)'") == answer("check 'injective(4:1)'")


@pytest.mark.parametrize(
    ("machine", "wavefronts"), [("sm_90a", "512"), ("gfx942", "512"), ("gfx950", "256")]
)
def test_wavefronts_are_counted_for_a_machine(answer, machine, wavefronts):
    text = f"wavefronts((64,64):(64,1), {ROWS}, f16)"
    assert answer(f"eval --machine {machine} '{text}'") == (0, f"{wavefronts}\n")
    inside = text.replace("f16)", f"f16, _, {machine})")
    assert answer(f"eval '{inside}'") == (0, f"{wavefronts}\n")


def test_sectors_and_widths_are_those_of_a_machine(answer):
    copy = "(64,1):(1,0)"
    assert answer(f"eval --machine gfx942 'sectors(64:1, {copy}, f32)'") == (0, "4\n")
    assert answer(f"eval 'sectors(64:1, {copy}, f32)'") == (0, "8\n")
    assert answer(f"eval --machine gfx942 'vector_width(64:1, 64:1, {copy}, f32)'") == (0, "32\n")
    status, shown = answer(f"check --machine gfx942 'coalesced(64:1, {copy}, f32)'")
    assert (status, "4 sectors in 1 request" in shown) == (0, True)


TOO_FEW = "serves 64 threads together, so the number of threads must be a multiple of 64, not 32"


@pytest.mark.parametrize(
    ("command", "begin"),
    [
        (
            "check --machine gfx942_read 'conflict_free((64,64):(64,1), (32,128):(1,32), f16)'",
            "gfx942_read",
        ),
        (
            "eval 'wavefronts((64,64):(64,1), (32,128):(1,32), f16, 128, gfx90a_read)'",
            "gfx90a_read",
        ),
        (
            (
                "find swizzle --machine gfx942 --smem '(64,64):(64,1)' --type f16"
                " --store '((8,16),(8,4)):((512,1),(64,16))'"
                " --load '((16,2),(8,4,4)):((1,512),(64,16,1024))@128'"
            ),
            "load: gfx942_read",
        ),
    ],
)
def test_errors_name_the_machine_of_the_command(answer, command, begin):
    status, shown = answer(command)
    assert (status, f"layout-verif: {begin} {TOO_FEW}" in shown) == (2, True), shown


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("check --machine sm90 'injective(4:1)'", "(did you mean sm_90?): write one of sm_70"),
        ("check --machine gfx1 'injective(4:1)'", "'gfx1' is not a machine: write one of sm_70"),
        ("eval --machine gfx942 --for M 'size(M:1)'", "--machine needs numbers"),
        ("check --machine gfx942 --for M 'injective(M:1)'", "--machine needs numbers"),
        ("check 'conflict_free(8:1, (8,1):(1,0), f16, _, 4)'", "must be a machine, not 4"),
    ],
)
def test_an_unknown_machine_is_rejected(answer, command, problem):
    status, shown = answer(command)
    assert (status, problem in shown) == (2, True), shown


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("conflict_free((M,8):(8,1), (8,8):(1,8), f16, _, gfx942)", "machine"),
        ("covers_once(get_layoutA_TV(SM80_16x8x16_F32F16F16F32_TN), (16,16*M))", "matrix instr"),
        (
            "covers_once(get_layoutS_TV(make_tiled_copy(copy_atom(cp.async.16, f16), 4, 8)), 32*M)",
            "copy instruction",
        ),
    ],
)
def test_an_instruction_or_a_machine_with_names_is_rejected(answer, text, kind):
    status, shown = answer(f"check --for M '{text}'")
    assert status == 2
    assert f"a {kind}" in shown
    assert "cannot be used with --for" in shown


def test_swizzles_are_found_for_a_machine(answer):
    tile = "--smem '(64,64):(64,1)' --type f16"
    lanes = "'((16,4),(8,2,4)):((1,512),(64,2048,16))'"
    _, plain = answer(f"find swizzle {tile} --load {lanes}")
    status, amd = answer(f"find swizzle --machine gfx942 {tile} --load {lanes}")
    assert status == 0
    assert "before  (64,64):(64,1): 512 wavefronts" in plain
    assert "before  (64,64):(64,1): 256 wavefronts" in amd
    status, shown = answer(f"find swizzle --machine gfx942 {tile} --store {lanes}")
    assert (status, "before  (64,64):(64,1): 512 wavefronts" in shown) == (0, True)
    status, shown = answer(f"find swizzle --machine gfx1 {tile} --load {lanes}")
    assert (status, "'gfx1' is not a machine" in shown) == (2, True)
