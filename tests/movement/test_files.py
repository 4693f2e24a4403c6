"""Invalid kernel files are rejected, and the error gives the place, the cause and advice."""

import re

import pytest

from tests.movement.kernels import of_example
from verif.movement.errors import KernelFileError
from verif.movement.loading import load, loads
from verif.movement.reading import read_kernel

COPY = """
sizes = "M, N; N % 8 == 0"
threads = 128
tile = { m = 32, n = 32 }
gmem = { A = "(M,N):(N,1)", B = "(M,N):(N,1)" }
smem = { s = "(32,32):(32,1)" }

[[step]]
copy = "A -> s"
by = "tiled_copy((32,4):(4,1), (1,8))"

[[step]]
copy = "s -> B"
by = "tiled_copy((32,4):(4,1), (1,8))"
"""

REFUSED = {
    "not TOML": ("threads = 128", "threads = ", "the file is not TOML"),
    "unknown key": ("copy = ", "cpy = ", "unknown key `cpy` (did you mean copy?) in step 1 (line"),
    "unknown table": (
        "gmem = {",
        "global = {",
        "unknown key `global`; the file has the keys ",
    ),
    "element of C++": ("threads = 128", "threads = 128\nelement = 'float'", "'float'; write f32"),
    "another arrow": ('"A -> s"', '"A => s"', "step 1 (line 8): copy = 'A => s'; write `A -> sA`"),
    "true in place of a name": (
        'copy = "A -> s"',
        "end = true",
        "expected a text, not true or false, in `end` of step 1 (line ",
    ),
    "wrong type": (
        "threads = 128",
        'threads = "128"',
        "expected an integer, not a text, in threads",
    ),
    "missing key": ("threads = 128\n", "", "the key `threads` is missing"),
    "two verbs": ('copy = "A -> s"', 'copy = "A -> s"\nmma = "mma"', "the step has copy and mma"),
    "no arrow": ('"A -> s"', '"A to s"', "write `A -> sA`"),
    "unknown tensor": ('"A -> s"', '"X -> s"', "'X' is not the name of a tensor; one of A, B, s"),
    "unknown size": ('A = "(M,N)', 'A = "(Q,N)', "gmem.A"),
    "odd coordinate": ("m = 32", "M = 32", "tile.M"),
    "odd extent": ("m = 32", 'm = "many"', "'many' is not an extent"),
    "odd shape": ("(32,32):(32,1)", "(32,16):(16,1)", "does not match the tile (32,32) of (m, n)"),
    "odd instruction": (
        'by = "tiled_copy((32,4):(4,1), (1,8))"',
        'by = "tiled_copy((32,4):(4,1), (1,8))"\ninstruction = "cp.async.32"',
        "a thread accesses at most 128 bits at a time; write the width 16",
    ),
    "too wide an instruction": (
        'by = "tiled_copy((32,4):(4,1), (1,8))"',
        'by = "tiled_copy((32,4):(4,1), (1,8))"\ninstruction = "ld.global.256"',
        "a thread accesses at most 128 bits at a time; write the width 128",
    ),
    "unknown instruction": (
        'by = "tiled_copy((32,4):(4,1), (1,8))"',
        'by = "tiled_copy((32,4):(4,1), (1,8))"\ninstruction = "ld.global"',
        "'ld.global' is not a copy instruction; write one as cp.async.16",
    ),
    "an instruction with a cache policy": (
        'by = "tiled_copy((32,4):(4,1), (1,8))"',
        'by = "tiled_copy((32,4):(4,1), (1,8))"\ninstruction = "cp.async.cg.16"',
        "is not a copy instruction (did you mean cp.async.16?); write one as cp.async.16",
    ),
    "a store that loads": (
        'by = "tiled_copy((32,4):(4,1), (1,8))"',
        'by = "tiled_copy((32,4):(4,1), (1,8))"\ninstruction = "ld.shared.128"',
        "ld.shared.128 moves from shared memory, but A is elsewhere",
    ),
    "odd predicate": (
        'by = "tiled_copy((32,4):(4,1), (1,8))"',
        'by = "tiled_copy((32,4):(4,1), (1,8))"\npredicate = "m <"',
        "step 1 (line 8): predicate",
    ),
    "nobody": ('by = "tiled_copy((32,4):(4,1), (1,8))"', "", "does not say which thread"),
    "too many threads": ("threads = 128", "threads = 64", "has 128 threads, but a block has 64"),
    "too few threads": (
        "threads = 128",
        "threads = 256",
        (
            "step 1 (line 8): tiled_copy((32,4):(4,1), (1,8)) has 128 threads, but a block has 256"
            ' threads; if only threads 0 .. 127 execute the step, write only = "t < 128"'
        ),
    ),
    "a single thread": (
        '(32,4):(4,1), (1,8))"',
        '1, 1)"',
        "has 1 thread, but a block has 128 threads; if only thread 0 executes the step",
    ),
    "half a tile": ("(32,4):(4,1)", "(24,4):(4,1)", "does not divide the tensor"),
    "unknown element": (
        "threads",
        'element = "half"\nthreads',
        "element: expected an element type such as f16, not 'half'",
    ),
    "table as text": ("{ m = 32, n = 32 }", '"m = 32"', "expected a table, not a text, in tile"),
    "half a loop": ("[[step]]", '[[step]]\nloop = "m"\n\n[[step]]', "the loop over m has no end"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_files_that_make_no_sense_are_refused(name):
    old, new, said = REFUSED[name]
    assert old in COPY
    with pytest.raises(KernelFileError) as refused:
        read_kernel(loads(COPY.replace(old, new, 1)))
    assert said in str(refused.value)


def test_the_copy_makes_sense():
    kernel = read_kernel(loads(COPY))
    assert [step.text for step in kernel.steps] == ["copy A -> s", "copy s -> B"]
    assert [step.line for step in kernel.steps] == [8, 12]
    assert [one.in_grid for one in kernel.coordinates] == [True, True]


def test_a_step_may_name_the_threads_of_a_block_that_execute_it():
    named = COPY.replace("threads = 128", "threads = 256").replace(
        "(1,8))", '(1,8))"\nonly = "t < 128'
    )
    assert [one.threads for one in read_kernel(loads(named)).moves] == [tuple(range(128))] * 2


def test_a_step_whose_layout_follows_from_the_instruction_must_name_the_threads_of_the_atom():
    text = of_example("gemm_sm90")
    larger = text.replace("threads = 128", "threads = 256")
    message = (
        r"step 11 \(line 55\): the layout of mma.C has 128 threads, but a block has 256 threads; "
    )
    with pytest.raises(KernelFileError, match=message):
        read_kernel(loads(larger))
    named = re.sub(r'(store += "mma.C -> .*")', r'\1\nonly = "t < 128"', larger)
    assert named != larger
    read_kernel(loads(named))


def test_python_files_without_a_kernel_are_refused(tmp_path):
    file = tmp_path / "odd.py"
    file.write_text("kernel = 3\n")
    with pytest.raises(KernelFileError, match="kernel is int"):
        load(file)


def test_files_that_are_not_text_are_refused(tmp_path):
    file = tmp_path / "odd.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(KernelFileError, match="not UTF-8"):
        load(file)
