"""Pieces become sheets: grids, turning edges, marks and labels."""
