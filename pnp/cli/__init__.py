"""The command line of ``pnp``: commands, options and output; it calls the other packages."""
