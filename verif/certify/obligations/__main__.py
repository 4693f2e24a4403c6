"""`make certify-obligations`: each integer obligation of the catalogue is a theorem of Rocq.

The counts are written to reports/certified.json. With `--sample`, so many obligations of some
lemmas and claims, drawn, and nothing is written. The status is 1 where one stays open or cannot be
printed, or Rocq is missing.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Final

from verif.certify.gallina import UnprintableError
from verif.certify.obligations.certificate import Certificate, certified, distinct
from verif.certify.obligations.proved import drawn, proved
from verif.certify.obligations.rocq import RocqError
from verif.processes.pool import cores

REPORT: Final = Path("reports/certified.json")

LEMMAS: Final = 20
CLAIMS: Final = 4
"""How many are drawn for a sample. They have about fifty obligations each."""


def everything() -> Certificate:
    """Certify all integer obligations of the catalogue, as far as possible.

    Raises RocqError and UnprintableError.
    """
    theorems = proved((), cores())
    certificate = certified(len(theorems), distinct(theorems), cores())
    REPORT.write_text(f"{json.dumps(asdict(certificate), indent=2)}\n")
    return certificate


def sample(count: int, seed: int) -> Certificate:
    """Certify at most `count` random obligations of random lemmas and claims. Raises the same."""
    theorems = drawn(LEMMAS, CLAIMS, seed, cores())
    integer = distinct(theorems)
    names = random.Random(seed).sample(sorted(integer), min(count, len(integer)))
    return certified(len(theorems), {name: integer[name] for name in names}, cores())


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser("python -m verif.certify.obligations", description=__doc__)
    parser.add_argument("--sample", type=int, metavar="N", help="at most N obligations, drawn")
    parser.add_argument("--seed", type=int, default=0, help="which are drawn (0)")
    options = parser.parse_args(arguments)
    try:
        whole = options.sample is None
        certificate = everything() if whole else sample(options.sample, options.seed)
    except (RocqError, UnprintableError) as error:
        print(error, file=sys.stderr)
        return 1
    print(certificate)
    print("".join(f"open: {name}\n" for name in certificate.open), end="")
    return 1 if certificate.open else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
