"""Writes a kit to disk: its files, its manifest, and the swap that replaces the previous kit."""
