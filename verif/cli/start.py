"""The start of the command, before anything of it is imported: is all of it the project's own?"""

from __future__ import annotations

import re
import sys
from typing import NoReturn

import verif

BAD_INPUT = 2
"""As `verif.cli.status` has it, which is not to be imported before the check."""


def main() -> NoReturn:
    """Run the command; where it runs a file of claims, in a process that the file cannot end."""
    # Of another package that was installed over this one the folder has both files.
    if not hasattr(verif, "require_own_spec"):
        _end(f"another package named verif stands in the place of layout-verif's: {verif.__file__}")
    try:
        verif.require_own_spec()
    except ImportError as error:
        _end(str(error))
    from verif.cli.main import NAME
    from verif.cli.main import main as run
    from verif.cli.watched import watched

    if any(re.search(r"\.py(:|$)", argument) for argument in sys.argv[1:]):
        watched(run, NAME)
    run()


def _end(problem: str) -> NoReturn:
    sys.stderr.write(f"layout-verif: {problem}\n")
    sys.exit(BAD_INPUT)


if __name__ == "__main__":
    main()
