"""The entry point of the command, which first checks that it imports the project's packages."""

from __future__ import annotations

import sys
from typing import NoReturn

from verif.kernel.own import require_own_packages

BAD_INPUT = 2
"""The same as in `verif.cli.status`, which must not be imported before the check."""


def main() -> NoReturn:
    """Run the command."""
    try:
        require_own_packages()
    except ImportError as error:
        sys.stderr.write(f"layout-verif: {error}\n")
        sys.exit(BAD_INPUT)
    from verif.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
