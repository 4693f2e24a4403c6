"""The start of the command, before anything of it is imported: is all of it the project's own?"""

from __future__ import annotations

import re
import sys
from typing import NoReturn

from verif.kernel.own import require_own_packages

BAD_INPUT = 2
"""As `verif.cli.status` has it, which is not to be imported before the check."""


def main() -> NoReturn:
    """Run the command; where it runs a file of claims, in a process that the file cannot end."""
    try:
        require_own_packages()
    except ImportError as error:
        sys.stderr.write(f"layout-verif: {error}\n")
        sys.exit(BAD_INPUT)
    from verif.cli.main import main as run
    from verif.cli.printing import NAME
    from verif.cli.watched import watched

    if any(re.search(r"\.py(:|$)", argument) for argument in sys.argv[1:]):
        watched(run, NAME)
    run()


if __name__ == "__main__":
    main()
