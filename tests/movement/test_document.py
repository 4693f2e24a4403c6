"""In the guide to kernel files, each TOML block is part of an example, and the Python code runs."""

import shutil
import tomllib

import pytest

from tests.blocks import BLOCKS, ROOT, block
from verif.movement.decide import decide
from verif.movement.stating import Verdict

PAGE = "docs/how-to/kernel-files.md"
EXAMPLES = {path.name: path for path in (ROOT / "examples" / "kernels").glob("*.toml")}
TOML = [one for one in BLOCKS if str(one.page) == PAGE and one.language == "toml"]


def is_part(shown, whole):
    """Whether `whole` has the entries of `shown`.

    `shown` may have fewer steps, but they must be consecutive steps of `whole`.
    """

    def holds(key):
        some, every = shown[key], whole.get(key)
        if key != "step":
            return some == every
        return any(every[k : k + len(some)] == some for k in range(len(every)))

    return all(map(holds, shown))


@pytest.mark.parametrize("one", TOML, ids=str)
def test_a_block_of_the_guide_is_part_of_an_example(one):
    shown = tomllib.loads(one.text)
    examples = (tomllib.loads(path.read_text()) for path in EXAMPLES.values())
    assert any(is_part(shown, whole) for whole in examples)


def test_the_assertion_of_the_guide_passes(pytester):
    shutil.copy(EXAMPLES["gemm_sm80.kernel.toml"], pytester.path / "gemm.kernel.toml")
    pytester.makepyfile(block(PAGE, "from verif.testing").text)
    pytester.runpytest_inprocess("-n0").assert_outcomes(passed=1)


def test_the_python_of_the_guide_describes_a_right_kernel():
    variables = {}
    exec(block(PAGE, "from verif.movement.description").text, variables)
    decided = decide(variables["kernel"])
    assert decided.statements
    assert not decided.at(Verdict.FAULT)
    assert not decided.at(Verdict.UNKNOWN)
