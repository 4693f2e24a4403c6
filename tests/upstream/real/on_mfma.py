"""Operands of one-block MFMA instructions agree with AMD's Matrix Instruction Calculator.

The environment variable CALCULATOR is the path of AMD's matrix_calculator.py. This calculator
needs the package tabulate.
"""

import os
import re
import subprocess
import sys

import pytest

from spec import LayoutError
from spec.atoms import mma_atom

CALCULATOR = os.environ.get("CALCULATOR", "")

pytestmark = pytest.mark.skipif(
    not CALCULATOR, reason="CALCULATOR does not name AMD's matrix_calculator.py"
)

BITS = {"f16": 16, "bf16": 16, "bf16_1k": 16, "f32": 32, "xf32": 32, "f64": 64, "i8": 8}
PLACE = re.compile(r"v\[?(\d+)(?::\d+)?\]?\{(\d+)\}(?:\.\[(\d+):(\d+)\])?")


def shown(*arguments):
    command = [sys.executable, CALCULATOR, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def instructions():
    for architecture in ("CDNA1", "CDNA2", "CDNA3"):
        listed = shown("-a", architecture, "-L")
        for name in re.findall(r"^\s+(v_mfma_\w+)$", listed, re.MULTILINE):
            yield architecture, name


def held(architecture, name, matrix, bits):
    """Yield each element of a matrix, with a pair: a lane, and a place in the lane's registers."""
    lines = shown("-a", architecture, "-i", name, f"-{matrix}", "-R", "-c").splitlines()
    rows = [line.split(",") for line in lines if re.match(r"\d+,", line)]
    for i, row in enumerate(rows):
        for j, text in enumerate(row[1:]):
            register, lane, _, low = PLACE.fullmatch(text).groups()
            yield (i, j), (int(lane), (32 * int(register) + int(low or 0)) // bits)


def blocks_of(architecture, name):
    return int(re.search(r"blocks: (\d+)", shown("-a", architecture, "-i", name, "-d"))[1])


def test_operands_of_every_instruction_of_one_block_agree():
    compared = 0
    for architecture, name in instructions():
        try:
            atom = mma_atom(name)
        except LayoutError:
            assert blocks_of(architecture, name) > 1, name
            continue
        assert blocks_of(architecture, name) == 1, name
        kind = re.search(r"\d+x\d+x\d+_?(\w+)$", name)[1]
        bits = BITS.get(kind, 8)
        result = 64 if kind == "f64" else 32
        for matrix, operand, width in (
            ("A", atom.a, bits),
            ("B", atom.b, bits),
            ("D", atom.c, result),
        ):
            for (i, j), (lane, value) in held(architecture, name, matrix, width):
                row, column = (j, i) if matrix == "B" else (i, j)
                expected = row + operand.block[0] * column
                assert operand.layout((lane, value)) == expected, (name, matrix, i, j)
                compared += 1
    assert compared > 10_000
