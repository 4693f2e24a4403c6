"""Ask the verifier of the CuTe DSL which result types it infers: a script for `answers`.

A case has an operation, the types of its operands and, optionally, `result`: a type for the result.
The verifier accepts this type, names another type that it infers, or refuses the operands. An
inferred type that the DSL's parser rejects is malformed.
"""

import re

import cutlass  # noqa: F401 - this loads the dialects
from cutlass._mlir import ir

from tests.audit.peers.asking import answer_cases
from tests.audit.peers.drawn_cute_ir import OTHER, line_of

CONTEXT = ir.Context()


def answer(case):
    arguments = ", ".join(f"%{k}: {text}" for k, text in enumerate(case["types"]))
    line = line_of(case, case.get("result", OTHER))
    try:
        parse(f"func.func @f({arguments}) {{\n{line}\nreturn\n}}")
    except ir.MLIRError as error:
        found = re.search(r"inferred type\(s\) '(.*?)' are incompatible", str(error))
        if found is None:
            return {"refused": str(error).splitlines()[0]}
        return {"type": found[1], "malformed": _is_malformed(found[1])}
    return {"taken": True}


def _is_malformed(text):
    try:
        parse(f"func.func private @f({text})")
    except ir.MLIRError:
        return True
    return False


def parse(text):
    with CONTEXT, ir.Location.unknown():
        return ir.Module.parse(text)


if __name__ == "__main__":
    answer_cases(answer)
