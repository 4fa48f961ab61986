"""Data in drawings: expressions, compiled once, and what they gave kept for the rows to come."""
