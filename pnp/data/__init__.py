"""Reads game.yaml, its tables and boards into a ``Game``; values keep file, line and column."""
