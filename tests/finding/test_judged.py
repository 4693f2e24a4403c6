"""Findings about published kernels and atoms: every command prints the stated output."""

import shlex
from collections import Counter

import pytest
from tensor_layouts import atoms_amd, atoms_amx, atoms_nv, atoms_xe
from tensor_layouts.atoms import MMAAtom

from spec import Layout
from spec.modes import modes_of, offsets
from verif.cli.main import main
from verif.finding.judged import FOLDER, judged

UPSTREAMS = judged()
SHOWN = [
    reproduction
    for upstream in UPSTREAMS
    for reproduction in (
        *(reproduction for fault in upstream.faults for reproduction in fault.seen),
        *(one.seen for one in upstream.documented),
    )
]


@pytest.mark.parametrize(
    "reproduction", dict.fromkeys(SHOWN), ids=lambda reproduction: reproduction.command
)
def test_a_command_prints_the_stated_output(reproduction, capsys):
    with pytest.raises(SystemExit):
        main(shlex.split(reproduction.command))
    shown = capsys.readouterr()
    assert shown.out + shown.err == reproduction.prints + "\n"


def test_every_fault_has_a_unique_id_a_source_and_a_command():
    faults = [fault for upstream in UPSTREAMS for fault in upstream.faults]
    assert len({fault.id for fault in faults}) == len(faults) >= 7
    assert all(fault.seen and fault.source and fault.says for fault in faults)
    assert len(UPSTREAMS) == len(list(FOLDER.iterdir()))


@pytest.mark.parametrize(
    ("layout", "question"),
    [
        (atoms_nv.SM80_16x8x32_S32S4S4S32_TN.b_layout, "covers_once({}, (8,32))"),
        (atoms_amd.CDNA_32x32x8_F32F16F16_MFMA.a_layout, "covers_once({}, (32,8))"),
        (atoms_amd.CDNA_32x32x8_F32F16F16_MFMA.c_layout, "equal({}, "),
        (atoms_amd.CDNA_4x4x4_F32F16F16_MFMA.a_layout, "covers_once({}, (4,4))"),
    ],
    ids=str,
)
def test_commands_use_the_layouts_of_the_tables(layout, question):
    text = question.format(str(layout).replace(" ", ""))
    (ours,) = (one for one in UPSTREAMS if one.name.startswith("tensor-layouts"))
    commands = [one.seen.command for one in ours.documented]
    commands += [reproduction.command for fault in ours.faults for reproduction in fault.seen]
    assert any(text in command for command in commands)


def covers(layout, size):
    """Whether the layout reaches each offset below `size` equally often, and no other offset."""
    times = Counter(offsets(modes_of(layout)))
    return times.keys() == set(range(size)) and len(set(times.values())) == 1


def test_only_some_atoms_of_cdna_do_not_cover_their_operands():
    """The atoms of AMD, AMX and Intel cover their operands, except for some atoms of CDNA.

    Each of these atoms of CDNA fails to cover its operand A or its operand B.
    """
    operands = []
    for module in (atoms_amd, atoms_amx, atoms_xe):
        for atom in vars(module).values():
            if isinstance(atom, MMAAtom):
                (m, n, k), layouts = atom.shape_mnk, (atom.a_layout, atom.b_layout, atom.c_layout)
                for key, layout, size in zip("ABC", layouts, (m * k, n * k, m * n), strict=True):
                    operands.append((atom.name, key, Layout.parse(str(layout)), size))
    assert len(operands) == 3 * 63
    wrong = [one for one in operands if not covers(*one[2:])]
    assert [one[:2] for one in wrong if one[2].cosize > one[3]] == [
        ("CDNA_4x4x4_F32F16F16_MFMA", "A")
    ]
    assert {key for _, key, _, _ in wrong} == {"A", "B"}
    assert all(name.startswith("CDNA") and tv[0].stride[0] == 0 for name, _, tv, _ in wrong)
