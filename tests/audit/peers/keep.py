"""Ask the installed compilers and record the answers: `python -m tests.audit.peers.keep`."""

import json

from tests.audit.peers.asking import KEPT, answers, is_installed
from tests.audit.peers.drawn_cute_ir import drawn
from tests.audit.peers.drawn_hlo import cases
from tests.audit.peers.drawn_ttgir import texts

TEXTS = 2
"""The number of recorded texts of TTGIR for each target and family."""

OPERATIONS = 12
"""How often each operation of CuTe IR is recorded, each time with new operands."""

HLO = {"formats": 20, "instructions": 20, "programs": 1}
"""The number of recorded cases of HLO of each kind."""


def keep(name, script, key, cases):
    found = zip(cases, answers(script, cases), strict=True)
    lines = (json.dumps({key: case, "answer": answer}) for case, answer in found)
    (KEPT / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines))


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    if is_installed("triton"):
        keep("triton", "of_triton", "text", texts(TEXTS))
    if is_installed("cutlass"):
        keep("cute_dsl", "of_cute_dsl", "case", drawn(OPERATIONS))
    if is_installed("jax") and is_installed("libtpu"):
        keep("xla", "of_xla", "case", [one for some in cases(**HLO).values() for one in some])
