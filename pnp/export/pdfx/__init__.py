"""PDF/X for print shops: a finished PDF whose colours are separated into printing inks."""
