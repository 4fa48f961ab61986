"""Pieces become sheets: grids, turning edges, panels, marks and labels."""
