"""The command `serve`: the calculator as a local web page."""

from __future__ import annotations

from typing import Annotated

import typer

from verif.calculator.server import HOST, Server
from verif.cli.printing import BadInputError
from verif.questions import Effort


def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Of 127.0.0.1; 0 takes one that is free.")
    ] = 8000,
    timeout: Annotated[
        float, typer.Option(min=0.001, help="Seconds of the processor for an answer.")
    ] = Effort().seconds,
) -> None:
    """Show the calculator as a page: expressions of `eval`, questions of `check`.

    It is served to this machine alone, until Ctrl-C; it reads and writes no files.

    Exit status: 0, 2 for bad input, as a port that is taken.

    Examples:
    layout-verif serve
    layout-verif serve --port 8080
    """
    try:
        server = Server(port, timeout)
    except OSError as error:
        raise BadInputError(f"port {port} of {HOST}: {error.strerror}") from error
    try:
        typer.echo(f"{server.address} (Ctrl-C ends it)")
        server.serve_forever()
    except KeyboardInterrupt:
        typer.echo()
    finally:
        server.server_close()
