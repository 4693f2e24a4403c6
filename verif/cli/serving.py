"""The command `serve`: the calculator as a local web page."""

from __future__ import annotations

from typing import Annotated

import typer

from verif.calculator.server import HOST, Server
from verif.cli.output import BadInputError
from verif.questions import Effort


def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port on 127.0.0.1; 0 picks a free one.")
    ] = 8000,
    timeout: Annotated[
        float, typer.Option(min=0.001, help="CPU seconds for each answer.")
    ] = Effort().seconds,
) -> None:
    """Serve the calculator as a web page: expressions of `eval`, questions of `check`.

    Only this machine can open the page. Press Ctrl-C to stop. The page reads and writes no files.

    Exit status: 0, 2 for bad input, such as a port in use.

    Examples:
    layout-verif serve
    layout-verif serve --port 8080
    """
    try:
        server = Server(port, timeout)
    except OSError as error:
        raise BadInputError(f"port {port} of {HOST}: {error.strerror}") from error
    try:
        typer.echo(f"{server.address} (press Ctrl-C to stop)")
        server.serve_forever()
    except KeyboardInterrupt:
        typer.echo()
    finally:
        server.server_close()
