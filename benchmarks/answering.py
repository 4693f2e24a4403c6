"""Print how long a compiler takes to read texts: `python -m benchmarks.answering triton`.

Each line of input is a list of texts as JSON. Each line of output is the processor time in seconds
that the compiler took for the texts of one line of input.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable


def _asker(name: str) -> Callable[[str], object]:
    if name == "triton":
        from tests.audit.peers.of_triton import answer

        return answer
    if name == "cute_dsl":
        from tests.audit.peers.of_cute_dsl import parse

        return parse
    from jaxlib import xla_client

    return xla_client.hlo.hlo_module_from_text


def main(name: str) -> None:
    ask = _asker(name)
    for line in sys.stdin:
        texts = json.loads(line)
        started = time.process_time()
        for text in texts:
            ask(text)
        sys.stdout.write(f"{time.process_time() - started}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
