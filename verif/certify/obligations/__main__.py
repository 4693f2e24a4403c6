"""`make certify-obligations`: prove each integer obligation of the catalogue in Rocq.

The command writes the counts to reports/certified.json. `--sample N` proves only N random
obligations, of random lemmas and claims, and writes nothing. The exit status is 1 if an obligation
stays open or cannot be printed, or if Rocq is missing.
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
"""The number of claims in a sample. A claim has about fifty obligations."""


def everything() -> Certificate:
    """Certify all integer obligations of the catalogue, as far as possible.

    Raises RocqError and UnprintableError.
    """
    theorems = proved((), cores())
    certificate = certified(len(theorems), distinct(theorems), cores())
    REPORT.write_text(f"{json.dumps(asdict(certificate), indent=2)}\n")
    return certificate


def sample(count: int, seed: int) -> Certificate:
    """Certify at most `count` random obligations of random lemmas and claims.

    Raises RocqError and UnprintableError.
    """
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
