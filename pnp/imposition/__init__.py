"""Imposes pieces on sheets: grids, duplex and gutterfold, panels, crop marks and labels."""
