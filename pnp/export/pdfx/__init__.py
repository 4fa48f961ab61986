"""PDF/X for print shops: a finished PDF whose colours are separated into printing inks."""

from pnp.base.interrupts import uninterrupted

with uninterrupted():  # an interrupt while it is loaded would end Python itself
    import pikepdf  # noqa: F401 - loaded once, for all modules here
