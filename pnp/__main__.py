"""One command in a process of its own: the program ``pnp``, and ``python -m pnp``."""

import atexit
import gc

from pnp.cli import commands


def main() -> None:
    """Run the command line. It ends before its rubbish would matter: Python looks for none."""
    gc.disable()
    atexit.register(gc.freeze)  # and looks through nothing when the command is over
    commands.main(prog_name="pnp")


if __name__ == "__main__":
    main()
