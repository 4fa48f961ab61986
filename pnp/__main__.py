"""Entry point of the program: ``pnp`` and ``python -m pnp`` run one command and exit."""

import atexit
import gc
import os

from pnp.base.interrupts import stop_on_signals
from pnp.cli import commands
from pnp.cli.console import open_streams


def main() -> None:
    """Run the command line, without cyclic garbage collection: the process is short-lived."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for them takes 30 ms
    stop_on_signals()
    gc.disable()
    atexit.register(gc.freeze)  # Python's shutdown collects once more; frozen objects are skipped
    open_streams()
    commands.main(prog_name="pnp")


if __name__ == "__main__":
    main()
