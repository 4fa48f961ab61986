"""Entry point of the program: ``pnp`` and ``python -m pnp`` run one command and exit."""

import atexit
import gc
import os
import sys

from pnp.base.interrupts import INTERRUPTED, stop_on_signals


def main() -> None:
    """Run the command line, without cyclic garbage collection: the process is short-lived."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # looking for them takes 30 ms
    stop_on_signals()
    gc.disable()
    atexit.register(gc.freeze)  # Python's shutdown collects once more; frozen objects are skipped
    try:
        # imported late: from the first signal on, none ends in a traceback
        from pnp.cli import commands
        from pnp.cli.console import open_streams

        open_streams()
    except KeyboardInterrupt:
        sys.stderr.write("stopped before anything was begun\n")
        sys.exit(INTERRUPTED)
    commands.main(prog_name="pnp")


if __name__ == "__main__":
    main()
